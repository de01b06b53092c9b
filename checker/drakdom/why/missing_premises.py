"""Missing premises of an event that does not happen: the roll, choice or value that holds instead.

These rules are made and grounded like the second program of `causes.py`. For each positive literal of a rule that could
derive the goal there is `lacks(goal, number, head, literal)` with the rest of the body. A missing literal is the next
goal. Variables that nothing else binds become `any`. For a failed comparison of numbers, `must_be(at_most, N, literal,
M)` gives the bound N for the number M, which comes from the literal.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Symbol, SymbolType

from drakdom.law.canonical import read_atom, statement_parts
from drakdom.law.rules import Rule
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.program import Program

#: Most rules that are followed back from a goal, and most goals in one step.
DEEPEST, MOST = 6, 24
_ANY = Function("any", [])
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_WORDS = re.compile(rf"{_STRING.pattern}|(?<![\w'])_*[A-Z][\w']*|(?<![\w'])_(?![\w'])")
_EQUATION = re.compile(r"([A-Z][\w']*) ?= ?(.*)\Z", re.DOTALL)
_RECKONED = re.compile(r"[-+*/|?^~\\]|\.\.")
_COMPARED = re.compile(r"([^<>=!]+?) ?(<=|>=|<|>) ?([^<>=!]+)\Z", re.DOTALL)
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
_FLUENT = re.compile(r"(?<=\bnot )is\(|\Ais\(")
#: The predicates with possible results of a roll and possible choices, with the argument number of the result.
_COULD = {"shows": (("reads", 4), 2), "chosen": (("option", 3), 1)}
_BOOKKEEPING = frozenset({"phase", "entry", "step", "count"})
_numbers = itertools.count()


class MissingPremise(NamedTuple):
    """The head that a rule would have derived (nearest rule with a clause), and the atom `instead` of the premise.

    If that gives a number that is too large or too small, `needs` is the bound, such as at_most(4).
    """

    rule: Rule
    head: Symbol
    instead: Symbol
    needs: Symbol | None = None


class _Goal(NamedTuple):
    wanted: Symbol
    rule: Rule | None = None
    head: Symbol | None = None


def missing_premises(
    program: Program, grounded: Grounded, state: Collection[Fluent], in_force: frozenset[str], goal: Symbol
) -> tuple[MissingPremise, ...]:
    """Return the atoms that hold instead of a goal's missing premises, as few rules back as possible.

    The goal may contain `any`. `state` is complete: the grounding has only the fluents that its rules read.
    """
    seen, goals = {goal}, [_Goal(goal)]
    grounded.more("\n".join(f"{_HELD}({fluent},{value},0)." for fluent, value in state))
    for _ in range(DEEPEST):
        premises: dict[MissingPremise, None] = {}
        following: list[_Goal] = []
        for wanted, number, derived, literal in _one_short(program, grounded, in_force, goals):
            rule, head = program.rules[number], derived
            if wanted.rule and wanted.head and (wanted.rule.clause or not rule.clause):
                rule, head = wanted.rule, wanted.head
            if literal.name == "must_be":
                premises |= dict.fromkeys(_number(grounded, state, rule, head, literal))
                continue
            premises |= {MissingPremise(rule, head, instead): None for instead in _others(grounded, state, literal)}
            if literal not in seen:
                seen.add(literal)
                following.append(_Goal(literal, rule, head))
        if premises:
            return tuple(premises)
        goals = following[:MOST]
    return ()


def _one_short(
    program: Program, grounded: Grounded, in_force: frozenset[str], goals: Sequence[_Goal]
) -> list[tuple[_Goal, int, Symbol, Symbol]]:
    """Return rule instances with one false literal: the goal that they derive, rule number, head and literal."""
    name = f"lacks{next(_numbers)}"
    texts, atoms = [], set()
    for place, goal in enumerate(goals):
        for number in _by_head(program).get((goal.wanted.name, len(goal.wanted.arguments)), ()):
            clause = program.rules[number].clause
            if clause is None or clause in in_force:
                for head, body in _lacking(program.bare_text(number), goal.wanted):
                    texts.append(f"{name}({place},{number},{head}) :- {'; '.join(body)}.")
                    atoms |= {(atom.name, len(atom.args)) for text in body if (atom := read_atom(text))}
    if not texts:
        return []
    grounded.more("\n".join([*(f"#defined {predicate}/{arity}." for predicate, arity in sorted(atoms)), *texts]))
    instances = [symbol.arguments for symbol in grounded.true((name, 4))]
    return [(goals[place.number], number.number, head, literal) for place, number, head, literal in sorted(instances)]


@lru_cache(maxsize=8)
def _by_head(program: Program) -> dict[tuple[str, int], list[int]]:
    numbers: dict[tuple[str, int], list[int]] = {}
    for number, rule in enumerate(program.rules):
        if rule.head is not None and ":-" in rule.text:
            numbers.setdefault(rule.head[:2], []).append(number)
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


def _number(
    grounded: Grounded, state: Collection[Fluent], rule: Rule, head: Symbol, literal: Symbol
) -> Iterator[MissingPremise]:
    """Yield a number that is out of bounds, if it is the only one that its literal gives."""
    must, limit, giver, number = literal.arguments
    if SymbolType.Number not in (limit.type, number.type) or limit.type != number.type:
        return
    if giver.name == "is":
        is_sole = [value for fluent, value in state if fluent == giver.arguments[0]] == [number]
    else:
        given = grounded.true((giver.name, len(giver.arguments)))
        is_sole = [giver] == [
            atom
            for atom in given
            if all(a == b or b == number for a, b in zip(atom.arguments, giver.arguments, strict=True))
        ]
    if is_sole:
        yield MissingPremise(rule, head, giver, Function(must.name, [limit]))


def _is_reckoned_with(literal: str, texts: Iterable[str], bound: frozenset[str]) -> bool:
    """Test if arithmetic needs a variable that only this literal binds to a number."""
    reckoned = [_variables(text) for text in texts if _RECKONED.search(_STRING.sub("", text))]
    return any(names & _variables(literal) or not names <= bound for names in reckoned)


def _equations(head: str, goal: Symbol) -> list[str] | None:
    """Return equations for the variables of a head that equals the goal, None if it cannot."""
    if goal == _ANY:
        return []
    atom = read_atom(head)
    if atom is None or goal.type is not SymbolType.Function:
        is_known = not _holds_any(goal) and not _RECKONED.search(_STRING.sub("", head))
        return [f"{head} = {goal}"] if is_known else []
    if (atom.name, len(atom.args)) != (goal.name, len(goal.arguments)):
        return None
    parts = [_equations(text, part) for text, part in zip(atom.args, goal.arguments, strict=True)]
    return None if None in parts else [text for part in parts for text in part or ()]


def _holds_any(goal: Symbol) -> bool:
    return goal == _ANY or (goal.type is SymbolType.Function and any(map(_holds_any, goal.arguments)))


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


def _others(grounded: Grounded, state: Collection[Fluent], literal: Symbol) -> list[Symbol]:
    """Return the atom that holds instead of a roll, choice or value that was possible; empty if it is not unique."""
    subject, outcome, now = literal.arguments if len(literal.arguments) == 3 else (_ANY, _ANY, _ANY)
    if literal.name == "is" and subject.type is SymbolType.Function and subject.name not in _BOOKKEEPING:
        instead = [Function("is", [fluent, value, now]) for fluent, value in state if fluent == subject]
    elif literal.name in _COULD:
        predicate, at = _COULD[literal.name]
        could = {atom.arguments[at] for atom in grounded.true(predicate) if atom.arguments[0] == subject}
        if outcome not in could | {_ANY} and (could or literal.name == "chosen"):
            return []
        instead = [atom for atom in grounded.true((literal.name, 3)) if atom.arguments[0] == subject]
    else:
        return []
    return instead if len(instead) == 1 else []
