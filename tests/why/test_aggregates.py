"""Reasons follow the elements of `#count`, `#sum`, `#min` and `#max`, and only those that make them hold."""

from collections.abc import Iterable
from pathlib import Path

import clingo
import pytest

from drakdom.law.canonical import statement_parts
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.step.case import law_of
from drakdom.step.program import program_of
from drakdom.terms import show
from drakdom.verdict import Reason
from drakdom.why.aggregates import elements
from drakdom.why.causes import _second
from drakdom.why.reasons import Reasons
from tests.core.tiny import Tiny, tiny_case, tiny_law
from tests.witness import solved

ALL = {"member(ann, 2)", "member(bob, 1)", "member(cid, 3)"}
FACTS = "member(ann, 2); member(bob, 1); member(cid, 3); absent(cid)"
RULE = 'event(result(N), T) :- clause("X-1"), is(phase, go, T), {aggregate}.\nentry_ends(T) :- is(phase, go, T).\n'


def stated(reasons: Iterable[Reason]) -> set[str]:
    facts: set[str] = set()
    for reason in reasons:
        if reason.kind == "stated":
            facts.add(show(reason.what))
        facts |= stated(reason.because)
    return facts


@pytest.mark.parametrize(
    ("aggregate", "event", "cited"),
    [
        ("N = #count { X : member(X, _), not absent(X) }", "result(2)", {"member(ann, 2)", "member(bob, 1)"}),
        ("N = #sum { M, X : member(X, M) }", "result(6)", ALL),
        ("N = #max { M : member(_, M) }", "result(3)", {"member(cid, 3)"}),
        ("N = #min { M : member(_, M), M > 1 }", "result(2)", {"member(ann, 2)"}),
        ("N = 7, #count { X : member(X, _) } >= 3", "result(7)", ALL),
        ("N = 7, #count { X : member(X, _) } <= 3", "result(7)", set()),
        ("N = 7, not #count { X : member(X, _) } > 3", "result(7)", set()),
        ("N = #count { X : member(X, _) ; X : absent(X) }", "result(3)", ALL | {"absent(cid)"}),
    ],
)  # fmt: skip
def test_a_reason_names_what_was_counted(aggregate: str, event: str, cited: set[str], tmp_path: Path) -> None:
    tiny = Tiny("count", RULE.replace("{aggregate}", aggregate), FACTS)
    (branch,) = solved(tiny_case(tiny, tiny_law(tiny.law, tmp_path)), "side-by-side")
    reason = Reasons(branch).why(clingo.parse_term(event))
    assert reason is not None
    assert reason.clause == "X-1"
    assert stated([reason]) == cited


def test_a_literal_that_is_no_aggregate_has_no_elements() -> None:
    assert list(elements("N = M+1")) == []
    assert list(elements("a(X): b(X)")) == []


@pytest.mark.parametrize("slug", ["drakborgen-atervackt", "dungeonquest-neuauflage"])
def test_the_aggregates_of_a_whole_law_can_be_followed(slug: str) -> None:
    """The solver takes every rule that is made for an aggregate, without a word."""
    law = law_of(load_rulebook(resolve_rulebook(slug)))
    program = program_of(law, "pinned.lp", "frontier.lp", "show.lp")
    messages: list[str] = []
    control = clingo.Control(["--warn=no-atom-undefined"], logger=lambda _code, text: messages.append(text))
    made = 0
    for number, rule in enumerate(program.rules):
        parts = statement_parts(program.bare_text(number)) if rule.head and ":-" in rule.text else None
        for text in _second(rule, parts[1], number).counted if parts else ():
            control.add("base", [], f"counted{text}")
            made += 1
    assert made >= 15
    control.ground([("base", [])])
    assert not messages
