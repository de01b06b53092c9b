"""Verdicts under the ten-clause game with a few more rules."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from clingo import Function, String

from drakdom import Verdict, adjudicate
from drakdom.errors import LimitError
from drakdom.rulings import lifted
from drakdom.rulings.readings import decisive_clauses
from drakdom.scenario import read_scenario_text
from drakdom.step.case import Case
from drakdom.value.solve import Branch, solve

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
HEAD = "rulebook: lantern\nboard: {places: {B2: {room: floor, exits: [e]}, C2: {room: floor}}}\n"
ADA = HEAD + "figures: {Ada: {kind: hero, at: B2, nerve: 4}}\n"


def ruled(folder: Path, law: str, scenario: str, **words: str) -> Verdict:
    """Return the verdict under further law; `words` are events with the types of their arguments."""
    shutil.copytree(LANTERN, folder / "lantern")
    book, entry = folder / "lantern" / "rulebook.yaml", folder / "lantern" / "rulebook.lp"
    events = "".join(f'  {name}: {{args: [{types}], says: "{name}"}}\n' for name, types in words.items())
    book.write_text(book.read_text("utf-8").replace("events:\n", "events:\n" + events), encoding="utf-8")
    (folder / "lantern" / "more.lp").write_text(law, encoding="utf-8")
    entry.write_text(entry.read_text("utf-8") + '#include "more.lp".\n', encoding="utf-8")
    return adjudicate(read_scenario_text(scenario, "case.yaml", [folder / "lantern"]))


def test_two_outcomes_that_differ_in_a_number_rest_each_on_its_own_clause(tmp_path: Path) -> None:
    law = (
        'event(loses(H, 1), T) :- clause("LD-03"), is(phase, walk, T), hero(H).\n'
        'event(loses(H, 3), T) :- clause("LD-06"), is(phase, walk, T), hero(H).\n'
    )
    verdict = ruled(tmp_path, law, ADA + "play: [{Ada: rest}]\n", loses="figure, int")
    nearest = {o.text: o.clauses[0] for o in verdict.branches[0].outcomes if o.text.startswith("loses")}
    assert nearest == {"loses(Ada, 1)": "LD-03", "loses(Ada, 3)": "LD-06"}


def test_law_may_call_its_own_as_the_core_calls_what_it_shows(tmp_path: Path) -> None:
    law = "at(H, P, T) :- is(at(H), P, T).\n"
    verdict = ruled(tmp_path, law, ADA + "play: [{Ada: rest}]\n")
    assert {(o.text, o.entry, o.phase) for o in verdict.branches[0].outcomes} == {("rests(Ada)", 1, "choose")}


def test_a_clause_without_which_play_never_ends_is_a_reason_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limited(case: Case, *words: Any, **more: Any) -> tuple[Branch, ...]:
        if Function("in_force", [String("LD-06")]) not in case.facts:
            raise LimitError("play has not ended")
        return solve(case, *words, **more)

    monkeypatch.setattr(lifted, "solve", limited)
    claims = "expect: [{always: rests(Ada), because: LD-06}]\n"
    assert ruled(tmp_path, "", ADA + "play: [{Ada: rest}]\n" + claims).passed


DOUBT = """\
title: A doubt about the omen, and a pit far from it
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: shrine}
    D2: {room: pit, exits: [w]}
    E2: {room: pit, exits: [w]}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
  Bo: {kind: hero, at: C2, nerve: 4}
  Cy: {kind: hero, at: E2, nerve: 4}
play: [{Ada: move e, Bo: rest, Cy: move w}]
draws: {omen Ada: gust}
expect:
  - odds: {falls(Cy): 1/3}
    not_because: LD-07
  - ambiguous: goes_out(Bo)
    because: LD-07
