"""The text of the scenario that an audit writes of a situation."""

from drakdom.audit.text import Stated, scenario_text
from drakdom.rulebook.read import load_rulebook
from drakdom.scenario import read_scenario_text
from drakdom.step.scope import Situation
from drakdom.terms import Term
from tests.project.tree import ROOT

ASP = ROOT / "asp"


def says(*statement: str) -> Term:
    return Term("says", (Term("place", ("D4",)), *map(Term, statement)))


def test_a_list_without_an_entry_is_stated_as_such() -> None:
    """Exits that are stated to be none are walls; those of which nothing is said are unknown (DA-MOVE-001)."""
    book = load_rulebook(ASP / "drakborgen-atervackt")
    facts = []
    for statements in [(says("tile", "room"), says("exits", "none")), (says("tile", "room"),)]:
        text = scenario_text(book, Situation(1, statements), Stated("a room"))
        facts.append(read_scenario_text(text, "room.yaml", [ASP]).facts)
    assert [Term("mapped", ("D4",)) in stated for stated in facts] == [True, False]
