"""Elements of aggregates: the atoms that a `#count` or `#sum` of a rule's body rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from drakdom.law.canonical import read_atom, split, variables_in

_AGGREGATE = re.compile(r"(?P<left>[^#{]*)#(?P<kind>count|sum\+?|min|max) \{(?P<elements>.*)\}(?P<right>[^}]*)\Z", re.S)

_VARIABLE = re.compile(r""""(?:\\.|[^"\\])*"|(?<![\w'])(_*[A-Z][\w']*)""")


def supports(head: str, body: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """Return `elements` of all aggregates of a rule; their local variables get names of their own."""
    outside = [head, *(_guard(literal) for literal in body)]
    shared = frozenset[str]().union(*map(variables_in, outside))
    return [
        ([_local(text, shared) for text in atoms], [_local(text, shared) for text in conditions])
        for literal in body
        for atoms, conditions in elements(literal)
    ]


def _guard(literal: str) -> str:
    """Return the part of a literal whose variables the whole rule shares."""
    aggregate = _AGGREGATE.match(literal)
    if aggregate:
        return f"{aggregate['left']} {aggregate['right']}"
    return "" if "{" in literal or ":" in literal else literal


def _local(text: str, shared: frozenset[str]) -> str:
    return _VARIABLE.sub(lambda m: m[0] if not m[1] or m[1] in shared else f"Of{m[1].lstrip('_')}", text)


def elements(literal: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the plain atoms and all conditions of each element that supports an aggregate literal.

    Yields nothing for a literal that is no aggregate or is negated, or if the aggregate has an upper bound alone. Of a
    `#min` or `#max` that gives a value, only elements with this value support it.
    """
    aggregate = _AGGREGATE.match(literal)
    if not aggregate or literal.startswith("not ") or not _has_lower_bound(aggregate):
        return
    left = aggregate["left"].strip()
    for element in split(aggregate["elements"].strip(), ";"):
        terms, _, condition = (part.strip() for part in element.partition(":"))
        conditions = split(condition, ",") if condition else []
        atoms = [text for text in conditions if (atom := read_atom(text)) and not atom.sign]
        if aggregate["kind"] in ("min", "max") and left.endswith("="):
            conditions.append(f"{left} {split(terms, ',')[0]}")
        if atoms:
            yield atoms, conditions


def _has_lower_bound(aggregate: re.Match[str]) -> bool:
    left, right = aggregate["left"].strip(), aggregate["right"].strip()
    return (left.endswith(("=", "<", "<=")) and not left.endswith(("!=", ">="))) or right.startswith((">", "="))
