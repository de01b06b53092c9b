"""Users' words, typed by the vocabulary: the value of a word as a direction, a figure, a tile and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from drakdom.formula import RawTerm
from drakdom.rulebook import Rulebook
from drakdom.rulebook.bags import bag
from drakdom.rulebook.nodes import truth
from drakdom.rulebook.words import did_you_mean, did_you_mean_of, fold, nearest, number, short
from drakdom.scenario.in_a_row import in_a_row
from drakdom.scenario.misfit import Misfit, arity, of_field, raw_of, read_all, without_quotes
from drakdom.scenario.squares import coordinates, square
from drakdom.terms import Any, Term, Value

__all__ = ["Misfit", "Words"]

_SQUARE = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})\Z")
_DICE = re.compile(r"([A-Za-z0-9_]+) ?(?:([+-]) ?([A-Za-z0-9_ -]+))?\Z")


class Words:
    """Types the words of one scenario.

    `named` collects the places that occur. With `wild`, for claims, `_` matches anything and no place is collected.
    """

    def __init__(self, book: Rulebook, figures: Iterable[str], places: Iterable[str] = ()) -> None:
        self.book = book
        self.figures = dict.fromkeys(figures)
        self.declared = dict.fromkeys(places)
        self.named: dict[Value, None] = {}
        self.wild = False

    def read(self, kind: str, text: str) -> Value:
        """Return the value of a text as a `kind`; raises Misfit."""
        if kind in ("figure", "actor") and text in self.figures:
            return text
        if kind == "dice":
            return self._dice(text)
        return self.value(kind, raw_of(text))

    def value(self, kind: str, raw: RawTerm) -> Value:
        """Return the value of a word that may have arguments as a `kind`; raises Misfit."""
        if self.wild and raw.text == "_" and raw.args is None and not raw.quoted:
            return Any()
        if "|" in kind:
            return self._one_of(kind.split("|"), raw)
        readers: dict[str, Callable[[RawTerm], Value]] = {
            "place": self._place,
            "square": self._on_the_board,
            "figure": self._figure,
            "actor": self._actor,
            "text": self._any,
            "name": _name,
        }
        if kind in readers:
            return readers[kind](raw)
        if kind in self.book.types:
            return self._enumerated(kind, raw)
        if kind in self.book.pools:
            return self._face(kind, raw)
        return self._plain(kind, str(raw), raw.offset)

    def _one_of(self, kinds: list[str], raw: RawTerm) -> Value:
        kinds = [kind.strip() for kind in kinds]
        if "figure" in kinds and "text" in kinds:
            self._refuse_kind(kinds, raw)
        helps = []
        for kind in kinds:
            try:
                return self.value(kind, raw)
            except Misfit as misfit:
                helps.append(misfit.help)
        message = f"unknown {' or '.join(kind.replace('_', ' ') for kind in kinds)} `{short(str(raw))}`"
        raise Misfit(message, next(filter(None, helps), ""), raw.offset)

    def _refuse_kind(self, kinds: list[str], raw: RawTerm) -> None:
        """Raise Misfit for a kind of figure in the place of a figure, since no figure has that name."""
        word = fold(raw.text)
        if raw.args is not None or raw.quoted or raw.text in self.figures or word not in self.book.figure_kinds:
            return
        if not any(kind in self.book.types and word in self.book.types[kind].choices for kind in kinds):
            near = did_you_mean(raw.text, self.figures)
            hint = "a figure that appears in play has the name that `drakdom rule --full` shows"
            help_ = "; ".join(filter(None, (near.rstrip("?"), hint)))
            raise Misfit(f"`{short(raw.text)}` is a kind of figure, not a figure", help_, raw.offset)

    def _plain(self, kind: str, text: str, offset: int) -> Value:
        if kind == "int":
            value = number(text)
            if value is None:
                digits = text.strip("+- ")
                is_long = digits.isascii() and digits.isdigit()
                help_ = "write at most 6 digits" if is_long else "write one in digits, such as `3`"
                raise Misfit(f"`{short(text)}` is not a whole number", help_, offset)
            return value
        if kind == "bool":
            yes = truth(text)
            if yes is None:
                raise Misfit(f"`{short(text)}` is neither `yes` nor `no`", offset=offset)
            return Term("yes" if yes else "no")
        if kind == "clause":
            if text not in self.book.ledger:
                raise Misfit(f"unknown clause `{short(text)}`", did_you_mean(text, self.book.ledger), offset)
            return text
        if kind == "dice":
            return self._dice(text)
        raise Misfit(f"unknown {kind} `{short(text)}`", offset=offset)

    # -- names ---------------------------------------------------------------------------------------------

    def _figure(self, raw: RawTerm) -> str:
        name = str(raw)
        if name not in self.figures:
            help_ = did_you_mean(name, self.figures)
            raise Misfit(f"there is no figure `{short(name)}`", help_, raw.offset)
        return name

    def _actor(self, raw: RawTerm) -> Value:
        """Read an actor: a figure, or an actor of the vocabulary that is not on the board."""
        name = str(raw)
        if name in self.figures:
            return name
        if fold(name) in self.book.actors:
            return Term(fold(name))
        help_ = did_you_mean(name, (*self.figures, *self.book.actors))
        raise Misfit(f"there is no figure `{short(name)}`", help_, raw.offset)

    def _place(self, raw: RawTerm) -> Value:
        if self.book.topology.graph:
            return self._site(raw)
        ways = self.book.topology.ways.values()
        if raw.args is not None and len(raw.args) == 1 and fold(raw.text) in ways:
            return Term(fold(raw.text), (self._place(raw.args[0]),))
        head, _, rest = raw.text.partition(" ")
        if raw.args is None and rest and head in ways:
            return Term(head, (self._place(RawTerm(rest.strip(), raw.offset)),))
        name = self._square(raw) if self.book.topology.grid else self._named_place(raw)
        if not self.wild:
            self.named.setdefault(name)
        return name

    def _on_the_board(self, raw: RawTerm) -> Value:
        """Read a place on the grid; raises Misfit for a place off it, such as `below(E4)`."""
        place = self._place(raw)
        if isinstance(place, Term) and place.args:
            self.named.pop(place, None)
            help_ = f"write `{place.args[0]}`"
            raise Misfit(f"`{short(str(raw))}` is not a square of the board", help_, raw.offset)
        return place

    def _square(self, raw: RawTerm) -> str:
        name = str(raw)
        match = _SQUARE.match(name)
        if not match:
            raise Misfit(
                f"`{short(name)}` is not a square", "a square is a column letter and a row number: `E4`", raw.offset
            )
        name = name.upper()
        size = self.book.topology.size
        column, row = coordinates(name)
        if size and (column > size[0] or row > size[1]):
            last, near = square(*size), square(min(column, size[0]), min(row, size[1]))
            help_ = (
                f"the last square is `{last}`, the nearest `{near}`" if near != last else f"its last square is `{last}`"
            )
            raise Misfit(f"`{name}` is off the board", help_, raw.offset)
        return name

    def _site(self, raw: RawTerm) -> Value:
        """Read a place of a graph; raises Misfit."""
        sites = self.book.types["place"].choices
        name = fold(raw.text)
        if raw.args is None and name in sites:
            return Term(name)
        by_words = {site.says: site.name for site in sites.values()}
        near = nearest(str(raw), (*sites, *by_words))
        help_ = f"did you mean `{by_words.get(near, near)}`?" if near else ""
        raise Misfit(f"there is no place `{short(str(raw))}`", help_, raw.offset)

    def _named_place(self, raw: RawTerm) -> str:
        name = str(raw)
        if name not in self.declared:
            raise Misfit(f"there is no place `{short(name)}`", did_you_mean(name, self.declared), raw.offset)
        return name

    # -- words of the vocabulary ---------------------------------------------------------------------------

    def _enumerated(self, kind: str, raw: RawTerm) -> Value:
        choices = self.book.types[kind].choices
        name = fold(raw.text)
        choice = choices.get(name)
        if choice and len(raw.args or ()) == len(choice.args):
            args = read_all(self.value, choice.args, raw.args or ())
            return int(name) if name[0].isdigit() else Term(name, args)
        if choice and raw.args is not None:
            raise Misfit(arity(name, choice.args, len(raw.args)), offset=raw.offset)
        if raw.args is None and (term := in_a_row(self.value, choices, raw)):
            return term
        if choice:
            raise Misfit(arity(name, choice.args, 0), f"write `{name}({', '.join(choice.args)})`", raw.offset)
        help_ = without_quotes(raw) or did_you_mean_of(raw.text, choices, self.book.slug)
        words = kind.replace("_", " ")
        message = f"unknown {words} `{short(str(raw))}`" if str(raw) else f"the {words} is empty"
        raise Misfit(message, help_, raw.offset)

    def _face(self, pool: str, raw: RawTerm) -> Value:
        faces = self.book.pools[pool].faces
        face_number = number(raw.text)
        value: Value = Term(fold(raw.text)) if face_number is None else face_number
        if raw.args is not None:
            words = ((number(arg.text), arg.text) for arg in raw.args)
            named = bag(Term(fold(text)) if n is None else n for n, text in words)
            value = named if fold(raw.text) == named.name else Term("")
        if value not in faces:
            valid = [str(face) for face in faces]
            seen = f"`{short(str(raw))}` is not a face of {pool}"
            numbers = [face for face in faces if isinstance(face, int)]
            if len(numbers) == len(faces) and numbers:
                raise Misfit(seen, f"it shows {min(numbers)} to {max(numbers)}", raw.offset)
            raise Misfit(seen, did_you_mean(raw.text, valid), raw.offset)
        return value

    def _any(self, raw: RawTerm) -> Value:
        """Read a word of any kind: number, vocabulary, figure, place; in quotes it is a name as it is."""
        if raw.quoted:
            return raw.text
        name = fold(raw.text)
        if raw.args is not None:
            return self._any_term(name, raw)
        if (value := number(raw.text)) is not None:
            return value
        if raw.text in self.book.words:
            return Term(raw.text)
        if raw.text in self.figures or raw.text in self.declared:
            return raw.text
        try:
            return self._place(raw)
        except Misfit:
            if name in self.book.words:
                return Term(name)
        valid = [*sorted(self.book.words), *self.figures]
        message = f"unknown figure, place or word `{short(raw.text)}`"
        raise Misfit(message, did_you_mean(raw.text, valid), raw.offset)

    def _any_term(self, name: str, raw: RawTerm) -> Value:
        args = raw.args or ()
        if name not in self.book.words and name not in self.book.fluents:
            raise Misfit(f"unknown word `{short(raw.text)}` in this rulebook", did_you_mean(name, self.book.words))
        fluent = self.book.fluents.get(name)
        kinds = fluent.args if fluent and len(fluent.args) == len(args) else ("text",) * len(args)
        return Term(name, read_all(self.value, kinds, args))

    def fluent(self, raw: RawTerm) -> tuple[Value, str]:
        """Return a fluent and the type of its value; raises Misfit."""
        name = fold(raw.text)
        declared = self.book.fluents.get(name)
        if self.wild and raw.text == "_" and raw.args is None:
            return Any(), "text"
        if declared is None:
            help_ = of_field(name, self.book) or did_you_mean_of(name, self.book.fluents, f"{self.book.slug} fluents")
            raise Misfit(f"unknown fluent `{short(raw.text)}`", help_, raw.offset)
        args = raw.args or ()
        if len(args) != len(declared.args):
            raise Misfit(arity(name, declared.args, len(args)), offset=raw.offset)
        return Term(name, read_all(self.value, declared.args, args)), declared.value

    def _dice(self, text: str) -> Term:
        """Read dice: `4`, `t6`, `t6-2`, `t12-armour`."""
        if (flat := number(text)) is not None:
            if flat < 0:
                raise Misfit(f"`{short(text)}` is less than 0")
            return Term("flat", (flat,))
        match = _DICE.match(" ".join(text.split()))
        dice = [name for name, pool in self.book.pools.items() if all(isinstance(face, int) for face in pool.faces)]
        if not match or match[1] not in dice:
            help_ = did_you_mean(match[1], dice) if match else ""
            raise Misfit(f"`{short(text)}` is neither a number nor dice", help_ or "write `4`, `t6` or `t6-2`")
        pool, sign, minus = Term(match[1]), match[2], match[3]
        if not sign:
            return Term("roll", (pool, 0))
        if (less := number(minus)) is not None:
            return Term("roll", (pool, -less if sign == "-" else less))
        if fold(minus) not in self.book.stats:
            raise Misfit(f"unknown value `{short(minus)}` of a figure", did_you_mean(minus, self.book.stats))
        return Term("roll", (pool, Term("minus" if sign == "-" else "plus", (Term(fold(minus)),))))


def _name(raw: RawTerm) -> str:
    """Return a name that the scenario makes up, such as that of a weapon."""
    return raw.text if raw.args is None else str(raw)
