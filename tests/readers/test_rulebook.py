"""Rulebook folders: the content of a good one, and the messages about bad ones."""

import re
import shutil
from pathlib import Path

import pytest

from drakdom.errors import InputError
from drakdom.rulebook import ListOf, Single, find_rulebooks, law_folder, load_rulebook, resolve_rulebook
from drakdom.scenario import read_scenario_text
from drakdom.scenario.typing import Misfit, Words
from tests.readers.books import BOARD, RULEBOOKS, lantern


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the rulebook of the tests."""
    copy = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", copy)
    return copy


def broken(folder: Path, old: str, new: str, file: str = "rulebook.yaml") -> str:
    """Return the message about the rulebook with one piece of text exchanged."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rulebook(folder)
    return str(caught.value)


def test_the_vocabulary_is_typed() -> None:
    book = lantern()
    assert (book.title, book.slug, book.entry_name) == ("Lantern Deep", "lantern", "round")
    assert list(book.phases) == ["choose", "walk", "danger", "omen", "close"]
    assert book.places["exits"].shape == ListOf("direction")
    assert book.figures["nerve"].shape == Single("int")
    assert book.figures["nerve"].range == (0, 6)
    assert book.pools["t6"].faces == dict.fromkeys(range(1, 7), 1)
    assert book.types["room_kind"].must_be_ruled
    assert str(book.chances["pit"].key) == "pit($1)"
    assert book.fluents["at"].args == ("figure",)
    assert book.fluents["at"].value == "place"
    assert {"lit", "rest", "pit", "rope", "lantern"} <= book.words


def test_the_glossary_lists_the_forms_of_each_term() -> None:
    assert list(lantern().glossary) == [("lantern", "lanterns"), ("go", "goes", "gone")]
    assert lantern().glossary["go", "goes", "gone"] == "leave a room by an exit"


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("go, Goes:", "invalid word `Goes`"),
        ("go, lantern:", "duplicate word `lantern`, first in line"),
        ("go, :", "invalid word ``"),
    ],
)
def test_a_faulty_glossary_is_refused(folder: Path, new: str, message: str) -> None:
    assert message in broken(folder, "go, goes, gone:", new)


def test_the_ledger_knows_groups_and_variants() -> None:
    book = lantern()
    assert len(book.ledger) == 10
    assert book.principal("LD-08") == "LD-03"
    assert book.principal("LD-03") == "LD-03"
    assert book.ledger["LD-04"].overrides == ("LD-02",)
    assert not book.ledger["LD-10"].adjudicable
    assert "LD-09" not in book.clauses_in_force()
    assert "LD-09" in book.clauses_in_force(["narrow-halls"])


def test_the_same_files_are_read_once(folder: Path) -> None:
    first = load_rulebook(folder)
    assert load_rulebook(folder) is first
    path = folder / "rulebook.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert load_rulebook(folder) is not first


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
def test_every_shipped_rulebook_can_be_read(slug: str) -> None:
    book = load_rulebook(find_rulebooks()[slug])
    assert book.slug == slug
    assert book.ledger
    assert all(book.ledger[book.principal(c)].restates is None for c in book.ledger)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("$place", "$plce", "has the unknown placeholder `$plce`, did you mean `$place`?"),
        ('"move($1)"', '"Move($1)"', "names are written in quotes"),
        ('"move($1)"', '"move($2)"', "has the unknown placeholder `$2`, known: `$1`"),
        ("args: [direction]", "args: [directoin]", "unknown type `directoin`, did you mean `direction`?"),
        ("args: [figure, omen]", "args: [figure, omens]", "unknown type `omens`, did you mean `omen`?"),
        ("{figure} walks {1}", "{figure} walks {2}", "the sentence has the unknown slot `{2}`"),
        ("{figure} walks {1}", "{figure} walks {1|east}", "`{1|east}` needs two words, such as {1|wound|wounds}"),
        (
            "args: [figure, place], says",
            "args: [figure, place], either_order: true, says",
            "`entered` cannot have its arguments in either order: its first two must have one type",
        ),
        ("phase: choose", "phase: chose", "unknown phase `chose`, did you mean `choose`?"),
        ("pits: danger", "pits: dangr", "unknown phase `dangr`, did you mean `danger`?"),
        ("pits: danger", "walk: danger", "`walk` is still a phase"),
        ("actions:", "action:", "unknown key `action` in a rulebook, did you mean `actions`?"),
        ("range: [0, 6]", "range: [6, 0]", "`range` runs backwards"),
        (
            'says: "the hero has fallen into a pit"}',
            "instead_of: nrve}",
            "the field `fallen` replaces `nrve`, which is not a required field, did you mean `nerve`?",
        ),
        ("  LD-07:", "  LD-77:", "unknown clause `LD-77`, did you mean `LD-07`?"),
        ("narrow-halls: {title", "wide-halls: {title", "which is not declared"),
        ("{title: Narrow halls}", "{title: x, requires: [narow]}", "unknown optional rule `narow`"),
        ("pools: {t6: 6}", "pools: {t6: 0}", "a pool has 1 to 10 dice of 1 to 1000 faces"),
        (
            "pools: {t6: 6}",
            "pools: {t6: 6, ten: {sum: [6, 6, 6, 6, 6, 6, 6, 6, 6, 6]}, two: {dice: 2, of: ten}}",
            "the dice of a bag have at most 1,000,000,000 throws",
        ),
        ("{phase: choose}", "{phase: choose, oil: 1000000}", "`1000000` has more than six digits"),
        ("{phase: choose}", "{phase: choose, oil: _}", "`_` stands for no value"),
        ("{phase: choose}", "{phase: choose, 'oil($figure)': 1}", "`$figure` stands for no value"),
        ('"carries($figure, rope)"', '"carries($figure, rope, 99999999999)"', "has more than six digits"),
        ('"carries($figure, rope)"', '"carries($figure, kit(_))"', "`_` stands for no value"),
        ("title: Lantern Deep\n", "", "the rulebook has no `title`"),
        ("exits: {type: [direction],", "exits: {type: [direction, place],", "a type is a name"),
        (
            "state: {}",
            "secrets: {Lantern: keeper}",
            "`Lantern` is not a fluent: unknown word `Lantern`: names are written in quotes",
        ),
        ("state: {}", "secrets: {wish: keper}", "unknown actor `keper`, did you mean `keeper`?"),
        ("state: {}", "secrets: {wish($figure): $hero}", "unknown actor `$hero`, known: `keeper`, `$figure`"),
        ("  direction:", "  place:", "the type `place` is built in"),
    ],
)
def test_a_bad_vocabulary_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    complaint = broken(folder, old, new)
    assert message in complaint
    assert "rulebook.yaml:" in complaint


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("restates: LD-03", "restates: LD-O3", "names the unknown clause `LD-O3`, did you mean `LD-03`?"),
        ("id: LD-02", "id: LD-01", "duplicate clause `LD-01`"),
        ("kind: outcome", "kind: outcomes", "unknown kind of clause `outcomes`, did you mean `outcome`?"),
        ("why_not: component list", "why_not: null", "is not adjudicable and has no `why_not`"),
        ("refers: []", "refer: []", "unknown key `refer` in a clause, did you mean `refers`?"),
    ],
)
def test_a_bad_ledger_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    assert message in broken(folder, old, new, "clauses.yaml")


