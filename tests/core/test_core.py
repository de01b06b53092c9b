"""The core alone: each example under both engines, and each rule of the core needed by some example."""

from pathlib import Path

import pytest
from clingo import parse_term

from drakdom.errors import BugError, DrakdomError
from drakdom.law.rules import Rule
from drakdom.sandbox import Limits, run_limited
from drakdom.value.solve import solve
from drakdom.why.reasons import Reasons
from tests.core.examples import EXAMPLES, RETHROWN
from tests.core.tiny import Tiny, core_rules, played, tiny_case, tiny_law
from tests.witness import ENGINES, Engine


def as_expected(tiny: Tiny, happens: dict[str, str], ends: list[str]) -> bool:
    return happens == tiny.happens and (tiny.ends is None or ends == [tiny.ends])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("tiny", EXAMPLES, ids=lambda tiny: tiny.name)
def test_example(tiny: Tiny, engine: Engine, tmp_path: Path) -> None:
    happens, ends = played(tiny, tiny_law(tiny.law, tmp_path), engine)
    assert happens == tiny.happens
    if tiny.ends is not None:
        assert ends == [tiny.ends]


@pytest.mark.parametrize("tiny", RETHROWN, ids=lambda tiny: tiny.name)
def test_dice_thrown_again(tiny: Tiny, tmp_path: Path) -> None:
    assert as_expected(tiny, *played(tiny, tiny_law(tiny.law, tmp_path), "side-by-side"))


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in core_rules() if rule.head], ids=lambda r: f"{r.file}:{r.line}")
def test_every_rule_of_the_core_is_needed(rule: Rule, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without the rule, an example has another result in at least one engine."""
    folder = tmp_path_factory.getbasetemp()
    by_both = ((tiny, engine) for engine in ENGINES for tiny in EXAMPLES)
    plays = [*by_both, *((tiny, ENGINES[1]) for tiny in RETHROWN)]
    assert any(differs(tiny, rule, folder, engine) for tiny, engine in plays), rule.text


def differs(tiny: Tiny, rule: Rule, folder: Path, engine: Engine) -> bool:
    """Return True if an example has another result without a rule; no end or an error is another result too."""
    law = tiny_law(tiny.law, folder, without=rule)
    try:
        if engine == "side-by-side":
            happens, ends = run_limited(lambda: played(tiny, law, engine), Limits(seconds=10))
        else:
            happens, ends = played(tiny, law, engine)
    except DrakdomError:
        return True
    return not as_expected(tiny, happens, ends)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "law",
    [
        "due(a, t2, T) :- is(phase, go, T), not shows(b, 1, T).\n"
        "due(b, t2, T) :- is(phase, go, T), not shows(a, 1, T).\n",
        "due((a; b), t2, T) :- is(phase, go, T).\nreads(R, 1, one, T) :- due(R, t2, T).\n"
        "reads(a, 2, one, T) :- shows(b, one, T).\nreads(b, 2, one, T) :- shows(a, one, T).\n"
        "reads(R, 2, two, T) :- due(R, t2, T), not reads(R, 2, one, T).\n",
        "due(a, t2, T) :- is(phase, go, T), not shows(a, 1, T).\n",
    ],
    ids=["due", "read", "alone"],
)
def test_rolls_that_depend_on_each_other_are_refused(law: str, engine: Engine, tmp_path: Path) -> None:
    """No roll can be thrown first, so the law gives no odds."""
    tiny = Tiny("in a circle", law + "entry_ends(T) :- is(phase, go, T).\n", facts="face(t2, 1, 1); face(t2, 2, 1)")
    with pytest.raises(BugError):
        played(tiny, tiny_law(tiny.law, tmp_path), engine)


@pytest.mark.parametrize(
    ("law", "facts"),
    [
        (
            'asks("Bo", T) :- is(phase, go, T), not chosen("Ada", walk, T).\noption("Bo", rest, T) :- asks("Bo", T).\n',
            "",
        ),
        (
            'asks("Bo", T) :- is(phase, go, T).\noption("Bo", rest, T) :- asks("Bo", T), not chosen("Ada", walk, T).\n',
            "",
        ),
        (
            'asks("Bo", T) :- is(phase, go, T).\noption("Bo", rest, T) :- asks("Bo", T).\n'
            'option("Bo", climb, T) :- chosen("Ada", walk, T).\n',
            'stated(1, "Bo", 1, climb)',
        ),
    ],
    ids=["asked", "granted", "stated"],
)
def test_a_choice_that_depends_on_another_of_its_moment_is_a_conflict(law: str, facts: str, tmp_path: Path) -> None:
    """All open choices of a moment are made at once: a choice that another one undoes is a conflict."""
    law += (
        'asks("Ada", T) :- is(phase, go, T).\noption("Ada", (walk; rest), T) :- asks("Ada", T).\n'
        "event(does(P, A), T) :- chosen(P, A, T).\nentry_ends(T) :- is(phase, go, T).\n"
    )
    tiny = Tiny("stray", law, facts=facts, given='step("Ada") = 1; step("Bo") = 1')
    happens, ends = played(tiny, tiny_law(law, tmp_path), "side-by-side")
    assert happens['conflict(stray_choice("Bo"))'] == "0..1"
    assert "broken" in ends


@pytest.mark.parametrize(
    ("law", "odds"),
    [
        ('option("Bo", climb, T) :- asks("Bo", T), chosen("Ada", walk, T).\n', "0..1"),
        (
            "due(coin, coin, T) :- is(phase, go, T).\nreads(coin, X, X, T) :- due(coin, coin, T), face(coin, X, _).\n"
            'option("Bo", climb, T) :- asks("Bo", T), shows(coin, heads, T).\n',
            "1/2",
        ),
        (
            'asks("Cy", T) :- is(phase, go, T), chosen("Ada", walk, T).\n'
            'option("Cy", (rest; climb), T) :- asks("Cy", T).\n',
            None,
        ),
    ],
    ids=["of a choice", "of a roll", "a choice of its own"],
)
def test_an_action_that_a_choice_or_roll_adds_to_a_choice_of_its_moment_is_a_conflict(
    law: str, odds: str | None, tmp_path: Path
) -> None:
    law += (
        'asks(("Ada"; "Bo"), T) :- is(phase, go, T).\noption("Ada", (walk; rest), T) :- asks("Ada", T).\n'
        'option("Bo", rest, T) :- asks("Bo", T).\nentry_ends(T) :- is(phase, go, T).\n'
    )
    facts = "face(coin, heads, 1); face(coin, tails, 1)"
    tiny = Tiny("late", law, facts=facts, given="; ".join(f'step("{name}") = 1' for name in ("Ada", "Bo", "Cy")))
    happens, _ = played(tiny, tiny_law(law, tmp_path), "side-by-side")
    assert happens.get('conflict(late_option("Bo"))') == odds
    assert not any("Cy" in event for event in happens)


def test_a_finding_of_the_engine_is_not_a_statement_of_the_scenario(tmp_path: Path) -> None:
    idle = next(tiny for tiny in EXAMPLES if tiny.name.startswith("a moment in which nothing changes"))
    (branch,) = solve(tiny_case(idle, tiny_law(idle.law, tmp_path)))
    reason = Reasons(branch).why(parse_term("unruled(standstill)"))
    assert reason is not None
    assert (reason.kind, reason.clause, reason.because) == ("law", None, ())
