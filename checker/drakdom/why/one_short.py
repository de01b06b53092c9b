"""Instances of rules that lack one literal to derive a goal.

These rules are made and grounded like the second program of `causes.py`. For each positive literal of a rule that could
derive the goal there is `lacks(goal, number, head, literal, given)` with the rest of the body. Variables that nothing
else binds become `any`. For a failed comparison of numbers, `must_be(at_most, N, literal, M)` gives the bound N for the
number M, which comes from the literal.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from drakdom.law.canonical import ANY_OF_A_POOL, read_atom, statement_parts
from drakdom.law.facts import ANY
from drakdom.law.rules import Rule
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.program import Program

_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_WORDS = re.compile(rf"{_STRING.pattern}|(?<![\w'])_*[A-Z][\w']*|(?<![\w'])_(?![\w'])")
_EQUATION = re.compile(r"([A-Z][\w']*) ?= ?(.*)\Z", re.DOTALL)
_RECKONED = re.compile(r"[-+*/|?^~\\]|\.\.")
_COMPARED = re.compile(r"([^<>=!]+?) ?(<=|>=|<|>) ?([^<>=!]+)\Z", re.DOTALL)
_CONSTANT = re.compile(rf"(?:{_STRING.pattern}|[a-z]\w*|-?\d+)\Z")
_VARIABLE = re.compile(r"_*[A-Z][\w']*\Z")
#: For each comparison the name of its bound, and the comparison that holds if it fails.
_MUST: dict[str, tuple[str, str]] = {
    "<=": ("at_most", ">"),
    ">=": ("at_least", "<"),
    "<": ("less_than", ">="),
    ">": ("more_than", "<="),
}
_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
_HELD = "held_in_the_position"
_HELD_FLUENT = re.compile(rf"\A{_HELD}\(")
_FLUENT = re.compile(r"(?<=\bnot )is\(|\Ais\(")
_LACKS, _NOW = "core_lacks", Number(0)


class Goal(NamedTuple):
    """An atom whose missing premises are wanted, and the nearest rule with a clause that leads to it, with its head.

    `given` has the premises that hold in the rules on the way.
    """

    wanted: Symbol
    rule: Rule | None = None
    head: Symbol | None = None
    given: tuple[Symbol, ...] = ()


def hold(grounded: Grounded, state: Collection[Fluent]) -> None:
    """Add the complete state to a grounding, for `one_short`."""
    grounded.hold([Function(_HELD, [fluent, value, _NOW]) for fluent, value in state])


class OneShort(NamedTuple):
    """An instance of a rule that lacks one literal to derive a goal; `given` are the premises that it has."""

    goal: Goal
    number: int
    head: Symbol
    literal: Symbol
    given: tuple[Symbol, ...]


def one_short(
    program: Program, grounded: Grounded, in_force: frozenset[str], goals: Sequence[Goal], *, bars: bool = False
) -> list[OneShort]:
    """Return rule instances with one false literal.

    With `bars` also those that a negative literal holds back, as bars(atom), and the premises that each instance has.
    """
    texts, reads = [], set[tuple[str, int]]()
    for place, goal in enumerate(goals):
        for number in _fitting(program, goal.wanted):
            clause = program.rules[number].clause
            if clause is None or clause in in_force:
                for text, read in _rules(program.bare_text(number), goal.wanted, bars=bars):
                    texts.append(f"({place},{number},{text}")
                    reads |= read
    instances = grounded.derived(_LACKS, 5, texts, reads)
    return [
        OneShort(goals[place.number], number.number, head, literal, tuple(given.arguments))
        for place, number, head, literal, given in sorted(symbol.arguments for symbol in instances)
    ]


@lru_cache(maxsize=20_000)  # the same goals are looked for in each moment
def _rules(rule: str, goal: Symbol, *, bars: bool) -> tuple[tuple[str, frozenset[tuple[str, int]]], ...]:
    """Return the rules for the instances of a rule that lack one literal, without their beginning, and what they read.

    What they read are predicates with their arity.
    """
    result = []
    for head, body in (*_lacking(rule, goal), *(_barred(rule, goal) if bars else ())):
        given = "".join(f"{text}," for text in _plain(body)) if bars else ""
        read = frozenset((atom.name, len(atom.args)) for text in body if (atom := read_atom(text)))
        result.append((f"{head},({given})) :- {'; '.join(body)}.", read))
    return tuple(result)


def _plain(body: Iterable[str]) -> list[str]:
    """Return the positive atoms of a body as the law writes them, without wildcards."""
    atoms = ((text, atom) for text in body if (atom := read_atom(text)) and not atom.sign and atom.name != "clause")
    return [_HELD_FLUENT.sub("is(", text) for text, atom in atoms if "_" not in _WORDS.findall(text)]


def _barred(rule: str, goal: Symbol) -> Iterator[tuple[str, list[str]]]:
    """Yield for each negative literal of a rule the arguments of `lacks` and the body under which it alone fails."""
    parts = statement_parts(rule)
    same = _equations(parts[0], goal) if parts else None
    if parts is None or same is None or any("{" in text or " : " in text for text in parts[1]):
        return
    counter = itertools.count()
    for place, literal in enumerate(parts[1]):
        atom, rest = read_atom(literal), [*parts[1][:place], *parts[1][place + 1 :]]
        if atom is None or atom.sign != "not" or atom.name == "except" or "_" in _WORDS.findall(literal):
            continue
        barring = literal.removeprefix("not ")
        if _variables(barring) <= _bound(same, rest):
            body = [
                _put(text, lambda v: f"Any{next(counter)}" if v == "_" else v) if _is_positive(text) else text
                for text in rest
            ]
            yield f"{parts[0]},bars({barring})", [*same, *(_FLUENT.sub(_HELD + "(", text) for text in (*body, barring))]


def _is_positive(text: str) -> bool:
    atom = read_atom(text)
    return bool(atom and not atom.sign)


def _fitting(program: Program, goal: Symbol) -> Iterator[int]:
    """Yield the rules whose head may be a goal, by its name and first argument."""
    by_first = _by_head(program).get((goal.name, len(goal.arguments)), {})
    first = goal.arguments[0] if goal.arguments else ANY
    for constant, numbers in by_first.items():
        if constant is None or first == ANY or constant == str(first):
            yield from numbers


@lru_cache(maxsize=8)
def _by_head(program: Program) -> dict[tuple[str, int], dict[str | None, list[int]]]:
    """Return the numbers of rules by their heads, then by their first arguments if these are constants."""
    numbers: dict[tuple[str, int], dict[str | None, list[int]]] = {}
    for number, rule in enumerate(program.rules):
        if rule.head is not None and ":-" in rule.text:
            atom = read_atom(rule.head_text or "")
            first = atom.args[0] if atom and atom.args else ""
            by_first = numbers.setdefault(rule.head[:2], {})
            by_first.setdefault(first if _CONSTANT.match(first) else None, []).append(number)
    return numbers


def _lacking(rule: str, goal: Symbol) -> Iterator[tuple[str, list[str]]]:
    """Yield for each positive literal of a rule its `lacks` arguments and the body under which it is missing."""
    parts = statement_parts(rule)
    same = _equations(parts[0], goal) if parts else None
    if parts is None or same is None or any("{" in text or " : " in text for text in parts[1]):
        return  # aggregates and conditional literals have local variables
    named = {
        equation[1] for text in same if (equation := _EQUATION.match(text)) and not equation[2].lstrip("-").isdigit()
    }
    if any(_variables(text) & named for text in (parts[0], *parts[1]) if _RECKONED.search(_STRING.sub("", text))):
        return  # arithmetic on a name fails
    counter = itertools.count()
    positive = {text for text in parts[1] if (atom := read_atom(text)) and not atom.sign and atom.name != "clause"}
    body = [
        _put(text, lambda v: f"Any{next(counter)}" if v == "_" else v) if text in positive else text
        for text in parts[1]
    ]
    for place, literal in enumerate(body):
        if compared := _COMPARED.match(literal):
            context = [*same, *(_FLUENT.sub(_HELD + "(", text) for text in (*body[:place], *body[place + 1 :]))]
            givers = [text for text, own in zip(body, parts[1], strict=True) if own in positive]
            for must_be, fails in _must(compared[1], compared[2], compared[3], givers):
                yield f"{parts[0]},{must_be}", [*context, fails]
        if parts[1][place] in positive:
            rest = [*body[:place], *body[place + 1 :]]
            bound = _bound(same, rest)
            kept = [text for text in rest if _variables(text) <= bound]
            if _is_reckoned_with(literal, (parts[0], literal, *kept), bound):
                continue
            absent = f"not {_put(literal, lambda v, b=bound: v if v in b else '_')}"  # type: ignore[misc]
            grounded_texts = (_put(text, lambda v, b=bound: v if v in b else "any") for text in (parts[0], literal))  # type: ignore[misc]
            yield ",".join(grounded_texts), [*same, *(_FLUENT.sub(_HELD + "(", text) for text in (*kept, absent))]


def _must(left: str, sign: str, right: str, givers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the bound on either side of a comparison, for each literal that gives it, and the failed comparison."""
    fails = f"{left} {_MUST[sign][1]} {right}"
    for side, must, bound in ((left, sign, right), (right, _TURNED[sign], left)):
        for giver in givers:
            if _VARIABLE.match(side) and side in _variables(giver):
                yield f"must_be({_MUST[must][0]},{bound},{giver},{side})", fails


