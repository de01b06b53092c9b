"""What every answer-set program under `asp/` must keep to, and the tables of predicates beside them."""

import re
from pathlib import Path

import pytest

from drakdom.law.syntax import Signature
from drakdom.lint.files import header_faults, names
from drakdom.lint.source import read_source
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.declarations import GRAPH_FACTS
from drakdom.rulebook.stated import stated_facts
from tests.project.tree import CORE, ROOT, law_files, rulebooks, short

LONGEST = 150


def of(folder: Path) -> list[Path]:
    return [path for path in law_files() if path.is_relative_to(folder)]


def contract() -> frozenset[Signature]:
    """Every predicate that the core speaks of: the law of a rulebook need not list these."""
    return frozenset().union(*(read_source(path).all for path in of(CORE)))


def test_there_is_law() -> None:
    assert law_files()


def test_files_are_short() -> None:
    law = [path for path in law_files() if path.name != "rulebook.lp"]  # which is a table of contents
    lengths = {short(path): len(path.read_text(encoding="utf-8").splitlines()) for path in law}
    assert not {path: length for path, length in lengths.items() if length > LONGEST}


def test_two_files_show() -> None:
    showing = ["asp/core/show.lp", "asp/core/show_moves.lp"]
    assert [short(path) for path in law_files() if read_source(path).shows] == showing


def test_no_rulebook_defines_what_is_the_cores() -> None:
    """Law adds to the core's documented input (`#defined`) and to nothing else of the core."""
    reserved = contract().difference(*(read_source(path).input for path in of(CORE)))
    assert ("is", 3) in reserved
    assert ("becomes", 3) not in reserved
    taken = {short(path): read_source(path).defines & reserved for path in law_files() if path.parent != CORE}
    faulty = [f"{path} defines {names(result)}" for path, result in taken.items() if result]
    assert not faulty, "\n".join(faulty)


def test_headers_are_true() -> None:
    valid = contract()
    wrong = [
        f"{short(path)}: {fault}"
        for path in law_files()
        for fault in header_faults(read_source(path), frozenset() if path.parent == CORE else valid)
    ]
    assert not wrong, "\n".join(wrong)


