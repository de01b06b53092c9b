"""The text of expectations, and the edits that write them into a scenario file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import yaml

from drakdom.scenario.edits import Edit, Source, quoted

_WIDTH = 118


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation as text. `want` are its odds, `when` its whole line of that name; both may be empty."""

    kind: str
    claim: str
    want: str = ""
    because: tuple[str, ...] = ()
    not_because: tuple[str, ...] = ()
    when: str = ""


def added(source: Source, old: yaml.Node | None, pins: Sequence[Expectation]) -> list[Edit]:
    """Return the edits that add expectations to the section `expect:` (`old`), or that add the section."""
    if isinstance(old, yaml.SequenceNode) and old.value:
        indent, last = old.start_mark.column, source.line_end(old.value[-1])
        return [Edit(last, last, "\n" + _block(pins, indent).rstrip("\n"))]
    block = _block(pins, 2)
    if old is not None:
        edit = source.replaced(old, "\n" + block.rstrip("\n"), raw=True)
        return [replace(edit, start=len(source.text[: edit.start].rstrip(" ")))]
    end = len(source.text)
    return [Edit(end, end, ("" if source.text.endswith("\n") else "\n") + "expect:\n" + block)]


def rewritten(source: Source, item: yaml.Node, pins: Sequence[Expectation]) -> Edit:
    """Return the edit that replaces one expectation. It removes the expectation if `pins` is empty."""
    if not pins:
        return source.removed(item)
    entries = item.value if isinstance(item, yaml.MappingNode) else []
    when = next(
        (source.text[key.start_mark.index : source.end_of(value)] for key, value in entries if key.value == "when"), ""
    )
    block = _block([replace(pin, when=when) for pin in pins], item.start_mark.column - 2)
    return source.replaced(item, block.strip().removeprefix("- "), raw=True)


def _block(pins: Sequence[Expectation], indent: int) -> str:
    """Return expectations as list items. Those of one kind with the same reasons share an item."""
    groups: dict[tuple[object, ...], list[Expectation]] = {}
    for pin in pins:
        groups.setdefault((pin.kind, pin.because, pin.not_because, pin.when), []).append(pin)
    lines = [line for group in groups.values() for line in _item(group)]
    return textwrap.indent("\n".join(lines) + "\n", " " * indent)


def _item(group: Sequence[Expectation]) -> Iterator[str]:
    first = group[0]
    if first.want and len(group) == 1:
        yield f"- {first.kind}: {{{_scalar(first.claim)}: {first.want}}}"
    elif first.want:
        yield f"- {first.kind}:"
        yield from (f"    {_scalar(pin.claim)}: {pin.want}" for pin in group)
    elif len(group) == 1:
        yield f"- {first.kind}: {_scalar(first.claim)}"
    else:
        yield f"- {first.kind}:"
        yield from (f"    - {_scalar(pin.claim)}" for pin in group)
    for key, clauses in (("because", first.because), ("not_because", first.not_because)):
        if clauses:
            yield from textwrap.wrap(
                _listed(key, clauses), _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
    if first.when:
        yield f"  {first.when}"


def _listed(key: str, clauses: Sequence[str]) -> str:
    return f"{key}: {clauses[0]}" if len(clauses) == 1 else f"{key}: [{', '.join(clauses)}]"


def _scalar(claim: str) -> str:
    plain = claim[:1].isalnum() and ": " not in claim and " #" not in claim and not claim.endswith(":")
    return claim if plain else quoted(claim)
