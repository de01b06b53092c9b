"""The `house_rules:` section of a scenario, and the house rules that a caller adds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from drakdom.errors import InputError, Place
from drakdom.rulebook import HouseRule, Rulebook, load_house_rule, with_house_rules
from drakdom.rulebook.find import is_house_rule, resolve_house_rule
from drakdom.rulebook.house import house_problems, parameter_fault, set_parameters
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar


@dataclass(frozen=True, slots=True)
class Added:
    """The additions of a caller to a scenario: house rules by name or folder, and `NAME=3` settings.

    `names` are house rules of the rulebook by name alone. `variants` are further optional rules in force, for house
    rules that need or exclude them.
    """

    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


NOTHING = Added()


def with_stated_rules(nodes: Nodes, node: Node | None, base: Rulebook, folder: Path | None, added: Added) -> Rulebook:
    """Return the rulebook with the house rules that a scenario names and those that a caller adds.

    Paths count from `folder`, that of the scenario. A rulebook that already has house rules is returned unchanged.
    """
    if base.house_rules:
        return base
    rules: dict[Path, HouseRule] = {}
    for scalar, values in _named(nodes, node):
        rule = _stated(nodes, scalar, base, folder)
        if rule is not None:
            if rule.folder.resolve() in rules:
                nodes.problems.add(scalar, f"duplicate house rule `{rule.name}`")
            rules[rule.folder.resolve()] = _set(nodes, rule, values)
    folders = [resolve_house_rule(name, base.folder, None) for name in added.names]
    for path in (*folders, *(resolve_house_rule(word, base.folder, Path()) for word in added.rules)):
        rule = load_house_rule(path, base)
        rules.setdefault(rule.folder.resolve(), rule)
    return with_house_rules(base, set_parameters(rules.values(), added.settings))


def stated_rules(node: Node | None) -> tuple[str, ...]:
    """Return the words by which a scenario names house rules."""
    return tuple(scalar.text for scalar, _ in _named(Nodes(Problems("")), node))


def refuse_conflicts(nodes: Nodes, node: Node | None, book: Rulebook, variants: tuple[str, ...]) -> None:
    """Note house rules whose needs are not in force, or that exclude a rule in force.

    A house rule that the scenario does not name comes from the caller, so its problem has no place.

    """
    places = {scalar.text: scalar for scalar, _ in _named(nodes, node)}
    for name, message, help_ in house_problems(book.house_rules, variants):
        nodes.problems.add(places[name] if name in places else Place(""), message, help_)


def _named(nodes: Nodes, node: Node | None) -> Iterator[tuple[Scalar, Node | None]]:
    """Yield each name of `[name, {name: {tries: 2}}]` with its settings."""
    if isinstance(node, Mapping):
        yield from node.entries
        return
    for item in nodes.items(node, "`house_rules`"):
        if isinstance(item, Mapping):
            yield from item.entries
        elif (scalar := nodes.scalar(item, "a house rule")) is not None:
            yield scalar, None


def house_word(nodes: Nodes, node: Node) -> str:
    """Return a house rule with its settings as text: `two-keys`, `two-keys tries=2`."""
    if not isinstance(node, Mapping):
        return nodes.text(node, "a house rule").strip()
    sets = [
        f"{parameter.text}={nodes.text(value, f'`{parameter.text}`')}"
        for _, values in node.entries
        for parameter, value in nodes.entries(values, "a house rule")
    ]
    return " ".join([*(key.text for key, _ in node.entries), *sets])


def name_the_rules(words: Collection[str], rules: Collection[HouseRule]) -> bool:
    """Return True if words name exactly the house rules in force, each by its name or by a path to its folder.

    A word without settings matches any values of the parameters.
    """

    def is_named(rule: HouseRule) -> bool:
        sets = {f"{name}={value}" for name, value in rule.values.items()}
        names = (rule.name, rule.folder.resolve().name)
        return any(Path(name).name in names and sets.issuperset(settings) for name, *settings in map(str.split, words))

    return len(words) == len(rules) and all(map(is_named, rules))


def _stated(nodes: Nodes, scalar: Scalar, base: Rulebook, folder: Path | None) -> HouseRule | None:
    if fault := _path_fault(scalar.text, folder):
        nodes.problems.add(scalar, fault, "`--house-rule DIR` takes any folder")
        return None
    try:
        path = resolve_house_rule(scalar.text, base.folder, folder)
    except InputError as error:
        for problem in error.problems:
            nodes.problems.add(scalar, problem.message, problem.help)
        return None
    return load_house_rule(path, base)


def _path_fault(word: str, folder: Path | None) -> str:
    """Return the reason why a scenario may not name this path of a house rule; empty if it may.

    The path may be in the scenario's folder, or in the current folder if the scenario is in it too. It may also be a
    house rule in whose folder the scenario is.
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
    """Return the house rule with the parameters that the scenario sets."""
    settings = dict(rule.values)
    for key, node in nodes.entries(values, f"`{rule.name}`"):
        parameter = rule.parameters.get(key.text)
        value = nodes.scalar(node, f"`{key.text}`")
        if parameter is None:
            message = f"unknown parameter `{short(key.text)}` of `{rule.name}`"
            nodes.problems.add(key, message, did_you_mean(key.text, rule.parameters))
        elif value is not None and (fault := parameter_fault(parameter, value.text)):
            nodes.problems.add(value, fault)
        elif value is not None:
            settings[key.text] = int(value.text)
    return replace(rule, values=settings) if settings != rule.values else rule
