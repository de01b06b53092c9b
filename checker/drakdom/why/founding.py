"""The clauses that an event would rest on: those of the rules that could derive it, as few rules back as possible."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from clingo import Symbol

from drakdom.law.canonical import Atom, read_atom, split
from drakdom.law.facts import to_symbol
from drakdom.law.phases import Heads
from drakdom.law.rules import KEY_ARGUMENT, Rule
from drakdom.step.case import Case, Fluent
from drakdom.terms import Any, Term, TermError, Value, is_ground, parse
from drakdom.why.naming import in_force_in, signature_of

#: Most rules back from an event that are followed.
DEEPEST = 6
_ANY = Any()
_CONDITIONS = ("is", "clause", "in_force", "except")
"""Predicates that say what must hold, and lead to nothing."""


class Foundations:
    """The clauses of a case on which events and permissions would rest; `values` are those of fluents in its play."""

    def __init__(self, case: Case, values: Iterable[Fluent]) -> None:
        self._law, self._in_force = case.law, in_force_in(case)
        self._values: dict[Symbol, set[Symbol]] = {}
        for fluent, value in values:
            self._values.setdefault(fluent, set()).add(value)

    def of(self, pattern: Value) -> tuple[str, ...]:
        """Return the clauses in force by which an event happens or an action is permitted, see `founding_clauses`.

        Rules for a value of the state that never came about count only if there are no others.
        """
        if not isinstance(pattern, Term) or pattern.name == "finally":
            return ()
        name, *_ = signature_of(pattern)
        goal = Term(name, (*(pattern.args if name == "option" else (pattern,)), Any()))
        likely = founding_clauses(self._law.heads, self._in_force, goal, came_about=self._came_about)
        return likely or founding_clauses(self._law.heads, self._in_force, goal)

    def permitting(self, illegal: Term) -> tuple[str, ...]:
        """Return the clauses, in force or not, whose rules are about the action of an `illegal` pattern."""
        goal = Term("option", (*illegal.args, Any()))
        return founding_clauses(self._law.heads, self._law.clauses, goal, general=False)

    def _came_about(self, wanted: Term) -> bool:
        """Test if a fluent has a value, or any, in some state of the play; `wanted` is is(Fluent, Value)."""
        fluent, value = wanted.args
        values = self._values.get(to_symbol(fluent), set())
        return bool(values) if isinstance(value, Any) else to_symbol(value) in values


def founding_clauses(
    heads: Heads,
    in_force: Collection[str],
    goal: Term,
    *,
    general: bool = True,
    came_about: Callable[[Term], bool] = lambda _: True,
) -> tuple[str, ...]:
    """Return the clauses in force whose rules derive a goal, an atom with wildcards, in the order of the law.

    Rules without a clause are followed back to what they read. Rules about every event or action count only if none is
    about this one, and not at all without `general`. Rules for a value of the state that never `came_about` are left
    out. Empty if nothing with a clause is found.
    """
    reached, goals = {goal}, [goal]
    for _ in range(DEEPEST):
        clauses: dict[bool, dict[str, None]] = {True: {}, False: {}}
        further: dict[Term, None] = {}
        for wanted in goals:
            for rule, bound in _deriving(heads, wanted):
                if not all(map(came_about, _values(rule, bound))):
                    continue
                if rule.clause and rule.clause in in_force:
                    clauses[_is_general(rule)][rule.clause] = None
                elif not rule.clause:
                    further |= dict.fromkeys(_filled(atom, bound) for atom in rule.body if _leads(atom))
        if nearest := clauses[False] or (clauses[True] if general else {}):
            return tuple(nearest)
        goals = [wanted for wanted in further if wanted not in reached]
        reached |= {*goals}
    return ()


def acts_behind(heads: Heads, in_force: Collection[str], goal: Term) -> frozenset[Term]:
    """Return patterns chosen(Figure, Action, _) such that no rule derives a goal, an atom with wildcards, without one.

    Only rules of one moment are followed: empty if the goal can rest on earlier moments, or on no action.
    """
    return _acts(heads, in_force, goal, ()) or frozenset()


def _acts(heads: Heads, in_force: Collection[str], goal: Term, above: tuple[Term, ...]) -> frozenset[Term] | None:
    if goal.name == "chosen":
        return frozenset({goal})
    if goal in above or len(above) >= DEEPEST:
        return None
    acts: set[Term] = set()
    for rule, bound in _deriving(heads, goal):
        if rule.clause and rule.clause not in in_force:
            continue
        premises = (_filled(atom, bound) for atom in rule.body if _leads(atom))
        needed = next(filter(None, (_acts(heads, in_force, wanted, (*above, goal)) for wanted in premises)), None)
        if needed is None:
            return None
        acts |= needed
    return frozenset(acts)


def _values(rule: Rule, bound: dict[str, Value]) -> Iterator[Term]:
    """Yield the values that a rule wants known fluents to have, as is(Fluent, Value), with a wildcard for any value."""
    for atom in rule.body:
        if not atom.sign and atom.name == "is":
            fluent, value = _filled(atom, bound).args[:2]
            if is_ground(fluent) and (is_ground(value) or isinstance(value, Any)):
                yield Term("is", (fluent, value))


def _is_general(rule: Rule) -> bool:
    """Test if the key argument of a rule's head is a variable."""
    return rule.head is not None and rule.head[2] is None


