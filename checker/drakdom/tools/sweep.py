"""Rule on one scenario for many values of it: the answers of each combination, in child processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drakdom.answer import Odds
from drakdom.cluster import runner_for
from drakdom.errors import DrakdomError, InputError
from drakdom.formula import Formula
from drakdom.kept import Answer, Input, Keep, Law, ResultCache, run_each_kept
from drakdom.language import ENGLISH, using_language
from drakdom.law.digest import law_name
from drakdom.rulings.adjudication import adjudicate, played
from drakdom.rulings.claims import to_odds
from drakdom.rulings.readings import without_repeats
from drakdom.rulings.settled import settled_by_refusals
from drakdom.sandbox import Limits
from drakdom.scenario import Added, Scenario, read_combinations_text
from drakdom.scenario.asked import agreeing, asking
from drakdom.scenario.house import NOTHING
from drakdom.scenario.under import in_language
from drakdom.scenario.varied import Axis, combinations, read_axis, varied
from drakdom.step.case import law_of
from drakdom.version import __version__

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

Progress = Callable[[int, int], None]
"""Called with the number of finished combinations and the number of all."""


@dataclass(frozen=True, slots=True)
class ReadingOdds:
    """Odds of a claim under one combination of readings: only those that matter are named."""

    readings: tuple[tuple[str, str], ...]
    odds: Odds


@dataclass(frozen=True, slots=True)
class Swept:
    """One claim at one combination of values: its odds, and the clauses that decide it, if they were searched."""

    by_reading: tuple[ReadingOdds, ...]
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of values, in the order of the axes, with one result for each claim; or why there is none."""

    values: tuple[str, ...]
    claims: tuple[Swept, ...]
    error: str = ""
    exit_code: int = 0

    @classmethod
    def failed(cls, values: Sequence[str], error: DrakdomError) -> Point:
        """Return the combination with an error in place of results."""
        return cls(tuple(values), (), str(error), error.exit_code)


