"""The clauses that decide an answer: those without which it would be another, the most telling first.

A reason is contrastive: a clause that takes part in most disputes explains none of them. So clauses are sorted by
`weights`, above all by the number of shipped scenarios in which they apply (`Rulebook.frequency`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from drakdom.answer import Ground, Without
from drakdom.formula import Atom, Formula, asserted, atoms_of
from drakdom.rulebook import Rulebook
from drakdom.rulings.claims import reasons_of, so_far, status_of, to_odds
from drakdom.rulings.lifted import Lifted, effect_of
from drakdom.rulings.readings import decisive_clauses
from drakdom.rulings.refusing import is_granted, is_of_actions, refusing_clauses
from drakdom.rulings.unasked import why_unasked
from drakdom.rulings.weights import (
    MOST_SINCE,
    NEAR,
    OUTSIDE,
    SINCE,
    UNPROVEN,
    WINS,
    penalties_of,
    rarity,
    weight_of,
)
from drakdom.terms import Term
from drakdom.terms import Value as Pattern
from drakdom.value.solve import Branch
from drakdom.value.values import Value
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons
from drakdom.why.unmet import unmet

#: Most applied clauses outside the tree of reasons that are tried, the rarest first. Without a tree: the most then, and
#: the most of those that apply elsewhere in the play.
MOST_OUTSIDE, MOST_TREELESS, MOST_ELSEWHERE = 6, 12, 3
#: Most named clauses that could bring about an event that does not happen, beside those that lack one premise. If
#: there are more than MANY_FOUNDING of them, none tells anything.
MOST_FOUNDING, MANY_FOUNDING = 2, 4
#: Clauses of the tree that are tried, until this many of them decide.
ENOUGH, MOST_INSIDE = 3, 6
#: Rules from an event back to a beaten clause: up to NEAR_BY it led to little else, up to AT_ONCE to nothing else.
NEAR_BY, AT_ONCE = 3, 1


@dataclass(frozen=True)
class _Tried:
    """The clauses that were looked at for one formula, and its values in the branches.

    `tree` has the clauses in the tree of reasons, `applied` those that apply, `beaten` those that won, each with the
    clauses that it beat. `scores` has the weights of all, `deciding` those of the clauses that decide. `effects` maps
    each effect of switching a clause off to the clauses that have it.
    """

    tree: Sequence[str]
    applied: Sequence[str]
    beaten: Mapping[str, Sequence[str]]
    scores: Mapping[str, float]
    deciding: Mapping[str, float]
    effects: Mapping[str, Collection[str]]
    values: Sequence[Value]


class Grounds:
    """The grounds of formulas in one scenario. Clauses stand for their restatements."""

    def __init__(
        self, book: Rulebook, branches: tuple[Branch, ...], reasons: Sequence[Reasons], lifted: Lifted
    ) -> None:
        self._book, self._branches, self.reasons, self._lifted = book, branches, reasons, lifted
        self._by_formula: dict[Formula, tuple[Ground, ...]] = {}

    def of(self, formula: Formula) -> tuple[Ground, ...]:
        """Return the clauses behind the value of a formula, the most telling first."""
        if formula not in self._by_formula:
            apart = Grounds(self._book, self._branches, [why.apart() for why in self.reasons], self._lifted)
            self._by_formula[formula] = apart._of(formula)
        return self._by_formula[formula]

    def _of(self, formula: Formula) -> tuple[Ground, ...]:
        values = [branch.evaluation.value(formula) for branch in self._branches]
        holds = any(True in value.results for value in values)
        nowhere = not any(self._happens(atom) for atom in atoms_of(formula))
        readings, until = [branch.readings for branch in self._branches], [so_far(value, formula) for value in values]
        in_doubt = decisive_clauses([*zip(readings, until, strict=True)])
        granted = is_granted(formula, values)
        behind = (reasons_of(formula, why, refusing=not granted) for why in self.reasons)
        tree = self._principals(chain.from_iterable(behind))
        elsewhere = [] if tree else sorted(self._elsewhere(formula), key=self._rarity)[:MOST_ELSEWHERE]
        turns = any(value.low != value.high or 0 < value.low < 1 for value in values)
        applied = sorted(self._applied(formula if turns else None, to_the_end=nowhere), key=self._rarity)
        beaten = self._beaten()
        barring = () if granted else refusing_clauses(formula, self._branches, self.reasons if nowhere else ())
        refusing = {*self._principals(barring)}
        outside = dict.fromkeys(
            (
                *sorted(refusing - {*tree}),
                *elsewhere,
                *[clause for clause in applied if clause not in tree][: MOST_OUTSIDE if tree else MOST_TREELESS],
            )
        )
        since = {} if nowhere else self._since(formula)

        def weight(clause: str, steps: int) -> float:
            ago = min(since.get(clause, MOST_SINCE), MOST_SINCE) if since else 0
            return weight_of(self._book, clause, steps) + SINCE * ago

        weights = {clause: weight(clause, steps) + WINS * (clause in beaten) for steps, clause in enumerate(tree)}
        alone = len({*values}) == 1  # one reading tells what is so in all
        deciding, sparing = dict[str, float](), dict[str, float]()
        effects = dict[str, list[str]](changes=[], enables=[], breaks=[], lacks=[])
        penalties = penalties_of(values, has_tree=bool(tree))

        def decides(clause: str, weight: float) -> bool:
            if effect := effect_of(formula, self._branches, self._lifted(clause, formula, alone=alone)):
                deciding[clause] = weight + penalties.get(effect, 0) * (clause not in beaten)
                effects[effect].append(clause)
            return bool(effect)

        inside, enough = sorted(weights, key=lambda c: (weights[c], c))[:MOST_INSIDE], len(tree) - ENOUGH
        for clause in (*inside[:1], *outside, *inside[1:]):  # the nearest first: states to try are limited
            if clause not in weights:
                decides(clause, weight(clause, OUTSIDE))
            elif len(weights) > enough and decides(clause, weights[clause]):
                del weights[clause]
        scores = {clause: weight + UNPROVEN for clause, weight in weights.items()} | deciding
        if nowhere:
            ranked = self._instead(formula, _Tried(tree, applied, beaten, scores, deciding, effects, values))
        else:
            sparing = self._sparing(formula, scores) if holds else {}
            ranked = sorted(scores, key=lambda c: (scores[c], c))
            for clause, near_miss in sparing.items():  # after what led to the event
                ranked.insert(max(1, sum(scores[earlier] < near_miss for earlier in ranked)), clause)
        # what refuses an action may have no bearing on an event
        refusing = refusing if is_of_actions(formula) else refusing & deciding.keys()
        proven = {*deciding, *in_doubt, *(refusing if nowhere else ())}
        order = dict.fromkeys((*in_doubt, *sorted(ranked, key=lambda clause: clause not in refusing)))
        return tuple(
            Ground(clause, "spares")
            if clause in sparing
            else _ground(clause, clause in proven, tuple(beaten.get(clause, ())))
            for clause in order
        )

    def _instead(self, formula: Formula, tried: _Tried) -> list[str]:
        """Return the clauses behind an event that does not happen, the most telling first.

        Clauses that led play elsewhere tell more than clauses that could have led to the event, unless the latter
        apply.
        """
        deciding, bars = tried.deciding, tried.effects["lacks"]
        changing = [*tried.effects["changes"], *tried.effects["enables"]]
        stops = any(None in value.results for value in tried.values)
        beating = self._winners(formula)
        winners = [clause for clause, steps in beating.items() if clause in deciding or steps <= AT_ONCE]
        winners.sort(key=lambda clause: clause not in deciding)
        missed, foundations = self._missed(formula), self.reasons[0].foundations
        founding, behind = self._few(formula, foundations.of), self._few(formula, foundations.behind)
        entering = self._few(formula, foundations.entering)
        lacking, anywhere = self._principals(unmet(self.reasons[0], formula)), self._few(formula, foundations.anywhere)
        distant = anywhere[:MOST_FOUNDING]
        is_permission = all(atom.pattern.name == "may" for atom in atoms_of(formula))
        permitting = distant if is_permission else []
        if permitting and not {*founding} & {*anywhere}:  # the former are about every action
            founding = []
        held = [] if deciding else [clause for clause in tried.tree if clause in tried.beaten]
        rests_on = founding or (distant if stops else [])
        governs = bool(rests_on) and rests_on[0] in tried.applied and not deciding.keys() & tried.beaten.keys()
        contrary = sorted(changing, key=lambda c: (deciding[c], c))
        applying = [[clause for clause in kind if clause in tried.applied] for kind in (founding, behind)]
        governing = next((kind for kind in applying if kind), []) if contrary and not is_permission else []
        tells = len(rests_on) == 1 and (stops or not deciding or governs)
        only = sorted({*held, *(rests_on if tells else ())}, key=self._rarity)
        ended = self._ended(formula)
        by_kind = (
            [*winners, *sorted(bars, key=lambda c: (deciding[c], c))],
            [clause for clause in ended if clause in changing or not (changing or founding)],
            [*missed, *entering[:MOST_FOUNDING], *only] if stops or not changing else [],
            [*contrary[:1], *(governing if len(governing) == 1 else ()), *contrary[1:]],
            [clause for clause, steps in beating.items() if steps <= NEAR_BY],
            [*missed, *entering[:MOST_FOUNDING], *lacking[:ENOUGH], *founding[:MOST_FOUNDING], *ended],
            permitting,
            sorted(deciding, key=lambda c: (deciding[c], c)),
            behind[:MOST_FOUNDING],
            [clause for clause in tried.applied if clause not in deciding][:ENOUGH],
            distant,
            sorted(tried.scores, key=lambda c: (tried.scores[c], c)),
        )
        return [*dict.fromkeys(chain(*by_kind))]

    def without(self, formula: Formula, kind: str, grounds: Sequence[Ground]) -> Without | None:
        """Return what would be so without the first clause that decides, if play does not break off without it."""
        now = {branch.evaluation.value(formula) for branch in self._branches}
        for ground in grounds[:ENOUGH]:
            branches = self._lifted(ground.clause, formula) if ground.role in ("decides", "won over") else None
            values = [branch.evaluation.value(formula) for branch in branches or ()]
            if values and not any(None in value.results for value in values) and {*values} != now:
                return Without(ground.clause, status_of(kind, values), to_odds(values[0]))
        return None

    def _happens(self, atom: Atom) -> bool:
        return any(True in branch.evaluation.value(atom).results for branch in self._branches)

    def _principals(self, clauses: Iterable[str]) -> list[str]:
        return [*dict.fromkeys(map(self._book.principal, clauses))]

    def _rarity(self, clause: str) -> tuple[float, str]:
        return rarity(self._book, clause)

    def _since(self, formula: Formula) -> dict[str, int]:
        """Map the clauses that applied up to an event of the formula to the moments since they last did."""
        since: dict[str, int] = {}
        for why, atom in product(self.reasons, atoms_of(formula)):
            for symbol in why.seen(atom.pattern):
                for place in why.places(symbol, atom.scope)[:1]:
                    trace = why.trace_of(symbol, place)
                    moment = trace.moment_of(symbol, place) if trace else None
                    for clause, ago in trace.since(moment).items() if trace and moment is not None else ():
                        principal = self._book.principal(clause)
                        since[principal] = min(ago, since.get(principal, ago))
        return since

    def _winners(self, formula: Formula) -> dict[str, int]:
        """Map the clauses that beat those by which an event would happen to the rules between these and the event."""
        winners: dict[str, int] = {}
        winning = (winner for why in self.reasons for atom in atoms_of(formula) for winner in why.winners(atom.pattern))
        for steps, winner in winning:
            for clause in self._principals([winner.clause] if winner.clause else []):
                winners[clause] = min(steps, winners.get(clause, steps))
        return winners

    def _missed(self, formula: Formula) -> list[str]:
        """Return the clauses by which an event would happen but for one thing."""
        lacks = (reason for why in self.reasons for atom in atoms_of(formula) for reason in why.lacking(atom.pattern))
        return self._principals(reason.clause for reason in lacks if reason.clause)

    def _few(self, formula: Formula, clauses_of: Callable[[Pattern], Iterable[str]]) -> list[str]:
        """Return the clauses of a formula's events, the rarest first; none if they are too many to tell."""
        clauses = self._principals(clause for atom in atoms_of(formula) for clause in clauses_of(atom.pattern))
        return sorted(clauses, key=self._rarity) if len(clauses) <= MANY_FOUNDING else []

    def _elsewhere(self, formula: Formula) -> list[str]:
        """Return the clauses that hold an event back where somebody chooses or throws otherwise."""
        patterns = [atom.pattern for atom in atoms_of(formula)]
        trees = (tree for why in self.reasons for pattern in patterns for tree in why.blocked_somewhere(pattern))
        return self._principals(clauses_in(trees))

    def _applied(self, turning: Formula | None, *, to_the_end: bool) -> list[str]:
        """Return the clauses that apply in the plays that explain the formula, or in a whole play.

        If the formula is `turning` on choices or rolls, its events may come about late as well as soon.
        """
        for why, atom in product(self.reasons, atoms_of(turning) if turning else ()):
            why.latest(atom.pattern)
        for why in self.reasons if to_the_end else ():
            why.to_the_end()
        return self._principals(clause for why in self.reasons for clause in sorted(why.fired()))

    def _sparing(self, formula: Formula, ranked: Collection[str]) -> dict[str, float]:
        """Return the most telling clause that nearly prevented what happens, with its weight."""
        near: dict[str, float] = {}
        for atom in atoms_of(formula):
            for why in self.reasons if atom.pattern in asserted(formula) else ():
                for clause, by_one in why.spared(atom.pattern, atom.scope).items():
                    principal = self._book.principal(clause)
                    weight = weight_of(self._book, principal, OUTSIDE)
                    near[principal] = min(weight, NEAR) if by_one else weight
        weights = {clause: weight for clause, weight in near.items() if clause not in ranked}
        best = min(weights, key=lambda c: (weights[c], c), default=None)
        return {best: weights[best]} if best else {}

    def _ended(self, formula: Formula) -> list[str]:
        """Return the clauses by which a stated action did not come up, for a formula about its permission."""
        clauses: list[str] = []
        for act in (Term("unasked", atom.pattern.args) for atom in atoms_of(formula) if atom.pattern.name == "may"):
            for why in self.reasons:
                for symbol in why.seen(act):
                    clauses += why_unasked(self._book, why, symbol, why.places(symbol)[0], lambda *_: True)[1]
        return self._principals(clauses)

    def _beaten(self) -> dict[str, list[str]]:
        """Map the clauses that won over others to these."""
        beaten: dict[str, list[str]] = {}
        for why in self.reasons:
            for loser, winner in why.yielded():
                if winner and loser not in beaten.setdefault(self._book.principal(winner), []):
                    beaten[self._book.principal(winner)].append(loser)
        return beaten


def _ground(clause: str, proven: bool, over: tuple[str, ...]) -> Ground:
    if not proven:
        return Ground(clause, "rests on")
    return Ground(clause, "won over" if over else "decides", over)
