"""The values at each place of the law's predicates and fluents: by heads of rules, fields, the board, choices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from drakdom.law.forbidden import GIVEN, OF_ENGINES
from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.source import Law
from drakdom.lint.values import NOTHING, NUMBER, TEXT, Types, Values, bind, join, join_all, meet, value_of
from drakdom.rulebook import Rulebook
from drakdom.rulebook.vocabulary import slot_types, typed_fields

_OF_FLUENTS = frozenset({("is", 3), ("becomes", 3), ("gains", 3), ("drops", 3)})
"""Predicates of a fluent and its value."""
_IS, _SHOWS = ("is", 3), ("shows", 3)
_OF_NAMES = _OF_FLUENTS | {_SHOWS}
_WRITES = frozenset({("becomes", 3), ("gains", 3)})
_COUNTS = frozenset({("changes", 4), ("least", 2), ("most", 2)})
_OF_CORE = frozenset({("entry", 0), ("step", 1), ("unanswered", 1), ("count", 1), ("drawn_from", 0), ("phase", 0)})
"""Fluents whose values the core sets, and the phase, which has a check of its own."""
_EQUALS = re.compile(r"([A-Z]\w*'*) = (?:(#count|#sum)|(?!.*[#<>=!]))")
"""A variable that is a number, or a term."""
_OPEN = frozenset({("except", 2), ("clause", 1)})
"""Predicates of the law to which each command may add."""
ANY: Signature = ("", 0)
"""Stands for any functor."""
_STATED = frozenset({("shows", 3), ("chosen", 3), ("face", 3), ("deck", 3), ("stated", 4), ("ordered", 3)})
"""Predicates of the core and the engine whose values follow from the law and the vocabulary."""


_Key = tuple[Signature, Signature]
"""A predicate; of fluents or of rolls, with the functor of the first argument."""


def _key(atom: Expr) -> _Key:
    """Return the key of an atom in a body."""
    if atom.signature in _OF_NAMES:
        is_named = atom.args[0].kind in ("word", "function")
        return _SHOWS if atom.signature == _SHOWS else _IS, atom.args[0].signature if is_named else ANY
    return ("option", 3) if atom.signature == ("chosen", 3) else atom.signature, ANY


class _Table:
    """The values of each fluent, or what each roll shows, with those of the arguments of its name."""

    def __init__(self) -> None:
        self.rows: dict[Signature, tuple[tuple[Values, ...], Values]] = {}
        self.wild = False

    def add(self, name: Values, value: Values) -> set[Signature]:
        """Add a value of the fluents of a name; return those for which that is new."""
        if name is None:
            before, self.wild = self.wild, True
            return set() if before else {ANY, *self.rows}
        changed: set[Signature] = set()
        for signature, args in name.items():
            earlier = self.rows.get(signature, (args, NOTHING))
            row = tuple(map(join, earlier[0], args)), join(earlier[1], value)
            changed |= {ANY, signature} if signature not in self.rows or row != earlier else set()
            self.rows[signature] = row
        return changed

    def read(self, name: Values) -> tuple[Values, Values]:
        """Return the fluents of a name that are ever set, and their values."""
        if name is None or self.wild:
            return name, None
        rows = {signature: self.rows[signature] for signature in name if signature in self.rows}
        fluents = {signature: tuple(map(meet, name[signature], args)) for signature, (args, _) in rows.items()}
        return fluents, join_all(value for _, value in rows.values())


class PossibleValues:
    """The values at each place, as far as the text of the law tells; no others ever stand there."""

    def __init__(self, law: Law) -> None:
        self.places: dict[Signature, list[Values]] = {}
        self.fluents, self.rolls = _Table(), _Table()
        self.types = Types(law.rulebook)
        made = frozenset().union(*(file.defines for file in law.core))
        self.open = (made | GIVEN | OF_ENGINES | _OPEN) - _OF_FLUENTS - _STATED
        self._state(law)
        rules = [rule for _, rule in law.rules()]
        for rule in rules:
            for atom in rule.head_atoms():
                self.places.setdefault(atom.signature, [NOTHING] * len(atom.args))
        self.absent = frozenset().union(*(file.input for file in law.pieces)) - {*self.places} - self.open
        self._derive(rules)
        self._unfolded(law.rulebook)
        self._derive(rules)

    def of(self, atom: Expr, variables: Mapping[str, Values]) -> list[Values]:
        """Return the values of each argument of an atom in a body."""
        if atom.signature in _OF_FLUENTS:
            return [*self.fluents.read(value_of(atom.args[0], variables)), None]
        if atom.signature == _SHOWS:
            return [*self.rolls.read(value_of(atom.args[0], variables)), None]
        signature = ("option", 3) if atom.signature == ("chosen", 3) else atom.signature
        if signature not in self.places:  # what a piece can do without, nobody gives
            return [NOTHING if signature in self.absent else None] * len(atom.args)
        return self.places[signature] if signature not in self.open else [None] * len(atom.args)

    def variables(self, rule: Statement) -> dict[str, Values]:
        """Return the values of the variables of a rule."""
        variables: dict[str, Values] = {}
        atoms = [part.atom for part in rule.body if part.atom and part.sign == "" and part.atom.kind != "pool"]
        named = [atom for atom in atoms if atom.signature in _OF_NAMES]
        for atom in (*atoms, *named):  # what the rest binds narrows fluents and rolls, and their values
            for part, values in zip(atom.args, self.of(atom, variables), strict=True):
                bind(part, values, variables)
        for literal in rule.body:
            if not literal.atom and not literal.sign and (equal := _EQUALS.match(literal.source)):
                values = {NUMBER: ()} if equal[2] else value_of(literal.expressions[1], variables)
                variables[equal[1]] = meet(variables.get(equal[1]), values)
        return variables

    def _unfolded(self, book: Rulebook) -> None:
        """Add what a roll shows that no rule folds: its faces mean themselves."""
        rolls = self.places.get(("due", 3), [NOTHING])[0]
        if rolls is None:
            self.rolls.wild = True
            return
        chances = {(chance.key.name, len(chance.key.args)): chance.type for chance in book.chances.values()}
        anything = [self.places.get(name, [NOTHING] * 3)[1] for name in (("face", 3), ("deck", 3), ("among", 3))]
        for signature, args in rolls.items():
            if signature not in self.rolls.rows:
                stated = self.types.of(chances[signature]) if signature in chances else None
                self.rolls.add({signature: args}, join_all([stated, *anything]))

    def _derive(self, rules: Sequence[Statement]) -> None:
        """Add what the heads of rules give, until nothing is new."""
        readers: dict[_Key, set[int]] = {}
        for number, rule in enumerate(rules):
            for key in {_key(atom) for _, atom in rule.body_atoms()}:
                readers.setdefault(key, set()).add(number)
        waiting = dict.fromkeys(range(len(rules)))
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            variables = self.variables(rules[number])
            for atom in rules[number].head_atoms():
                for key in self._add(atom, [value_of(part, variables) for part in atom.args]):
                    waiting |= dict.fromkeys(readers.get(key, ()))

    def _add(self, atom: Expr, values: list[Values]) -> Iterator[_Key]:
        """Add the values of a head; yield the keys of what has new ones."""
        name = atom.signature
        if name in _WRITES | _COUNTS:
            value: Values = values[1] if name in _WRITES else {NUMBER: ()}
            yield from ((_IS, fluent) for fluent in self.fluents.add(values[0], value))
        elif name == ("reads", 4):
            yield from ((_SHOWS, roll) for roll in self.rolls.add(values[0], values[2]))
        if self._give(name, values):
            yield name, ANY

    def _give(self, name: Signature, values: list[Values]) -> bool:
        before = self.places.setdefault(name, [NOTHING] * len(values))
        after = list(map(join, before, values))
        self.places[name] = after
        return any(new is not old for old, new in zip(before, after, strict=True))

    def _state(self, law: Law) -> None:
        """Add what scenarios state by the fields, the first position, the board and the core."""
        book, template = law.rulebook, self.types.template
        for name, arity in _OF_CORE:
            self.fluents.add({(name, arity): (None,) * arity}, None)
        for fluent, value in book.start.items():
            self.fluents.add(template(fluent, {}), template(value, {}))
        for field, owner in typed_fields(book):
            for fact in (*field.facts, *field.also):
                args = [template(part, owner | slot_types(field.shape)) for part in fact.args]
                if fact.name == "given" and len(args) == 2:
                    self.fluents.add(args[0], args[1])
                else:
                    self._give((fact.name, len(args)), args)
        actions = join_all(
            template(action.term, {str(n): kind for n, kind in enumerate(action.args, 1)})
            for action in book.actions.values()
        )
        faces = join_all(map(self.types.of, book.pools))
        self._give(("stated", 4), [None, None, None, actions])
        self._give(("ordered", 3), [None, None, actions])
        self._give(("face", 3), [None, faces, {NUMBER: ()}])
        board = book.topology
        for fact in board.graph.facts if board.graph else ():
            self._give((fact.name, len(fact.args)), [template(part, {}) for part in fact.args])
        if board.graph:
            self._words(("sort", 2), 1, board.graph.sorts)
            self._words(("linked", 3), 1, board.graph.kinds)
            self._words(("along", 4), 1, board.graph.kinds)
        elif board.grid or board.ways:
            place = self.types.of("place")
            ways = {(way, 0): () for way in (*board.grid, *board.ways)}
            self._give(("adjacent", 3), [place, ways, place])
            self._give(("plot", 3), [{TEXT: ()}, {NUMBER: ()}, {NUMBER: ()}])

    def _words(self, name: Signature, place: int, words: Iterable[str]) -> None:
        """Add declared words to an argument of a predicate of the board."""
        self._give(name, [{(word, 0): () for word in words} if n == place else NOTHING for n in range(name[1])])
