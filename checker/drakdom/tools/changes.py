"""Single changes of a scenario that may change its result: choices, rolls, given fields, clauses, variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from drakdom.formula import Formula, patterns
from drakdom.language import t, tn
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import roll_of, say, word
from drakdom.scenario import Scenario
from drakdom.scenario.alternatives import Alternative, Numbers, alternatives, values_of
from drakdom.scenario.edits import Edit, Source
from drakdom.scenario.phrases import phrase_of
from drakdom.scenario.typing import Words
from drakdom.scenario.under import variant_problems
from drakdom.step.case import build_case
from drakdom.step.plan import Switch
from drakdom.terms import Term, Value
from drakdom.value.solve import Branch
from drakdom.why.reasons import Reasons

#: Cost of a change by its kind: a change at the table is cheaper than a change of the rules.
_COSTS = {"choice": 1, "roll": 2, "given": 10, "variant": 60, "clause": 80}
FARTHEST = 20
"""Greatest extra cost of a changed number, by its distance."""
MOST_COMBINED = 400
"""Largest number of changes that are combined."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible change: the facts that it adds and removes, its sentence, and its edit of the scenario's text."""

    kind: str
    switch: Switch
    says: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class Spread:
    """A field with a number `now`. `option` returns the change to another number from `least` to `most`."""

    slot: str
    now: int
    least: int
    most: int
    option: Callable[[int], Option | None] = field(compare=False)


def changes_of(
    scenario: Scenario, source: Source, formula: Formula, branches: Sequence[Branch], suspects: Sequence[str]
) -> dict[str, list[Option | Spread]]:
    """Return the changes by kind, the nearest first. `suspects` are clauses that are known to block the claim."""
    finder = _Finder(scenario, source, formula, branches, suspects)
    return {
        "choice": [*finder.actions()],
        "roll": [*finder.rolls()],
        "clause": [*finder.clauses(), *finder.variants()],
        "given": [*finder.givens()],
    }


def is_combinable(option: Option | Spread) -> bool:
    """Return True unless a change is of a number or to a new value: these are tried one at a time."""
    return isinstance(option, Option) and (option.kind != "given" or not option.switch.added)


def combinable(options: Iterable[Option | Spread]) -> list[Option]:
    """Return the changes that may be combined. Keeps the cheapest if there are many."""
    simple = [option for option in options if isinstance(option, Option) and is_combinable(option)]
    kept = set(sorted(range(len(simple)), key=lambda number: simple[number].switch.cost)[:MOST_COMBINED])
    return [option for number, option in enumerate(simple) if number in kept]


def changed_by(option: Option, scenario: Scenario) -> Scenario:
    """Return the scenario with the facts, clauses and variants of a change; its text stays."""
    removed, added = option.switch.removed, option.switch.added
    given = [pair for pair in scenario.given if Term("given", pair) not in removed]
    given += [(fact.args[0], fact.args[1]) for fact in added if fact.name == "given"]
    facts = [fact for fact in scenario.facts if fact not in removed]
    facts += [fact for fact in added if fact.name not in ("given", "in_force")]
    without = [str(fact.args[0]) for fact in removed if fact.name == "in_force"]
    changed = replace(scenario, facts=tuple(facts), given=tuple(given), without=(*scenario.without, *without))
    if option.kind == "variant":
        return replace(changed, variants=(*scenario.variants, option.switch.slot.removeprefix("variant ")))
    return changed


