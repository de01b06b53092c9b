"""Predicates that rules read and nothing defines."""

from pathlib import Path

import pytest

from drakdom.law import law as law_module
from drakdom.law.facts import core_file
from drakdom.law.law import load_law, read_rules
from drakdom.law.misspelt import derived_in_vain, misspelt
from drakdom.law.undefined import read_predicates, undefined
from drakdom.rulebook import find_rulebooks, load_rulebook
from drakdom.step.case import law_of


@pytest.mark.parametrize(
    ("body", "predicates"),
    [
        ("a(X), not b(X,1), not not c", [("a", 1), ("b", 2), ("c", 0)]),
        ("a(X), X != f(X), X = g(X)", [("a", 1)]),
        ("N = #sum { W,f(Y) : a(Y,W), not b(Y); 1 : c(\":\") }", [("a", 2), ("b", 1), ("c", 1)]),
        ("not 2 < #count { \"x:y\",Y : a(Y) } < 4", [("a", 1)]),
        ("a(Y) : b(Y), not c(Y); d(\"p(X) : q(X)\")", [("b", 1), ("c", 1), ("a", 1), ("d", 1)]),
        ("a((1;2),X), b(1;2)", [("a", 2), ("b", 1)]),
    ],
    ids=["signs", "comparisons", "sum", "guards", "condition", "pools"],
)  # fmt: skip
def test_predicates_of_a_body(body: str, predicates: list[tuple[str, int]], tmp_path: Path) -> None:
    file = tmp_path / "law.lp"
    file.write_text(f"h :- {body}.\n", encoding="utf-8")
    (rule,) = read_rules([file])
    assert list(read_predicates(rule.text)) == predicates


def test_a_primed_predicate_can_be_declared(tmp_path: Path) -> None:
    file = tmp_path / "law.lp"
    file.write_text("#defined lit'/2.\na(X) :- lit'(X, 1).\n", encoding="utf-8")
    assert undefined([(file, read_rules([file]))], []) == ()


def test_undefined_predicates_have_their_first_place(tmp_path: Path) -> None:
    file = tmp_path / "law.lp"
    file.write_text(
        "#defined rope/1.\n"
        "a(X, T) :- rope(X), is(at(X), _, T), shows(_, _, T).\n"
        "b(X) :- c(X).\n"
        "b(X) :- c(X), d(X, T), a(X, T), b(X).\n",
        encoding="utf-8",
    )
    strange = undefined([(file, read_rules([file]))], read_rules([core_file("choice.lp")]))
    assert strange == (("c", 1, file, 3), ("d", 2, file, 4))


@pytest.mark.parametrize("slug", sorted(find_rulebooks()))
def test_shipped_law_is_without_misspelt_predicates(slug: str) -> None:
    book = load_rulebook(find_rulebooks()[slug])
    law = law_of(book)
    assert (law.undefined, misspelt(law, book), law.unread) == ((), (), ())


def test_undefined_predicates_are_cached(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    file.write_text("b(X) :- c(X).\n", encoding="utf-8")
    assert load_law((core_file("core.lp"), file)).undefined == (("c", 1, file, 1),)


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("laest(a, 0)", "least/2"),
        ("evnt(a, T)", "event/2"),
        ("opton(a, b, T)", "option/3"),
        ("check_dise(t6)", "check_dice/1"),
        ("least(a)", ""),
        ("passing(a)", ""),
        ("wether(a, T)", ""),
        ("harms(a, T)", ""),
    ],
)
def test_a_head_nearly_called_as_one_of_the_core(head: str, meant: str, tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    body = " :- is(phase, a, T)" if "T" in head else ""
    file.write_text(f"#include <check>.\n{head}{body}.\n", encoding="utf-8")
    law = load_law((core_file("core.lp"), file))
    assert [(row.file, row.line, row.meant) for row in law.unread] == ([(file, 2, meant)] if meant else [])
    assert [problem.help for problem in derived_in_vain(law)] == ([f"did you mean `{meant}`?"] if meant else [])


def test_a_head_that_a_rule_reads_is_no_misspelt_one(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    file.write_text("laest(a, 0).\nmost(X, N) :- laest(X, N).\n", encoding="utf-8")
    assert load_law((core_file("core.lp"), file)).unread == ()


def test_unread_predicates_are_cached(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    file.write_text("laest(a, 0).\n", encoding="utf-8")
    entries = core_file("core.lp"), file
    read = load_law(entries).unread
    law_module._LOADED.clear()
    assert load_law(entries).unread == read != ()
