"""House rules from strangers: what is no law is refused with place and reason, and what costs too much is ended."""

from pathlib import Path

import pytest

from drakdom.law.facts import core_file
from drakdom.law.forbidden import GIVEN, OF_ENGINES, SHARED
from drakdom.law.law import read_rules
from drakdom.law.lawtext import law_files
from drakdom.sandbox import can_fork
from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.cli.house import LAW, SPEC, house_rule

LINE = LAW.count("\n") + 1
CORE = {rule.head[:2] for rule in read_rules(law_files(core_file("core.lp"))) if rule.head}
RESERVED = sorted((CORE | OF_ENGINES) - SHARED | GIVEN)

PONDER = 'actions: {ponder: {args: [int], term: "ponder($1)", says: "{figure} ponders {1}"}}\n'


def broken(tmp_path: Path, text: str | bytes) -> Path:
    more = text if isinstance(text, bytes) else text.encode()
    return house_rule(tmp_path, spec=SPEC + PONDER, law=LAW.encode() + more + b"\n")


def test_no_predicate_of_the_core_is_redefined(tmp_path: Path) -> None:
    lines = []
    for name, arity in RESERVED:
        arguments = ", ".join([*"HXYZ"[: max(arity - 1, 0)], *(["T"] if arity else [])])
        head = f"{name}({arguments})" if arity else name
        lines.append(f"{head} :- tries(H, T), X = 1, Y = 1, Z = 1.")
    rule = broken(tmp_path, "\n".join(lines))
    ended = drakdom("rule", PIT, "--house-rule", rule, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    for line, (name, arity) in enumerate(RESERVED, LINE):
        assert f"house.lp:{line}: `{name}/{arity}` is derived by the core alone" in ended.err


ENDLESS = """\
heap(H, 0, T)       :- tries(H, T).
heap(H, N+1, T)     :- heap(H, N, T).
event(spared(H), T) :- clause("HOUSE-SOFT-PITS-001"), heap(H, _, T).
"""
GREEDY = """\
pile(H, H, T)          :- tries(H, T).
pile(H, more(X, X), T) :- pile(H, X, T).
event(spared(H), T)    :- clause("HOUSE-SOFT-PITS-001"), pile(H, _, T).
"""
MANY = """\
asks(H, T) :- clause("HOUSE-SOFT-PITS-001"), tries(H, T).
option(H, ponder(N), T) :- clause("HOUSE-SOFT-PITS-001"), tries(H, T), N = 1..3000.
"""


@pytest.mark.children
@pytest.mark.skipif(not can_fork(), reason="no limits without fork")
@pytest.mark.parametrize(
    ("law", "words", "message"),
    [
        (ENDLESS, ("--timeout", "1"), "the limit (`--timeout` sets it)\nit is quicker with one question at a time"),
        pytest.param(
            GREEDY,
            ("--memory", "1000"),
            "this takes more than 1000 MB, which is the limit (`--memory` sets it)",
            marks=pytest.mark.slow,  # so much memory takes its time to fill
        ),
        (MANY, (), "possible outcomes, the limit is"),
    ],
    ids=["time", "memory", "models"],
)
def test_what_costs_too_much_is_ended(law: str, words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    ended = drakdom("rule", PIT, "--house-rule", broken(tmp_path, law), *words, *FOLDERS, COLUMNS="1000")
    assert (ended.code, ended.out) == (3, ""), ended
    assert message in ended.err
