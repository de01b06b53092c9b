"""Findings of an audit with one cause: they are told as one."""

from drakdom.audit.drafts import by_cause
from drakdom.audit.values import Finding
from drakdom.terms import Term


def finding(words: str, *core: str, phase: str = "walk", since: tuple[str, ...] = ("one-way",)) -> Finding:
    value = Term(words, (Term("Ada"),))
    return Finding("conflict", value, words, phase, 1, core, (core,) if core else (), True, since)


def grouped(*findings: Finding) -> list[list[str]]:
    return [[finding.sentence for finding in group] for group in by_cause(findings)]


def test_the_same_clause_of_a_house_rule_is_one_cause() -> None:
    first, second = (
        finding("two_values", "HOUSE-ONE-WAY-001", "LD-02"),
        finding("two_pools", "HOUSE-ONE-WAY-001", "LD-05"),
    )
    third = finding("two_places", "HOUSE-ONE-WAY-002", "LD-02")
    assert grouped(first, second, third) == [["two_values", "two_pools"], ["two_places"]]


def test_without_a_clause_of_a_house_rule_the_same_words_are_one_cause() -> None:
    first, again = finding("nobody_may", "LD-01"), finding("nobody_may", "LD-01", phase="omen")
    assert grouped(first, again, finding("unread", "LD-05")) == [["nobody_may", "nobody_may"], ["unread"]]


def test_findings_of_the_book_stay_apart() -> None:
    first, again = finding("nobody_may", since=()), finding("nobody_may", phase="omen", since=())
    assert len(grouped(first, again)) == 2


def test_clauses_without_effect_stay_apart() -> None:
    first, second = (
        Finding("never applies", Term("clause", (n,)), n, "", 0, (n,), (), True, ("one-way",)) for n in "AB"
    )
    assert len(by_cause([first, second])) == 2