def _is_reckoned_with(literal: str, texts: Iterable[str], bound: frozenset[str]) -> bool:
    """Test if arithmetic needs a variable that only this literal binds to a number."""
    reckoned = [_variables(text) for text in texts if _RECKONED.search(_STRING.sub("", text))]
    return any(names & _variables(literal) or not names <= bound for names in reckoned)


def _equations(head: str, goal: Symbol) -> list[str] | None:
    """Return equations for the variables of a head that equals the goal, None if it cannot."""
    if goal == ANY or head == ANY_OF_A_POOL:
        return []
    if _CONSTANT.match(head):
        return [] if head == str(goal) else None
    atom = read_atom(head)
    if atom is None or goal.type is not SymbolType.Function:
        is_known = not _holds_any(goal) and not _RECKONED.search(_STRING.sub("", head))
        return [f"{head} = {goal}"] if is_known else []
    if (atom.name, len(atom.args)) != (goal.name, len(goal.arguments)):
        return None
    parts = [_equations(text, part) for text, part in zip(atom.args, goal.arguments, strict=True)]
    return None if None in parts else [text for part in parts for text in part or ()]


def _holds_any(goal: Symbol) -> bool:
    return goal == ANY or (goal.type is SymbolType.Function and any(map(_holds_any, goal.arguments)))


def _bound(same: Iterable[str], body: Sequence[str]) -> frozenset[str]:
    """Return the variables bound by equations with the goal and positive atoms, and those computed from them."""
    plain = (text for text in body if (atom := read_atom(text)) and not atom.sign)
    bound = frozenset[str]().union(*map(_variables, (*same, *plain)))
    for text in (*body, *body):
        if (
            (equation := _EQUATION.match(text))
            and _variables(equation[2]) <= bound
            and "_" not in _WORDS.findall(equation[2])
        ):
            bound |= {equation[1]}
    return bound


def _variables(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORDS.findall(text) if word[0] != '"' and word != "_")


def _put(text: str, rename: Callable[[str], str]) -> str:
    """Return a text with each variable replaced."""
    return _WORDS.sub(lambda m: m[0] if m[0][0] == '"' else rename(m[0]), text)
