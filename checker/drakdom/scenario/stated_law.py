"""The `readings:` and `variants:` of a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.rulebook import Rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, fold, short
from drakdom.rulebook.yamltext import Node, Scalar
from drakdom.scenario.facts import Facts
from drakdom.scenario.under import variant_problems


def read_readings(nodes: Nodes, node: Node | None, book: Rulebook, facts: Facts) -> dict[str, str]:
    """Map each clause that the scenario fixes to its reading, in the order of the ids."""
    options: dict[str, str] = {}
    problems = nodes.problems
    for key, value in nodes.entries(node, "`readings`"):
        reading = book.readings.get(key.text)
        if reading is None:
            in_ledger = key.text in book.ledger
            word = short(key.text)
            message = f"the clause `{word}` has no readings" if in_ledger else f"unknown clause `{word}`"
            choice = book.readings if in_ledger else (*book.readings, *book.ledger)
            problems.add(key, message, did_you_mean(key.text, choice))
            continue
        option = nodes.scalar(value, f"the reading of `{key.text}`")
        if option is None:
            continue
        if option.is_nothing:
            problems.add(option, f"the reading of `{key.text}` is empty", did_you_mean("", reading.options))
            continue
        word = fold(option.text)
        if word not in reading.options:
            message = f"unknown reading `{short(option.text)}` of `{key.text}`"
            problems.add(option, message, did_you_mean(option.text, reading.options))
            continue
        options[key.text] = word
        facts.fix(key.text, word, problems.place(option))
    return dict(sorted(options.items()))


def read_variants(nodes: Nodes, node: Node | None, book: Rulebook, words: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of the optional rules in force; note those that are unknown, missing or excluded.

    `words` are valid in their place; the help for an unknown name may name them.
    """
    chosen: dict[str, Scalar] = {}
    for scalar in nodes.scalars(node, "`variants`"):
        if scalar.text in chosen:
            nodes.problems.add(scalar, f"duplicate optional rule `{short(scalar.text)}`")
        chosen.setdefault(scalar.text, scalar)
    for name, message, help_ in variant_problems(book, chosen, words):
        nodes.problems.add(chosen[name], message, help_)
    return tuple(name for name in chosen if name in book.variants)
