"""The bank of house rules by default audits; `python -m tests.audit.bank` prints the whole table."""

from collections import Counter

import pytest

from drakdom.rulebook import resolve_rulebook
from tests.audit.bank import FAULTS, Seeded, bank, row
from tests.audit.bank_table import cells, kept

#: Rules whose verdict has been measured to be right.
MEASURED = ("empty-peace", "tired-hands", "quick-doors", "polite-doors", "free-doors")
#: Folders of a rulebook that are no chapters of the law in force without optional rules.
NO_CHAPTERS = frozenset({"house", "locale", "paths", "schema", "scope", "variants"})
#: Rulebooks with house rules about some chapters only.
SOME_CHAPTERS = frozenset({"diplomacy"})


def test_the_bank_has_faults_of_all_kinds_in_all_chapters() -> None:
    rules = bank()
    assert len({rule.name for rule in rules}) == len(rules)
    count = Counter(rule.fault for rule in rules)
    assert count.keys() == {*FAULTS, ""}
    assert count[""] >= 20
    assert sum(count.values()) - count[""] >= 60
    assert all(rule.finds for rule in rules if rule.fault)
    for base in {rule.base for rule in rules}:
        folders = {path.name for path in resolve_rulebook(base).iterdir() if path.is_dir()} - NO_CHAPTERS
        chapters = {rule.chapter for rule in rules if rule.base == base}
        assert chapters <= folders if base in SOME_CHAPTERS else chapters == folders


def test_the_table_of_the_bank() -> None:
    rules = {rule.name: rule for rule in bank()}
    for name, line in kept().items():
        assert cells(line)[1:4] == [rules[name].base, rules[name].chapter, rules[name].fault or "honest"]


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in bank() if rule.name in MEASURED], ids=lambda rule: rule.name)
def test_what_an_audit_says_of_a_rule_of_the_bank(rule: Seeded) -> None:
    judged = row(rule)
    assert judged.right, judged
