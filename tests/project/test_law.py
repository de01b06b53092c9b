"""What every answer-set program under `asp/` must keep to, and the tables of predicates beside them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from drakdom.law.canonical import statement_parts
from drakdom.law.law import read_rules
from drakdom.law.meanings import Meaning, read_meanings
from drakdom.law.syntax import Signature
from drakdom.lint.files import header_faults, names
from drakdom.lint.source import read_source
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.declarations import GRAPH_FACTS
from drakdom.rulebook.stated import stated_facts
from tests.project.knots import knots
from tests.project.tree import CORE, ROOT, law_files, rulebooks, short

LONGEST = 150
LIBRARY = CORE.parent / "lib"


def of(folder: Path) -> list[Path]:
    return [path for path in law_files() if path.is_relative_to(folder)]


def contract() -> frozenset[Signature]:
    """Every predicate that the core speaks of: the law of a rulebook need not list these."""
    return frozenset().union(*(read_source(path).all for path in of(CORE)))


#: Literals of a body, and `not` among them, besides the clause and its exceptions; a longer condition gets a name.
MOST_LITERALS, MOST_NOT = 9, 4


def test_long_conditions_have_names() -> None:
    long = []
    for path in law_files():
        for rule in read_rules([path]):
            parts = statement_parts(rule.text) if ":-" in rule.text else None
            body = [text for text in parts[1] if not text.startswith(("clause(", "not except("))] if parts else []
            if len(body) > MOST_LITERALS or sum(text.startswith("not ") for text in body) > MOST_NOT:
                long.append(f"{short(path)}:{rule.line}")
    assert not long


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


def test_what_crosses_a_border_of_the_core_has_a_row() -> None:
    missing = crossing(of(CORE)) - rows(ROOT / "asp" / "README.md")
    assert not missing, f"no row for {names(missing)}"


# ---- the meanings in headers ----------------------------------------------------------------------------

#: Files that say what predicates mean which other files derive.
OF_OTHERS = {"interface.lp", "extension_points.lp"}


def programs(folder: Path) -> Iterator[list[Path]]:
    """The two programs of a rulebook, each with the library: its law, and the small boards of its audits."""
    boards = [path for path in of(folder) if "scope" in (path.stem, path.parent.name)]
    yield [*(path for path in of(folder) if path not in boards), *of(LIBRARY)]
    yield [*boards, LIBRARY / "row.lp"]


def meanings_in(path: Path) -> list[Meaning]:
    return list(read_meanings(path.read_text(encoding="utf-8"), path))


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_one_header_says_what_a_predicate_means(folder: Path) -> None:
    """What crosses the border of a file has its meaning in one header: two meanings are two things of one name."""
    general = rows(ROOT / "asp" / "README.md") | {("says", arity) for arity in (3, 4, 5)}  # what scopes say
    for files in programs(folder):
        counts = Counter(meaning.signature for path in files for meaning in meanings_in(path))
        missing = crossing(files) - {*counts} - contract() - general
        assert not missing, f"no header says what {names(missing)} means"
        double = {predicate for predicate, count in counts.items() if count > 1}
        assert not double, f"two headers say what {names(double)} means"


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_a_header_speaks_of_its_own_predicates(folder: Path) -> None:
    for files in programs(folder):
        everything = {predicate for path in files for predicate in read_source(path).all}
        for path in files:
            own = everything if path.name in OF_OTHERS else read_source(path).all
            stale = {meaning.signature for meaning in meanings_in(path)} - own
            assert not stale, f"{short(path)}: nothing reads or defines {names(stale)}"


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_the_law_is_no_knot(folder: Path) -> None:
    """A reader of one file need not read half of the law: few files depend on each other in a circle."""
    largest = knots(folder)[0]
    assert len(largest) <= 15, ", ".join(map(short, largest))


def test_a_knot_is_seen(tmp_path: Path) -> None:
    (tmp_path / "rulebook.lp").write_text('%# Both\n#include "a.lp".\n#include "b.lp".\n', encoding="utf-8")
    (tmp_path / "a.lp").write_text("%# A\n% one(X): X is one\n\none(X) :- two(X).\n", encoding="utf-8")
    (tmp_path / "b.lp").write_text("%# B\n% two(X): X is two\n\ntwo(X) :- one(X).\n", encoding="utf-8")
    assert [len(group) for group in knots(tmp_path)] == [2, 1]
    (tmp_path / "b.lp").write_text("%# B\n% two(X): X is two\n\ntwo(1).\n", encoding="utf-8")
    assert [len(group) for group in knots(tmp_path)] == [1, 1, 1]


#: Letters that can stand for one kind of thing (asp/README.md): a figure, a place, a card or thing; others stand alone.
KINDS = ("FHMLP", "PSQWR", "CXKE")


def letters(files: Iterable[Path]) -> dict[Signature, list[str]]:
    """The arguments of every predicate as a header has them."""
    return {
        m.signature: list(m.args) for path in files for m in meanings_in(path) if all(map(str.isidentifier, m.args))
    }


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
        f"{path.name}: {atom.source}, the header has {', '.join(table[atom.signature])}"
        for atom in atoms
        for text, row in zip(atom.args, table[atom.signature], strict=True)
        if text.kind == "variable" and unlike(text.name, row)
    }


def test_a_name_means_one_thing() -> None:
    result = {
        fault
        for folder in rulebooks()
        for files in programs(folder)
        for path in files
        for fault in strangers(path, letters(files))
    }
    assert not result, "\n".join(sorted(result))


def test_two_things_of_one_name_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "doors.lp"
    path.write_text("beside(M, F, T) :- is(M, F, T). beside(H, P, T) :- is(H, P, T).", encoding="utf-8")
    assert strangers(path, {("beside", 3): ["H", "Q", "T"]}) == {"doors.lp: beside(M,F,T), the header has H, Q, T"}


def test_every_row_is_of_a_predicate_that_exists() -> None:
    everything = {result for path in law_files() for result in read_source(path).all} | GRAPH_FACTS
    stale = rows(ROOT / "asp" / "README.md") - everything
    assert not stale, f"nothing reads or defines {names(stale)}"


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


def points(folder: Path, kind: str) -> set[str]:
    """Return the conditions or fluents that the file of extension points lists."""
    file = folder / POINTS
    return set(re.findall(rf"^% {kind} (\w+): \S", file.read_text("utf-8"), re.M)) if file.exists() else set()


def rule_texts(folder: Path, *, base: bool) -> str:
    """Return the rules of the base law, or those of the optional rules, without comments."""
    chosen = [path for path in of(folder) if base != ("variants" in path.relative_to(folder).parts)]
    chosen = [path for path in chosen if not (APART - {"variants"}) & {*path.relative_to(folder).parts}]
    return "\n".join(re.sub(r"%.*", "", path.read_text("utf-8")) for path in chosen)


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_conditions_and_fluents_that_only_optional_rules_set_are_extension_points(folder: Path) -> None:
    base, optional = (rule_texts(folder, base=it_is) for it_is in (True, False))
    asked = set(re.findall(r"\b(?:branch|repeat|interrupt)\([^)]*?,\s*(\w+)\)", base))
    given = set(re.findall(r'\bholds(?:_without)?\((?:"[^"]*",\s*)?(\w+),\s*T\)(?:\s*:-|\.)', base))
    assert points(folder, "condition") == asked - given
    written = r"\b(?:becomes|gains|changes)\((\w+)"
    stated = set(re.findall(r"given\((\w+)", (folder / "rulebook.yaml").read_text("utf-8")))
    only_optional = set(re.findall(written, optional)) - set(re.findall(written, base))
    assert points(folder, "fluent") == (set(re.findall(r"\bis\((\w+)", base)) & only_optional) - stated


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
