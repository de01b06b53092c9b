"""Laws that have been read before, kept in the user's cache folder: to read one takes longer than most rulings.

What is kept is plain JSON with a checksum, under a name made of everything that it rests on: the texts of the law, the
version of clingo, the engine's own code. So nothing that is kept can be out of date; and whatever is wrong with the
folder or with what lies in it, the law is read from its files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import clingo
from platformdirs import user_cache_path

from checker.engine.canonical import Atom
from checker.engine.lawtext import read_any_text
from checker.engine.rules import Rule, Signature

#: The environment variable that names another folder; empty, nothing is kept.
FOLDER = "DRAKDOM_CACHE"
#: So many laws are kept, those that were used last: one for every rulebook and set of house rules.
MOST_KEPT = 16


def name_of(*parts: Iterable[Path]) -> str:
    """The name under which the law of some files is kept, given as the parts that they play."""
    digest = hashlib.sha256(clingo.__version__.encode())
    for code in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(code.read_bytes())
    for number, files in enumerate(parts):
        for file in files:
            text = read_any_text(file).encode()
            digest.update(f"\n{number} {len(text)} {file.name}\n".encode())
            digest.update(text)
    return f"law-{digest.hexdigest()[:40]}.json"


def kept(name: str) -> tuple[Rule, ...] | None:
    """The rules kept under a name; None where there are none, or none that can be read."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        check, _, rows = (folder / name).read_bytes().partition(b"\n")
        if check != _check(rows):
            return None
        rules = tuple(map(_rule, json.loads(rows)))
        os.utime(folder / name)
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return rules


def keep(name: str, rules: Sequence[Rule]) -> None:
    """Keep rules under a name. Nothing happens where that cannot be done."""
    folder = cache_folder()
    if folder is None:
        return
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        rows = json.dumps([_row(rule) for rule in rules]).encode()
        with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
            written = Path(file.name)
            try:
                file.write(_check(rows) + b"\n" + rows)
                file.flush()
                written.replace(folder / name)  # another process never sees half of it
            except BaseException:
                written.unlink()
                raise
        _forget(folder)


def _check(rows: bytes) -> bytes:
    return hashlib.sha256(rows).hexdigest().encode()


def cache_folder() -> Path | None:
    """Where things are kept; None where nothing is to be kept."""
    named = os.environ.get(FOLDER)
    if named is None:
        return user_cache_path("drakdom", appauthor=False)
    return Path(named) if named else None


def _forget(folder: Path) -> None:
    """Take away all but the laws that were used last."""
    laws = sorted(folder.glob("law-*.json"), key=lambda file: file.stat().st_mtime)
    for file in laws[:-MOST_KEPT]:
        file.unlink(missing_ok=True)


def _row(rule: Rule) -> list[Any]:
    return [
        rule.text, rule.file, rule.line, rule.clause, rule.head, rule.head_text, rule.positive, rule.linked,
        rule.fluents, rule.phase, rule.timed, rule.head_atom, rule.body,
    ]  # fmt: skip


def _rule(row: list[Any]) -> Rule:
    text, file, line, clause, head, head_text, positive, linked, fluents, phase, timed, head_atom, body = row
    return Rule(
        text, file, line, clause, head and _signature(head), head_text, tuple(map(_signature, positive)),
        tuple(map(_signature, linked)), tuple(fluents), phase, timed, head_atom and _atom(head_atom),
        tuple(map(_atom, body)),
    )  # fmt: skip


def _signature(row: list[Any]) -> Signature:
    name, arity, functor = row
    return name, arity, functor


def _atom(row: list[Any]) -> Atom:
    sign, name, arguments = row
    return Atom(sign, name, tuple(arguments))