@dataclass(frozen=True, slots=True)
class Sweep:
    """The results of all combinations, in the order of `varied.combinations`.

    `kept` counts those that come from the cache. `unfinished` counts the combinations that were not ruled on, after
    an interrupt. `program` is the program with its version, `law` the text on which the results rest: `slug@digest`.
    """

    title: str
    file: str
    axes: tuple[Axis, ...]
    claims: tuple[str, ...]
    points: tuple[Point, ...]
    program: str
    law: str
    kept: int = 0
    unfinished: int = 0

    @property
    def exit_code(self) -> int:
        """The greatest exit code of a combination; 130 if the sweep was interrupted."""
        return 130 if self.unfinished else max((point.exit_code for point in self.points), default=0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A scenario's text, the rules put in force beside it, the claims, and `vary`: places with values (`read_axis`)."""

    text: str
    file: str
    vary: tuple[str, ...]
    claims: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    added: Added = NOTHING
    variants: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    lang: str = ENGLISH
    clauses: bool = False

    @property
    def of_file(self) -> bool:
        """True if the text comes from a file with a name."""
        return not self.file.startswith("<")

    def scenario(self, text: str) -> Scenario:
        """Read the scenario with other text. Raises InputError, also if it asks nothing or is several by a matrix."""
        folder = Path(self.file).parent if self.of_file else None
        scenarios = read_combinations_text(text, self.file, self.folders, added=self.added, folder=folder)
        fitting = agreeing(scenarios, self.variants, self.readings)
        if len(fitting) > 1:
            message = f"the matrix has {len(fitting)} combinations; a sweep rules on one"
            raise InputError.single(message, self.file, help="choose one with `--reading`")
        scenario = asking(fitting[0], self.claims)
        if not questions(scenario):
            raise InputError.single("nothing is asked", self.file, help="write claims after the file, or under `ask:`")
        return in_language(scenario, self.lang) if self.lang != ENGLISH else scenario

    def outline(self) -> Outline:
        """Read the scenario as it stands, and the places that vary. Raises InputError, LimitError."""
        if not self.vary:
            message, example = "nothing varies", "add `--vary PLACE=VALUES`, such as `--vary figures.Ann.hp=1..12`"
            raise InputError.single(message, self.file, help=example)
        scenario = self.scenario(self.text)
        book = scenario.rulebook
        axes = tuple(read_axis(text, book) for text in self.vary)
        varied(self.text, axes, combinations(axes)[0])
        claims = tuple(text for text, _ in questions(scenario))
        return Outline(scenario.title, claims, axes, Law.of_scenario(scenario), law_name(law_of(book), book))

    def at(self, axes: Sequence[Axis], values: Sequence[str]) -> Answer:
        """Rule on one combination of values under its own law. An error with these values is the result."""
        try:
            scenario = self.scenario(varied(self.text, axes, values))
            return Answer(Point(tuple(values), tuple(self._swept(scenario))), (Law.of_scenario(scenario),))
        except DrakdomError as error:
            return Answer(Point.failed(values, error), lasting=False)

    def _swept(self, scenario: Scenario) -> Iterator[Swept]:
        settled = settled_by_refusals(scenario)
        formulas = tuple(formula for _, formula in questions(settled))
        clauses: list[tuple[str, ...]] = [()] * len(formulas)
        if self.clauses:
            answers = adjudicate(scenario, why="asked").answers
            clauses = [tuple(ground.clause for ground in answer.grounds) for answer in answers]
        branches = played(settled, asked=formulas)
        for formula, deciding in zip(formulas, clauses, strict=True):
            odds = [(branch.readings, to_odds(branch.evaluation.value(formula))) for branch in branches]
            yield Swept(tuple(ReadingOdds(*pair) for pair in without_repeats(odds)), deciding)


@dataclass(frozen=True, slots=True)
class Outline:
    """The title of a scenario, the claims that a sweep answers, the places that vary, and the law, with its name."""

    title: str
    claims: tuple[str, ...]
    axes: tuple[Axis, ...]
    law: Law
    law_name: str


def questions(scenario: Scenario) -> tuple[tuple[str, Formula], ...]:
    """Return the texts and formulas of a scenario's questions, or else of its expectations."""
    return tuple((asked.text, asked.formula) for asked in scenario.questions or scenario.claims)


@dataclass(frozen=True, slots=True)
class Job:
    """Rules on the combination of values of a number."""

    asked: Asked
    outline: Outline
    values: tuple[tuple[str, ...], ...]

    @property
    def laws(self) -> tuple[Law, ...]:
        """The law of the scenario as it stands."""
        return (self.outline.law,)

    def __call__(self, number: int) -> Answer:
        """Return the answer at a combination."""
        with using_language(self.asked.lang):
            return self.asked.at(self.outline.axes, self.values[number])


def sweep(
    asked: Asked,
    progress: Progress | None = None,
    *,
    jobs: int = 1,
    client: Client | None = None,
    limits: Limits | None = None,
    keep: Keep = "no",
    results: Path | None = None,
) -> Sweep:
    """Rule on all combinations of values in up to `jobs` child processes, each combination within the limits.

    With a `client` of Dask its workers rule instead. `keep` stores results in the user's cache folder, or in the
    folder `results`, and uses them again, unless it is "fresh". An error with some values is their result. Raises
    InputError if the scenario cannot be read or a place is not in it, LimitError, and ClusterError.
    """
    limits = limits or Limits()
    points: dict[int, Point] = {}
    kept, interrupted = 0, False
    with runner_for(client, jobs) as runner:
        outline = runner.alone(asked.outline, limits)
        values = tuple(combinations(outline.axes))
        about = (asked.claims, asked.variants, asked.readings, asked.lang, asked.clauses)
        keep = keep if asked.of_file else "no"
        cache = ResultCache.of(keep, "sweep", _KINDS, about, asked.folders, asked.added, results)
        files = (Path(asked.file),) if asked.of_file else ()
        names = [axis.name for axis in outline.axes]
        inputs = [Input(files, repr([*zip(names, combination, strict=True)])) for combination in values]
        try:
            for number, result, before in run_each_kept(Job(asked, outline, values), inputs, cache, runner, limits):
                points[number] = Point.failed(values[number], result) if isinstance(result, DrakdomError) else result
                kept += before
                if progress:
                    progress(len(points), len(values))
        except (KeyboardInterrupt, SystemExit):
            interrupted = True
    ordered = tuple(points[number] for number in sorted(points))
    unfinished = len(values) - len(points) if interrupted else 0
    program = f"drakdom {__version__}"
    return Sweep(
        outline.title, asked.file, outline.axes, outline.claims, ordered, program, outline.law_name, kept, unfinished
    )


_KINDS = (Point, Swept, ReadingOdds, Odds)
"""Classes of the values in results, for the cache."""
