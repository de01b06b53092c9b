"""Parsed laws, cached on disk (`store.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from drakdom.law import store
from drakdom.law.canonical import Atom
from drakdom.law.lawtext import read_any_text
from drakdom.law.rules import Rule
from drakdom.law.undefined import Undefined, Unread


def entry_name(*parts: Iterable[Path]) -> str:
    """Return the cache name of a law, given as its files by part: core, rulebook, house rules."""
    named = ((f"{number} {file.name}", read_any_text(file)) for number, files in enumerate(parts) for file in files)
    return store.entry_name("law", (text for pair in named for text in pair))


Parsed = tuple[tuple[Rule, ...], tuple[Undefined, ...], tuple[Unread, ...]]
"""The rules of law files, and the predicates that they leave undefined or unread."""


def load(name: str, files: Sequence[Path]) -> Parsed | None:
    """Return what is cached about law files; None if nothing is."""

    def read(rows: Any) -> Parsed:
        undefined = (Undefined(name, arity, files[file], line) for name, arity, file, line in rows["undefined"])
        unread = (Unread(name, arity, files[file], line, meant) for name, arity, file, line, meant in rows["unread"])
        return tuple(map(_rule, rows["rules"])), tuple(undefined), tuple(unread)

    return store.load(name, read)


def save(
    name: str, files: Sequence[Path], rules: Sequence[Rule], undefined: Sequence[Undefined], unread: Sequence[Unread]
) -> None:
    """Cache what `load` returns under a name; do nothing if that fails."""
    places = [(name, arity, files.index(file), line) for name, arity, file, line in undefined]
    vain = [(name, arity, files.index(file), line, meant) for name, arity, file, line, meant in unread]
    store.save(name, {"rules": [_row(rule) for rule in rules], "undefined": places, "unread": vain})


def _row(rule: Rule) -> list[Any]:
    return [
        rule.text, rule.file, rule.line, rule.clause, rule.head, rule.head_text, rule.positive, rule.linked,
        rule.fluents, rule.phase, rule.timed, rule.head_atom, rule.body,
    ]  # fmt: skip


def _rule(row: list[Any]) -> Rule:
    text, file, line, clause, head, head_text, positive, linked, fluents, phase, timed, head_atom, body = row
    return Rule(
        text, file, line, clause, head and tuple(head), head_text, tuple(map(tuple, positive)),
        tuple(map(tuple, linked)), tuple(fluents), phase, timed, head_atom and _atom(head_atom),
        tuple(map(_atom, body)),
    )  # fmt: skip


def _atom(row: list[Any]) -> Atom:
    sign, name, arguments = row
    return Atom(sign, name, tuple(arguments))
