"""Short pages on Diplomacy tell what decides, and not the map."""

import pytest

from drakdom.rulebook import load_rulebook
from drakdom.step.case import law_of
from tests.cli.drakdom import drakdom
from tests.project.documents import QUIET
from tests.project.tree import ROOT, rulebooks

CASES = ROOT / "scenarios" / "diplomacy"


def explained(name: str, claim: str) -> str:
    """The page on a claim, with single spaces."""
    ended = drakdom("explain", CASES / name, claim, **QUIET)
    assert ended.code == 0, ended.err
    return " ".join(ended.out.replace("│", " ").split())


def test_a_page_names_the_support_and_what_cut_it() -> None:
    """6.D.2."""
    page = explained("supports/an-attack-cuts-support-to-stay.yaml", "dislodged(A Venice, A Trieste)")
    assert "the order of A Tyrolia is a support that fits what A Venice was ordered to do (DI-SUP-004)" in page
    assert "the support of A Tyrolia is cut, surely (DI-CUT-001)" in page
    assert page.count("A Venice is dislodged by A Trieste (DI-STR-010)") == 1


@pytest.mark.slow
def test_a_page_names_the_paradox() -> None:
    """6.F.14."""
    page = explained("convoys/the-simplest-paradox.yaml", "dislodged(F English Channel, F Wales)")
    assert "the convoy of F English Channel comes out as fails (DI-PAR-001)" in page


def test_a_page_does_not_tell_the_map() -> None:
    page = explained("supports/an-attack-cuts-support-to-stay.yaml", "dislodged(A Venice, A Trieste)")
    assert "a coast of it" not in page


def test_what_pages_leave_out_is_a_predicate_of_the_law() -> None:
    for folder in rulebooks():
        book = load_rulebook(folder)
        defined = {rule.head[0] for rule in law_of(book).rules if rule.head is not None}
        assert book.silent <= defined, f"{book.slug}: {sorted(book.silent - defined)}"
