"""The `house_rules:` section of a scenario, and the house rules that a caller adds to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from drakdom.errors import InputError, Place
from drakdom.rulebook import HouseRule, Rulebook, load_house_rule, with_house_rules
from drakdom.rulebook.find import is_house_rule, resolve_house_rule
from drakdom.rulebook.house import cannot_be, house_problems, set_parameters
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar


@dataclass(frozen=True, slots=True)
class Added:
    """What a caller puts in force beside what the scenario says: house rules by name or folder, `NAME=3` settings.

    `variants` are the optional rules that will be in force, for house rules that need or exclude them.
    """

    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


NOTHING = Added()


def with_stated_rules(nodes: Nodes, node: Node | None, base: Rulebook, folder: Path | None, added: Added) -> Rulebook:
    """The rulebook with the house rules that a scenario names and those that a caller adds.

    Paths count from `folder`, that of the scenario. A rulebook that has house rules already is given back as it is.
    """
    if base.house_rules:
        return base
    rules: dict[Path, HouseRule] = {}
    for scalar, values in _named(nodes, node):
        rule = _stated(nodes, scalar, base, folder)
        if rule is not None:
            if rule.folder.resolve() in rules:
                nodes.problems.add(scalar, f"the house rule `{rule.name}` stands twice")
            rules[rule.folder.resolve()] = _set(nodes, rule, values)
    for word in added.rules:
        rule = load_house_rule(resolve_house_rule(word, base.folder, Path()), base)
        rules.setdefault(rule.folder.resolve(), rule)
    return with_house_rules(base, set_parameters(rules.values(), added.settings))


def stated_rules(node: Node | None) -> tuple[str, ...]:
    """The words by which a scenario names house rules."""
    return tuple(scalar.text for scalar, _ in _named(Nodes(Problems("")), node))


def refuse_apart(nodes: Nodes, node: Node | None, book: Rulebook, variants: tuple[str, ...]) -> None:
    """Note house rules that need what is not in force, or exclude what is.

    One that the scenario does not name itself was put in force by whoever asks.
    """
    places = {scalar.text: scalar for scalar, _ in _named(nodes, node)}
    for name, message, help_ in house_problems(book.house_rules, variants):
        nodes.problems.add(places[name] if name in places else Place(""), message, help_)


def _named(nodes: Nodes, node: Node | None) -> Iterator[tuple[Scalar, Node | None]]:
    """`[name, {name: {tries: 2}}]`: each name with what it sets."""
    if isinstance(node, Mapping):
        yield from node.entries
        return
    for item in nodes.items(node, "`house_rules`"):
        if isinstance(item, Mapping):
            yield from item.entries
        elif (scalar := nodes.scalar(item, "a house rule")) is not None:
            yield scalar, None


def house_word(nodes: Nodes, node: Node) -> str:
    """One house rule in a word, with what it sets: `two-keys`, `two-keys tries=2`."""
    if not isinstance(node, Mapping):
        return nodes.text(node, "a house rule")
    sets = [
        f"{parameter.text}={nodes.text(value, f'`{parameter.text}`')}"
        for _, values in node.entries
        for parameter, value in nodes.entries(values, "a house rule")
    ]
    return " ".join([*(key.text for key, _ in node.entries), *sets])


def are_meant(words: Collection[str], rules: Collection[HouseRule]) -> bool:
    """Whether words mean the house rules in force, each by its name or by a path to its folder.

    A word that sets nothing means any values of its parameters.
    """

    def is_meant(rule: HouseRule) -> bool:
        sets = {f"{name}={value}" for name, value in rule.values.items()}
        names = (rule.name, rule.folder.resolve().name)
        return any(Path(name).name in names and sets.issuperset(settings) for name, *settings in map(str.split, words))

    return len(words) == len(rules) and all(map(is_meant, rules))


def _stated(nodes: Nodes, scalar: Scalar, base: Rulebook, folder: Path | None) -> HouseRule | None:
    if fault := _leaves(scalar.text, folder):
        nodes.problems.add(scalar, fault, "`--house-rule DIR` takes any folder")
        return None
    try:
        path = resolve_house_rule(scalar.text, base.folder, folder)
    except InputError as error:
        for problem in error.problems:
            nodes.problems.add(scalar, problem.message, problem.help)
        return None
    return load_house_rule(path, base)


def _leaves(word: str, folder: Path | None) -> str:
    """Why a scenario may not name a house rule so; empty if it may.

    It may name what lies in its own folder, in the folder that the caller is in if the scenario lies in there too,
    and a house rule in whose folder it lies itself.
    """
    if "/" not in word and not word.startswith("."):
        return ""
    if folder is None:
        return f"`{short(word)}`: a scenario without a file names house rules by name alone"
    if word.startswith(("/", "~")):
        return f"`{short(word)}`: a scenario names a house rule by a path from its own folder"
    own, current = folder.resolve(), Path.cwd().resolve()
    root = current if own.is_relative_to(current) else own
    try:
        meant = (own / word).resolve()
        inside = meant.is_relative_to(root) or (own.is_relative_to(meant) and is_house_rule(meant))
    except (OSError, RuntimeError, ValueError):
        inside = False
    return "" if inside else f"`{short(word)}` leads out of the folder `{root}`"


def _set(nodes: Nodes, rule: HouseRule, values: Node | None) -> HouseRule:
    """The house rule with the parameters that the scenario sets."""
    settings = dict(rule.values)
    for key, node in nodes.entries(values, f"`{rule.name}`"):
        parameter = rule.parameters.get(key.text)
        value = nodes.scalar(node, f"`{key.text}`")
        if parameter is None:
            message = f"`{short(key.text)}` is no parameter of `{rule.name}`"
            nodes.problems.add(key, message, did_you_mean(key.text, rule.parameters))
        elif value is not None and (fault := cannot_be(parameter, value.text)):
            nodes.problems.add(value, fault)
        elif value is not None:
            settings[key.text] = int(value.text)
    return replace(rule, values=settings) if settings != rule.values else rule
