"""Properties of the shipped scenarios, topic by topic.

The quick tier checks all properties on one scenario of every 24th topic, the medium tier of every twelfth, the slow
tier on a quarter of each topic's scenarios, drawn anew in every run of `make test-all`. What they expect is checked by
`drakdom check scenarios`, which `make test` runs first.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from drakdom.errors import LimitError
from drakdom.law import law
from drakdom.rulebook import Rulebook, load_rulebook, resolve_rulebook
from drakdom.rulebook.yamltext import Mapping, Node, Sequence, parse_yaml
from drakdom.sandbox import Limits, run_limited
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.step import unrolled
from drakdom.step.case import build_case
from drakdom.value.likely_traces import count_ways
from tests.properties.plays import Play, changed, changed_play, mirror, play, renaming, unordered, values
from tests.randomly import SEEDS
from tests.witness import solved
from tests.witness.answers import MOST_ANSWERS

ROOT = Path(__file__).parents[2]
TOPICS = sorted({path.parent for path in (ROOT / "scenarios").rglob("*.yaml")})
EACH_TOPIC = pytest.mark.parametrize("topic", TOPICS, ids=lambda path: path.name)

#: Of so many scenarios of a topic, one is drawn for a property.
DRAWN = 4
#: Of so many scenarios of a topic, one may have more ways to be played than the unrolled engine reads: after a refused
#: action a figure may do anything, on a large map at once too much.
ONE_OF = 2
#: The longest shipped play that ends takes 47 moments; one that need not end is unrolled no farther than this.
MOST_MOMENTS = 60
#: Processor time for the witness, so that a busy machine makes no difference.
WITNESS = Limits(seconds=40, clock=lambda: 0.0)


@pytest.fixture(scope="module", autouse=True)
def law_as_it_was() -> Iterator[None]:
    """Two plays are compared: both by the law as it was when it was first read, should anybody edit it meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(law, "stamp_of", lambda file: (file, 0, 0))
        yield


@cache
def rulebook(slug: str) -> Rulebook:
    return load_rulebook(resolve_rulebook(slug))


@cache
def texts(topic: Path) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(topic.glob("*.yaml"))}


@cache
def scenarios(topic: Path) -> dict[str, Scenario]:
    book = rulebook(topic.parent.name)
    return {name: read_scenario_text(text, name, rulebook=book) for name, text in texts(topic).items()}


@cache
def ways_and_values(topic: Path, name: str) -> tuple[int | None, Play]:
    """Return the number of ways to play a scenario, None if play has a cycle, and what they come to."""
    branches = solved(build_case(scenarios(topic)[name]))
    ways = [count_ways(branch.play) for branch in branches]
    return None if None in ways else sum(filter(None, ways)), values(branches)


def verdict(topic: Path, name: str) -> Play:
    return ways_and_values(topic, name)[1]


@cache
def verdict_without_claims(topic: Path, name: str) -> Play:
    """Return what play comes to if nobody asks: expectations about permissions have actions tried."""
    scenario = scenarios(topic)[name]
    return play(replace(scenario, claims=())) if scenario.claims else verdict(topic, name)


def chosen(topic: Path) -> str:
    """Return the scenario that stands for its topic in the quick tier: the shortest, so that both engines end soon."""
    return min(texts(topic), key=lambda name: (len(texts(topic)[name]), name))


