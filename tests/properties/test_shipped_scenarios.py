"""On every shipped scenario, topic by topic."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from checker.engine import law, unrolled
from checker.engine.case import build_case
from checker.errors import LimitError
from checker.rulebook import Rulebook, load_rulebook, resolve_rulebook
from checker.rulebook.yamltext import Mapping, Node, Sequence, parse_yaml
from checker.scenario import Scenario, read_scenario_text
from tests.properties.plays import Play, changed, changed_play, mirror, play, renaming, unordered

ROOT = Path(__file__).parents[2]
TOPICS = sorted({path.parent for path in (ROOT / "scenarios").rglob("*.yaml")})
EACH_TOPIC = pytest.mark.parametrize("topic", TOPICS, ids=lambda path: path.name)

#: Of so many scenarios, one may have more ways to be played than the unrolled engine reads.
ONE_OF = 10
#: The longest shipped play that ends takes 47 moments; one that need not end is unrolled no farther than this.
MOST_MOMENTS = 60


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
def verdict(topic: Path, name: str) -> Play:
    return play(scenarios(topic)[name])


def few(topic: Path) -> Iterable[tuple[str, Scenario]]:
    """Every third scenario of a topic: the costly properties hold on these."""
    return list(scenarios(topic).items())[::3]


@pytest.mark.slow
@EACH_TOPIC
def test_both_engines_agree(topic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolled, "MOST_MOMENTS", MOST_MOMENTS)
    too_many = []
    for name, scenario in scenarios(topic).items():
        try:
            witness = play(scenario, "unrolled")
        except LimitError:
            too_many.append(name)
            continue
        assert witness == play(scenario, "side-by-side") == verdict(topic, name), name
    assert len(too_many) <= 1 + len(scenarios(topic)) // ONE_OF, too_many


@pytest.mark.slow
@EACH_TOPIC
def test_the_order_of_writing_never_matters(topic: Path) -> None:
    dice = random.Random(7)
    for name, _ in few(topic):
        data = as_written(parse_yaml(texts(topic)[name], name)[0])
        other = yaml.safe_dump(shuffled(data, dice), sort_keys=False, allow_unicode=True)
        assert play(read_scenario_text(other, name, rulebook=rulebook(topic.parent.name))) == verdict(topic, name), name


def as_written(node: Node) -> Any:
    """What a scenario file says, as plain data."""
    if isinstance(node, Mapping):
        return {key.text: as_written(value) for key, value in node.entries}
    return [as_written(item) for item in node.items] if isinstance(node, Sequence) else node.text


def shuffled(data: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The scenario with the keys of every mapping in another order; lists keep theirs."""
    keys = [key for key in data if key != "expect"]
    dice.shuffle(keys)
    found: dict[str, Any] = {}
    for key in keys:
        value = data[key]
        if isinstance(value, dict):
            value = shuffled(value, dice)
        elif isinstance(value, list):
            value = [shuffled(part, dice) if isinstance(part, dict) else part for part in value]
        found[key] = value
    return found


@pytest.mark.slow
@EACH_TOPIC
def test_other_names_rename_the_verdict(topic: Path) -> None:
    """Whoever came first by name comes last: no figure is treated differently because of what it is called."""
    for name, scenario in scenarios(topic).items():
        change, figures = renaming(reversed_names(scenario.figures)), frozenset(scenario.figures)
        if len(figures) > 1:
            wanted = unordered(changed_play(verdict(topic, name), change), figures)
            assert unordered(play(changed(scenario, change)), figures) == wanted, name


def reversed_names(figures: Iterable[str]) -> dict[str, str]:
    """Everybody takes the name of another, so that their order turns round."""
    names = sorted(figures)
    return dict(zip(names, reversed(names), strict=True))


@pytest.mark.slow
@EACH_TOPIC
def test_a_mirrored_board_gives_the_mirrored_verdict(topic: Path) -> None:
    for name, scenario in few(topic):
        change, figures = mirror(scenario), frozenset(scenario.figures)
        wanted = unordered(changed_play(verdict(topic, name), change), figures)
        assert unordered(play(changed(scenario, change)), figures) == wanted, name


@pytest.mark.slow
@EACH_TOPIC
def test_a_variant_without_encoded_clauses_changes_nothing(topic: Path) -> None:
    for name, scenario in few(topic):
        ledger = scenario.rulebook.ledger.values()
        encoded = {c.variant for c in ledger if c.id in build_case(scenario).law.clauses}
        idle = [v for v in scenario.rulebook.variants if v not in encoded and v not in scenario.variants]
        if idle:
            more = replace(scenario, variants=(*scenario.variants, *idle))
            assert play(more) == verdict(topic, name), name
