"""Parsed laws, cached on disk (`store.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from drakdom.law import store
from drakdom.law.canonical import Atom
from drakdom.law.lawtext import read_any_text
from drakdom.law.rules import Rule


def entry_name(*parts: Iterable[Path]) -> str:
    """Return the cache name of a law, given as its files by part: core, rulebook, house rules."""
    named = ((f"{number} {file.name}", read_any_text(file)) for number, files in enumerate(parts) for file in files)
    return store.entry_name("law", (text for pair in named for text in pair))


def load(name: str) -> tuple[Rule, ...] | None:
    """Return the rules cached under a name; None if there are none or they cannot be read."""
    return store.load(name, lambda rows: tuple(map(_rule, rows)))


def save(name: str, rules: Sequence[Rule]) -> None:
    """Cache rules under a name; do nothing if that fails."""
    store.save(name, [_row(rule) for rule in rules])


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
