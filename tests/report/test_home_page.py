"""Page and chart of `drakdom paths --home`: bounds, odds near 0 and 1, figures without moves, suppositions."""

from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element, fromstring

import pytest

from drakdom.answer import Odds
from drakdom.language import using_language
from drakdom.paths.homeward import homes
from drakdom.paths.model import Homes, HomeWay, RoundsSpent
from drakdom.paths.reach import reaches
from drakdom.report.home import home_plot, home_text
from drakdom.report.page import Look
from drakdom.report.plot import odds_plot
from drakdom.report.ways import reach_text
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import Term
from drakdom.tools.odds import ClaimOdds, ReadingOdds

SVG = "{http://www.w3.org/2000/svg}"
LOOK = Look(200)
ROW = """\
title: on the way home
rulebook: drakborgen-atervackt
board: {rooms: {A1: {tile: tower, exits: [e]}, B1: {tile: bridge, exits: [w, e]}, C1: {tile: room, exits: [w]}}}
figures: {Sigeir: {kind: hero, %s, hp: 16}}
state: {sun: %s}
suppose: {tower_exit: %s}
"""
ABLE = "at: C1, strength: 7, agility: 6, psyche: 4, armour: 5"
UNABLE = "at: B1, came_by: e, strength: 0, agility: 0, psyche: 0, armour: 5"


def scenario(hero: str = ABLE, sun: int = 4, tower_exit: str = "yes", between: str = "bridge") -> Scenario:
    """A bridge, or some other room, between the hero and the way out."""
    return read_scenario_text((ROW % (hero, sun, tower_exit)).replace("bridge", between), "home.yaml")


def said(case: Scenario) -> list[str]:
    """Return the lines of the page."""
    return [line.strip() for line in home_text(homes(case), case, LOOK).splitlines()]


def likely(*odds: Fraction | tuple[Fraction, Fraction], figure: str = "Sigeir") -> HomeWay:
    """Return a figure with its odds of getting home, by the rounds that it spends before."""
    bounds = [chance if isinstance(chance, tuple) else (chance, chance) for chance in odds]
    spent = tuple(RoundsSpent(rounds, low, high) for rounds, (low, high) in enumerate(bounds))
    night = ((Term("night"), 1 - spent[0].high),) if spent[0].high < 1 else ()
    return HomeWay(figure, "C1", 4, 3, *bounds[0], night, (), spent)


def of(*figures: HomeWay) -> Homes:
    """Return a result with these figures."""
    return Homes(figures, (), ())


def texts(svg: Element, style: str | None = None) -> list[str]:
    """Return the texts of a chart, or those in one style."""
    return [text.text or "" for text in svg.iter(f"{SVG}text") if style in (None, text.get("class"))]


# -- bounds where no way is known -------------------------------------------------------------------------------


@pytest.mark.slow
def test_bounds_and_ends_are_told_where_no_discovered_way_leads_home() -> None:
    """A hero who can only fall from the bridge (DA-BRDG-003) may come up again; the law does not say how."""
    lines = said(scenario(UNABLE))
    assert "Sigeir from B1: no discovered way leads home; whether other ways do is not known" in lines
    assert lines[lines.index("how it ends on discovered ways alone") + 1] == "1  in the castle when the sun sets"
    assert any(line.endswith("0 to 11/12") for line in lines)


def test_the_greatest_odds_are_told_where_others_may_lead_home() -> None:
    """With the sun on its last dot, it sets before one can fall with 1/3 (DA-SUN-002, -003)."""
    assert "Sigeir from B1: no discovered way leads home; other ways do with probability 2/3 (67 %) at most" in said(
        scenario(UNABLE, 1)
    )


def test_the_chart_says_the_same() -> None:
    case = scenario(UNABLE)
    headings = texts(fromstring(home_plot(homes(case), case)), "heading")
    assert headings == ["Sigeir from B1: no discovered way leads home; whether other ways do is not known"]


def test_where_nothing_leads_home_no_bars_are_told() -> None:
    case = scenario(tower_exit="no", between="rubble")
    lines = said(case)
    assert "Sigeir from C1: no discovered way leads home" in lines
    assert "1  in the castle when the sun sets" in lines
    assert not any("rounds spent" in line for line in lines)
    svg = fromstring(home_plot(homes(case), case))
    assert not list(svg.iter(f"{SVG}rect"))
    assert "0" not in texts(svg)


# -- odds that are all but sure ---------------------------------------------------------------------------------

TINY = Fraction(1, 10**20)


