"""The pieces of the library by their predicates, for laws that use a predicate and do not include its piece."""

from __future__ import annotations

from functools import cache

from drakdom.law.lawtext import library, read_any_text
from drakdom.law.syntax import Signature, parse_law


def include_help(name: str, arity: int) -> str:
    """Return the help for an unknown predicate that a piece of the library derives or needs; empty if none does."""
    pieces = _pieces().get((name, arity), ())
    if not pieces:
        return ""
    further = "".join(f" or <{piece}>" for piece in pieces[1:])
    return f"`{name}/{arity}` is of the piece <{pieces[0]}>{further}: write `#include <{pieces[0]}>.` into rulebook.lp"


@cache
def _pieces() -> dict[Signature, tuple[str, ...]]:
    """Return the names of the pieces by predicate, those first that derive it. Pieces for audits alone are left out."""
    derive: dict[Signature, list[str]] = {}
    need: dict[Signature, list[str]] = {}
    for file in sorted(library().glob("*.lp")):
        statements = parse_law(read_any_text(file))
        if any(statement.kind == "rule" and statement.head_kind == "choice" for statement in statements):
            continue
        for statement in statements:
            for atom in statement.head_atoms():
                derive.setdefault(atom.signature, []).append(file.stem)
            if statement.kind == "defined" and statement.declares:
                need.setdefault(statement.declares, []).append(file.stem)
    return {
        predicate: tuple(dict.fromkeys([*derive.get(predicate, ()), *need.get(predicate, ())]))
        for predicate in derive | need
    }
