"""The `when:` of an expectation: a condition on the combination of a matrix."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from drakdom.rulebook import Rulebook
from drakdom.rulebook.find import find_house_rules
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, nearest, short
from drakdom.rulebook.yamltext import Node, Scalar, Sequence
from drakdom.scenario.house import are_meant, house_word


class Condition:
    """What `when:` of an expectation may ask: the rulebook, the variants and house rules, how clauses are read."""

    def __init__(self, book: Rulebook, variants: tuple[str, ...], readings: dict[str, str]) -> None:
        self.book, self.variants, self.readings = book, variants, readings
        self.nearest = ""
        """For a word that fits nothing: what is like it in what this combination knows."""

    def fits(self, nodes: Nodes, node: Node | None) -> bool:
        """Whether this combination is meant: all entries must fit, the rulebook first."""
        self.nearest = ""
        entries = sorted(nodes.entries(node, "`when`"), key=lambda entry: entry[0].text != "rulebook")
        return all(self._fits(nodes, key, value) for key, value in entries)

    def _fits(self, nodes: Nodes, key: Scalar, node: Node) -> bool:
        if key.text == "house_rules":
            meant = node.items if isinstance(node, Sequence) else (node,)
            rules = [word for item in meant if (word := house_word(nodes, item)) not in ("", "none")]
            self._note_near([word.split()[0] for word in rules if "/" not in word], find_house_rules(self.book.folder))
            return are_meant(rules, self.book.house_rules)
        words = [s.text for s in nodes.scalars(node, f"`{key.text}`") if s.text != "none"]
        if key.text == "rulebook":
            self._note_near(words, [self.book.slug])
            return self.book.slug in words
        if key.text == "variants":
            self._note_near(words, self.book.variants)
            return set(words) == set(self.variants)
        keys = ("rulebook", "variants", "house_rules", *self.book.readings)
        if key.text not in keys:
            fault = "the clause has no readings" if key.text in self.book.ledger else "is nothing that `when` asks for"
            nodes.problems.add(key, f"`{short(key.text)}`: {fault}", did_you_mean(key.text, keys))
            return False
        options = self.book.readings[key.text].options
        for word in words:
            if word not in options:
                message = f"`{short(word)}` is no reading of `{key.text}`"
                nodes.problems.add(node, message, did_you_mean(word, options))
        return self.readings.get(key.text) in words

    def _note_near(self, words: Iterable[str], valid: Collection[str]) -> None:
        """Note what is like the first word that is not known, for whoever finds that the condition never fits."""
        near = (nearest(word, valid) for word in words if word not in valid)
        self.nearest = self.nearest or next(filter(None, near), "")
