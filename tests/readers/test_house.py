"""Readers of house rules: all kinds of additions; any file ends in a house rule, an InputError or a LimitError."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drakdom import adjudicate
from drakdom.errors import InputError, LimitError, Problem
from drakdom.rulebook import load_house_rule, with_house_rules
from drakdom.rulebook.house import set_parameters, shared_settings
from drakdom.rulebook.house_read import KEYS
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.cli.house import SPEC, house_rule
from tests.readers.books import lantern

WORDS = sorted({*SPEC.split(), *KEYS, "{", "}", "[", "]", "- ", "\n", "_", ": ", "$figure", "place", "int"})
LEAVES = st.text(max_size=6) | st.sampled_from(WORDS)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LEAVES, inner, max_size=3),
    max_leaves=10,
)

CHARM = """\
title: Charms
intent: Who carries a charm trusts in it.
base: lantern
clauses:
- id: HOUSE-CHARM-001
  kind: procedure
  text: Who comes to a pit with a charm tosses it.
- id: HOUSE-CHARM-002
  kind: outcome
  text: On tails the charm brings darkness.
- id: HOUSE-CHARM-003
  kind: permission
  text: A hero with a charm may kiss it.
phases: {blessing: charms are kissed}
start: {blessed: nobody}
pools: {coin: [heads, tails, tails]}
types:
  omen: [dawn]
  metal: {values: {brass: brass, lead: lead}}
figures:
  charm: {type: metal, fact: "carries($figure, charm($value))"}
state:
  curse: {type: int, range: [0, 3], fact: "given(curse, $value)"}
actions:
  kiss: {args: [metal], term: "kiss($1)", says: "{figure} kisses the charm of {1}"}
chances:
  charm: {args: [figure], type: coin, key: "charm($1)", says: "the charm of {1}"}
