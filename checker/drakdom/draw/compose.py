"""Composes a scene from a verdict and one way to play: a frame for each phase with visible changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from drakdom.draw.board import Board
from drakdom.draw.holds import Holds, drawn_facts
from drakdom.draw.scene import Arrow, Figure, Frame, Hit, Line, Scene
from drakdom.draw.still import symbols
from drakdom.language import t
from drakdom.rulebook.pictures import Sight, load_pictures
from drakdom.rulebook.sentences import action, when, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.value.likely_traces import LikelyTrace, Step
from drakdom.verdict import Outcome, ReadingRuled


def compose(scenario: Scenario, ruled: ReadingRuled, trace: LikelyTrace, readings: int = 1) -> Scene:
    """Return the scene of one way to play; `readings` is the number of readings."""
    book = scenario.rulebook
    pictures = load_pictures(book)
    board = Board(book, pictures, scenario.figures)
    groups = [tuple(steps) for _, steps in groupby(trace.steps, lambda step: step.place)]
    facts = drawn_facts(scenario)
    held = [Holds(facts, groups[0][0].before)]
    held += [Holds(facts, group[-1].after) for group in groups]
    board.include(scenario.places, held)
    frames = [_beginning(board, held[0])]
    maker = _FrameMaker(board, ruled)
    for group, holds in zip(groups, held[1:], strict=True):
        frame = maker.frame(group, frames[-1], holds)
        if frame.lines or group[-1].breaks_off or _looks(frame) != _looks(frames[-1]):
            frames.append(frame)
    ways, kinds = board.ways()
    return Scene(
        title=scenario.title or scenario.file,
        law=_law(scenario, ruled),
        frames=tuple(frames),
        size=board.size,
        sides={side: (east, -north) for side, (east, north) in book.topology.grid.items()},
        side_words={side: word(book, Term(side), "direction") for side in book.topology.grid},
        number=trace.number,
        count=trace.count,
        odds=trace.odds,
        resolved=tuple(_resolved(scenario, trace)),
        readings=readings,
        language=book.speaks,
        ways=ways,
        kinds=kinds,
        symbols=symbols(pictures),
    )


def _beginning(board: Board, holds: Holds) -> Frame:
    return Frame(t("Before it begins"), board.cells(holds), board.figures(holds), table=board.table(holds))


def _looks(frame: Frame) -> object:
    return frame.cells, frame.figures


class _FrameMaker:
    """Makes all frames after the first."""

    def __init__(self, board: Board, ruled: ReadingRuled) -> None:
        self.board, self.book, self.pictures = board, board.book, board.pictures
        outcomes = sorted(ruled.outcomes, key=self._rank)
        rows = [
            (outcome.event, outcome.entry, outcome.phase, outcome.sentence, outcome.clauses) for outcome in outcomes
        ]
        rows += [
            (finding.what, finding.entry, finding.phase, finding.sentence, finding.clauses)
            for finding in ruled.findings
        ]
        self.sentences: dict[tuple[Value, int, str], tuple[int, Line]] = {}
        for number, (event, entry, phase, sentence, clauses) in enumerate(rows):
            self.sentences.setdefault((event, entry, phase), (number, Line(sentence, clauses[:1])))
        self.bound: dict[str, str] = {}

    def _rank(self, outcome: Outcome) -> int:
        """Return the place of an outcome in its moment: in the order of the rulebook's events, as in a ruling."""
        names, event = list(self.book.events), outcome.event
        return names.index(event.name) if isinstance(event, Term) and event.name in self.book.events else len(names)

    def frame(self, steps: Sequence[Step], last: Frame, holds: Holds) -> Frame:
        """Return the frame of the moments of one phase."""
        entry, phase = steps[0].place
        events = [event for step in steps for event in step.happens]
        lines: dict[Line, int] = {}
        number_of: dict[Value, int] = {}
        for step in steps:
            keys = ((event, entry, phase) for event in step.happens)
            rows = [(*self.sentences[key], key[0]) for key in keys if key in self.sentences]
            for _, line, event in sorted(rows, key=lambda item: item[0]):
                if line.text:
                    number_of[event] = lines.setdefault(line, len(lines) + 1)
        figures = self.board.figures(holds)
        title = when(self.book, entry, phase)
        if steps[-1].breaks_off:
            title = t("{when}: play breaks off, the board is still as it was before", when=title)
        return Frame(
            title=title,
            cells=self.board.cells(holds),
            figures=figures,
            before=last.figures,
            arrows=tuple(self._arrows(events, number_of, last, figures)),
            hits=tuple(self._hits(events, number_of)),
            lines=tuple(lines),
            table=self.board.table(holds),
        )

    def _arrows(
        self, events: Sequence[Value], lines: dict[Value, int], before: Frame, after: Sequence[Figure]
    ) -> Iterator[Arrow]:
        """Yield arrows for figures that moved, in the look of the event, and for other movements in events."""
        looks: dict[str, tuple[str, str, int]] = {}
        data = [*self._arrow_data(events, lines)]
        yield from self._lines_between(data, after)
        yield from self._turned_back(data, after)
        for look, line, values in (item for item in data if "target" not in item[2] and item[0] != "blocked"):
            start, end = show(values.get("from", "")), show(values.get("to", ""))
            if start in self.board.spots and end in self.board.spots:
                yield Arrow(show(values.get("figure", "")), look, start, end, line=line)
            elif "figure" in values and (look != "walk" or looks.get(show(values["figure"]), (look,))[0] == look):
                looks[show(values["figure"])] = look, show(values.get("side", "")), line  # the last of several steps
        was = {figure.name: figure for figure in before.figures}
        for figure in after:
            old = was.get(figure.name)
            if old is None or not old.place:
                continue
            look, side, line = looks.get(figure.name, ("walk", "", 0))
            if look == "out" and not figure.place:
                side = self.board.outwards(old.place, before.cells)
            if look != "walk" and figure.place:  # a figure may flee in one phase and move in a later one
                self.bound[figure.name] = look
            if figure.place and (figure.place, figure.below) != (old.place, old.below):
                look = self.bound.pop(figure.name, look)
                inside = self.board.inside(figure.place)
                line = line or next(
                    (lines[event] for event in lines for place in inside if _concerns(event, figure.name, place)), 0
                )
                yield Arrow(figure.name, look, old.place, figure.place, line=line)
            elif side in self.book.topology.grid:
                yield Arrow(figure.name, look, old.place, side=side, line=line)

    @staticmethod
    def _lines_between(data: Iterable[tuple[str, int, dict[str, Value]]], figures: Sequence[Figure]) -> Iterator[Arrow]:
        """Yield the straight lines between two figures on the board."""
        places = {figure.name: figure.place for figure in figures}
        for look, line, values in data:
            figure, target, stop, side = (show(values.get(role, "")) for role in ("figure", "target", "place", "side"))
            if places.get(figure) and places.get(target):
                yield Arrow(figure, look, places[figure], places[target], side, line, target, stop)

    def _turned_back(
        self, data: Iterable[tuple[str, int, dict[str, Value]]], figures: Sequence[Figure]
    ) -> Iterator[Arrow]:
        """Yield an arrow for each figure that did not get to the place to which it was to move."""
        places = {figure.name: figure.place for figure in figures}
        for look, line, values in data:
            figure, end = show(values.get("figure", "")), show(values.get("to", ""))
            if look == "blocked" and places.get(figure) and end in self.board.spots and places[figure] != end:
                yield Arrow(figure, look, places[figure], end, line=line)

    def _arrow_data(
        self, events: Sequence[Value], lines: dict[Value, int]
    ) -> Iterator[tuple[str, int, dict[str, Value]]]:
        """Yield for each event with an arrow: the look, the number of its sentence, the placeholders' values."""
        for sight in self.pictures["arrows"]:
            for event in events:
                if (values := sight.fits(event)) is not None:
                    yield sight.look(values.get("what")), lines.get(event, 0), values

    def _hits(self, events: Sequence[Value], lines: dict[Value, int]) -> Iterator[Hit]:
        """Yield hits on figures; if several patterns give the same look, only the first match counts."""
        first_sights: dict[tuple[Value, str], Sight] = {}
        for sight in self.pictures["hits"]:
            for event in events:
                if (values := sight.fits(event)) is not None:
                    look = sight.look(values.get("what"))
                    if first_sights.setdefault((values["figure"], look), sight) is sight:
                        yield Hit(show(values["figure"]), look, lines.get(event, 0))


def _concerns(event: Value, *names: str) -> bool:
    """Return True if all names are arguments of the event."""
    arguments = {show(arg) for arg in event.args} if isinstance(event, Term) else set()
    return arguments.issuperset(names)


def _law(scenario: Scenario, ruled: ReadingRuled) -> str:
    book = scenario.rulebook
    optional = [book.variants[name].title if name in book.variants else name for name in scenario.variants]
    house = [rule.title for rule in scenario.house_rules]
    varied = [f"{axis}={choice}" for axis, choice in scenario.combination]
    axes = {axis for axis, _ in scenario.combination}
    read = [
        t("{clause} is read as `{option}`", clause=clause, option=option)
        for clause, option in ruled.readings
        if clause not in axes
    ]
    return ", ".join([book.title, *optional, *house, *varied, *scenario.assumed, *read])


def _resolved(scenario: Scenario, trace: LikelyTrace) -> Iterable[str]:
    """Yield a line for each choice and chance that was resolved."""
    for step in trace.steps:
        for opening, result in step.resolved:
            if isinstance(opening, Term) and opening.name == "chosen":
                yield action(scenario.rulebook, opening.args[0], result)
            else:
                yield f"{word(scenario.rulebook, opening)}: {word(scenario.rulebook, result)}"
