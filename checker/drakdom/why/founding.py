"""The clauses that an event would rest on: those of the rules that could derive it, as few rules back as possible."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from drakdom.law.canonical import Atom
from drakdom.law.facts import to_value
from drakdom.law.phases import Heads, phases_of
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature
from drakdom.step.case import Case, Fluent
from drakdom.terms import Any, Term, Value, match
from drakdom.why.naming import signature_of
from drakdom.why.unify import Bound, fits, instance

#: Most rules back from an event that are followed.
DEEPEST = 6
#: Most rules back from a premise that are followed to see if it came about.
FARTHEST = 5
#: Rules back from a rule about every event that are followed to see if it can be about one.
NEAREST = 2
_ANY = Any()
_PHASE = Term("phase")
_CONDITIONS = frozenset({"is", "clause", "in_force", "except"})
"""Predicates that say what must hold, and lead to nothing."""


class Foundations:
    """The clauses of a case on which events and permissions would rest; `values` are those of fluents in its play."""

    def __init__(self, case: Case, values: Iterable[Fluent]) -> None:
        self._law, self._in_force = case.law, case.in_force
        self._facts = {name: [to_value(fact) for fact in facts] for name, facts in case.by_name.items()}
        self._values = [Term("is", (to_value(fluent), to_value(value))) for fluent, value in dict.fromkeys(values)]
        self._possible: dict[Term, bool] = {}

    def of(self, pattern: Value) -> tuple[str, ...]:
        """Return the clauses in force by which an event happens or an action is permitted, see `founding_clauses`.

        Only rules with premises that came about in the play count, as far as that is easily seen.
        """
        goal = _goal(pattern)
        return founding_clauses(self._law.heads, self._in_force, goal, self._came_about) if goal else ()

    def behind(self, pattern: Value) -> tuple[str, ...]:
        """Return the clauses one step further back than `of`: those by which the premises of its rules would hold."""
        goal = _goal(pattern)
        levels = _levels(self._law.heads, self._in_force, goal, self._came_about, general=True) if goal else iter(())
        return next(levels, ()) and next(levels, ())

    def anywhere(self, pattern: Value) -> tuple[str, ...]:
        """Return the same of all rules: also of those with premises that never came about."""
        goal = _goal(pattern)
        return founding_clauses(self._law.heads, self._in_force, goal) if goal else ()

    def entering(self, pattern: Value) -> tuple[str, ...]:
        """Return the clauses by which play would come to the phases of an event, if it comes to none of them."""
        goal, heads = _goal(pattern), self._law.heads
        reached = {str(value.args[1]) for value in self._values if value.args[0] == _PHASE}
        phases = [*sorted(phases_of(heads, _signature(goal), self._law.phases))] if goal else []
        if not reached.isdisjoint(phases):
            return ()
        clauses = dict[str, None]()
        for phase in phases:
            for rule, start in _deriving(heads, Term("becomes", (_PHASE, Term(phase), _ANY))):
                for bound in _rows(heads, rule, start):
                    premises = [instance(atom, bound) for atom in rule.body if not atom.sign]
                    before = {str(premise.args[1]) for premise in premises if premise.args[:1] == (_PHASE,)}
                    phases += sorted(before - reached - {*phases})
                    for condition in (premise for premise in premises if premise.name == "holds"):
                        clauses |= dict.fromkeys(founding_clauses(heads, self._in_force, condition))
        return tuple(clauses)

    def permitting(self, illegal: Term) -> tuple[str, ...]:
        """Return the clauses, in force or not, whose rules are about the action of an `illegal` pattern."""
        goal = Term("option", (*illegal.args, Any()))
        return founding_clauses(self._law.heads, self._law.clauses, goal, general=False)

    def _came_about(self, rule: Rule, bound: Bound, depth: int = FARTHEST) -> bool:
        """Test if no premise of a rule is seen to be false in the whole play."""
        if rule.clause and rule.clause not in self._in_force:
            return False
        return all(self._is_possible(instance(atom, bound), depth) for atom in rule.body if not atom.sign)

    def _is_possible(self, wanted: Term, depth: int) -> bool:
        if depth == 0 or wanted.name in _CONDITIONS - {"is"}:
            return True
        if wanted.name == "is":
            wanted = Term("is", wanted.args[:2])
        elif wanted.name == "shows":  # the dice may show anything
            wanted = Term("shows", (wanted.args[0], _ANY, _ANY))
        if wanted not in self._possible:
            self._possible[wanted] = True  # for premises that lead back to this one
            self._possible[wanted] = self._is_derived(wanted, depth)
        return self._possible[wanted]

    def _is_derived(self, wanted: Term, depth: int) -> bool:
        if wanted.name == "is":
            return any(match(wanted, value) for value in self._values)
        facts = self._facts.get(wanted.name, [])
        if not facts and not self._law.heads.fitting(_signature(wanted)):
            return True  # the engine states it
        return any(match(wanted, fact) for fact in facts) or any(
            self._came_about(rule, bound, depth - 1) for rule, bound in _deriving(self._law.heads, wanted)
        )


def _goal(pattern: Value) -> Term | None:
    if not isinstance(pattern, Term) or pattern.name == "finally":
        return None
    name, *_ = signature_of(pattern)
    return Term(name, (*(pattern.args if name == "option" else (pattern,)), Any()))


def founding_clauses(
    heads: Heads,
    in_force: Collection[str],
    goal: Term,
    came_about: Callable[[Rule, Bound], bool] = lambda *_: True,
    *,
    general: bool = True,
) -> tuple[str, ...]:
    """Return the clauses in force whose rules derive a goal, an atom with wildcards, in the order of the law.

    Rules without a clause are followed back to what they read. Rules about every event or action count only if they can
    be about this one and no other is, and not at all without `general`. Rules with premises that never `came_about` are
    left out. Empty if nothing with a clause is found.
    """
    return next(_levels(heads, in_force, goal, came_about, general=general), ())


def _levels(
    heads: Heads, in_force: Collection[str], goal: Term, came_about: Callable[[Rule, Bound], bool], *, general: bool
) -> Iterator[tuple[str, ...]]:
    """Yield the founding clauses of a goal, then those of its premises, and so on, without repetition."""
    reached, goals, yielded = {goal}, [goal], set[str]()
    for _ in range(DEEPEST):
        clauses: dict[bool, dict[str, None]] = {True: {}, False: {}}
        further: dict[bool, dict[Term, None]] = {True: {}, False: {}}
        for wanted in goals:
            for rule, bound in _deriving(heads, wanted):
                if not came_about(rule, bound) or (rule.clause and rule.clause not in in_force):
                    continue
                if _is_general(rule) and not _can_be_about(heads, rule, bound):
                    continue
                if rule.clause and rule.clause not in yielded:
                    clauses[_is_general(rule)][rule.clause] = None
                premises = (instance(atom, bound) for atom in rule.body if _leads(atom))
                further[bool(rule.clause)] |= dict.fromkeys(premises)
        nearest = clauses[False] or (clauses[True] if general else {})
        if nearest:
            yield tuple(nearest)
        yielded |= {*nearest}
        goals = [wanted for wanted in further[False] | (further[True] if yielded else {}) if wanted not in reached]
        reached |= {*goals}


def _rows(heads: Heads, rule: Rule, start: Bound) -> Iterator[Bound]:
    """Yield what a rule's variables are in each row of the table of facts that it reads, its only one."""
    tables = [atom for atom in rule.body if not atom.sign and atom.args and "T" not in atom.args]
    for table in tables[:1]:
        for row, _ in _deriving(heads, instance(table, start)):
            bound, cells = dict(start), instance(row.head_atom, {}).args if row.head_atom else ()
            if all(fits(text, cell, bound) for text, cell in zip(table.args, cells, strict=False)):
                yield bound
    if not tables:
        yield start


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
        premises = (instance(atom, bound) for atom in rule.body if _leads(atom))
        needed = next(filter(None, (_acts(heads, in_force, wanted, (*above, goal)) for wanted in premises)), None)
        if needed is None:
            return None
        acts |= needed
    return frozenset(acts)