"""


def test_a_doubtful_clause_is_a_reason_only_where_its_reading_makes_a_difference(tmp_path: Path) -> None:
    verdict = ruled(tmp_path, "", DOUBT)
    assert len(verdict.branches) == 2
    assert [(claim.passed, claim.unwanted, claim.missing) for claim in verdict.claims] == [(True, (), ())] * 2


def test_a_reading_under_which_another_doubt_arises_makes_a_difference() -> None:
    under = [((("A", "y"),), 1), ((("A", "x"), ("B", "p")), 2), ((("A", "x"), ("B", "q")), 2)]
    assert decisive_clauses(under) == ("A",)
    assert decisive_clauses([*under[:2], ((("A", "x"), ("B", "q")), 3)]) == ("A", "B")
    assert decisive_clauses([((("A", "x"),), 1), ((("A", "y"),), 1)]) == ()


def test_what_can_happen_however_a_clause_is_read_may_do_so_with_other_odds(tmp_path: Path) -> None:
    law = (
        'doubt("LD-07", T)     :- is(phase, walk, T).\n'
        "due(pit(H), t6, T)    :- is(phase, walk, T), hero(H).\n"
        "reads(pit(H), 1, keeps, T) :- is(phase, walk, T), hero(H).\n"
        "reads(pit(H), X, slips, T) :- is(phase, walk, T), hero(H), face(t6, X, _), X > 2.\n"
        'reads(pit(H), 2, keeps, T) :- is(phase, walk, T), hero(H), read_as("LD-07", room).\n'
        'reads(pit(H), 2, slips, T) :- is(phase, walk, T), hero(H), read_as("LD-07", drawer).\n'
        "event(stumbles(H), T) :- is(phase, walk, T), shows(pit(H), slips, T).\n"
    )
    claims = "expect: [{sometimes: stumbles(Ada)}, {ambiguous: stumbles(Ada)}, {always: stumbles(Ada)}]\n"
    verdict = ruled(tmp_path, law, ADA + "play: [{Ada: rest}]\n" + claims, stumbles="figure")
    assert [claim.passed for claim in verdict.claims] == [True, True, False]
    assert verdict.claims[0].status == "ambiguous"


@pytest.mark.parametrize(("variants", "gap"), [("[]", True), ("[narrow-halls]", False)])
def test_a_word_that_only_an_optional_rule_mentions_is_not_passed_over(
    variants: str, gap: bool, tmp_path: Path
) -> None:
    law = 'event(prays(H), T) :- clause("LD-09"), is(phase, walk, T), is(at(H), P, T), is(room(P), chapel, T).\n'
    shutil.copytree(LANTERN, tmp_path / "lantern")
    book, entry = tmp_path / "lantern" / "rulebook.yaml", tmp_path / "lantern" / "rulebook.lp"
    text = book.read_text("utf-8").replace("shrine: a shrine", "shrine: a shrine, chapel: a chapel")
    book.write_text(text.replace("events:\n", 'events:\n  prays: {args: [figure], says: "prays"}\n'), encoding="utf-8")
    (tmp_path / "lantern" / "more.lp").write_text(law, encoding="utf-8")
    entry.write_text(entry.read_text("utf-8") + '#include "more.lp".\n', encoding="utf-8")
    scenario = ADA.replace("B2: {room: floor", "B2: {room: chapel") + f"variants: {variants}\nplay: [{{Ada: rest}}]\n"
    verdict = adjudicate(read_scenario_text(scenario, "case.yaml", [tmp_path / "lantern"]))
    findings = {str(finding.what) for finding in verdict.branches[0].findings}
    assert ("unruled(not_encoded(chapel))" in findings) == gap


def test_law_may_say_why_somebody_was_not_asked(tmp_path: Path) -> None:
    law = (
        'refused("LD-06", H, A, T) :- clause("LD-06"), unasked(H, A, T), is(at(H), P, T), is(room(P), floor, T).\n'
        'refused("LD-05", H, rest, T) :- clause("LD-05"), is(phase, choose, T), is(entry, 1, T), hero(H).\n'
    )
    expect = "expect: [{unasked: Ada rest, because: LD-06, not_because: LD-05}]\n"
    verdict = ruled(tmp_path, law, ADA + "play: [{Ada: [rest, rest]}]\n" + expect)
    assert verdict.passed, verdict.claims
    assert [f.clauses for f in verdict.branches[0].findings] == [("LD-06",)]
