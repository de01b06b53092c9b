"""Tiny laws: a few rules with hand-made facts, played by both engines, to test the core without a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import clingo

from drakdom.law.facts import core_file
from drakdom.law.law import Law, made_rules, read_rules
from drakdom.law.lawtext import law_files
from drakdom.law.rules import Rule
from drakdom.step.case import Case, topic_facts
from tests.witness import Engine, solved


@dataclass(frozen=True)
class Tiny:
    """A law and a first state with the expected result: each event with its odds, and the last state.

    `given` and `ends` are written `fluent = value`. Play begins in the phase `go` of entry 1. With `ends` None the
    last state is not compared; if play must break off, it is `broken`.
    """

    name: str
    law: str
    facts: str = ""
    given: str = ""
    happens: Mapping[str, str] = field(default_factory=dict)
    ends: str | None = None
    entries: int = 1
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@cache
def core_rules() -> tuple[Rule, ...]:
    """Return the statements of the core that each game loads."""
    return tuple(read_rules(law_files(core_file("core.lp"))))


@cache
def own_rules(text: str, folder: Path) -> tuple[Rule, ...]:
    """Return the statements of a tiny law, with the rules that the engine adds for its rolls."""
    file = folder / "tiny.lp"
    file.write_text(text, encoding="utf-8")
    rules = read_rules([file])
    return (*rules, *made_rules([*core_rules(), *rules]))


def tiny_law(text: str, folder: Path, without: Rule | None = None) -> Law:
    """Return the law of a tiny game with the core; `without` is a rule to leave out."""
    return Law(tuple(rule for rule in (*core_rules(), *own_rules(text, folder)) if rule != without))


def tiny_case(tiny: Tiny, law: Law, without: str = "") -> Case:
    """Return the case of a tiny game; the clause `without` is not in force."""
    in_force = law.clauses - {without}
    facts = [clingo.parse_term(text) for text in split(tiny.facts)]
    facts += [clingo.parse_term(f'in_force("{clause}")') for clause in sorted(in_force)]
    facts += topic_facts(law.topics(in_force))
    facts.append(clingo.parse_term(f"entries({tiny.entries})"))
    start = {clingo.parse_term("entry"): "1", clingo.parse_term("phase"): "go"}
    pairs = [*start.items()]
    pairs += [(clingo.parse_term(f.strip()), v.strip()) for f, _, v in (g.partition("=") for g in split(tiny.given))]
    state = frozenset((fluent, clingo.parse_term(value)) for fluent, value in pairs)
    return Case(law, tuple(facts), state, (), tiny.readings, of_choices=law.of_choices(in_force))


def split(text: str) -> list[str]:
    """Return the parts of a text, separated by lines or semicolons."""
    return [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]


def played(tiny: Tiny, law: Law, engine: Engine) -> tuple[dict[str, str], list[str]]:
    """Return the events with their odds, and the last states as texts, without the core's own fluents."""
    happens: dict[str, str] = {}
    ends: set[str] = set()
    for branch in solved(tiny_case(tiny, law), engine):
        under = "".join(f" if {clause} {option}" for clause, option in branch.readings)
        for symbol, value in branch.evaluation.events().items():
            if symbol.name not in ("may", "barred"):
                odds = str(value.low) if value.low == value.high else f"{value.low}..{value.high}"
                happens[str(symbol) + under] = odds + (" broken" if value.unruled else "")
        for node in branch.play.nodes:
            if node.kind == "end":
                ends.add("broken" if node.final is None else written(node.final))
    return happens, sorted(ends)


def written(state: Iterable[tuple[clingo.Symbol, clingo.Symbol]]) -> str:
    """Return a state as text, without the core's own fluents."""
    kept = ("entry", "phase", "step", "count", "drawn_from")
    return "; ".join(sorted(f"{fluent} = {value}" for fluent, value in state if fluent.name not in kept))