def test_sums_and_special_dice(folder: Path) -> None:
    path = folder / "rulebook.yaml"
    pools = "pools: {t6: 6, two: {sum: [6, 6]}, odd: [moon, moon, 3]}"
    path.write_text(path.read_text(encoding="utf-8").replace("pools: {t6: 6}", pools), encoding="utf-8")
    book = load_rulebook(folder)
    assert book.pools["two"].faces[7] == 6
    assert sum(book.pools["two"].faces.values()) == 36
    assert {str(face): n for face, n in book.pools["odd"].faces.items()} == {"moon": 2, "3": 1}


@pytest.mark.parametrize(
    ("complaint", "message"),
    [
        ("off: out", ""),
        ("at: B2", ""),
        ("at: B2, off: out", "both `at` and `off`"),
        ("rope: yes", r"has no `at`, .+; or `off` \(out of the game\)"),
    ],
)
def test_a_field_may_stand_instead_of_a_required_one(folder: Path, complaint: str, message: str) -> None:
    path = folder / "rulebook.yaml"
    field = (
        '  off: {type: flame, fact: "given(off($figure), $value)", instead_of: at, says: "out of the game"}\n  nerve:'
    )
    path.write_text(path.read_text(encoding="utf-8").replace("  nerve:", field, 1), encoding="utf-8")
    text = BOARD + f"figures: {{Sigeir: {{kind: hero, nerve: 3, {complaint}}}}}\n"
    if not message:
        assert read_scenario_text(text, "case.yaml", rulebook=load_rulebook(folder)).figures
        return
    with pytest.raises(InputError, match=message):
        read_scenario_text(text, "case.yaml", rulebook=load_rulebook(folder))


def test_damage_is_thrown_with_dice_that_show_numbers(folder: Path) -> None:
    path = folder / "rulebook.yaml"
    pools = "pools: {t6: 6, two: {sum: [6, 6]}, odd: [moon, moon, 3], three: {dice: 3, of: t6}}"
    path.write_text(path.read_text(encoding="utf-8").replace("pools: {t6: 6}", pools), encoding="utf-8")
    words = Words(load_rulebook(folder), ())
    assert str(words.read("dice", "two-2")) == "roll(two,-2)"
    for text in ("odd", "three", "odd+1"):
        with pytest.raises(Misfit, match=f"`{re.escape(text)}` is neither a number nor dice"):
            words.read("dice", text)
    with pytest.raises(Misfit, match="`-1` is less than 0"):
        words.read("dice", "-1")


def test_rulebooks_are_found_by_name_and_by_path() -> None:
    assert law_folder().is_dir()
    assert "core" not in find_rulebooks()
    assert resolve_rulebook("lantern", [RULEBOOKS]) == RULEBOOKS / "lantern"
    assert resolve_rulebook("lantern", [RULEBOOKS / "lantern"]) == RULEBOOKS / "lantern"
    assert resolve_rulebook(RULEBOOKS / "lantern") == RULEBOOKS / "lantern"
    with pytest.raises(InputError, match="there is no rulebook `lantren`, did you mean `lantern`"):
        resolve_rulebook("lantren", [RULEBOOKS])


def test_a_folder_without_its_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_rulebook(tmp_path)
