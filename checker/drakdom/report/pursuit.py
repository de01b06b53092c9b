"""Pursuits in words: pursuers and their targets, the rounds in which figures are caught, and ways of the lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from drakdom.language import t, tn
from drakdom.paths.loose import Loose
from drakdom.paths.lost import Lost
from drakdom.paths.pursuit import Pursuer, PursuitReport, Step, Target
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.ways import as_read, how_likely, readings, round_name
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_chase/1"
_FEW = 3
"""The most gaps of one kind that are listed one by one."""


def chase(result: PursuitReport, scenario: Scenario, look: Look) -> str:
    """Return the report on the pursuits of a scenario."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    page.gap()
    if not result.chase.chasers:
        page.add(t("nobody is chased here"))
    for pursuer in result.chase.chasers:
        _pursuer(page, book, pursuer)
    freed = {loose.figure: loose for loose in result.loose}
    for target in result.chase.prey:
        _target(page, book, target, freed.get(target.figure), has_gaps=bool(result.chase.gaps))
    _gaps(page, book, result.chase.gaps)
    page.gap()
    if not result.lost and not result.astray:
        page.add(t("nobody has lost anybody here"))
    for lost in result.lost:
        _lost(page, book, lost)
    for gap in result.astray:
        page.add(say(book, Term("unruled", (gap,))), hang=2)
    if result.chase.chasers or result.lost:
        page.gap()
        page.add(dim(t("as long as everybody stays who can, and nobody stuck gets loose")))
    if result.loose:
        note = t("odds of getting loose: each figure alone, trying in every round, with nobody helping or hindering")
        page.add(dim(note))
    readings(page, result.assumed)
    return page.print()


def sentences(result: PursuitReport, scenario: Scenario) -> Iterator[tuple[Step | Target | Lost | None, str]]:
    """Yield the sentences below a picture, each with the step or figure that it is about."""
    book, pursuits = scenario.rulebook, result.chase
    for pursuer in pursuits.chasers:
        for step in pursuer.steps:
            yield step, f"{round_name(book, step.round)}: {_step(step)}"
        if not pursuer.targets:
            yield None, show(pursuer.place) + t(" has nowhere to run")
    freed = {loose.figure: loose for loose in result.loose}
    for target in pursuits.prey:
        words = word(book, target.figure) + _end(book, target, has_gaps=bool(pursuits.gaps))
        odds = _odds_of(book, target, freed[target.figure]) if target.figure in freed else ()
        yield target, "; ".join((words, *odds))
    for lost in result.lost:
        words = word(book, lost.figure) + t(" from {place} to {goal}", place=show(lost.place), goal=show(lost.goal))
        yield lost, "; ".join((words, *_ways(book, lost)))
    gaps = [
        *pursuits.gaps,
        *result.astray,
        *(gap for loose in result.loose for gap in loose.gaps),
        *(gap for lost in result.lost for gap in lost.gaps),
    ]
    for gap in dict.fromkeys(gaps):
        yield None, say(book, Term("unruled", (gap,)))
    yield from ((None, text) for text in as_read(result.assumed))


def _pursuer(page: Page, book: Rulebook, pursuer: Pursuer) -> None:
    targets = joined(_targets(book, pursuer), t("or"))
    towards = t(" runs to {places}", places=targets) if pursuer.targets else t(" has nowhere to run")
    page.add(bold(show(pursuer.place)), towards)
    names = [round_name(book, step.round) for step in pursuer.steps]
    width = max(map(columns, names), default=0)
    for name, step in zip(names, pursuer.steps, strict=True):
        page.pair(Span(name, "cyan"), _step(step), indent=2, width=width)


def _targets(book: Rulebook, pursuer: Pursuer) -> Iterable[str]:
    for target in pursuer.targets:
        figures = joined(word(book, figure) for figure in target.prey)
        if not target.rounds:
            yield t("{place} ({figures}), there already", place=show(target.place), figures=figures)
            continue
        arrival = round_name(book, target.rounds)
        yield t("{place} ({figures}), there in {round}", place=show(target.place), figures=figures, round=arrival)


def _step(step: Step) -> str:
    way = _way(step.start, step.squares)
    if not step.others:
        return way
    return t("{way}, or as fast to {places}", way=way, places=joined(map(show, step.others), t("or")))


def _target(page: Page, book: Rulebook, target: Target, freed: Loose | None, *, has_gaps: bool) -> None:
    page.add(bold(word(book, target.figure)), _end(book, target, has_gaps=has_gaps))
    if target.rounds and freed is not None:
        for line in _odds_of(book, target, freed):
            page.add(line, indent=2)
        _gaps(page, book, freed.gaps)


def _odds_of(book: Rulebook, target: Target, freed: Loose) -> Iterator[str]:
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


def _lost(page: Page, book: Rulebook, lost: Lost) -> None:
    page.add(bold(word(book, lost.figure)), t(" from {place} to {goal}", place=show(lost.place), goal=show(lost.goal)))
    for line in _ways(book, lost):
        page.add(line, indent=2)
    _gaps(page, book, lost.gaps)


def _ways(book: Rulebook, lost: Lost) -> Iterator[str]:
    """Yield the ways of a lost figure to its goal, and the odds of its earliest arrival."""
    if lost.shortest:
        yield t("shortest: {way}", way=_way(lost.place, lost.shortest))
    if lost.blanks:
        yield tn("{n} of its squares is undiscovered", "{n} of its squares are undiscovered", lost.blanks)
        if lost.discovered:
            yield t("through discovered rooms alone: {way}", way=_way(lost.place, lost.discovered))
    if lost.toward:
        yield t("runs towards {places}", places=joined(map(show, lost.toward), t("or")))
    if lost.rounds:
        arrival = round_name(book, lost.rounds)
        yield t("there in {round} at the earliest: {odds}", round=arrival, odds=how_likely(*lost.odds))


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
        **law_json(scenario),
        "chasers": json_form(result.chase.chasers),
        "prey": json_form(result.chase.prey),
        "gaps": json_form(result.chase.gaps),
        "loose": [
            {
                "figure": json_form(loose.figure),
                "odds": [_odds(*pair) for pair in loose.odds],
                "parted": json_form(loose.parted),
                "untold": loose.unfollowed,
                "gaps": json_form(loose.gaps),
            }
            for loose in result.loose
        ],
        "astray": json_form(result.astray),
        "lost": [json_form(lost) | {"odds": _odds(*lost.odds)} for lost in result.lost],
        "readings": json_form(result.assumed),
    }


def _odds(low: Fraction, high: Fraction) -> list[str]:
    return [str(low), str(high)]
