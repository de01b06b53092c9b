"""The kinds of actions for which each phase can ask, also where an option takes its action from another rule."""

from pathlib import Path

from drakdom.law.topics import topics
from drakdom.rulebook import load_rulebook
from drakdom.step.case import law_of

ASP = Path(__file__).parents[2] / "asp"


def test_an_action_from_another_rule_has_the_kinds_of_that_rule() -> None:
    """Dice are kept by `option(F, A, T) :- .., throws_again(F, A, T)`, and rings are no matter of that phase."""
    facts = {*topics(law_of(load_rulebook(ASP / "kalahen")).rules)}
    assert {"names_all(keep).", "asks_for(keep,keep).", "asks_for(keep,stand)."} <= facts
    assert "asks_for(keep,use)." not in facts


def test_a_phase_that_can_ask_for_anything_is_left_out() -> None:
    facts = {*topics(law_of(load_rulebook(ASP / "drakborgen-atervackt")).rules)}
    assert "names_all(meet)." not in facts
