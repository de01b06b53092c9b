"""Who chases whom, who is eaten when, and how those who are lost come home, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from drakdom.language import t, tn
from drakdom.paths.loose import Loose
from drakdom.paths.lost import Lost
from drakdom.paths.pursuit import Chased, Prey, Pursuer, Step
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.ways import as_read, how_likely, readings, round_name
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_chase/1"
#: So many gaps of one kind are told one by one.
_FEW = 3


def chase(found: Chased, scenario: Scenario, look: Look) -> str:
    """The report on the chases of a scenario."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    page.gap()
    if not found.chase.chasers:
        page.add(t("nobody is chased here"))
    for chaser in found.chase.chasers:
        _chaser(page, book, chaser)
    freed = {one.figure: one for one in found.loose}
    for prey in found.chase.prey:
        _prey(page, book, prey, freed.get(prey.figure), known=not found.chase.gaps)
    _gaps(page, book, found.chase.gaps)
    page.gap()
    if not found.lost and not found.astray:
        page.add(t("nobody lost anybody here"))
    for one in found.lost:
        _lost(page, book, one)
    for what in found.astray:
        page.add(say(book, Term("unruled", (what,))), hang=2)
    if found.chase.chasers or found.lost:
        page.gap()
        page.add(dim(t("as long as everybody stays who can, and nobody stuck gets loose")))
    if found.loose:
        page.add(
            dim(t("odds of getting loose: each by itself, trying in every round, with nobody to help or to hinder"))
        )
    readings(page, found.assumed)
    return page.print()


def sentences(found: Chased, scenario: Scenario) -> Iterator[tuple[Step | Prey | Lost | None, str]]:
    """What a picture says below its board, each sentence with what it is about."""
    book, chase = scenario.rulebook, found.chase
    for chaser in chase.chasers:
        for step in chaser.steps:
            yield step, f"{round_name(book, step.round)}: {_step(step)}"
        if not chaser.targets:
            yield None, show(chaser.place) + t(" has nowhere to run")
    freed = {one.figure: one for one in found.loose}
    for prey in chase.prey:
        told = word(book, prey.figure) + _end(book, prey, known=not chase.gaps)
        yield prey, "; ".join((told, *(_odds_of(book, prey, freed[prey.figure]) if prey.figure in freed else ())))
    for one in found.lost:
        told = word(book, one.figure) + t(" from {place} to {goal}", place=show(one.place), goal=show(one.goal))
        yield one, "; ".join((told, *_ways(book, one)))
    every = [
        *chase.gaps,
        *found.astray,
        *(gap for one in found.loose for gap in one.gaps),
        *(gap for one in found.lost for gap in one.gaps),
    ]
    for gap in dict.fromkeys(every):
        yield None, say(book, Term("unruled", (gap,)))
    yield from ((None, text) for text in as_read(found.assumed))


def _chaser(page: Page, book: Rulebook, one: Pursuer) -> None:
    towards = (
        t(" runs to {places}", places=joined(_targets(book, one), t("or"))) if one.targets else t(" has nowhere to run")
    )
    page.add(bold(show(one.place)), towards)
    names = [round_name(book, step.round) for step in one.steps]
    width = max(map(columns, names), default=0)
    for name, step in zip(names, one.steps, strict=True):
        page.pair(Span(name, "cyan"), _step(step), indent=2, width=width)


def _targets(book: Rulebook, one: Pursuer) -> Iterable[str]:
    for target in one.targets:
        who = joined(word(book, figure) for figure in target.prey)
        if not target.rounds:
            yield t("{place} ({figures}), there already", place=show(target.place), figures=who)
            continue
        there = round_name(book, target.rounds)
        yield t("{place} ({figures}), there in {round}", place=show(target.place), figures=who, round=there)


def _step(step: Step) -> str:
    way = " - ".join(map(show, (step.start, *step.squares)))
    return (
        t("{way}, or as fast to {places}", way=way, places=joined(map(show, step.others), t("or")))
        if step.others
        else way
    )