def drawn(topic: Path, holds: str) -> list[str]:
    """Draw the scenarios of a topic on which a property is checked, by the seed of the run."""
    names = list(texts(topic))
    return random.Random(f"{SEEDS['run']} {topic.relative_to(ROOT)} {holds}").sample(names, -(-len(names) // DRAWN))


def tried(number: int, topic: Path) -> object:
    marks = [pytest.mark.slow] if number % 12 else [pytest.mark.medium] if number % 24 else []
    return pytest.param(topic, marks=marks)


@pytest.mark.children
@pytest.mark.parametrize("topic", [tried(*entry) for entry in enumerate(TOPICS)], ids=lambda path: path.name)
def test_one_scenario_has_all_properties(topic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolled, "MOST_MOMENTS", MOST_MOMENTS)
    name = chosen(topic)
    engines_agree(topic, name)
    order_of_writing_never_matters(topic, name)
    other_names_rename_the_verdict(topic, name)
    mirrored_board_gives_the_mirrored_verdict(topic, name)
    idle_variants_change_nothing(topic, name)


@pytest.mark.children
@pytest.mark.slow
@EACH_TOPIC
def test_both_engines_agree(topic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolled, "MOST_MOMENTS", MOST_MOMENTS)
    names = drawn(topic, "engines")
    too_many = [name for name in names if not engines_agree(topic, name)]
    assert len(too_many) <= 1 + len(names) // ONE_OF, too_many


@pytest.mark.slow
@EACH_TOPIC
def test_the_order_of_writing_never_matters(topic: Path) -> None:
    for name in drawn(topic, "order"):
        order_of_writing_never_matters(topic, name)


@pytest.mark.slow
@EACH_TOPIC
def test_other_names_rename_the_verdict(topic: Path) -> None:
    for name in drawn(topic, "names"):
        other_names_rename_the_verdict(topic, name)


@pytest.mark.slow
@EACH_TOPIC
def test_a_mirrored_board_gives_the_mirrored_verdict(topic: Path) -> None:
    for name in drawn(topic, "mirror"):
        mirrored_board_gives_the_mirrored_verdict(topic, name)


@pytest.mark.slow
@EACH_TOPIC
def test_a_variant_without_encoded_clauses_changes_nothing(topic: Path) -> None:
    for name in drawn(topic, "variants"):
        idle_variants_change_nothing(topic, name)


def engines_agree(topic: Path, name: str) -> bool:
    """Compare the verdict with the witness's; return False where the witness has too many ways to read.

    The witness plays to the end, so a scenario that ends its play with `until` is not compared. It grounds all ways at
    once, which can take hours where all of a game is open: a child is given some seconds.
    """
    if scenarios(topic)[name].until:
        return True
    ways = ways_and_values(topic, name)[0]
    if ways is None or ways > MOST_ANSWERS:
        return False
    try:
        by_witness = run_limited(lambda: play(replace(scenarios(topic)[name], claims=()), "unrolled"), WITNESS)
    except LimitError:
        return False
    assert by_witness == verdict_without_claims(topic, name), name
    return True


def order_of_writing_never_matters(topic: Path, name: str) -> None:
    """Compare the verdict with that of the same file with its keys in another order."""
    data = as_written(parse_yaml(texts(topic)[name], name)[0])
    other_safe_dump = yaml.safe_dump(shuffled(data, random.Random(name)), sort_keys=False, allow_unicode=True)
    assert play(
        read_scenario_text(other_safe_dump, name, rulebook=rulebook(topic.parent.name))
    ) == verdict_without_claims(topic, name), name


def other_names_rename_the_verdict(topic: Path, name: str) -> None:
    """Exchange the names of figures: no figure is treated differently because of its name."""
    scenario = scenarios(topic)[name]
    change, figures = renaming(reversed_names(scenario.figures)), frozenset(scenario.figures)
    if len(figures) > 1:
        wanted = unordered(changed_play(verdict_without_claims(topic, name), change), figures)
        assert unordered(play(changed(scenario, change)), figures) == wanted, name


def mirrored_board_gives_the_mirrored_verdict(topic: Path, name: str) -> None:
    """Exchange east and west."""
    scenario = scenarios(topic)[name]
    change, figures = mirror(scenario), frozenset(scenario.figures)
    wanted = unordered(changed_play(verdict_without_claims(topic, name), change), figures)
    assert unordered(play(changed(scenario, change)), figures) == wanted, name


def idle_variants_change_nothing(topic: Path, name: str) -> None:
    """Put the optional rules in force of which no clause is encoded."""
    scenario = scenarios(topic)[name]
    ledger = scenario.rulebook.ledger.values()
    encoded = {c.variant for c in ledger if c.id in build_case(scenario).law.clauses}
    idle = [v for v in scenario.rulebook.variants if v not in encoded and v not in scenario.variants]
    if idle:
        assert play(replace(scenario, variants=(*scenario.variants, *idle))) == verdict(topic, name), name


def as_written(node: Node) -> Any:
    """What a scenario file says, as plain data."""
    if isinstance(node, Mapping):
        return {key.text: as_written(value) for key, value in node.entries}
    return [as_written(item) for item in node.items] if isinstance(node, Sequence) else node.text


def shuffled(data: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The scenario with the keys of every mapping in another order; lists keep theirs, orders of players too."""
    keys = [key for key in data if key != "expect"]
    dice.shuffle(keys)
    result: dict[str, Any] = {}
    for key in keys:
        value = data[key]
        if isinstance(value, dict):
            value = shuffled(value, dice)
        elif isinstance(value, list):
            value = [shuffled(part, dice) if isinstance(part, dict) and not orders(part) else part for part in value]
        result[key] = value
    return result


def orders(entry: dict[str, Any]) -> bool:
    """Test if players order figures in an entry of `play`: two orders to one figure count as they are written."""
    return any(isinstance(order, dict) for order in entry.values())


def reversed_names(figures: Iterable[str]) -> dict[str, str]:
    """Everybody takes the name of another, so that their order turns round."""
    names = sorted(figures)
    return dict(zip(names, reversed(names), strict=True))
