"""Pursuits in words: pursuers and their targets, the rounds in which figures are caught, and ways of the lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from drakdom.language import t, tn
from drakdom.paths.ask.query import law_about_paths
from drakdom.paths.escape import Escape
from drakdom.paths.pursuit import Pursuer, PursuitReport, Step, Target
from drakdom.paths.ways_back import WayBack
from drakdom.report.goals import how_likely, round_name
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.ways import as_read, readings
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_chase/1"
_FEW = 3
"""The most gaps of one kind that are listed one by one."""


def pursuit_text(result: PursuitReport, scenario: Scenario, look: Look) -> str:
    """Return the report on the pursuits of a scenario."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    page.gap()
    if not result.pursuit.pursuers:
        page.add(t("nobody is chased here"))
    for pursuer in result.pursuit.pursuers:
        _pursuer(page, book, pursuer)
    freed = {escape.figure: escape for escape in result.escapes}
    for target in result.pursuit.targets:
        _target(page, book, target, freed.get(target.figure), has_gaps=bool(result.pursuit.gaps))
    _gaps(page, book, result.pursuit.gaps)
    page.gap()
    if not result.ways_back and not result.astray:
        page.add(t("nobody has lost anybody here"))
    for way_back in result.ways_back:
        _way_back(page, book, way_back)
    for gap in result.astray:
        page.add(say(book, Term("unruled", (gap,))), hang=2)
    if result.pursuit.pursuers or result.ways_back:
        page.gap()
        page.add(dim(t("as long as everybody stays who can, and nobody stuck gets loose")))
    if result.escapes:
        note = t("odds of getting loose: each figure alone, trying in every round, with nobody helping or hindering")
        page.add(dim(note))
    readings(page, result.assumed)
    return page.print()


def sentences(result: PursuitReport, scenario: Scenario) -> Iterator[tuple[Step | Target | WayBack | None, str]]:
    """Yield the sentences below a picture, each with the step or figure that it is about."""
    book, pursuits = scenario.rulebook, result.pursuit
    for pursuer in pursuits.pursuers:
        for step in pursuer.steps:
            yield step, f"{round_name(book, step.round)}: {_step(step)}"
        if not pursuer.goals:
            yield None, show(pursuer.place) + t(" has nowhere to run")
    freed = {escape.figure: escape for escape in result.escapes}
    for target in pursuits.targets:
        words = word(book, target.figure) + _end(book, target, has_gaps=bool(pursuits.gaps))
        odds = _odds_of(book, target, freed[target.figure]) if target.figure in freed else ()
        yield target, "; ".join((words, *odds))
    for way_back in result.ways_back:
        words = word(book, way_back.figure) + t(
            " from {place} to {goal}", place=show(way_back.place), goal=show(way_back.goal)
        )
        yield way_back, "; ".join((words, *_ways(book, way_back)))
    gaps = [
        *pursuits.gaps,
        *result.astray,
        *(gap for escape in result.escapes for gap in escape.gaps),
        *(gap for way_back in result.ways_back for gap in way_back.gaps),
    ]
    for gap in dict.fromkeys(gaps):
        yield None, say(book, Term("unruled", (gap,)))
    yield from ((None, text) for text in as_read(result.assumed))


def _pursuer(page: Page, book: Rulebook, pursuer: Pursuer) -> None:
    goals = joined(_goals(book, pursuer), t("or"))
    towards = t(" runs to {places}", places=goals) if pursuer.goals else t(" has nowhere to run")
    page.add(bold(show(pursuer.place)), towards)
    names = [round_name(book, step.round) for step in pursuer.steps]
    width = max(map(columns, names), default=0)
    for name, step in zip(names, pursuer.steps, strict=True):
        page.pair(Span(name, "cyan"), _step(step), indent=2, width=width)


def _goals(book: Rulebook, pursuer: Pursuer) -> Iterable[str]:
    for goal in pursuer.goals:
        figures = joined(word(book, figure) for figure in goal.targets)
        if not goal.rounds:
            yield t("{place} ({figures}), there already", place=show(goal.place), figures=figures)
            continue
        arrival = round_name(book, goal.rounds)
        yield t("{place} ({figures}), there in {round}", place=show(goal.place), figures=figures, round=arrival)


def _step(step: Step) -> str:
    way = _way(step.start, step.squares)
    if not step.others:
        return way
    return t("{way}, or as fast to {places}", way=way, places=joined(map(show, step.others), t("or")))


def _target(page: Page, book: Rulebook, target: Target, freed: Escape | None, *, has_gaps: bool) -> None:
    page.add(bold(word(book, target.figure)), _end(book, target, has_gaps=has_gaps))
    if target.rounds and freed is not None:
        for line in _odds_of(book, target, freed):
            page.add(line, indent=2)
        _gaps(page, book, freed.gaps)


