"""The bank of house rules by default audits; `python -m tests.audit.bank` prints the whole table."""

import pytest

from tests.audit.bank import Seeded, bank, row

#: Rules whose verdict has been measured to be right.
MEASURED = ("empty-peace", "tired-hands", "quick-doors", "polite-doors", "free-doors")


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in bank() if rule.name in MEASURED], ids=lambda rule: rule.name)
def test_what_an_audit_says_of_a_rule_of_the_bank(rule: Seeded) -> None:
    judged = row(rule)
    assert judged.right, judged