def _is_general(rule: Rule) -> bool:
    """Test if the key argument of a rule's head is a variable."""
    return rule.head is not None and rule.head[2] is None


def _can_be_about(heads: Heads, rule: Rule, bound: Bound, depth: int = NEAREST) -> bool:
    """Test if each premise can be derived of what its variables are bound to; what no rule derives may be stated."""
    premises = [instance(atom, bound) for atom in rule.body if _leads(atom)]
    return depth == 0 or all(
        any(_can_be_about(heads, *deriving, depth - 1) for deriving in _deriving(heads, premise))
        or not heads.fitting((premise.name, len(premise.args), None))
        for premise in premises
    )


def _leads(atom: Atom) -> bool:
    return not atom.sign and atom.name not in _CONDITIONS


def _deriving(heads: Heads, goal: Term) -> Iterator[tuple[Rule, Bound]]:
    """Yield the rules whose heads can be the goal, with the known values of their variables."""
    for head in heads.fitting(_signature(goal)):
        for use in heads.uses[head]:
            atom, bound = use.rule.head_atom, Bound()
            if atom is None or all(fits(text, value, bound) for text, value in _paired(atom, goal)):
                yield use.rule, bound


def _signature(goal: Term) -> Signature:
    place = KEY_ARGUMENT.get(goal.name, 0)
    key = goal.args[place] if len(goal.args) > place else _ANY
    return goal.name, len(goal.args), key.name if isinstance(key, Term) else None


def _paired(atom: Atom, goal: Term) -> Iterator[tuple[str, Value]]:
    """Pair the arguments of a head with those of a goal: what is chosen or shown was an option or due before."""
    return zip(atom.args, goal.args, strict=False)
