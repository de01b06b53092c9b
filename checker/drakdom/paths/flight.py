"""The flight of a figure: its exits, where each leads, and the outcome of the next round.

The search builds the moment of flight. The others in the same area enter it (`path_enters`). The law decides who meets
the figure (`path_met`, `path_braves`, `path_spurs`), and which exits are open. It plays to the end of the next round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from drakdom.errors import InputError
from drakdom.formula import Atom, Or
from drakdom.graph.play import Node, Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.continuation import play_on, without_statements
from drakdom.paths.ask.query import Answers, at_phase, put, query
from drakdom.paths.passages import Passages
from drakdom.paths.reach import MOVES
from drakdom.scenario import Scenario
from drakdom.step.case import Case, State, build_case
from drakdom.terms import Term, Value, show, sort_key
from drakdom.value.odds import Evaluation

FLIGHT, MEETING = Term("flight"), Term("meeting")
Odds = tuple[Fraction, Fraction]
_NEVER: Odds = Fraction(0), Fraction(0)
_UNKNOWN: Odds = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A square where the flight may end, and its odds: unruled outcomes counted as failure, then as success."""

    place: Value
    odds: Odds


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit, whether it is open (None if no clause says, or the scenario leaves `gaps`), and the clauses for that.

    `leads` are the squares it leads to, `chosen` the odds that the figure flees by it. The next fields are for a flight
    that is completed in the next round, while all others stay. `arrivals` are its ends, `meetings` the odds of meeting
    each figure, `slays` those of killing it without. `gone` are the odds of removal instead, `beside` the figures of
    its kind at the end, `gaps` the unruled points.
    """

    direction: Value
    open: bool | None
    clauses: tuple[str, ...]
    leads: tuple[Value, ...]
    chosen: Odds = (Fraction(0), Fraction(0))
    arrivals: tuple[Arrival, ...] = ()
    meetings: tuple[tuple[Value, Odds], ...] = ()
    slays: tuple[tuple[Value, Odds], ...] = ()
    gone: Odds = (Fraction(0), Fraction(0))
    beside: tuple[Value, ...] = ()
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Flight:
    """The exits of a fleeing figure, and `vanishes` if it leaves the board instead of arriving.

    `stays` are the odds that it does not get away, `lost` that it falls or is removed. `foes` are the figures that meet
    it; if nobody does, by the clauses `unmet`, there are no exits. `gaps` are the unruled points of the round.
    """

    figure: Value
    place: Value
    foes: tuple[Value, ...]
    exits: tuple[Exit, ...]
    vanishes: bool
    stays: Odds
    lost: Odds
    unmet: tuple[str, ...]
    gaps: tuple[Value, ...]
    assumed: tuple[tuple[str, str], ...]


def flight(scenario: Scenario, name: str) -> Flight:
    """Return the flight of the figure `name`. Raises InputError if there is no such figure, or nobody to flee from."""
    case = build_case(scenario).with_first_readings()
    places_by_name = {show(figure): (figure, place) for figure, place in figures_that_flee(case)}
    if name not in places_by_name:
        from drakdom.rulebook.words import did_you_mean, short

        nearest = did_you_mean(name, sorted(places_by_name), len(places_by_name))
        help_ = nearest or "state a monster of a card under `figures`"
        raise InputError.single(f"unknown monster `{short(name)}` on the board", scenario.file, help=help_)
    figure, place = places_by_name[name]
    return Fleeing(scenario, case, figure, place).flight()


def figures_that_flee(case: Case) -> list[tuple[Value, Value]]:
    """Return all figures that can flee, with their places."""
    answers = query(case, FLIGHT)
    where = {to_value(fluent): to_value(value) for fluent, value in case.start}
    places = ((figure, where.get(Term("at", (figure,)))) for (figure,) in answers("beast"))
    return [(figure, place) for figure, place in places if place is not None]


class Fleeing:
    """A fleeing figure in the moment of its flight."""

    def __init__(self, scenario: Scenario, case: Case, figure: Value, place: Value) -> None:
        self.scenario, self.figure, self.place = scenario, figure, place
        first = query(case, FLIGHT)
        apart = {to_symbol(fluent) for (fluent,) in first("apart")}
        self.start = frozenset(item for item in query(case, MEETING).after(case.start) if item[0] not in apart)
        near = first("near")
        present = [other_figure for other_figure, at in near if at == place]
        self.others = tuple(sorted((figure for figure, _ in near), key=str))
        if not present:
            message = f"nobody is in {show(place)} from whom {show(figure)} could flee"
            raise InputError.single(message, scenario.file, help="state a figure there, and by which exit (`came_by`)")
        self.case = without_statements(case)
        self.words: dict[str, Value] = {"monster": figure, "place": place}
        self.meeting = self._meeting(first, present)
        self.foes = tuple(sorted((foe for foe, target in self.meeting("faces") if target == figure), key=str))
        self.unmet = (
            () if self.foes else tuple(str(clause) for fleeing, clause in self.meeting("unmet") if fleeing == figure)
        )
        begins = {row[0]: row[1] for row in first("begins")}
        self.phase, self.next_round = begins[FLIGHT], begins[MOVES]
        self.signs = {row[0]: row[1] for row in first("sign")}
        self.position = self._made(first)
        self.spurs = [(put(roll, self.words), value) for roll, value in first("spurs")]
        self.said = query(self.case, FLIGHT, position=self.position, shown=self.spurs)

    def _meeting(self, first: Answers, near: Collection[Value]) -> Answers:
        """Ask the law about the meeting when the figures `near` have just entered, and nobody elsewhere has."""
        enters = [
            (figure, to_symbol(put(fluent, {"figure": figure})), to_symbol(value))
            for fluent, value in first("enters")
            for figure in self.others
        ]
        elsewhere = {fluent for figure, fluent, _ in enters if figure not in near}
        kept = {item for item in self.start if item[0] not in elsewhere}
        held = {fluent for fluent, _ in kept}
        given = {(fluent, value) for figure, fluent, value in enters if figure in near and fluent not in held}
        self.start = frozenset(kept | given)
        return query(self.case, MEETING, position=self.start)

    def _made(self, first: Answers) -> State:
        """Return the state in which the figure has met its foes, and nobody else has met anybody."""
        met = first("met")
        made: list[tuple[Value, Value]] = [(put(fluent, self.words), put(value, self.words)) for fluent, value in met]
        made += [(fluent, value) for figure, fluent, value in self.meeting("braves") if figure in self.foes]
        names = {to_symbol(fluent).name for fluent, _ in made}
        kept = {item for item in self.start if item[0].name not in names}
        return at_phase(kept | {(to_symbol(fluent), to_symbol(value)) for fluent, value in made}, to_symbol(self.phase))

    def flight(self) -> Flight:
        """Return the flight: all exits with their outcomes."""
        doubts = {str(clause) for answers in (self.meeting, self.said) for (clause,) in answers("turns_on")}
        unsaid = tuple(gap for (gap,) in self.meeting("unsaid"))
        if not self.foes or unsaid:
            assumed = self._assumed(doubts)
            return Flight(self.figure, self.place, self.foes, (), False, _NEVER, _NEVER, self.unmet, unsaid, assumed)
        corridors = Passages(self.said)
        vanishes = any(figure == self.figure for (figure,) in self.said("vanishing"))
        ranges = any(figure == self.figure for (figure,) in self.said("ranging"))
        open_, barred, unstated = self._of("refuge"), self._of("barred"), self._of("unstated")
        hazy = self._of("hazy")
        play, ends = self._this_round()
        doubts |= play.doubts
        exits: list[Exit] = []
        for side in sorted(self._of("exit"), key=sort_key):
            is_known = side in barred or side not in unstated
            is_open = side in open_ if is_known and (side in open_ or side in barred or side not in hazy) else None
            clauses = tuple(
                str(clause) for clause in open_.get(side, ()) or barred.get(side, ()) if clause and is_known
            )
            exit_ = Exit(side, is_open, clauses, corridors.leads(self.place, side))
            if not is_known:
                exit_ = replace(exit_, chosen=_NEVER if vanishes else _UNKNOWN, gaps=tuple(unstated[side]))
            elif is_open and not vanishes and not ranges:
                exit_ = replace(exit_, chosen=_UNKNOWN)
            elif is_open and ranges:
                exit_, turned = self._completed(exit_, play, ends)
                doubts |= turned
            exits.append(exit_)
        goes_on = any(exit_.open for exit_ in exits) and ranges
        stays = _rest(exit_.chosen for exit_ in exits) if goes_on else _NEVER
        lost = self._lost(play) if any(stays) else _NEVER
        gaps = _gaps([play]) if goes_on else _gaps([play], self.phase)
        return Flight(
            self.figure, self.place, self.foes, tuple(exits), vanishes, stays, lost, (), gaps, self._assumed(doubts)
        )

    def _of(self, name: str) -> dict[Value, list[Value]]:
        """Group the answers of one name for this figure by side, in order."""
        values: dict[Value, list[Value]] = {}
        for figure, side, *more in self.said(name):
            if figure == self.figure:
                values.setdefault(side, []).extend(more)
        return values

    def _assumed(self, doubts: set[str]) -> tuple[tuple[str, str], ...]:
        """Return the readings assumed for clauses in doubt that the scenario does not state."""
        return tuple(reading for reading in self.case.readings if reading[0] in doubts - self.scenario.readings.keys())

    def _this_round(self) -> tuple[Play, list[State]]:
        """Play the rest of this round; return it with the states in which the next round may begin."""
        play = play_on(self.case, self.position, [self.next_round], self.spurs, self._decided("leaves"))
        return play, [frozenset(node.final) for node in play.nodes if not node.edges and node.final is not None]

    def _completed(self, exit_: Exit, play: Play, ends: Iterable[State]) -> tuple[Exit, frozenset[str]]:
        """Complete an exit with its odds and the outcome of the next round; return it with its doubts."""
        words = self.words | {"side": exit_.direction}
        chosen = _odds(Evaluation(play), self._event("leaves", side=exit_.direction))
        halfway = self.said("midway")
        midway = {(to_symbol(put(fluent, words)), to_symbol(put(value, words))) for fluent, value in halfway}
        after = [self._next_round(start) for start in ends if midway <= start]
        if not after:
            return replace(exit_, chosen=chosen), frozenset()
        rounds = [Evaluation(play) for play in after]
        at = Term("at", (self.figure,))
        nodes = [node for play in after for node in play.nodes]
        places = {to_value(value) for node in nodes for fluent, value in node.final or () if to_value(fluent) == at}
        spots = sorted(places, key=sort_key)
        arrivals = [Arrival(spot, _bounds(rounds, Term("finally", (at, spot)))) for spot in spots]
        met, slain = (
            tuple((figure, o) for figure in self.others if (o := _bounds(rounds, self._event(sign, figure=figure)))[1])
            for sign in ("meets", "slays")
        )
        arrivals = [arrival for arrival in arrivals if arrival.odds[1]]
        completed = replace(
            exit_,
            chosen=chosen,
            arrivals=tuple(arrivals),
            meetings=met,
            slays=slain,
            gone=_bounds(rounds, self._event("gone")),
            beside=self._beside(nodes),
            gaps=_gaps(after),
        )
        return completed, frozenset[str]().union(*(play.doubts for play in after))

    def _lost(self, play: Play) -> Odds:
        """Return the odds of removal from the board before the figure has fled."""
        value = Evaluation(play).value(Or(tuple(Atom(self._event(sign)) for sign in ("gone", "falls"))))
        return value.low, value.high

    def _event(self, sign: str, **words: Value) -> Term:
        """Return the event by which the law reports a point of the flight."""
        event = put(self.signs[Term(sign)], self.words | words)
        assert isinstance(event, Term)
        return event

    def _beside(self, nodes: Iterable[Node]) -> tuple[Value, ...]:
        """Return the other figures of its kind at the place where it ends."""
        at = Term("at", (self.figure,))
        kin = {Term("at", (figure,)): figure for (figure,) in self.said("beast") if figure != self.figure}
        figures: set[Value] = set()
        for node in nodes:
            where = {to_value(fluent): to_value(value) for fluent, value in node.final or ()}
            figures |= {figure for key, figure in kin.items() if at in where and where.get(key) == where[at]}
        return tuple(sorted(figures, key=str))

    def _next_round(self, start: State) -> Play:
        """Play the next round up to the end of its meetings, with all others staying in place."""
        calm = [(put(roll, {"figure": figure}), value) for roll, value in self.said("calm") for figure in self.others]
        calm += [(roll, value) for roll, value in self.said("quiet")]
        rests = [phase for (phase,) in self.said("rests")]
        return play_on(self.case, start, rests, calm, self._decided("stays"))

    def _decided(self, name: str) -> list[tuple[Value, Value]]:
        """Return the decisions of all others, in order."""
        does = [action for _, action in sorted(self.said(name), key=lambda row: sort_key(row[0]))]
        return [(figure, action) for figure in self.others for action in does]


def _odds(evaluation: Evaluation, event: Term) -> Odds:
    value = evaluation.value(Atom(event))
    return value.low, value.high


def _gaps(plays: Iterable[Play], phase: Value | None = None) -> tuple[Value, ...]:
    """Return the points that no clause rules in some plays; only in one phase if given."""
    nodes = (node for play in plays for node in play.nodes if phase is None or node.phase == show(phase))
    seen = (symbol for node in nodes for symbol in node.seen)
    return tuple(
        map(to_value, sorted({symbol.arguments[0] for symbol in seen if symbol.name in ("unruled", "conflict")}))
    )


def _rest(odds: Iterable[Odds]) -> Odds:
    """Return the odds that none of several exclusive events happens."""
    lows, highs = zip(*odds, strict=True)
    return max(Fraction(0), 1 - sum(highs)), max(Fraction(0), 1 - sum(lows))


def _bounds(rounds: Iterable[Evaluation], event: Term) -> Odds:
    """Return the odds of an event as bounds over all outcomes of this round."""
    lows, highs = zip(*(_odds(evaluation, event) for evaluation in rounds), strict=True)
    return min(lows), max(highs)
