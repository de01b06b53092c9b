"""Every word that a shipped rulebook or its house rules declare has a sentence, and their examples can be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from drakdom.errors import InputError
from drakdom.rulebook import Field, Rulebook, load_house_rule, load_rulebook, with_house_rules
from drakdom.rulebook.find import find_house_rules
from drakdom.rulebook.sentences import say, word
from drakdom.rulebook.translated import translated
from drakdom.rulebook.words import unslotted
from drakdom.scenario import read_scenario_text
from drakdom.terms import Term
from tests.project.tree import ROOT, rulebooks

FOLDERS = [*rulebooks(), *(ROOT / "tests" / "rulebooks" / slug for slug in ("lantern", "straits"))]
EACH = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def books(folder: Path) -> Iterator[Rulebook]:
    """Yield the rulebook as it is, and with each house rule that comes with it."""
    book = load_rulebook(folder)
    yield book
    for house in find_house_rules(folder).values():
        yield with_house_rules(book, [load_house_rule(house, book)])


def fields(book: Rulebook) -> Iterator[tuple[str, Field]]:
    """Yield the fields, each with the section of a scenario that holds it."""
    for section, table in (("places", book.places), ("figures", book.figures), ("state", book.state)):
        yield from ((section, field) for field in table.values())
    yield from (("suppose", field) for field in book.suppose.values())
    yield from (("draws", field) for chance in book.chances.values() for field in chance.details.values())


@EACH
def test_every_word_has_a_sentence(folder: Path) -> None:
    for book in books(folder):
        bare = [f"{section}: {field.name}" for section, field in fields(book) if not field.says]
        phrases = [*book.actions.values(), *book.events.values(), *book.gaps.values()]
        bare += [phrase.name for phrase in phrases if not phrase.says]
        bare += [chance.name for chance in book.chances.values() if not chance.says]
        meanings = {**book.phases, **book.actors, **book.more_words}
        bare += [word for word, says in meanings.items() if not says]
        kinds = (kind for kind in book.types.values() if kind.name != "pool")
        bare += [choice.name for kind in kinds for choice in kind.choices.values() if not choice.says]
        assert not bare


@EACH
def test_examples_can_be_read(folder: Path) -> None:
    book = load_rulebook(folder)
    for section, field in fields(book):
        if field.example:
            line = f"{field.name}: {field.example}"
            assert section in ("places", "figures", "state", "suppose"), line
            graph = book.topology.graph
            place, second = (next(iter(graph.sites)), "") if graph else ("D4", ", E4: {}")
            at = line if section == "places" else ""
            text = f"rulebook: {book.slug}\nboard: {{places: {{{place}: {{{at}}}{second}}}}}\n"
            text += f"figures: {{Ann: {{}}, Bo: {{{line if section == 'figures' else ''}}}}}\n"
            text += f"{section}: {{{line}}}\n" if section in ("state", "suppose") else ""
            assert not [message for message in faults(text, book) if " has no " not in message], line


def faults(text: str, book: Rulebook) -> list[str]:
    """What the reader says of a scenario."""
    try:
        read_scenario_text(text, rulebook=book)
    except InputError as error:
        return [problem.message for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("number", "language", "sentence"),
    [
        (1, "en", "Bo suffers 1 wound by the monster"),
        (2, "en", "Bo suffers 2 wounds by the monster"),
        (1, "de", "Bo erleidet 1 Wunde (das Monster)"),
        (0, "de", "Bo erleidet 0 Wunden (das Monster)"),
    ],
)
def test_a_word_goes_with_its_number(number: int, language: str, sentence: str) -> None:
    book = load_rulebook(ROOT / "asp" / "dungeonquest-neuauflage")
    assert say(translated(book, language), Term("wounded", ("Bo", number, Term("monster")))) == sentence


def test_a_type_stands_for_any_number() -> None:
    says = "{1} suffers {2} {2|wound|wounds}"
    assert unslotted(says, ("figure", "int")) == "<figure> suffers <int> wounds"


def test_an_unknown_draw_lists_all_draws() -> None:
    book = load_rulebook(FOLDERS[0])
    with pytest.raises(InputError) as error:
        read_scenario_text(f"rulebook: {book.slug}\ndraws: {{card D4: harmless}}\n", rulebook=book)
    message = str(error.value)
    assert all(f"`{name.replace('_', ' ')}`" in message for name in book.chances)


def test_a_word_without_its_argument_is_a_name() -> None:
    """`gold 4` are gold coins; whoever hands over `gold` hands over a thing of that name."""
    book = load_rulebook(ROOT / "asp" / "dystopia")
    assert word(book, Term("gold", (4,))) == "4 gold coins"
    assert word(book, Term("gold")) == "gold"
