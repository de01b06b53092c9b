"""Why something does not happen: what stands in its way, and the smallest change with which it would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from checker.claims import to_odds
from checker.engine.case import build_case
from checker.engine.explain import clauses_in
from checker.engine.facts import to_value
from checker.engine.plan import Planner, Switch
from checker.engine.reasons import Reasons
from checker.engine.solve import Branch, solve
from checker.errors import DrakdomError, LimitError
from checker.formula import Atom, Formula, patterns
from checker.rulebook.sentences import roll_of, say, word
from checker.scenario import Scenario, read_claim, read_scenario_text
from checker.scenario.alternatives import alternatives, values_of
from checker.scenario.edits import Edit, Source, patch
from checker.scenario.typing import Words
from checker.scenario.under import variant_problems
from checker.terms import Term, Value, bind, show
from checker.verdict import Odds, Reason

TRIES = 6
"""So many ways of the solver are tried where a change does not bear out when it is run."""
MOST_RUNS = 600
"""So many single changes are tried."""
MOST_SWITCHES = 80
"""So many changes are looked at together."""
#: What a change costs beside another of the same number of changes: the nearer to the table, the cheaper.
_COSTS = {"choice": 1, "roll": 2, "given": 10, "variant": 60, "clause": 80}
FARTHEST = 20
MOST_EACH = 4
"""Of a field with more values than this the farthest are tried first: if they do not help, none is."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: `kind` is choice, roll, given, variant or clause."""

    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """Changes with which the claim can happen, none of which can be left out; the scenario that they make of it.

    `odds` are those of the claim then, one for each way of reading the clauses in doubt.
    """

    changes: tuple[Change, ...]
    patch: str
    text: str
    odds: tuple[Odds, ...]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a claim does not happen. Where it can, `odds` say how likely it is and there are no remedies."""

    claim: str
    sentence: str
    happens: bool
    odds: tuple[Odds, ...]
    blocked: tuple[Reason, ...]
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class _Option:
    """One possible change: the facts that it switches, and how it is written into the scenario."""

    kind: str
    switch: Switch
    says: str
    edit: Edit


def why_not(scenario: Scenario, text: str, claim: str) -> WhyNot:
    """What stands in the way of a claim in a scenario, of which `text` is the file's text.

    Raises InputError when the claim cannot be read, LimitError where too much is open to look through.
    """
    formula = read_claim(scenario, claim)
    sentence = say(scenario.rulebook, formula.pattern) if isinstance(formula, Atom) else ""
    branches = solve(build_case(scenario))
    odds = tuple(to_odds(branch.evaluation.value(formula)) for branch in branches)
    if can_happen(branches, formula):
        return WhyNot(claim, sentence, True, odds, (), ())
    blocked = dict.fromkeys(
        reason for branch in branches for atom in patterns(formula) for reason in Reasons(branch).blocked(atom)
    )
    remedies = _Search(scenario, text, formula, branches, clauses_in(blocked)).remedies()
    return WhyNot(claim, sentence, False, odds, tuple(blocked), remedies)


def can_happen(branches: Iterable[Branch], formula: Formula) -> bool:
    """Whether some way of playing, under some reading, comes to what the formula says."""
    return any(True in branch.evaluation.value(formula).results for branch in branches)


def _is_answer(branches: Iterable[Branch], formula: Formula) -> bool:
    """Whether it can happen, and play does not break off undecided: a change that leads into a gap explains nothing."""
    results = [branch.evaluation.value(formula).results for branch in branches]
    return any(True in one and None not in one for one in results)


class _Search:
    """The smallest changes to one scenario with which one formula can hold."""

    def __init__(
        self,
        scenario: Scenario,
        text: str,
        formula: Formula,
        branches: Sequence[Branch],
        suspects: Sequence[str] = (),
    ) -> None:
        self.scenario, self.text, self.formula, self.branches = scenario, text, formula, branches
        self.suspects = suspects
        self.source = Source(text)
        self.law = build_case(scenario).law.clauses
        self.runs = 0
        self.options = {
            "choice": [*self._actions()],
            "roll": [*self._rolls()],
            "clause": [*self._clauses(), *self._variants()],
            "given": [*self._givens()],
        }

    def remedies(self) -> tuple[Remedy, ...]:
        """The cheapest single change of every kind; where no single change does, the fewest that do together."""
        found = [one for options in self.options.values() if (one := self._single(options)) is not None]
        if not found and (together := self._together()) is not None:
            found = [together]
        return tuple(found)

    # -- what could be otherwise ---------------------------------------------------------------------------

    def _actions(self) -> Iterator[_Option]:
        """Stated actions: another one that was granted in the same entry of play."""
        for fact in self._told("stated"):
            entry, who, k, action = fact.args
            for other in self._granted(entry, who):
                if other != action:
                    old, new = (say(self.scenario.rulebook, Term("chosen", (who, one, 0))) for one in (action, other))
                    added = Term("stated", (entry, who, k, other))
                    words = _phrase(self.scenario, other)
                    yield from self._instead("choice", fact, added, words, f"{new} (instead of: {old})")

    def _granted(self, entry: Value, who: Value) -> list[Value]:
        found: dict[Value, None] = {}
        for branch in self.branches:
            for node in branch.play.nodes:
                for symbol in sorted(node.seen) if node.entry == entry else ():
                    if symbol.name == "may" and to_value(symbol.arguments[0]) == who:
                        found.setdefault(to_value(symbol.arguments[1]))
        return [*found]

    def _rolls(self) -> Iterator[_Option]:
        """Told rolls and draws: another face."""
        book, figures = self.scenario.rulebook, self.scenario.figures
        places = tuple(str(place) for place in self.scenario.places)
        words = Words(book, figures, places)
        for fact in self._told("told"):
            roll, k, face = fact.args
            chance = roll_of(book, roll) if isinstance(roll, Term) else None
            for text in values_of(book, chance.type, figures, places) if chance else ():
                other = words.read(chance.type, text) if chance else face
                if other != face:
                    says = f"{word(book, roll)}: {word(book, other)} (instead of: {word(book, face)})"
                    yield from self._instead("roll", fact, Term("told", (roll, k, other)), text, says)

    def _told(self, name: str) -> list[Term]:
        return [fact for fact in self.scenario.facts if fact.name == name and fact in self.scenario.sources]

    def _instead(self, kind: str, fact: Term, added: Term, words: str, says: str) -> Iterator[_Option]:
        place = self.scenario.sources[fact]
        node = self.source.scalar(place.line, place.column)
        if node is not None:
            switch = Switch(str(fact), frozenset({fact}), frozenset({added}), _COSTS[kind])
            yield _Option(kind, switch, says, self.source.replaced(node, words))

    def _givens(self) -> Iterator[_Option]:
        """Fields of the scenario: other values, the nearest first."""
        found = sorted(alternatives(self.scenario, self.source), key=lambda one: one.step)
        for one in found:
            switch = Switch(one.slot, one.removed, one.added, _COSTS["given"] + min(one.step, FARTHEST))
            yield _Option("given", switch, one.says, one.edit)

    def _variants(self) -> Iterator[_Option]:
        """Optional rules that could be in force."""
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
                yield _Option("variant", switch, f"with the optional rule {title}", self._listed("variants", name))

    def _clauses(self) -> Iterator[_Option]:
        """Clauses that had a say in what happened: without one of them."""
        fired = sorted({clause for branch in self.branches for clause in _fired(branch)})
        for clause in dict.fromkeys((*(one for one in self.suspects if one in fired), *fired)):
            gone = frozenset({Term("in_force", (clause,))})
            switch = Switch(clause, gone, frozenset(), _COSTS["clause"])
            yield _Option("clause", switch, f"without the clause {clause}", self._listed("without", clause))

    def _listed(self, section: str, item: str) -> Edit:
        """One more item of a list at the top of the file."""
        node = self.source.find(section)
        if node is None:
            return self.source.added((section,), f"[{item}]")
        if isinstance(node.value, str) or not node.value:
            return self.source.replaced(node, f"[{item}]", raw=True)
        return self.source.appended(node, item)

    # -- one change ----------------------------------------------------------------------------------------

    def _single(self, options: Sequence[_Option]) -> Remedy | None:
        """The first of some changes with which the claim can happen."""
        hopeless = self._hopeless(options)
        for option in options:
            if option.switch.slot not in hopeless and self._helps(option) and (remedy := self._remedy([option])):
                return remedy
        return None

    def _hopeless(self, options: Sequence[_Option]) -> frozenset[str]:
        """Fields with many values of which neither the farthest below nor the one above helps."""
        slots: dict[str, list[_Option]] = {}
        for option in options:
            slots.setdefault(option.switch.slot, []).append(option)
        wide = {slot: some for slot, some in slots.items() if len(some) > MOST_EACH and some[0].kind == "given"}
        return frozenset(slot for slot, some in wide.items() if not any(self._helps(one) for one in some[-2:]))

    def _helps(self, option: _Option) -> bool:
        """Whether the claim can happen with one change, by its facts."""
        self.runs += 1
        if self.runs > MOST_RUNS:
            return False
        removed, added = option.switch.removed, option.switch.added
        one = self.scenario
        given = [pair for pair in one.given if Term("given", pair) not in removed]
        given += [(fact.args[0], fact.args[1]) for fact in added if fact.name == "given"]
        facts = [fact for fact in one.facts if fact not in removed]
        facts += [fact for fact in added if fact.name not in ("given", "in_force")]
        struck = [str(fact.args[0]) for fact in removed if fact.name == "in_force"]
        changed = replace(one, facts=tuple(facts), given=tuple(given), without=(*one.without, *struck))
        if option.kind == "variant":
            changed = replace(changed, variants=(*one.variants, option.switch.slot.removeprefix("variant ")))
        try:
            return _is_answer(solve(build_case(changed)), self.formula)
        except DrakdomError:
            return False

    # -- several changes -----------------------------------------------------------------------------------

    def _together(self) -> Remedy | None:
        """The fewest changes that do it together, of choices, rolls, clauses and what can simply be left out."""
        some = [option for options in self.options.values() for option in options]
        simple = [one for one in some if one.kind != "given" or not one.switch.added]
        if len(simple) > MOST_SWITCHES:
            simple = sorted(simple, key=lambda one: one.switch.cost)[:MOST_SWITCHES]
        for branch in self.branches:
            try:
                planner = Planner(branch.case, [one.switch for one in simple], branch.play.length())
            except LimitError:
                continue
            planner.aim(self.formula)
            for _ in range(TRIES):
                switches = planner.best()
                if not switches:
                    break
                if remedy := self._remedy([simple[number] for number in switches]):
                    return remedy
                planner.bar(switches)
        return None

    def _remedy(self, options: list[_Option]) -> Remedy | None:
        """What is left of some changes when none can be left out; None if they do not bear out when they are run."""
        if (ran := self._run(options)) is None:
            return None
        for option in list(options):
            fewer = [one for one in options if one is not option]
            if fewer and (again := self._run(fewer)) is not None:
                options, ran = fewer, again
        text, odds = ran
        changes = tuple(Change(one.kind, one.says) for one in options)
        return Remedy(changes, patch(self.text, text, self.scenario.file), text, odds)

    def _run(self, options: Sequence[_Option]) -> tuple[str, tuple[Odds, ...]] | None:
        """The changed file, read and ruled on anew: its text and the claim's odds; None if it cannot happen there."""
        text = self.source.apply(option.edit for option in options)
        try:
            scenario = read_scenario_text(text, self.scenario.file, rulebook=self.scenario.rulebook)
            branches = solve(build_case(scenario))
        except DrakdomError:
            return None
        if not _is_answer(branches, self.formula):
            return None
        return text, tuple(to_odds(branch.evaluation.value(self.formula)) for branch in branches)


def _fired(branch: Branch) -> frozenset[str]:
    reasons = Reasons(branch)
    reasons.to_the_end()
    return reasons.fired()


def _phrase(scenario: Scenario, action: Value) -> str:
    """An action as a scenario states it: `move e`."""
    for phrase in scenario.rulebook.actions.values():
        found = bind(phrase.term, action) if isinstance(action, Term) else None
        if found is not None:
            words = [phrase.name.replace("_", " "), *(show(found[str(n)]) for n in range(1, len(phrase.args) + 1))]
            return " ".join(words)
    return show(action)
