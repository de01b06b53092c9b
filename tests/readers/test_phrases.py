"""Actions in the words of a scenario."""

import pytest

from drakdom.rulebook.find import find_rulebooks
from drakdom.rulebook.read import load_rulebook
from drakdom.scenario.phrases import phrase_of
from drakdom.terms import Term, fill


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
def test_each_action_is_spelt_by_its_own_name(slug: str) -> None:
    """Templates of two actions can fit one term: `trap((a, b))` is a road, `trap(a)` a bridge."""
    book = load_rulebook(find_rulebooks()[slug])
    for action in book.actions.values():
        term = fill(action.term, {str(n): f"x{n}" for n in range(1, len(action.args) + 1)})
        assert isinstance(term, Term)
        assert phrase_of(book, term).startswith(action.name.replace("_", " ")), action.name
