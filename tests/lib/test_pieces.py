"""The pieces of the library: each example under both engines, and each rule of a piece needed by some example."""

from pathlib import Path

import pytest

from drakdom.errors import DrakdomError
from drakdom.law.law import Law, made_rules, read_rules
from drakdom.law.lawtext import law_files, library
from drakdom.law.rules import Rule
from tests.core.tiny import Tiny, core_rules, played
from tests.lib.examples import PIECES
from tests.witness import ENGINES, Engine

EXAMPLES = [pytest.param(piece, tiny, id=f"{piece}: {tiny.name}") for piece in PIECES for tiny in PIECES[piece]]


def law_with(piece: str, tiny: Tiny, folder: Path, without: Rule | None = None) -> Law:
    """Return the law of a tiny game that includes a piece, with the core; `without` is a rule to leave out."""
    file = folder / "rulebook.lp"
    file.write_text(f"#include <{piece}>.\n{tiny.law}", encoding="utf-8")
    rules = [*core_rules(), *read_rules(law_files(file))]
    return Law(tuple(rule for rule in (*rules, *made_rules(rules)) if rule != without))


def as_expected(piece: str, tiny: Tiny, engine: Engine, folder: Path, without: Rule | None = None) -> bool:
    happens, ends = played(tiny, law_with(piece, tiny, folder, without), engine)
    return happens == tiny.happens and (tiny.ends is None or ends == [tiny.ends])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("piece", "tiny"), EXAMPLES)
def test_example(piece: str, tiny: Tiny, engine: Engine, tmp_path: Path) -> None:
    happens, ends = played(tiny, law_with(piece, tiny, tmp_path), engine)
    assert happens == tiny.happens
    if tiny.ends is not None:
        assert ends == [tiny.ends]


def rules_of(piece: str) -> list[Rule]:
    """Return the rules of a piece, without those of pieces that it includes."""
    return [rule for rule in read_rules([library() / f"{piece}.lp"]) if rule.head]


@pytest.mark.parametrize(
    ("piece", "rule"), [pytest.param(p, rule, id=f"{p}:{rule.line}") for p in PIECES for rule in rules_of(p)]
)
def test_every_rule_of_a_piece_is_needed(piece: str, rule: Rule, tmp_path: Path) -> None:
    """Without the rule, an example of the piece has another result; no result is another one too."""
    try:
        unharmed = all(as_expected(piece, tiny, "side-by-side", tmp_path, rule) for tiny in PIECES[piece])
    except DrakdomError:
        unharmed = False
    assert not unharmed, rule.text


def test_every_piece_has_an_example() -> None:
    apart = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert {path.stem for path in library().glob("*.lp")} - PIECES.keys() - apart == set()