DOORS = "%# Doors\n% Reads:   door/1,\n%          wall/1\n% Defines: open/1\n\n"
SHORT = "%# Doors\n% Reads: door/1\n% Defines: open/1\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (DOORS + "open(X) :- door(X), not wall(X).", ""),
        (SHORT + "#defined door/1.\n{ open(X) : door(X) } = 1.", ""),
        (SHORT + "open(X) :- X = 1..2, 1 <= #sum { N : door(N) }.", ""),
        (SHORT + "% and what else\n#defined door/1.\nopen(1).", ""),
        (DOORS.replace("%#", "%") + "open(X) :- door(X), not wall(X).", "first line"),
        (SHORT.replace("Reads", "Takes") + "open(X) :- door(X).", "no `% Reads:`"),
        (SHORT + "open(X) :- door(X), wall(X).", "leaves out `wall/1`"),
        (DOORS + "open(X) :- door(X).", "lists `wall/1`"),
        (SHORT + "shut(X) :- door(X).", "`Defines:` leaves out `shut/1`"),
    ],
)
def test_a_false_header_is_seen(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "doors.lp"
    path.write_text(text, encoding="utf-8")
    result = header_faults(read_source(path), frozenset())
    assert (wrong in result[0]) if wrong else (result == [])


# ---- the tables of predicates ---------------------------------------------------------------------------


def rows(path: Path) -> set[Signature]:
    """The predicates in the first column of the tables of a document: `name(A, B)` or `name/2`."""
    if not path.exists():
        return set()
    cells = [line.split("|")[1] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return {signature(text) for cell in cells for text in re.findall(r"`([a-z_]\w*(?:\([^`]*\)|/\d+))`", cell)}


def signature(text: str) -> Signature:
    """`hit(F, danger(X, Y), T)` or `hit/3` as a signature."""
    name, slash, arity = text.partition("/")
    if slash and arity.isdigit():
        return name, int(arity)
    name, _, inside = text.partition("(")
    flat = inside.removesuffix(")")
    while "(" in flat:
        flat = re.sub(r"\([^()]*\)", "", flat)
    return name, flat.count(",") + 1


def crossing(paths: list[Path]) -> set[Signature]:
    """What one of the files defines and another one reads or defines as well: two may not mean different things."""
    parts = [read_source(path) for path in paths]
    return {
        result
        for number, part in enumerate(parts)
        for result in part.wants | part.defines
        if any(result in second.defines for place, second in enumerate(parts) if place != number)
    }


def test_what_crosses_a_border_has_a_row() -> None:
    general = rows(ROOT / "asp" / "README.md")
    missing = {"asp/README.md": crossing(of(CORE)) - general}
    for folder in rulebooks():
        own = rows(folder / "README.md")
        missing[short(folder / "README.md")] = crossing([*of(CORE), *of(folder)]) - general - own
    faulty = [f"{path}: no row for {names(result)}" for path, result in missing.items() if result]
    assert not faulty, "\n".join(faulty)


#: Letters that can stand for one kind of thing (asp/README.md): a figure, a place, a card or thing; others stand alone.
KINDS = ("FHMLP", "PSQWR", "CXKE")


def letters(path: Path) -> dict[Signature, list[str]]:
    """The arguments of every predicate that has a row with arguments."""
    elements = re.findall(r"^\| `([a-z_]\w*)\(([^`()]*)\)` \|", path.read_text(encoding="utf-8"), re.M)
    return {(name, inside.count(",") + 1): inside.replace(" ", "").split(",") for name, inside in elements}


def unlike(letter: str, alternative: str) -> bool:
    """Whether two letters of the law cannot mean one thing. `X` may be anything, so may a word such as `Why`."""
    first, second = letter.rstrip("'"), alternative.rstrip("'")
    if first == second or "X" in (first, second) or max(len(first), len(second)) > 1:
        return False
    return not any(first in kind and second in kind for kind in KINDS)


def strangers(path: Path, table: dict[Signature, list[str]]) -> set[str]:
    """Heads of a file whose arguments are of other kinds than the row of the predicate says: two things of one name."""
    atoms = [atom for rule in read_source(path).rules for atom in rule.head_atoms() if atom.signature in table]
    return {
        f"{path.name}: {atom.source}, the row has {', '.join(table[atom.signature])}"
        for atom in atoms
        for text, row in zip(atom.args, table[atom.signature], strict=True)
        if text.kind == "variable" and unlike(text.name, row)
    }


def test_a_name_means_one_thing() -> None:
    result = {f for folder in rulebooks() for p in of(folder) for f in strangers(p, letters(folder / "README.md"))}
    assert not result, "\n".join(sorted(result))


def test_two_things_of_one_name_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "doors.lp"
    path.write_text("beside(M, F, T) :- is(M, F, T). beside(H, P, T) :- is(H, P, T).", encoding="utf-8")
    assert strangers(path, {("beside", 3): ["H", "Q", "T"]}) == {"doors.lp: beside(M,F,T), the row has H, Q, T"}


def test_every_row_is_of_a_predicate_that_exists() -> None:
    everything = {result for path in law_files() for result in read_source(path).all} | GRAPH_FACTS
    stale = {"asp/README.md": rows(ROOT / "asp" / "README.md") - everything}
    for folder in rulebooks():
        valid = {result for path in of(folder) for result in read_source(path).all}
        stale[short(folder / "README.md")] = rows(folder / "README.md") - valid
    faulty = [f"{path}: nothing reads or defines {names(result)}" for path, result in stale.items() if result]
    assert not faulty, "\n".join(faulty)


def test_rows_are_read_as_people_write_them(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("| `hit(F, with(X, Y), T)`, `fell/2` | meaning `not(read)` |\n|---|---|\n", encoding="utf-8")
    assert rows(path) == {("hit", 3), ("fell", 2)}


# ---- extension points -----------------------------------------------------------------------------------

POINTS = "extension_points.lp"
APART = {"variants", "house", "scope", "paths", "scope.lp", "paths.lp"}


def open_reads(folder: Path) -> set[Signature]:
    """The predicates that the base law of a rulebook reads and only an optional or house rule can define."""
    base = [path for path in of(folder) if not APART & {*path.relative_to(folder).parts}]
    shared = [path for path in law_files() if path.parent == CORE.parent / "lib"]
    closed = contract() | stated_facts(load_rulebook(folder))
    wants = frozenset[Signature]().union(*(read_source(path).wants for path in base))
    return {*wants.difference(closed, *(read_source(path).defines for path in [*base, *shared]))}


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_extension_points_are_in_one_file(folder: Path) -> None:
    """What base law leaves to optional and house rules is declared, and said in words, in one file."""
    file = folder / POINTS
    source = read_source(file) if file.exists() else None
    assert open_reads(folder) == (set(source.input) if source else set())
    described = (
        {signature(words) for words in re.findall(r"^% ([a-z_]+\([^)]*\)): \S", source.text, re.M)} if source else set()
    )
    assert described == open_reads(folder)


def test_there_are_extension_points() -> None:
    assert any(open_reads(folder) for folder in rulebooks())


def test_no_base_file_names_an_optional_rule() -> None:
    """The base law knows no variant: neither a rule nor a comment names one of their files."""
    faulty = []
    for folder in rulebooks():
        names_ = [path.stem for path in of(folder / "variants")]
        for path in of(folder):
            if not {*APART, "rulebook.lp"} & {*path.relative_to(folder).parts}:
                text = path.read_text(encoding="utf-8")
                faulty += [f"{short(path)}: {name}" for name in names_ if f"{name}.lp" in text]
    assert not faulty