def _prey(page: Page, book: Rulebook, one: Prey, freed: Loose | None, *, known: bool) -> None:
    page.add(bold(word(book, one.figure)), _end(book, one, known=known))
    if one.rounds and freed is not None:
        for told in _odds_of(book, one, freed):
            page.add(told, indent=2)
        _gaps(page, book, freed.gaps)


def _odds_of(book: Rulebook, one: Prey, freed: Loose) -> Iterator[str]:
    """How likely somebody stuck gets loose in time, and what was not worked out of it."""
    for n in one.rounds:
        yield t("loose by {round}: {odds}", round=round_name(book, n), odds=how_likely(*freed.odds[n - 1]))
    if freed.untold:
        yield t("not worked out: nobody near decides for {figure}", figure=word(book, one.figure))
    if freed.parted is not None:
        yield t("not worked out: how it goes on once {figure} is away", figure=word(book, freed.parted))


def _end(book: Rulebook, one: Prey, *, known: bool) -> str:
    """What becomes of somebody stuck, after the name."""
    if not one.rounds:
        return t(" is not eaten") if known else t(": unknown whether eaten")
    when = joined((round_name(book, n) for n in one.rounds), t("or"))
    sure = known and not one.may_be_spared
    return t(" is eaten in {round}", round=when) if sure else t(" may be eaten in {round}", round=when)


def _lost(page: Page, book: Rulebook, one: Lost) -> None:
    page.add(bold(word(book, one.figure)), t(" from {place} to {goal}", place=show(one.place), goal=show(one.goal)))
    for told in _ways(book, one):
        page.add(told, indent=2)
    _gaps(page, book, one.gaps)


def _ways(book: Rulebook, one: Lost) -> Iterator[str]:
    """The ways of one that is lost, and how soon it is there."""
    if one.shortest:
        yield t("shortest: {way}", way=_way(one.place, one.shortest))
    if one.blanks:
        yield tn("{n} of its squares is undiscovered", "{n} of its squares are undiscovered", one.blanks)
        if one.discovered:
            yield t("over discovered rooms alone: {way}", way=_way(one.place, one.discovered))
    if one.toward:
        yield t("runs towards {places}", places=joined(map(show, one.toward), t("or")))
    if one.rounds:
        there = round_name(book, one.rounds)
        yield t("there in {round} at the soonest: {odds}", round=there, odds=how_likely(*one.odds))


def _way(start: Value, squares: Iterable[Value]) -> str:
    return " - ".join(map(show, (start, *squares)))


def _gaps(page: Page, book: Rulebook, gaps: Iterable[Value]) -> None:
    """What no clause rules; of many that are alike in kind the first."""
    kinds: dict[str, list[Value]] = {}
    for gap in gaps:
        kinds.setdefault(gap.name if isinstance(gap, Term) else str(gap), []).append(gap)
    for some in kinds.values():
        shown = some if len(some) <= _FEW else some[:1]
        for gap in shown:
            page.add(say(book, Term("unruled", (gap,))), indent=2, hang=2)
        if len(some) > _FEW:
            page.add(tn("and {n} more of this kind", "and {n} more of this kind", len(some) - 1), indent=4)


def pursuit_json(found: Chased, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the same."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "chasers": json_form(found.chase.chasers),
        "prey": json_form(found.chase.prey),
        "gaps": json_form(found.chase.gaps),
        "loose": [
            {
                "figure": json_form(one.figure),
                "odds": [_odds(*pair) for pair in one.odds],
                "parted": json_form(one.parted),
                "untold": one.untold,
                "gaps": json_form(one.gaps),
            }
            for one in found.loose
        ],
        "astray": json_form(found.astray),
        "lost": [json_form(one) | {"odds": _odds(*one.odds)} for one in found.lost],
        "readings": json_form(found.assumed),
    }


def _odds(low: Fraction, high: Fraction) -> list[str]:
    return [str(low), str(high)]
