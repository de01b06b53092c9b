"""The sections `play:`, `draws:`, `rolls:`, and `begin:` for the initial state."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.errors import LimitError
from drakdom.rulebook import Chance, Rulebook
from drakdom.rulebook.words import did_you_mean_of, short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar, Sequence
from drakdom.scenario.facts import Facts, FieldReader
from drakdom.scenario.misfit import Misfit, raw_of
from drakdom.scenario.phrases import read_phrase, spec_of
from drakdom.terms import Term, Value, fill

MOST_ENTRIES = 200


class PlayReader:
    """Reads stated actions, draws and rolls."""

    def __init__(self, reader: FieldReader, book: Rulebook) -> None:
        self.reader, self.book, self.facts = reader, book, reader.facts
        self.counts: dict[Term, int] = {}
        self.orders: dict[tuple[int, Value], int] = {}

    # -- actions -------------------------------------------------------------------------------------------

    def entries(self, node: Node | None) -> int:
        """Read all entries as stated/4 facts; return their number, at least 1."""
        if isinstance(node, Mapping):
            help_ = "put `- ` before each entry"
            self.reader.problems.add(node, "`play` must be a list of entries, not a mapping", help_)
            return 1
        items = self.reader.items(node, "`play`")
        if len(items) > MOST_ENTRIES:
            at = self.reader.problems.place(items[MOST_ENTRIES])
            raise LimitError(f"`play` has {len(items)} entries, at most {MOST_ENTRIES} are read", at)
        for number, item in enumerate(items, 1):
            if not isinstance(item, Mapping):
                seen = self.reader.seen(item)
                message = f"an entry of `play` must be a mapping, not {seen}"
                self.reader.problems.add(item, message, "write `{Name: action}`")
                continue
            acting: set[Value | None] = set()
            for key, value in item.entries:
                actor = self.reader.value("actor", key, "a figure")
                if actor is not None and actor in acting:
                    self.reader.problems.add(key, f"duplicate `{short(key.text)}` in this entry")
                    continue
                acting.add(actor)
                self.stated(number, actor, value)
        count = max(1, len(items))
        self.facts.add(Term("entries", (count,)))
        self.facts.give(Term("entry"), 1)
        return count

    def stated(self, entry: int, actor: Value | None, node: Node, player: Value | None = None) -> None:
        """Read the actions of a figure or another actor in an entry; for an unknown actor (None), only check them.

        A player may order the figures: `{player: {figure: action}}`.
        """
        if isinstance(node, Mapping) and self.book.has_players and player is None:
            for key, value in node.entries:
                self.stated(entry, self.reader.value("figure", key, "a figure"), value, actor or "")
            return
        if isinstance(node, Mapping):
            message = "an action must be a few words, not a mapping"
            self.reader.problems.add(node, message, "write `{Name: action}` or `{Name: [first, second]}`")
            return
        for scalar in self.reader.scalars(node, "an action"):
            try:
                spec, env = read_phrase(self.reader.words, self.book.actions, scalar.text, "action")
            except Misfit as misfit:
                self.reader.note(scalar, misfit)
                continue
            if actor is not None:
                k = self.orders[entry, actor] = self.orders.get((entry, actor), 0) + 1
                if player:
                    self.facts.add(Term("ordered_by", (entry, actor, k, player)), self.reader.problems.place(scalar))
                action = fill(spec.term, env)
                self.facts.add(Term("stated", (entry, actor, k, action)), self.reader.problems.place(scalar))
                self.facts.add(Term("word_of", (action, Term(action.name))))

    # -- chance --------------------------------------------------------------------------------------------

    def chances(self, sections: dict[str, Node]) -> None:
        """Add told(Key, K, Value) for the k-th value of each name, and its count 0 in the initial state."""
        first: dict[Term, Scalar] = {}
        for section in ("draws", "rolls"):
            for key, node in self.reader.entries(sections.get(section), f"`{section}`"):
                try:
                    chance, env = read_phrase(self.reader.words, self.book.chances, key.text, "draw or roll")
                except Misfit as misfit:
                    self.reader.note(key, misfit)
                    named = spec_of(self.book.chances, key.text)
                    for value in _in_turn(node) if named else ():
                        if named and isinstance(value, Scalar):
                            self.reader.value(named.type, value, f"`{short(key.text)}`")
                    continue
                name = fill(chance.key, env)
                if first.setdefault(name, key) is not key:
                    message = f"duplicate `{short(key.text)}`, first in line {first[name].line}"
                    self.reader.problems.add(key, message, "write a list for the first, the second, ... of them")
                    continue
                for value in _in_turn(node):
                    self.tell(chance, env, key, value)
        for name in self.counts:
            self.facts.give(Term("count", (name,)), 0)

    def tell(self, chance: Chance, env: dict[str, Value], key: Scalar, node: Node) -> None:
        """Add one value of a draw or roll, and its details."""
        owner = f"`{short(key.text)}`"
        main, details = node, None
        if isinstance(node, Mapping):
            inside = self.reader.keyed(node, owner, ("is", *chance.details))
            if "is" not in inside:
                self.reader.problems.add(node, f"{owner} does not say what it `is`")
                return
            main, details = inside["is"], inside
        value = self.reader.value(chance.type, main, owner)
        if value is None:
            return
        name = fill(chance.key, env)
        k = self.counts[name] = self.counts.get(name, 0) + 1
        self.facts.add(Term("told", (name, k, value)), self.reader.problems.place(main))
        for spec in chance.details.values():
            if details and spec.name in details:
                self.reader.field(spec, details[spec.name], env | {"k": k, "is": value}, owner)


def _in_turn(node: Node) -> tuple[Node, ...]:
    """Return the values of a name in turn: the items of a list, or a single value."""
    return node.items if isinstance(node, Sequence) else (node,)


COUNTED = ("entry", "step", "count", "unanswered")
"""Fluents that count during play: entries, actions of each player and those that wait, rolls of each name."""


def begin(reader: FieldReader, book: Rulebook, node: Node | None) -> None:
    """Read the `begin:` section: fluents of the initial state, most often its phase."""
    first: dict[Value, Scalar] = {}
    for key, value in _begin_entries(reader, node):
        try:
            fluent, kind = reader.words.fluent(raw_of(key.text))
        except Misfit as misfit:
            reader.note(key, misfit)
            continue
        if isinstance(fluent, Term) and fluent.name in COUNTED:
            message = f"`{short(key.text)}` cannot be stated: it is counted from the entries of `play` and `rolls`"
            reader.problems.add(key, message, "leave out what came before, play begins with its first entry")
            continue
        if first.setdefault(fluent, key) is not key:
            reader.problems.add(key, f"duplicate `{short(key.text)}`, first in line {first[fluent].line}")
            continue
        if fluent == Term("phase"):
            phase = reader.scalar(value, "`phase`")
            if phase and phase.text not in book.phases:
                renamed = book.formerly.get(phase.text)
                help_ = f"it is now `{renamed}`" if renamed else did_you_mean_of(phase.text, book.phases, book.slug)
                reader.problems.add(phase, f"unknown phase `{short(phase.text)}`", help_)
                continue
        typed = reader.value(kind, value, f"`{key.text}`")
        if typed is not None:
            reader.facts.begin(fluent, typed, reader.problems.place(value))


def _begin_entries(reader: FieldReader, node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    if isinstance(node, Scalar) and not node.is_nothing:
        yield Scalar("phase", node.line, node.column), node
    else:
        yield from reader.entries(node, "`begin`")


def start(facts: Facts, book: Rulebook) -> None:
    """Add the rulebook's initial values for fluents that the scenario does not set."""
    set_already = {fluent for fluent, _ in facts.given}
    for fluent, value in book.start.items():
        if fluent not in set_already:
            facts.give(fluent, value)