def rows(*odds: Fraction) -> list[str]:
    """Return the lines of the bars on a page."""
    page = home_text(of(likely(*odds)), scenario(), LOOK).splitlines()
    begin = page.index("  after rounds spent on something else (one search each)") + 1
    return [" ".join(line.split()) for line in page[begin : page.index("", begin)]]


def test_what_is_not_sure_never_looks_sure() -> None:
    page = home_text(of(likely(1 - TINY)), scenario(), LOOK)
    assert "gets home with probability more than 0.999999, in round 3" in page
    assert "    less than 0.000001  in the castle when the sun sets" in page
    assert rows(1 - TINY) == [f"0 {'█' * 19} more than 0.9999"]


@pytest.mark.parametrize(
    ("odds", "row"),
    [
        (Fraction(1), f"0 {'█' * 20} 1"),
        (Fraction(99995, 100000) + TINY, f"0 {'█' * 19} more than 0.9999"),
        (Fraction(99994, 100000), f"0 {'█' * 19} about 0.9999"),
        (Fraction(6, 10**5), "0 █ about 0.0001"),
        (TINY, "0 █ less than 0.0001"),
    ],
)
def test_odds_beside_a_bar(odds: Fraction, row: str) -> None:
    assert rows(odds) == [row]


def test_rows_that_look_alike_are_one() -> None:
    assert rows(1 - TINY**2, 1 - TINY, Fraction(1, 2), Fraction(1, 2), Fraction(1, 3)) == [
        f"0 to 1 {'█' * 19} more than 0.9999",
        f"2 to 3 {'█' * 10} 1/2",
        f"4 {'█' * 7} 1/3",
    ]


def test_bounds_that_look_alike_are_told_once() -> None:
    [row] = homeward_rows((1 - TINY, 1 - TINY**2))
    assert row.endswith(" more than 0.9999")
    assert "to" not in row


def homeward_rows(odds: tuple[Fraction, Fraction]) -> list[str]:
    """Return the line of one pair of bounds."""
    page = home_text(of(likely(odds)), scenario(), LOOK).splitlines()
    return [line for line in page if line.startswith("    0")]


# -- the chart --------------------------------------------------------------------------------------------------


def chart(result: Homes, case: Scenario | None = None) -> Element:
    """Return a parsed chart."""
    return fromstring(home_plot(result, case or scenario()))


def test_the_chart_says_what_it_shows_and_under_which_law() -> None:
    case = read_scenario_text(f"{ROW % (ABLE, 4, 'yes')}variants: [legenden-solskiva]\n", "home.yaml")
    result = replace(of(likely(Fraction(1, 2))), supposed=(Term("tower_exit"),))
    page = " ".join(texts(chart(result, case)))
    assert "on the way home Drakborgen Återväckt, with the optional rule Legenden's sun disc" in page
    assert "how likely each figure is to get home, by the number of rounds that it first spends on" in page
    assert "probability of getting home" in texts(chart(result, case))
    assert "assumed by the scenario, because the rules do not say it: that a hero in a tower room gets out" in page