def _odds_of(book: Rulebook, target: Target, freed: Escape) -> Iterator[str]:
    """Yield the odds that a stuck figure gets loose in time, and what was not computed."""
    for n in target.rounds:
        yield t("loose by {round}: {odds}", round=round_name(book, n), odds=how_likely(*freed.odds[n - 1]))
    if freed.unfollowed:
        yield t("not computed: nobody near decides for {figure}", figure=word(book, target.figure))
    if freed.parted is not None:
        yield t("not computed: how play goes on once {figure} is away", figure=word(book, freed.parted))


def _end(book: Rulebook, target: Target, *, has_gaps: bool) -> str:
    """Return the fate of a stuck figure, to stand after its name."""
    if not target.rounds:
        return t(": unknown whether eaten") if has_gaps else t(" is not eaten")
    rounds = joined((round_name(book, n) for n in target.rounds), t("or"))
    if has_gaps or target.may_be_spared:
        return t(" may be eaten in {round}", round=rounds)
    return t(" is eaten in {round}", round=rounds)


def _way_back(page: Page, book: Rulebook, way_back: WayBack) -> None:
    page.add(
        bold(word(book, way_back.figure)),
        t(" from {place} to {goal}", place=show(way_back.place), goal=show(way_back.goal)),
    )
    for line in _ways(book, way_back):
        page.add(line, indent=2)
    _gaps(page, book, way_back.gaps)


def _ways(book: Rulebook, way_back: WayBack) -> Iterator[str]:
    """Yield the ways of a lost figure to its goal, and the odds of its earliest arrival."""
    if way_back.shortest:
        yield t("shortest: {way}", way=_way(way_back.place, way_back.shortest))
    if way_back.blanks:
        yield tn("{n} of its squares is undiscovered", "{n} of its squares are undiscovered", way_back.blanks)
        if way_back.discovered:
            yield t("through discovered rooms alone: {way}", way=_way(way_back.place, way_back.discovered))
    if way_back.toward:
        yield t("runs towards {places}", places=joined(map(show, way_back.toward), t("or")))
    if way_back.rounds:
        arrival = round_name(book, way_back.rounds)
        yield t("there in {round} at the earliest: {odds}", round=arrival, odds=how_likely(*way_back.odds))


def _way(start: Value, squares: Iterable[Value]) -> str:
    return " - ".join(map(show, (start, *squares)))


def _gaps(page: Page, book: Rulebook, gaps: Iterable[Value]) -> None:
    """Add the gaps in the rules; of many of one kind only the first."""
    kinds: dict[str, list[Value]] = {}
    for gap in gaps:
        kinds.setdefault(gap.name if isinstance(gap, Term) else str(gap), []).append(gap)
    for alike in kinds.values():
        shown = alike if len(alike) <= _FEW else alike[:1]
        for gap in shown:
            page.add(say(book, Term("unruled", (gap,))), indent=2, hang=2)
        if len(alike) > _FEW:
            page.add(tn("and {n} more of this kind", "and {n} more of this kind", len(alike) - 1), indent=4)


def pursuit_json(result: PursuitReport, scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of the pursuits of a scenario."""
    return {
        "schema": SCHEMA,
        **law_json(scenario, law_about_paths(scenario.rulebook)),
        "pursuers": [_pursuer_json(pursuer) for pursuer in result.pursuit.pursuers],
        "targets": json_form(result.pursuit.targets),
        "gaps": json_form(result.pursuit.gaps),
        "escapes": [
            {
                "figure": json_form(escape.figure),
                "odds": [_odds(*pair) for pair in escape.odds],
                "parted": json_form(escape.parted),
                "unfollowed": escape.unfollowed,
                "gaps": json_form(escape.gaps),
            }
            for escape in result.escapes
        ],
        "astray": json_form(result.astray),
        "lost": [json_form(way_back) | {"odds": _odds(*way_back.odds)} for way_back in result.ways_back],
        "readings": json_form(result.assumed),
    }


def _pursuer_json(pursuer: Pursuer) -> dict[str, Any]:
    goals = [{"place": goal.place, "rounds": goal.rounds, "targets": goal.targets} for goal in pursuer.goals]
    return {
        "place": json_form(pursuer.place),
        "goals": [{key: json_form(value) for key, value in goal.items()} for goal in goals],
        "steps": json_form(pursuer.steps),
    }


def _odds(low: Fraction, high: Fraction) -> list[str]:
    return [str(low), str(high)]
