"""The `when:` of an expectation: a condition on the combination of a matrix."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from drakdom.rulebook import Rulebook
from drakdom.rulebook.find import find_house_rules
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, nearest, short
from drakdom.rulebook.yamltext import Node, Scalar, Sequence
from drakdom.scenario.house import house_word, name_the_rules


class Condition:
    """One combination, against which a `when:` is checked: rulebook, variants, house rules and readings.

    `nearest` is the valid word nearest to an unknown one in the last `when:`, empty if there is none.
    """

    def __init__(self, book: Rulebook, variants: tuple[str, ...], readings: dict[str, str]) -> None:
        self.book, self.variants, self.readings = book, variants, readings
        self.nearest = ""

    def fits(self, nodes: Nodes, node: Node | None) -> bool:
        """Return True if all entries of a `when:` fit this combination; check the rulebook first."""
        self.nearest = ""
        entries = sorted(nodes.entries(node, "`when`"), key=lambda entry: entry[0].text != "rulebook")
        return all(self._fits(nodes, key, value) for key, value in entries)

    def _fits(self, nodes: Nodes, key: Scalar, node: Node) -> bool:
        if key.text == "house_rules":
            meant = node.items if isinstance(node, Sequence) else (node,)
            rules = [word for item in meant if (word := house_word(nodes, item)) not in ("", "none")]
            self._note_near([word.split()[0] for word in rules if "/" not in word], find_house_rules(self.book.folder))
            return name_the_rules(rules, self.book.house_rules)
        words = [scalar.text for scalar in nodes.scalars(node, f"`{key.text}`") if scalar.text != "none"]
        if key.text == "rulebook":
            self._note_near(words, [self.book.slug])
            return self.book.slug in words
        if key.text == "variants":
            self._note_near(words, self.book.variants)
            return set(words) == set(self.variants)
        keys = ("rulebook", "variants", "house_rules", *self.book.readings)
        if key.text not in keys:
            word = f"`{short(key.text)}`"
            in_ledger = key.text in self.book.ledger
            message = f"the clause {word} has no readings" if in_ledger else f"unknown key {word} in `when`"
            nodes.problems.add(key, message, did_you_mean(key.text, keys))
            return False
        options = self.book.readings[key.text].options
        for word in words:
            if word not in options:
                message = f"unknown reading `{short(word)}` of `{key.text}`"
                nodes.problems.add(node, message, did_you_mean(word, options))
        return self.readings.get(key.text) in words

    def _note_near(self, words: Iterable[str], valid: Collection[str]) -> None:
        """Keep the valid word nearest to the first unknown one, to help if the condition never fits."""
        near = (nearest(word, valid) for word in words if word not in valid)
        self.nearest = self.nearest or next(filter(None, near), "")
