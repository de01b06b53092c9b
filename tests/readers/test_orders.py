"""Orders that players give to figures."""

import pytest

from drakdom import adjudicate
from drakdom.errors import InputError
from drakdom.formula import Atom
from drakdom.rulebook import load_rulebook
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.scenario.edits import Source
from drakdom.step.case import build_case
from drakdom.terms import Term
from drakdom.tools.changes import Option, changed_by, changes_of
from drakdom.value.solve import solve
from tests.cli.drakdom import FOLDERS, drakdom
from tests.editors.seen import faults, seen, validator
from tests.readers.books import RULEBOOKS, lantern, problems

FIGURES = """\
rulebook: straits
figures:
  A Far: {kind: army, at: far, power: red}
  F Kyl: {kind: fleet, at: kyl, power: blue}
"""


def read(text: str) -> Scenario:
    return read_scenario_text(FIGURES + text, "case.yaml", rulebook=load_rulebook(RULEBOOKS / "straits"))


def told(scenario: Scenario, *names: str) -> set[str]:
    """Return the facts with these names, as text."""
    return {str(fact) for fact in scenario.facts if fact.name in names}


def test_a_player_orders_several_figures() -> None:
    facts = told(read("play: [{red: {A Far: [move elm, hold]}, blue: {F Kyl: hold}}]"), "stated", "ordered_by", "plays")
    assert facts == {
        'plays(red,"A Far")',
        'plays(blue,"F Kyl")',
        'stated(1,"A Far",1,move(elm))',
        'stated(1,"A Far",2,hold)',
        'stated(1,"F Kyl",1,hold)',
        'ordered_by(1,"A Far",1,red)',
        'ordered_by(1,"A Far",2,red)',
        'ordered_by(1,"F Kyl",1,blue)',
    }


def test_orders_of_several_players_are_counted_in_turn() -> None:
    facts = told(read("play: [{A Far: hold, blue: {A Far: move elm}, red: {A Far: move cor}}]"), "stated", "ordered_by")
    assert facts == {
        'stated(1,"A Far",1,hold)',
        'stated(1,"A Far",2,move(elm))',
        'ordered_by(1,"A Far",2,blue)',
        'stated(1,"A Far",3,move(cor))',
        'ordered_by(1,"A Far",3,red)',
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play: [{red: {A Fra: hold}}]", "case.yaml:5:15: there is no figure `A Fra`, did you mean `A Far`?"),
        ("play: [{rde: {A Far: hold}}]", "there is no figure `rde`, did you mean `red`?"),
        ("play: [{red: {A Far: holt}}]", "unknown action `holt`, did you mean `hold`?"),
        ("play: [{red: {A Far: {F Kyl: hold}}}]", "an action must be a few words, not a mapping"),
    ],
)
def test_bad_orders(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert message in str(caught.value)


def test_without_players_nobody_orders() -> None:
    assert not lantern().has_players
    assert (
        "an action must be a few words, not a mapping, write `{Name: action}` or `{Name: [first, second]}`"
        in problems("play: [{keeper: {Sigeir: rest}}]")
    )


def test_editors_know_orders() -> None:
    by = validator(load_rulebook(RULEBOOKS / "straits"), "scenario")
    assert faults(seen(FIGURES + "play: [{red: {A Far: move elm}}]"), by) == []
    assert faults(seen(FIGURES + "play: [{red: {A Far: mvoe elm}}]"), by)


FILE = RULEBOOKS / "straits" / "scenarios" / "nobody-orders-the-units-of-another.yaml"


def test_the_refusal_names_the_player() -> None:
    ended = drakdom("rule", FILE, *FOLDERS)
    assert "A Far moves to Elmet (the Blue does not play A Far)" in " ".join(ended.out.split())
    assert "instead: A Far holds" in ended.out


def test_a_change_keeps_orders_with_their_players() -> None:
    """If the order of a stranger is left out, the order of the player moves forward with its player."""
    text = FIGURES + "play: [{blue: {A Far: move elm}, red: {A Far: move cor}}]\n"
    scenario = read_scenario_text(text, "case.yaml", [RULEBOOKS])
    formula = Atom(Term("illegal", ("A Far", Term("move", (Term("elm"),)))))
    options = changes_of(scenario, Source(text), formula, solve(build_case(scenario)), ())["choice"]
    (left_out,) = [o for o in options if isinstance(o, Option) and o.says == "not stated: A Far moves to Elmet"]
    changed = changed_by(left_out, scenario)
    assert told(changed, "stated", "ordered_by") == {'stated(1,"A Far",1,move(cor))', 'ordered_by(1,"A Far",1,red)'}
    verdict = adjudicate(changed)
    certain = [str(outcome.event) for outcome in verdict.branches[0].outcomes if outcome.status == "always"]
    assert certain == ['moved("A Far",cor)']
    assert not verdict.branches[0].findings


def test_players_force_with_all_their_figures() -> None:
    text = FIGURES.replace("F Kyl: {kind: fleet, at: kyl, power: blue}", "A Gal: {kind: army, at: gal, power: red}")
    text += "  A Cor: {kind: army, at: cor, power: blue}\nplay: []\n"
    out = drakdom("odds", "-", "moved(A Gal, hul)", *FOLDERS, text=text).out
    assert "the Red can prevent it" in out
    assert "A Far" not in out.split("asks for")[0]