def test_each_figure_has_a_group_of_its_own() -> None:
    svg = chart(of(likely(Fraction(1, 2), Fraction(1, 3)), likely(Fraction(1), figure="Farouche")))
    assert " ".join(texts(svg, "heading")) == (
        "Sigeir from C1: gets home with probability 1/2 (50 %), in round 3 at the earliest "
        "Farouche from C1: gets home with probability 1, in round 3 at the earliest"
    )
    labels = [text.text for text in svg.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    assert labels == ["rounds spent", "0", "1", "rounds spent", "0"]


def test_pale_bars_are_explained_where_there_are_any() -> None:
    """A legend stands beside a patch of each kind."""
    pale, solid = chart(of(likely((Fraction(1, 4), Fraction(1, 2))))), chart(of(likely(Fraction(1, 2))))
    kinds = [rect.get("class") for rect in pale.iter(f"{SVG}rect")]
    assert kinds == ["sure", "open", "sure", "open"]
    assert "at least this likely" in texts(pale)
    assert "not known: no clause says, or it is not taken into account here" in " ".join(texts(pale))
    assert "at least this likely" not in texts(solid)
    assert len(list(solid.iter(f"{SVG}rect"))) == 1


def test_the_chart_says_every_number_in_words() -> None:
    svg = chart(of(likely((Fraction(1, 4), Fraction(1, 2)), Fraction(1, 9)), likely(Fraction(1, 7), figure="Farouche")))
    title, words = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert words is not None
    assert (svg.get("aria-labelledby"), svg.get("aria-describedby")) == (title.get("id"), words.get("id"))
    assert (title.get("id"), title.text) == ("title", "on the way home")
    lines = (words.text or "").splitlines()
    assert "Sigeir from C1: gets home with probability 1/4 (25 %) to 1/2 (50 %), in round 3 at the earliest" in lines
    assert "rounds spent: 0: 1/4 to 1/2; 1: 1/9" in lines
    assert "rounds spent: 0: 1/7" in lines
    assert "Drakborgen Återväckt, no optional rules" in lines


def test_long_words_stay_in_the_chart() -> None:
    case = replace(scenario(), title="a title " * 40, file="home.yaml")
    svg = chart(of(likely(Fraction(10**14 - 1, 10**14), figure="F" * 40)), case)
    wide = int(svg.get("width") or 0)
    left = [text for text in svg.iter(f"{SVG}text") if not text.get("text-anchor")]
    assert all(int(text.get("x") or 0) + 6 * len(text.text or "") <= wide for text in left)
    assert len(texts(svg, "title")) > 1


def test_letters_that_no_picture_can_hold() -> None:
    """XML has no room for them."""
    chart(of(likely(Fraction(1, 2), figure="Si\x01geir")), replace(scenario(), title="a \x02 title"))


def test_a_chart_of_claims_explains_its_bars_too() -> None:
    """Pale bars depend on choices, grey ones on gaps."""
    bounds = ((Fraction(0), Fraction(1, 3)), (Fraction(1, 2), Fraction(1)))
    odds = [Odds(*bounds[0]), Odds(*bounds[1], unruled=Fraction(1, 2))]
    claims = [ClaimOdds(f"c{n}", f"claim {n}", (ReadingOdds((), value, ()),)) for n, value in enumerate(odds)]
    svg = fromstring(odds_plot("claims", claims))
    assert {"in any case", "depends on choices", "is not ruled", "probability"} <= set(texts(svg))
    words = svg.find(f"{SVG}desc")
    assert words is not None
    assert words.text == "claim 0: 0 to 1/3 (33 %); claim 1: at least 1/2 (50 %)"
    assert "in any case" not in texts(fromstring(odds_plot("claim", claims[:0])))


# -- who has no moves of its own --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("at: C1, dead: yes", "Sigeir: dead"),
        ("gone: outside", "Sigeir: has left the board"),
        ("gone: outside, dead: yes", "Sigeir: dead"),
        ("at: below(B1)", "Sigeir: the Catacombs below B1; ways from there are not covered"),
        ("at: box", "Sigeir: nowhere on the board yet; ways from there are not covered"),
    ],
)
def test_who_is_dead_gone_or_off_the_squares(where: str, line: str) -> None:
    case = scenario(ABLE.replace("at: C1", where))
    assert line in said(case)
    assert line in reach_text(reaches(case), case, LOOK).splitlines()


def test_of_whom_the_scenario_says_no_more() -> None:
    """A monster in a room is neither dead nor gone; moves of its own it has none."""
    text = ROW % (ABLE, 4, "yes")
    case = read_scenario_text(text.replace("hp: 16}}", "hp: 16}, Grim: {kind: orc, at: B1}}"), "home.yaml")
    assert "Grim: the rules give it no moves of its own" in said(case)
    assert "Grim: the rules give it no moves of its own" in reach_text(reaches(case), case, LOOK)


# -- what the scenario supposes ---------------------------------------------------------------------------------

DENIED = "assumed by the scenario: that a hero in a tower room gets out of the castle, as the move of a round: no"


def test_what_bars_the_way_home_by_a_supposition_is_told() -> None:
    assert DENIED in said(scenario(tower_exit="no"))
    assert not any(line.startswith("assumed by the scenario: ") for line in said(scenario(UNABLE)))


def test_of_other_suppositions_nothing_is_told() -> None:
    """Numbers and decks have nothing to do with it, nor has who is dead a way that is barred."""
    numbers = "{tower_exit: no, sun_dots: 30, decks: {door: {open: 1}}}"
    case = read_scenario_text((ROW % (ABLE, 4, "no")).replace("{tower_exit: no}", numbers), "home.yaml")
    assert [line for line in said(case) if line.startswith("assumed by")] == [DENIED]
    assert DENIED not in said(scenario(f"{ABLE}, dead: yes", tower_exit="no"))


def test_another_language() -> None:
    """Translated sentences are shown in the language; the rest stays English."""
    with using_language("de"):
        assert "Sigeir: tot" in said(scenario(f"{ABLE}, dead: yes"))
