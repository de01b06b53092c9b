"""What an audit says of the clauses of a house rule, of the course of play, and of what else a rule changes."""

import json
from pathlib import Path
from typing import Any

import pytest

from drakdom.audit.laws import law_with
from drakdom.audit.widen import widened
from drakdom.audit.words import words_of
from drakdom.rulebook import load_rulebook
from drakdom.step.scope import Scope
from tests.audit.seeded import FAULTY, HARMLESS, Planted, written
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom

LANTERN = RULEBOOKS / "lantern"


def report(tmp_path: Path, planted: Planted, *words: str, code: int = 1) -> dict[str, Any]:
    folder = written(tmp_path, planted)
    asked: tuple[str | Path, ...] = (
        "--house-rule",
        folder,
        "--out",
        tmp_path / "found",
        "--scope",
        "size=3,heroes=1",
        "--json",
    )
    ended = drakdom("audit", "lantern", *FOLDERS, *asked, *words)
    assert ended.code == code, ended
    read: dict[str, Any] = json.loads(ended.out)
    return read


def planted(name: str) -> Planted:
    (entry,) = [entry for entry in (*FAULTY, *HARMLESS) if entry.name == name]
    return entry


def test_a_clause_that_applies_matters(tmp_path: Path) -> None:
    (fate,) = report(tmp_path, planted("rest-well"), code=0)["fates"]
    assert fate["clause"] == "HOUSE-REST-WELL-001"
    assert 0 < fate["matters"] <= fate["applies"] <= fate["of"]
    assert fate["beaten"] == 0


def test_a_clause_that_applies_nowhere_is_said_first(tmp_path: Path) -> None:
    folder = written(tmp_path, planted("doubles"))
    words: tuple[str | Path, ...] = ("--house-rule", folder, "--out", tmp_path / "found", "--scope", "size=2,heroes=1")
    ended = drakdom("audit", "lantern", *FOLDERS, *words)
    assert "! HOUSE-DOUBLES-001 applies in none of" in ended.out.splitlines()[1]


@pytest.mark.slow
def test_a_size_is_enough_for_clauses_without_effect(tmp_path: Path) -> None:
    """What was not searched to the end does not hide a clause of the house rule that is always beaten."""
    read = report(tmp_path, planted("self-made"), "--budget", "0")
    assert ("always beaten", "clause(HOUSE-SELF-MADE-001)") in {(f["kind"], f["what"]) for f in read["findings"]}
    assert read["fates"][0]["beaten"] > 0


@pytest.mark.slow
def test_a_finding_that_is_intended(tmp_path: Path) -> None:
    meant = planted("self-made")
    meant = meant._replace(more=meant.more + 'intended: ["always beaten HOUSE-SELF-MADE-001"]\n')
    read = report(tmp_path, meant, code=0)
    assert read["findings"] == []
    assert len(read["intended"]) == 1
    unclear = meant._replace(more=meant.more.replace("always beaten", "allways beaten"))
    words: tuple[str | Path, ...] = ("--house-rule", written(tmp_path / "again", unclear))
    ended = drakdom("audit", "lantern", *FOLDERS, "--out", tmp_path / "found", *words)
    assert ended.code == 2
    assert "names no kind of finding" in ended.err


@pytest.mark.slow
def test_a_choice_that_comes_to_nothing(tmp_path: Path) -> None:
    idle = Planted(
        "humming",
        ("option(H, hum, T) :- CLAUSE, deciding(H, T).",),
        (),
        reads="deciding/2",
        defines="option/3",
        more='actions: {hum: {args: [], term: hum, says: "{figure} hums"}}\n',
    )
    read = report(tmp_path, idle)
    assert ("empty choice", "comes_to_nothing(Ada, hum)") in {(f["kind"], f["what"]) for f in read["findings"]}
    listening = report(tmp_path, planted("listening"), code=0)  # it comes to an event
    assert listening["findings"] == []


@pytest.mark.slow
def test_what_the_text_does_not_speak_of(tmp_path: Path) -> None:
    loud = Planted(
        "rest-loudly",
        (
            "event(rests_loudly(H), T) :- CLAUSE, chosen(H, rest, T).",
            "event(falls(H), T) :- CLAUSE, chosen(H, rest, T).",
        ),
        (),
        reads="chosen/3",
        defines="event/2",
        more='events: {rests_loudly: {args: [figure], says: "{1} rests loudly"}}\n',
    )
    shifts = {shift["kind"]: shift["spoken"] for shift in report(tmp_path, loud, code=0)["shifts"]}
    assert shifts == {"rests_loudly": True, "falls": False}


@pytest.mark.slow
def test_what_changes_without_an_outcome(tmp_path: Path) -> None:
    quiet = Planted(
        "rest-in-the-dark",
        (
            "event(rests_long(H), T) :- CLAUSE, chosen(H, rest, T).",
            "becomes(lantern(H), out, T) :- CLAUSE, chosen(H, rest, T).",
        ),
        (),
        reads="chosen/3",
        defines="event/2, becomes/3",
        more='events: {rests_long: {args: [figure], says: "{1} rests long"}}\n',
    )
    shifts = {shift["kind"]: shift for shift in report(tmp_path, quiet)["shifts"]}
    assert shifts["state lantern"]["odds"] == "out instead of as before"
    assert not shifts["state lantern"]["spoken"]
    assert shifts["rests_long"]["spoken"]


def test_situations_for_the_words_of_a_rule(tmp_path: Path) -> None:
    book = load_rulebook(LANTERN)
    law, base = law_with(book, [str(written(tmp_path, planted("ropes-for-all")))]), law_with(book)
    assert "rope" in words_of(law, base).own
    scope = Scope(LANTERN / "scope.lp", {"size": 1, "heroes": 1})
    plain = tuple(scope.situations(100))
    assert not any("rope" in str(situation) for situation in plain)
    more = widened(law, base, LANTERN / "scope.lp", scope, plain)
    assert any("rope" in str(situation) for situation in more.situations)
    assert sorted(more.order) == list(range(len(plain) + len(more.situations)))