def _leads(atom: Atom) -> bool:
    return not atom.sign and atom.name not in _CONDITIONS


def _deriving(heads: Heads, goal: Term) -> Iterator[tuple[Rule, dict[str, Value]]]:
    """Yield the rules whose heads can be the goal, with what is known of their variables."""
    place = KEY_ARGUMENT.get(goal.name, 0)
    key = goal.args[place] if len(goal.args) > place else _ANY
    for head in heads.fitting((goal.name, len(goal.args), key.name if isinstance(key, Term) else None)):
        for use in heads.uses[head]:
            atom, bound = use.rule.head_atom, dict[str, Value]()
            if atom is None or all(_fits(text, value, bound) for text, value in _paired(atom, goal)):
                yield use.rule, bound


def _paired(atom: Atom, goal: Term) -> Iterator[tuple[str, Value]]:
    """Pair the arguments of a head with those of a goal: what is chosen or shown was an option or due before."""
    return zip(atom.args, goal.args, strict=False)


def _fits(text: str, value: Value, bound: dict[str, Value]) -> bool:
    """Test if a term of the law, as text, can be a value; note what its variables are then."""
    if isinstance(value, Any) or text == "_":
        return True
    if text[0].isupper() or text[0] == "_":
        return bound.setdefault(text, value) in (value, _ANY)
    if text[0] == "(" and len(pool := split(text[1:-1], ";")) > 1:
        return any(_fits(part, value, bound) for part in pool)
    atom = read_atom(text)
    if atom and atom.args:
        alike = isinstance(value, Term) and atom.name == value.name and len(atom.args) == len(value.args)
        return alike and all(_fits(part, inner, bound) for part, inner in zip(atom.args, value.args, strict=True))  # type: ignore[union-attr]
    try:
        return parse(text) == value
    except TermError:  # arithmetic, a range
        return True


def _filled(atom: Atom, bound: dict[str, Value]) -> Term:
    """Return an atom of a body with what is known of its variables, and wildcards for the others."""
    return Term(atom.name, tuple(_value(text, bound) for text in atom.args))


def _value(text: str, bound: dict[str, Value]) -> Value:
    if text in bound:
        return bound[text]
    atom = read_atom(text)
    if atom and atom.args:
        return Term(atom.name, tuple(_value(part, bound) for part in atom.args))
    if text[0].isupper():
        return _ANY
    try:
        return parse(text)
    except TermError:
        return _ANY
