"""Examples of what a scenario may say, made up from the declarations of a rulebook."""

from __future__ import annotations

from drakdom.rulebook import Choice, Field, ListOf, MapOf, Rulebook, Shape, Single
from drakdom.terms import show

FIGURES = ("Ann", "Bo")
_FIXED = {"int": "2", "bool": "yes", "figure": FIGURES[1], "name": "a_name"}


class Samples:
    """Values of the types of a rulebook, as a scenario writes them."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        graph = book.topology.graph
        self._place = next(iter(graph.sites), "here") if graph else "E4"
        kinds = [kind.choices.values() for kind in book.types.values() if kind.name != "phase"]
        longest = max(kinds, key=len, default=())
        self._text = next((choice.name for choice in longest if not choice.args), FIGURES[1])

    def word(self, kind: str) -> str:
        """Return a word of a type; `a|b` gives one of the first."""
        kind, book = kind.partition("|")[0], self._book
        if kind in book.types:
            choices = [*book.types[kind].choices.values()]
            plain = [choice for choice in choices if not choice.args]
            return self.choice((plain or choices)[0]) if choices else "word"
        if kind in book.pools:
            return show(next(iter(book.pools[kind].faces)))
        if kind == "text":
            return self._text
        if kind == "actor":
            return next(iter(book.actors), FIGURES[1])
        if kind == "clause":
            return next(iter(book.ledger), "ID")
        if kind == "dice":
            return next(iter(book.pools), "2")
        return _FIXED.get(kind, self._place)

    def choice(self, choice: Choice) -> str:
        """Return a value of a type with its arguments, such as `key(2)`."""
        return self.call(choice.name, choice.args)

    def call(self, name: str, args: tuple[str, ...]) -> str:
        """Return a claim, `falls(Bo)`."""
        return f"{name}({', '.join(self._different(args))})" if args else name

    def said(self, name: str, args: tuple[str, ...]) -> str:
        """Return an action or the name of a draw, `move e`."""
        return " ".join([name.replace("_", " "), *self._different(args)])

    def field(self, spec: Field) -> str:
        """Return a field with a value, `hp: 12`."""
        return f"{spec.name}: {self._value(spec)}"

    def _value(self, spec: Field) -> str:
        if spec.example:
            return spec.example
        if spec.default is not None:
            return spec.default
        if spec.range:
            return str((spec.range[0] + spec.range[1]) // 2)
        return self.shape(spec.shape)

    def shape(self, shape: Shape) -> str:
        """Return a value of a shape, `[e]` or `{e: door}`."""
        if isinstance(shape, Single):
            return self.word(shape.type)
        if isinstance(shape, ListOf):
            return f"[{self.word(shape.type)}]"
        assert isinstance(shape, MapOf)
        return f"{{{self.word(shape.key)}: {self.shape(shape.value)}}}"

    def _different(self, args: tuple[str, ...]) -> list[str]:
        """Return a word for each argument; the second figure of a claim is another one than the first."""
        words: list[str] = []
        for kind in args:
            word = self.word(kind)
            words.append(FIGURES[0] if word == FIGURES[1] and word in words else word)
        return words
