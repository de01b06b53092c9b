"""Results kept by content: what was ruled, grounded or measured before is not worked out again.

A result rests on the code, on the files that it was asked about, and on the law that can reach them: the core, the
rulebook, the house rules in force. Its key is a digest of the code, the question and the files; beside it stand the
folders of the law and a digest of what was in them. A result is used only where all of that is the same now.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from sys import version as python
from typing import Any, Literal, NamedTuple

from drakdom.errors import DrakdomError
from drakdom.kept import store
from drakdom.kept.codec import Codec
from drakdom.language import LOCALE
from drakdom.law.facts import core_file
from drakdom.law.lawtext import law_files
from drakdom.rulebook import Rulebook
from drakdom.rulebook.find import find_house_rules, find_rulebooks
from drakdom.rulebook.house import LAW, SPEC
from drakdom.sandbox import Limits, run_each

#: A file that is larger is no scenario and no law: what rests on it is not kept.
MOST_BYTES = 10_000_000
_PACKAGE = Path(__file__).resolve().parent.parent
#: What a result may depend on beside our own code.
_LIBRARIES = ("clingo", "PyYAML", "babel", "networkx", "python-flint", "sympy")


#: Keep no results, keep and use them, or keep them without using what was kept before.
Keep = Literal["no", "yes", "fresh"]


class Law(NamedTuple):
    """The law that reaches a scenario: the folder of its rulebook, and those of the house rules in force."""

    rulebook: str
    house: tuple[str, ...] = ()

    @classmethod
    def of(cls, book: Rulebook) -> Law:
        """The law of a rulebook as it is in force; links in the paths stay links."""
        return cls(str(book.folder.absolute()), tuple(str(rule.folder.absolute()) for rule in book.house_rules))


class Answer(NamedTuple):
    """What a job worked out, by which laws; what is not `lasting`, as an error, is not kept."""

    value: Any
    laws: tuple[Law, ...] = ()
    lasting: bool = True


class Input(NamedTuple):
    """What a job works on: files, and what else tells it from other jobs on the same files."""

    files: tuple[Path, ...]
    part: str = ""


def run_each_kept(
    job: Callable[[int], Answer],
    inputs: Sequence[Input],
    keeper: Keeper | None,
    workers: Callable[[int], int],
    limits: Limits,
) -> Iterator[tuple[int, Any, bool]]:
    """Yield for each input its number, the value of the job's answer or its error, and whether that had been kept.

    First come those that were kept; the others are worked out in so many children as `workers` says for their number
    (`sandbox.run_each`), and kept. Without a keeper all are worked out and none is kept.
    """
    keys = [keeper.key(*one) for one in inputs] if keeper else []
    known = keeper.known(keys) if keeper else {}
    yield from ((number, known[key], True) for number, key in enumerate(keys) if key in known)
    todo = [number for number in range(len(inputs)) if not (keeper and keys[number] in known)]
    try:
        for place, answer in run_each(lambda n: job(todo[n]), len(todo), workers(len(todo)), limits):
            number = todo[place]
            if isinstance(answer, DrakdomError):
                yield number, answer, False
                continue
            if keeper and answer.lasting:
                keeper.keep(keys[number], inputs[number].files, answer.laws, answer.value)
            yield number, answer.value, False
    finally:
        if keeper:
            keeper.close()


class Keeper:
    """Looks results of one kind up, and keeps new ones.

    `asked` is everything that a result depends on beside files and law: the options of the command. With `fresh`
    nothing is looked up. `close` writes what was kept; before that nothing is.
    """

    def __init__(self, kind: str, kinds: Iterable[type], asked: object, folders: Iterable[str | Path], fresh: bool):
        self._codec, self._fresh, self._started = Codec(kinds), fresh, time.time_ns()
        known = [(slug, str(folder.resolve())) for slug, folder in find_rulebooks(folders).items()]
        self._question = json.dumps([kind, _code(), str(Path.cwd()), known, repr(asked)])
        self._laws: dict[str, str | None] = {}
        self._files: dict[Path, tuple[object, str]] = {}
        self._rows: dict[str, store.Row] = {}

    @classmethod
    def of(
        cls, keep: Keep, kind: str, kinds: Iterable[type], asked: object, folders: Iterable[str | Path]
    ) -> Keeper | None:
        """The keeper that a caller asks for; None for "no"."""
        return None if keep == "no" else cls(kind, kinds, asked, folders, keep == "fresh")

    def key(self, files: Sequence[Path], part: str = "") -> str | None:
        """The key of a result about some files, as they are now; None where one cannot be read."""
        try:
            for file in files:
                if file not in self._files:
                    self._files[file] = _stamp(file), hashlib.sha256(_content(file)).hexdigest()
        except (OSError, ValueError):
            return None
        parts = [self._question, part, *((str(file), self._files[file][1]) for file in files)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def known(self, keys: Iterable[str | None]) -> dict[str, Any]:
        """The results that are kept under some keys and still stand."""
        found: dict[str, Any] = {}
        for key, row in ({} if self._fresh else store.read(filter(None, keys))).items():
            if self._digest(row.laws) == row.law:
                try:
                    found[key] = self._codec.read(row.value)
                except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
                    continue
        return found

    def keep(self, key: str | None, files: Sequence[Path], laws: Iterable[Law], value: object) -> None:
        """Keep a result about some files that rests on some laws, unless one of the files has changed meanwhile."""
        names = json.dumps(sorted(set(laws)))
        digest = self._digest(names)
        if key and digest and all(_stamp(file) == self._files[file][0] for file in files):
            self._rows[key] = store.Row(names, digest, self._codec.write(value))

    def close(self) -> None:
        """Write what was kept."""
        if self._rows:
            store.write(self._rows.items())
            self._rows = {}

    def _digest(self, names: str) -> str | None:
        """The digest of what is in the laws of these names now; None where something cannot be read or was edited."""
        if names not in self._laws:
            try:
                self._laws[names] = _digest(
                    [Law(book, tuple(house)) for book, house in json.loads(names)], self._started
                )
            except (OSError, ValueError, TypeError, DrakdomError):
                self._laws[names] = None
        return self._laws[names]


def _digest(laws: Iterable[Law], started: int) -> str | None:
    """The digest of laws and of the core; None where a file has been edited since a time, in nanoseconds."""
    digest = hashlib.sha256()
    files = sorted(core_file("core.lp").parent.glob("*.lp"))
    for law in laws:
        folder = Path(law.rulebook)
        digest.update(json.dumps([*law, sorted(find_house_rules(folder))]).encode())
        files += [folder / "rulebook.yaml", folder / "clauses.yaml", *sorted((folder / LOCALE).glob("*.po"))]
        files += law_files(folder / "rulebook.lp")
        for rule in map(Path, law.house):
            files += [rule / SPEC, *law_files(rule / LAW)]
    for file in files:
        data = _content(file)
        digest.update(f"\n{json.dumps(str(file))} {len(data)}\n".encode() + data)
        if max(file.stat().st_mtime_ns, file.stat().st_ctime_ns) > started:
            return None
    return digest.hexdigest()


def _content(file: Path) -> bytes:
    """What is in a file. Raises OSError for what is none, as a pipe that never ends, or is too large."""
    if not file.is_file() or file.stat().st_size > MOST_BYTES:
        raise OSError
    return file.read_bytes()


def _stamp(file: Path) -> tuple[int, ...]:
    """What changes when a file is edited, replaced or taken away."""
    try:
        stat = file.stat()
    except (OSError, ValueError):
        return ()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino


@lru_cache(maxsize=1)
def _code() -> str:
    """What tells one version of the program from another: its code, Python, and the libraries that it works with."""
    digest = hashlib.sha256(repr([python, *((name, version(name)) for name in _LIBRARIES)]).encode())
    for file in sorted(file for end in ("*.py", "*.po") for file in _PACKAGE.rglob(end)):
        digest.update(file.read_bytes())
    return digest.hexdigest()
