"""Words of the vocabulary whose arguments follow without parentheses, as players type them."""

from dataclasses import replace

import pytest

from drakdom.rulebook.declarations import Choice, Enumeration
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.typing import Words
from drakdom.terms import Value, show
from tests.readers.books import lantern

CURSES = {
    "loses_oil": ("int",),
    "darker": ("flame", "int"),
    "meets": ("creature",),
    "meets_dark": ("creature",),
    "names": ("name", "name"),
    "carries": ("name",),
    "healing": (),
    "healing_more": ("int",),
}
CREATURES = ("dark_elf", "elf", "orc")


def read(text: str) -> Value:
    book = lantern()
    curses = Enumeration("curse", {name: Choice(name, args, "") for name, args in CURSES.items()})
    creatures = Enumeration("creature", {name: Choice(name, (), "") for name in CREATURES})
    return Words(replace(book, types={**book.types, "curse": curses, "creature": creatures}), ()).read("curse", text)


@pytest.mark.parametrize("text", ["loses_oil 1", "loses oil 1", "loses-oil 1", "loses_oil(1)", "loses oil(1)"])
def test_a_word_of_several_parts_is_read_however_they_are_joined(text: str) -> None:
    assert show(read(text)) == "loses_oil(1)"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("darker out 1", "darker(out, 1)"),
        ("meets orc", "meets(orc)"),
        ("meets dark_elf", "meets(dark_elf)"),
        ("meets_dark elf", "meets_dark(elf)"),
        ("healing more 2", "healing_more(2)"),
        ("healing_more 2", "healing_more(2)"),
        ("healing", "healing"),
        (f"carries {'very ' * 20}old rope", f"carries({'very ' * 20}old rope)"),
    ],
)
def test_arguments_follow_a_word(text: str, value: str) -> None:
    assert show(read(text)) == value


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        (
            "meets dark elf",
            "`meets dark elf` can be read in 2 ways",
            "write `meets_dark(elf)` or `meets(dark_elf)`",
        ),
        (
            "names Jon Olof Bo",
            "`names Jon Olof Bo` can be read in 2 ways",
            "write `names(Jon, Olof Bo)` or `names(Jon Olof, Bo)`",
        ),
        ("loses_oil much", "`much` is not a whole number", "write one in digits, such as `3`"),
        ("loses_oil 1 2", "`1 2` is not a whole number", "write one in digits, such as `3`"),
        ("darker out", "`darker` takes 2 words (flame, int), not 1", ""),
        ("names" + " Bo" * 13, "`names` takes 2 words (name, name), not 13", ""),
        ("darker 1 out", "unknown flame `1`", "known: `lit`, `out`"),
        ("loses_oil", "`loses_oil` takes 1 word (int), not 0", "write `loses_oil(int)`"),
        ("loses_oils 1", "unknown curse `loses_oils 1`", "did you mean `loses_oil`?"),
    ],
)
def test_what_does_not_fit_is_told(text: str, message: str, help_: str) -> None:
    with pytest.raises(Misfit) as refusal:
        read(text)
    assert (refusal.value.message, refusal.value.help) == (message, help_)