readings:
  HOUSE-CHARM-002:
    question: Whose lantern goes out?
    options: {own: that of the hero, none_at_all: nobody's}
events:
  tosses: {args: [figure], says: "{1} tosses the charm"}
  kisses: {args: [figure, metal], says: "{1} kisses {2}"}
gaps:
  dawn_breaks: {args: [figure], says: "what dawn does to {1} is not said"}
"""

CHARM_LAW = """\
%# House rule: charms
%
% Reads:   tries/2, carries/2, deciding/2, draws/3
% Defines: tossed/2, due/3, event/2, doubt/2, becomes/3, option/3, reads/4, unruled/2

tossed(H, T) :- tries(H, T), carries(H, charm(_)).

% HOUSE-CHARM-001  Who comes to a pit with a charm tosses it.
due(charm(H), coin, T) :- clause("HOUSE-CHARM-001"), tossed(H, T).
event(tosses(H), T)    :- clause("HOUSE-CHARM-001"), tossed(H, T).

% HOUSE-CHARM-002  On tails the charm brings darkness.
doubt("HOUSE-CHARM-002", T) :- clause("HOUSE-CHARM-002"), shows(charm(_), tails, T).
becomes(lantern(H), out, T) :- clause("HOUSE-CHARM-002"), shows(charm(H), tails, T), read_as("HOUSE-CHARM-002", own).
event(goes_out(H), T)       :- clause("HOUSE-CHARM-002"), shows(charm(H), tails, T), read_as("HOUSE-CHARM-002", own).

% HOUSE-CHARM-003  A hero with a charm may kiss it.
option(H, kiss(X), T)  :- clause("HOUSE-CHARM-003"), deciding(H, T), carries(H, charm(X)).
event(kisses(H, X), T) :- clause("HOUSE-CHARM-003"), chosen(H, kiss(X), T).
reads(omen(H), dawn, dawn, T) :- draws(H, _, T).
unruled(dawn_breaks(H), T)    :- draws(H, _, T), shows(omen(H), dawn, T).
"""

CASE = """\
title: x
rulebook: lantern
board: {places: {B2: {room: floor, exits: [e]}, C2: {room: ROOM}}}
figures: {Ada: {kind: hero, at: B2, nerve: 6, charm: brass}}
state: {curse: 2}
play: [{Ada: ACTION}]
"""


def ruled(tmp_path: Path, text: str, room: str, action: str = "move e") -> dict[str, str]:
    """Map the outcomes under the charms to their odds, for each reading."""
    book = with_house_rules(lantern(), [load_house_rule(house_rule(tmp_path, "charm", CHARM, CHARM_LAW), lantern())])
    scenario = read_scenario_text(CASE.replace("ROOM", room).replace("ACTION", action) + text, rulebook=book)
    results: dict[str, str] = {}
    for branch in adjudicate(scenario).branches:
        prefix = "".join(f"{option}: " for _, option in branch.readings)
        results |= {prefix + show(item.event): str(item.odds) for item in branch.outcomes}
        results |= {prefix + show(item.what): f"{item.kind} {item.odds}" for item in branch.findings}
    return results


def test_everything_that_a_house_rule_may_add(tmp_path: Path) -> None:
    at_pit = ruled(tmp_path, "", "pit")
    assert at_pit["own: tosses(Ada)"] == "1"
    assert at_pit["own: goes_out(Ada)"] == "2/3"
    assert "none_at_all: goes_out(Ada)" not in at_pit
    stated = ruled(tmp_path, "rolls: {charm Ada: heads}\n", "pit")
    assert "goes_out(Ada)" not in stated
    fixed = ruled(tmp_path, "readings: {HOUSE-CHARM-002: own}\n", "pit")
    assert fixed["goes_out(Ada)"] == "2/3"
    kissed = ruled(tmp_path, "", "pit", "kiss brass")
    assert kissed["kisses(Ada, brass)"] == "1"
    wrong = ruled(tmp_path, "", "pit", "kiss lead")
    assert wrong["own: illegal(Ada, kiss(lead))"] == "illegal 1"  # she decides anew, and may come to the pit
    dawn = ruled(tmp_path, "draws: {omen Ada: dawn}\n", "shrine")
    assert dawn["unruled(dawn_breaks(Ada))"] == "gap 1"


def test_what_a_house_rule_adds_is_checked_like_the_rulebook(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown metal `gold`"):
        ruled(tmp_path, "", "pit", "kiss gold")
    with pytest.raises(InputError, match="did you mean `charm`"):
        ruled(tmp_path, "rolls: {charn Ada: heads}\n", "pit")


@pytest.mark.parametrize(("value", "taken"), [(-1, False), (0, True), (6, True), (7, False)])
def test_a_parameter_takes_both_ends_of_its_range(value: int, taken: bool, tmp_path: Path) -> None:
    rule = load_house_rule(house_rule(tmp_path), lantern())
    assert rule.parameters["nerve"].range == (0, 6)
    if taken:
        [changed] = set_parameters([rule], [f"nerve={value}"])
        assert changed.values["nerve"] == value
    else:
        with pytest.raises(InputError, match=f"`nerve` must be 0 to 6, not {value}"):
            set_parameters([rule], [f"nerve={value}"])


def test_of_several_laws_each_gets_the_settings_of_its_own_house_rules(tmp_path: Path) -> None:
    softer_spec = SPEC.replace("SOFT-PITS", "SOFTER-PITS")
    soft = load_house_rule(house_rule(tmp_path), lantern())
    softer = load_house_rule(house_rule(tmp_path, "softer-pits", softer_spec), lantern())
    settings = ["nerve=3", "soft-pits.nerve=2", "softer-pits.nerve=1", "mood=9"]
    assert shared_settings([[], [soft], [softer]], settings) == [
        ["mood=9"],
        ["nerve=3", "soft-pits.nerve=2", "mood=9"],
        ["nerve=3", "softer-pits.nerve=1", "mood=9"],
    ]


def read(tmp_path: Path, text: str) -> None:
    folder = house_rule(tmp_path)
    (folder / "house.yaml").write_text(text, encoding="utf-8", errors="surrogatepass")
    problems: tuple[Problem, ...] = ()
    try:
        with_house_rules(lantern(), [load_house_rule(folder, lantern())])
    except InputError as error:
        problems = error.problems
    except LimitError:
        return
    assert all(p.message and p.file.endswith("house.yaml") for p in problems)


@given(st.lists(st.tuples(st.integers(0, len(CHARM)), st.integers(0, 9), LEAVES), max_size=5))
def test_a_good_house_rule_with_random_edits(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, int, str]]
) -> None:
    text = CHARM
    for at, cut, new in edits:
        text = text[:at] + new + text[at + cut :]
    read(tmp_path_factory.getbasetemp(), text)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), TREES, max_size=4))
def test_any_shape_of_sections(tmp_path_factory: pytest.TempPathFactory, sections: dict[str, object]) -> None:
    read(tmp_path_factory.getbasetemp(), json.dumps(sections, ensure_ascii=False))
