"""Boards that are graphs: what a map says to the law, and the messages about bad maps."""

import shutil
from pathlib import Path

import pytest

from drakdom.errors import InputError, LimitError
from drakdom.rulebook import graph as reader
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.sentences import word
from drakdom.scenario import read_scenario_text
from drakdom.scenario.alternatives import Alternative, alternatives
from drakdom.scenario.edits import Source
from drakdom.terms import Term
from tests.readers.books import RULEBOOKS

STRAITS = RULEBOOKS / "straits"
FIGURES = "rulebook: straits\nfigures:\n  A: {kind: army, at: far}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the rulebook of the tests whose board is a graph."""
    copy = tmp_path / "straits"
    shutil.copytree(STRAITS, copy)
    return copy


def board(folder: Path, text: str) -> set[str]:
    """Return the facts of another map, as text."""
    sorts = "" if "sorts:" in text else "sorts: [land, coast, sea]\n"
    (folder / "board.yaml").write_text(sorts + text, encoding="utf-8")
    graph = load_rulebook(folder).topology.graph
    assert graph
    return set(map(str, graph.facts))


def fault(folder: Path, old: str, new: str) -> str:
    """Return the message about the map with one piece of text exchanged, without the name of the folder."""
    text = (folder / "board.yaml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(InputError) as caught:
        board(folder, text.replace(old, new, 1))
    return str(caught.value).replace(f"{folder}/", "")


def test_the_map_states_places_sorts_parts_and_links() -> None:
    graph = load_rulebook(STRAITS).topology.graph
    assert graph
    facts = set(map(str, graph.facts))
    assert {"place(bel)", "sort(bel,land)", "sort(bel,coast)", "place(gal_nc)", "part(gal_nc,gal)"} <= facts
    assert {"linked(ash,army,bel)", "linked(bel,army,ash)"} <= facts
    assert not {"linked(ash,fleet,bel)", "part(gal,gal_nc)"} & facts
    assert graph.sites["bel"].at == (40, 40)
    assert graph.sites["gal_nc"].at is None


def test_one_way_links_lead_one_way(folder: Path) -> None:
    facts = board(
        folder, "places: {a: , b: , c: }\nkinds: [road]\nlinks: {road: [{from: a, to: [b, c], one_way: yes}]}\n"
    )
    assert {fact for fact in facts if fact.startswith("linked")} == {"linked(a,road,b)", "linked(a,road,c)"}


def test_a_ring_has_directions_and_closes(folder: Path) -> None:
    facts = board(folder, "places: {a: , b: , c: }\nkinds: [ring]\nlinks: {ring: [{ring: [a, b, c]}]}\n")
    assert {"along(a,ring,clockwise,b)", "along(c,ring,clockwise,a)", "along(a,ring,counterclockwise,c)"} <= facts
    assert len([fact for fact in facts if fact.startswith("linked")]) == 6
    assert set(load_rulebook(folder).types["direction"].choices) == {"clockwise", "counterclockwise"}


def test_a_road_has_the_directions_that_it_names(folder: Path) -> None:
    links = "{road: [{road: [a, b, c], directions: [up, down]}]}"
    facts = board(folder, f"places: {{a: , b: , c: }}\nkinds: [road]\nlinks: {links}\n")
    along = {"along(a,road,up,b)", "along(b,road,up,c)", "along(c,road,down,b)", "along(b,road,down,a)"}
    assert {fact for fact in facts if fact.startswith("along")} == along
    assert not [fact for fact in board(folder, "places: [a]\n".replace("[a]", "{a: }")) if fact.startswith("along")]


def test_the_map_may_stand_in_the_vocabulary(folder: Path) -> None:
    text = (folder / "rulebook.yaml").read_text(encoding="utf-8")
    own = "{graph: {sorts: [land, coast, sea], places: {a: Aby, b: }, kinds: [road], links: {road: {a: b}}}}"
    (folder / "rulebook.yaml").write_text(text.replace("{graph: board.yaml}", own), encoding="utf-8")
    book = load_rulebook(folder)
    assert book.topology.graph
    assert set(map(str, book.topology.graph.facts)) >= {"linked(a,road,b)", "linked(b,road,a)"}
    assert [word(book, Term(name)) for name in ("a", "b")] == ["Aby", "b"]


def test_a_changed_map_is_read_anew(folder: Path) -> None:
    before = load_rulebook(folder)
    assert load_rulebook(folder) is before
    board(folder, (folder / "board.yaml").read_text(encoding="utf-8") + "# changed\n")
    assert load_rulebook(folder) is not before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ash: [bel, dun", "ash: [bell, dun", "board.yaml:28:11: unknown place `bell`, did you mean `bel`?"),
        ("    bel: [cor, elm]", "    bell: [cor]", "board.yaml:29:5: unknown place `bell`, did you mean `bel`?"),
        ("  army:\n", "  amry:\n", "board.yaml:27:3: unknown kind of link `amry`, did you mean `army`?"),
        ("sort: sea", "sort: see", "board.yaml:19:35: unknown sort of place `see`, did you mean `sea`?"),
        ("bel: [cor, elm]", "bel: [cor, ash]", "board.yaml:29:16: the link `army` from `bel` to `ash` is stated "
         "already, it stands in line 28; links lead both ways unless `one_way` is set"),
        ("bel: [cor, elm]", "bel: [cor, bel]", "board.yaml:29:16: `bel` is linked with itself"),
        ("      gal_sc:", "      elm:", "board.yaml:17:7: duplicate place `elm`, first in line 9"),
        ("  hul: {", "  elm: {", "board.yaml:18:3: duplicate `elm`, first in line 9"),
        ("{ring: [ire, kyl, mul, lor]}", "{ring: [ire, kyl]}", "a ring takes at least 3 places, not 2"),
        ("{road: [bel, cor, hul]}", "{road: [bel]}", "a road takes at least 2 places, not 1"),
        ("{road: [bel, cor, hul]}", "{raod: [bel, cor]}", "unknown key `raod` in a link, did you mean `road`?"),
        ("{from: mul, to: gal_sc}", "{from: mul}", "a link needs a `road`, a `ring`, or `from` and `to`"),
        ("{from: mul, to: gal_sc}", "{from: mul, to: gal_sc, ring: [a, b, c]}", "a link needs a `road`"),
        ("at: [40, 40]", "at: [40]", "`at` takes 2 numbers, not 1"),
        ("at: [40, 40]", "at: [40, east]", "`at` must be a number, not `east`"),
        ("{says: Galway (north coast), sort: coast}", "{parts: {x: }}", "`gal_nc` is a part of `gal`, so it has no"),
        ("  ash: {", "  Ash: {", "board.yaml:5:3: invalid word `Ash`, write lower-case words"),
        ("places:", "palces:", "unknown key `palces` in `graph`, did you mean `places`?"),
        ("[bel, cor, hul]}", "[bel, cor, hul], directions: [a]}", "`directions` takes two words, for onward and back"),
        ("to: gal_sc}", "to: gal_sc, directions: [a, b]}", "`directions` belong to a `road` or a `ring`"),
    ],
)  # fmt: skip
def test_bad_maps(folder: Path, old: str, new: str, message: str) -> None:
    assert message in fault(folder, old, new)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{graph: board.yaml}", "{graph: ../other.yaml}", "`graph` must be a map or `board.yaml`, not `../other.yaml`"),
        ("{graph: board.yaml}", "{graph: {}}", "the map has no `places`"),
        (
            "{graph: board.yaml}",
            "{graph: board.yaml, grid: {n: [0, 1]}}",
            "`grid` belongs to a grid, and this board is",
        ),
    ],
)
def test_bad_topologies(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "rulebook.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_rulebook(folder)
    assert message in str(caught.value)


def test_a_map_that_is_not_there(folder: Path) -> None:
    (folder / "board.yaml").unlink()
    with pytest.raises(InputError) as caught:
        load_rulebook(folder)
    assert "no such file" in str(caught.value)


def test_maps_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = ", ".join(f"p{number}: " for number in range(401))
    with pytest.raises(LimitError, match="more than 400 places"):
        board(folder, f"places: {{{places}}}\n")
    monkeypatch.setattr(reader, "MOST_LINKS", 3)
    with pytest.raises(LimitError, match="more than 3 links"):
        board(folder, "places: {a: , b: , c: , d: }\nkinds: [way]\nlinks: {way: {a: [b, c, d], b: [c, d]}}\n")


def test_a_scenario_need_not_list_the_places() -> None:
    read = read_scenario_text(FIGURES, rulebook=load_rulebook(STRAITS))
    assert (Term("at", ("A",)), Term("far")) in read.given
    assert Term("gal_nc") in read.places


def test_a_board_gives_fields_of_places() -> None:
    text = FIGURES + "board: {places: {gal nc: {fort: yes}}}\n"
    assert Term("fort", (Term("gal_nc"),)) in read_scenario_text(text, rulebook=load_rulebook(STRAITS)).facts


def test_a_default_holds_in_every_place(folder: Path) -> None:
    text = (folder / "rulebook.yaml").read_text(encoding="utf-8")
    line = '    soil: {type: [unit], fact: "soil($place, $value)", default: army}\n'
    (folder / "rulebook.yaml").write_text(text.replace("  places:\n", f"  places:\n{line}"), encoding="utf-8")
    read = read_scenario_text(FIGURES + "board: {places: {ash: {soil: fleet}}}\n", rulebook=load_rulebook(folder))
    soils = {fact for fact in read.facts if fact.name == "soil"}
    assert Term("soil", (Term("ash"), Term("fleet"))) in soils
    assert Term("soil", (Term("gal_nc"), Term("army"))) in soils
    assert len(soils) == len(read.places)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board: {places: {fra: {}}}\n", "case.yaml:4:18: there is no place `fra`, did you mean `far`?"),
        ("board: {places: {gal_nc: {}, Gal nc: {}}}\n", "there is no place `Gal nc`, did you mean `gal_nc`?"),
        ("board: {places: {gal_nc: {}, gal-nc: {}}}\n", "duplicate `gal-nc`, first in line 4"),
        ("board: {map: x, origin: A1}\n", "this rulebook has no grid, so a board has no map"),
        ("play: [{A: move Galway}]\n", "there is no place `Galway`, did you mean `gal`?"),
        ("play: [{A: move gal(nc)}]\n", "there is no place `gal(nc)`, did you mean `gal_nc`?"),
        ("begin: {at(A): vienna}\n", "there is no place `vienna`"),
        ("expect: [{always: 'moved(A, emlet)'}]\n", "there is no place `emlet`, did you mean `elm`?"),
    ],
)
def test_places_that_are_not_on_the_map(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_scenario_text(FIGURES + text, "case.yaml", rulebook=load_rulebook(STRAITS))
    assert message in str(caught.value)


def test_a_change_of_a_place_is_one_of_its_facts_however_its_name_is_written() -> None:
    text = f"title: x\nboard: {{places: {{gal nc: {{fort: yes}}}}}}\n{FIGURES}"
    read = read_scenario_text(text, rulebook=load_rulebook(STRAITS))
    fort = Term("fort", (Term("gal_nc"),))
    assert fort in read.facts
    changes = [change for change in alternatives(read, Source(text)) if isinstance(change, Alternative)]
    assert {fort} in [change.removed for change in changes]
