"""What a page leaves out where a refused action leaves a choice open, and what it says of the rest."""

from dataclasses import replace
from pathlib import Path

from drakdom import adjudicate
from drakdom.report.folding import fold
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text
from drakdom.rulebook import law_folder, load_rulebook
from drakdom.scenario import read_scenario_text
from drakdom.terms import Term

FOLDER = Path(__file__).parents[1] / "rulebooks"
#: Ann's action is refused; Bo, who skates first, throws on the ice.
REFUSED = """\
title: Ann may not wait here
rulebook: icepost
state: {bell: Bo}
figures:
  Bo: {kind: carrier, at: pines, balance: 4, left: Ann}
  Ann: {kind: carrier, at: jetty, balance: 4, left: Bo}
play: [{Bo: skate clockwise 1, Ann: wait}]
draws: {weather Bo: gale, weather Ann: sun}
until: round 1
"""


def page_of(more: str, *, full: bool = False) -> str:
    scenario = read_scenario_text(REFUSED + more, "case.yaml", [FOLDER])
    verdict = adjudicate(scenario, why="all" if full else "asked")
    return " ".join(ruling_text(verdict, scenario.rulebook, Look(width=100), full).split())


def test_an_expectation_that_fails_by_a_roll_alone_is_not_put_down_to_the_choice() -> None:
    page = page_of("expect: [odds: {'finally(warmth(Bo), 4)': 1/2}]\n")
    assert "FAILS" in page
    assert "depends on what Ann would do instead" not in page


def test_a_page_that_ends_with_the_answers_gives_no_odds_of_what_is_refused_on_the_way() -> None:
    """If Bo slips, all is answered before the turn of Ann."""
    page = page_of("expect: [odds: {slips(Bo): 1/3}]\n")
    assert "Ann waits" in page
    assert "if play gets that far" in page
    assert "with probability" not in page
    assert "if play gets that far" not in page_of("expect: [odds: {slips(Bo): 1/3}]\n", full=True)


def test_an_actor_whose_action_is_refused_is_named_in_words() -> None:
    verdict = adjudicate(read_scenario_text(REFUSED, "case.yaml", [FOLDER]))
    (branch,) = verdict.branches
    (refused,) = [finding for finding in branch.findings if finding.kind == "illegal"]
    refused = replace(refused, what=Term("illegal", (Term("monster_player"), Term("wait"))))
    _, left_out = fold(
        replace(verdict, branches=(replace(branch, findings=(refused,)),)),
        load_rulebook(law_folder() / "drakborgen-atervackt"),
    )
    assert str(left_out).startswith("It is open what the monster player would do instead: ")
