"""The table of phases: its words are phases of the vocabulary, and its conditions are those that rules speak of."""

import shutil
from pathlib import Path

import pytest

from drakdom.lint import lint_rulebook

#: The round of the ten-clause game as a table.
TABLE = """%# The round: five moments, one after another
%
% Reads:   uneventful/1
% Defines: then/2, branch/3, holds/2, holds_without/3

then(choose, walk).
then(walk, danger).
then(danger, omen).
branch(danger, close, nothing_waits).
then(omen, close).
then(close, choose).

holds(nothing_waits, T) :- uneventful(T).
"""


@pytest.fixture
def tabled(tmp_path: Path, lantern: Path) -> Path:
    """Return the ten-clause game, its round read by the library."""
    folder = tmp_path / "lantern"
    shutil.copytree(lantern, folder)
    entry, old = folder / "rulebook.lp", folder / "round.lp"
    entry.write_text(entry.read_text("utf-8") + '#include <round>.\n#include "table.lp".\n', encoding="utf-8")
    lines = [line for line in old.read_text("utf-8").splitlines() if not line.startswith(("follows(", "becomes(phase"))]
    old.write_text("\n".join(lines).replace(" follows/2,", "").replace(" becomes/3,", ""), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("then(walk, danger)", "then(walk, dangers)", "`dangers` is not a phase of the vocabulary"),
        ("close, nothing_waits", "(close; shut), nothing_waits", "`shut` is not a phase of the vocabulary"),
        ("close, nothing_waits", "close, nobody_waits", "no rule says when the condition `nobody_waits` holds"),
        ("holds(nothing_waits", "holds(nothing_awaits", "the order of play has no condition `nothing_awaits`"),
        ("holds(nothing_waits, T)", 'holds_without("LD-01", rest, T)', "the order of play has no condition `rest`"),
    ],
)
def test_a_word_that_the_table_does_not_share_is_found(old: str, new: str, message: str, tabled: Path) -> None:
    assert old in TABLE
    (tabled / "table.lp").write_text(TABLE.replace(old, new), encoding="utf-8")
    findings = [finding.message for finding in lint_rulebook(tabled) if finding.rule == "order-of-play"]
    assert message in findings


def test_a_table_that_shares_its_words_is_clean(tabled: Path) -> None:
    (tabled / "table.lp").write_text(TABLE.replace(", holds_without/3", ""), encoding="utf-8")
    assert lint_rulebook(tabled) == ()