class _Finder:
    """Finds the possible changes of one scenario."""

    def __init__(
        self,
        scenario: Scenario,
        source: Source,
        formula: Formula,
        branches: Sequence[Branch],
        suspects: Sequence[str],
    ) -> None:
        self.scenario, self.source, self.formula = scenario, source, formula
        self.branches, self.suspects = branches, suspects
        self.named = frozenset(name for pattern in patterns(formula) for name in _names(pattern))
        self.near = frozenset(word for pattern in patterns(formula) for word in _words(pattern))
        of_named = [value for fluent, value in scenario.given if not self.near.isdisjoint(_words(fluent))]
        self.near |= {word for value in of_named for word in _words(value)}
        self.law = build_case(scenario).law.clauses

    def actions(self) -> Iterator[Option]:
        """Yield changes of stated actions: another action allowed in the same entry of play, or none.

        Those that share most words with the claim and its figures' fields come first, of these the figures' own.
        """
        facts = self._told("stated")
        swaps = [
            (fact, granted) for fact in facts for granted in self._granted(*fact.args[:2]) if granted != fact.args[3]
        ]
        for fact, granted in sorted(swaps, key=lambda swap: -len(self.near & {*_words(swap[1])})):
            entry, chooser, k, action = fact.args
            old, new = (say(self.scenario.rulebook, Term("chosen", (chooser, act, 0))) for act in (action, granted))
            added = Term("stated", (entry, chooser, k, granted))
            words = phrase_of(self.scenario.rulebook, granted)
            says = t("{new} (instead of: {old})", new=new, old=old)
            yield from self._instead("choice", fact, added, words, says)
        for fact in facts:
            yield from self._unsaid(fact)

    def _unsaid(self, fact: Term) -> Iterator[Option]:
        """Yield the removal of one stated action. Later actions of the same entry move forward by one."""
        entry, chooser, k, action = fact.args
        later = [
            stated for stated in self.scenario.facts if stated.name == "stated" and stated.args[:2] == (entry, chooser)
        ]
        later = [stated for stated in later if stated.args[2] > k]  # type: ignore[operator]
        sooner = {Term("stated", (entry, chooser, stated.args[2] - 1, stated.args[3])) for stated in later}  # type: ignore[operator]
        place = self.scenario.sources[fact]
        if (node := self.source.scalar(place.line, place.column)) is not None:
            says = t("not stated: {what}", what=say(self.scenario.rulebook, Term("chosen", (chooser, action, 0))))
            orders = [
                order
                for order in self.scenario.facts
                if order.name == "ordered_by" and order.args[:2] == (entry, chooser)
            ]
            orders = [order for order in orders if order.args[2] >= k]  # type: ignore[operator]
            sooner |= {
                Term("ordered_by", (entry, chooser, order.args[2] - 1, order.args[3]))  # type: ignore[operator]
                for order in orders
                if order.args[2] != k
            }
            gone = frozenset({fact, *later, *orders})
            switch = Switch(str(fact), gone, frozenset(sooner), _COSTS["choice"] + 1)
            yield Option("choice", switch, says, self.source.removed(node))

    def _granted(self, entry: Value, chooser: Value) -> list[Value]:
        actions: dict[Value, None] = {}
        for branch in self.branches:
            for node in branch.play.nodes:
                for symbol in sorted(node.seen) if node.entry == entry else ():
                    if symbol.name == "may" and to_value(symbol.arguments[0]) == chooser:
                        actions.setdefault(to_value(symbol.arguments[1]))
        return [*actions]

    def rolls(self) -> Iterator[Option]:
        """Yield changes of stated rolls and draws to another face."""
        book, figures = self.scenario.rulebook, self.scenario.figures
        places = tuple(str(place) for place in self.scenario.places)
        words = Words(book, figures, places)
        for fact in self._told("told"):
            roll, k, face = fact.args
            chance = roll_of(book, roll) if isinstance(roll, Term) else None
            for text in values_of(book, chance.type, figures, places) if chance else ():
                new_face = words.read(chance.type, text) if chance else face
                if new_face != face:
                    new = f"{word(book, roll)}: {word(book, new_face)}"
                    says = t("{new} (instead of: {old})", new=new, old=word(book, face))
                    yield from self._instead("roll", fact, Term("told", (roll, k, new_face)), text, says)

    def _told(self, name: str) -> list[Term]:
        """Return the facts of this name that the file states. Facts that share a name with the claim come first."""
        facts = [fact for fact in self.scenario.facts if fact.name == name and fact in self.scenario.sources]
        return sorted(facts, key=lambda fact: self.named.isdisjoint(_names(fact)))

    def _instead(self, kind: str, fact: Term, added: Term, words: str, says: str) -> Iterator[Option]:
        place = self.scenario.sources[fact]
        node = self.source.scalar(place.line, place.column)
        if node is not None:
            switch = Switch(str(fact), frozenset({fact}), frozenset({added}), _COSTS[kind])
            yield Option(kind, switch, says, self.source.replaced(node, words))

    def givens(self) -> Iterator[Option | Spread]:
        """Yield changes of fields, those of figures in the claim first: words, then numbers, then new fields."""

        def rank(candidate: Alternative | Numbers) -> tuple[bool, int]:
            kind = 1 if isinstance(candidate, Numbers) else 2 * candidate.is_new
            return self.named.isdisjoint(candidate.slot.split("/")), kind

        for candidate in sorted(alternatives(self.scenario, self.source), key=rank):
            yield _spread(candidate) if isinstance(candidate, Numbers) else _given(candidate, 1)

    def variants(self) -> Iterator[Option]:
        """Yield the additions of one optional rule."""
        scenario = self.scenario
        for name in scenario.rulebook.variants:
            names = (*scenario.variants, name)
            if name in scenario.variants or variant_problems(scenario.rulebook, names):
                continue
            more = set(replace(scenario, variants=names).in_force) - set(scenario.in_force)
            added = frozenset(Term("in_force", (clause,)) for clause in more & self.law)
            if added:
                switch = Switch(f"variant {name}", frozenset(), added, _COSTS["variant"])
                title = scenario.rulebook.variants[name].title
                says = tn("with the optional rule {titles}", "with the optional rules {titles}", 1, titles=title)
                yield Option("variant", switch, says, self._listed("variants", name))

    def clauses(self) -> Iterator[Option]:
        """Yield the removals of one clause that fired or yielded, suspects first."""
        fired = sorted({clause for branch in self.branches for clause in _fired(branch)})
        for clause in dict.fromkeys((*(suspect for suspect in self.suspects if suspect in fired), *fired)):
            gone = frozenset({Term("in_force", (clause,))})
            switch = Switch(clause, gone, frozenset(), _COSTS["clause"])
            says = t("without the clause {clause}", clause=clause)
            yield Option("clause", switch, says, self._listed("without", clause))

    def _listed(self, section: str, item: str) -> Edit:
        """Return the edit that adds an item to a list at the top level of the file."""
        node = self.source.find(section)
        if node is None:
            return self.source.added((section,), f"[{item}]")
        if isinstance(node.value, str) or not node.value:
            return self.source.replaced(node, f"[{item}]", raw=True)
        return self.source.appended(node, item)


def _given(alternative: Alternative, step: int) -> Option:
    switch = Switch(alternative.slot, alternative.removed, alternative.added, _COSTS["given"] + min(step, FARTHEST))
    return Option("given", switch, alternative.says, alternative.edit)


def _spread(numbers: Numbers) -> Spread:
    def option(value: int) -> Option | None:
        change = numbers.change(value)
        return _given(change, abs(value - numbers.now)) if change else None

    return Spread(numbers.slot, numbers.now, numbers.least, numbers.most, option)


def _fired(branch: Branch) -> frozenset[str]:
    reasons = Reasons(branch)
    reasons.to_the_end()
    return reasons.fired()


def _names(value: Value) -> Iterator[str]:
    """Yield the figures and places that a pattern names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Term):
        for part in value.args:
            yield from _names(part)


def _words(value: Value) -> Iterator[str]:
    """Yield the names and words in a value, not its numbers."""
    if isinstance(value, Term) and value.args:
        for part in value.args:
            yield from _words(part)
    elif isinstance(value, Term | str):
        yield str(value)
