"""Everything that a scenario of a rulebook may say: each word with its sentence and an example."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace

from drakdom.report.page import Look, Page, bold, dim
from drakdom.report.search import pattern_of
from drakdom.report.word_samples import Samples
from drakdom.rulebook import Chance, Choice, Field, Fluent, ListOf, MapOf, Phrase, Rulebook, Shape, Single
from drakdom.rulebook.declarations import required
from drakdom.rulebook.words import nearest, short, unslotted
from drakdom.terms import Term, Value, is_ground, show

_WORD = re.compile(r"[^\W\d]\w+")
_BUILT_IN = {
    "int": "a number",
    "text": "any word",
    "bool": "`yes` or `no`",
    "place": "a place",
    "square": "a square",
    "figure": "a figure",
    "actor": "a figure or another actor",
    "clause": "a clause id",
    "dice": "a number or dice",
    "name": "a name that the scenario makes up",
    "off_board": "a place off the board",
}
#: The meanings of fluents that every rulebook has.
_OF_PLAY = {
    "entry": "the entry of `play`",
    "phase": "the phase of the order of play",
    "step": "how often the actor has decided",
    "count": "how often the roll or draw was made",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A word: its form as a scenario writes it, what it may hold, its sentence and an example.

    `part` is the word of which it is a detail; empty for none.
    """

    form: str
    says: str
    kind: str = ""
    example: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Words of one kind. `where` says where a scenario writes them; `type` is true for the words of a type."""

    title: str
    where: str
    entries: tuple[Entry, ...]
    type: bool = False


def word_list(book: Rulebook) -> list[Section]:
    """Return the sections of a rulebook's words, without empty ones."""
    return [section for section in _Words(book).sections() if section.entries]


def choose(sections: Iterable[Section], text: str, book: Rulebook) -> list[Section]:
    """Return the entries that have each word of `text`; words are whole, and `fle*` is the beginning of a word."""
    patterns = [pattern_of(word, book) for word in text.split()]
    chosen = []
    for section in sections:
        if all(pattern.search(section.title.casefold()) for pattern in patterns):
            chosen.append(section)
            continue
        entries = (entry for entry in section.entries if all(pattern.search(_all_of(entry)) for pattern in patterns))
        chosen.append(replace(section, entries=tuple(entries)))
    return [section for section in chosen if section.entries]


def nothing_chosen(sections: Iterable[Section], text: str, book: Rulebook) -> str:
    """Return the message for a search without results: the nearest word, or how many entries each word has alone."""
    sections, words = list(sections), text.split()
    if len(words) > 1:
        entries = {word: sum(len(section.entries) for section in choose(sections, word, book)) for word in words}
        alone = ", ".join(f"{n or 'none'} with `{short(word)}`" for word, n in entries.items())
        return f"no entry of {book.title} has all words of `{short(text)}`; there are {alone}"
    forms = (entry.form for section in sections for entry in section.entries)
    near = nearest(text, (word for form in forms for word in _WORD.findall(form)))
    help_ = f", did you mean `{near}`?" if near else "; without it, all are listed"
    return f"no word of {book.title} fits `{short(text)}`{help_}"


def _all_of(entry: Entry) -> str:
    return " ".join((entry.form.replace("_", " "), entry.form, entry.says, entry.part)).casefold()


class _Words:
    def __init__(self, book: Rulebook) -> None:
        self.book, self.samples = book, Samples(book)

    def sections(self) -> Iterator[Section]:
        book, entry = self.book, self.book.entry_word
        yield self.named("Phases", f"The phases of one {entry}, for `begin`.", book.phases)
        fields = (
            ("Squares", "board", book.places),
            ("Figures", "figures", book.figures),
            ("State", "state", book.state),
        )
        for title, key, specs in (*fields, ("Suppositions", "suppose", book.suppose)):
            yield Section(title, f"Fields under `{key}`.", tuple(self.field(spec, specs) for spec in specs.values()))
        yield self.named("Actors", "Actors that are not on the board, for `play`.", book.actors)
        acts = tuple(self.action(act) for act in book.actions.values())
        yield Section("Actions", "What a figure may do, for `play`.", acts)
        draws = tuple(entry for chance in book.chances.values() for entry in self.draw(chance))
        yield Section("Draws and rolls", "Names for `draws` and `rolls`.", draws)
        dice = tuple(Entry(pool.name, _dice(pool.faces)) for pool in book.pools.values())
        yield Section("Dice", "The dice of the game.", dice)
        yield Section("Events", "What claims can be about.", tuple(map(self.claim, book.events.values())))
        yield Section("Gaps", "What `gap` and `contradiction` can name.", tuple(map(self.claim, book.gaps.values())))
        fluents = tuple(map(self.fluent, book.fluents.values()))
        yield Section("Fluents", "The state of play, for `finally(FLUENT, VALUE)`, `begin` and `if`.", fluents)
        for kind in book.types.values():
            yield Section(kind.name, "", tuple(map(self.choice, kind.choices.values())), type=True)
        yield self.named("Other words", "", book.more_words, type_=True)

    @staticmethod
    def named(title: str, where: str, words: Mapping[str, str], *, type_: bool = False) -> Section:
        return Section(title, where, tuple(Entry(word, says or word) for word, says in words.items()), type_)

    def field(self, spec: Field, fields: Mapping[str, Field], part: str = "") -> Entry:
        kind = shape_words(spec.shape, self.book)
        if spec.range:
            kind += f" from {spec.range[0]} to {spec.range[1]}"
        notes = [spec.says] if spec.says else []
        notes += filter(None, [required(spec, fields)])
        notes += [f"the default is `{spec.default}`"] if spec.default is not None else []
        notes += [f"it can stand instead of `{spec.instead_of}`"] if spec.instead_of else []
        return Entry(spec.name, "; ".join(notes), kind, self.samples.field(spec), part)

    def action(self, act: Phrase) -> Entry:
        form = _form(act.name, act.args, " ")
        return Entry(form, _says(act), "", self.samples.said(act.name, act.args))

    def draw(self, chance: Chance) -> Iterator[Entry]:
        says = unslotted(chance.says, chance.args) or chance.name.replace("_", " ")
        name = self.samples.said(chance.name, chance.args)
        value = self.samples.word(chance.type)
        kind = kind_words(chance.type, self.book)
        yield Entry(_form(chance.name, chance.args, " "), says, kind, f"{name}: {value}")
        for spec in chance.details.values():
            yield self.field(spec, chance.details, chance.name.replace("_", " "))

    def claim(self, phrase: Phrase) -> Entry:
        return Entry(_form(phrase.name, phrase.args), _says(phrase), "", self.samples.call(phrase.name, phrase.args))

    def fluent(self, fluent: Fluent) -> Entry:
        spec, fact = _stating(self.book).get(fluent.name, (None, Term("")))
        says = (spec.says if spec else "") or _OF_PLAY.get(fluent.name) or fluent.name.replace("_", " ")
        kind, example = kind_words(fluent.value, self.book), self.samples.word(fluent.value)
        if spec and is_ground(value := fact.args[1]):
            kind, example = f"`{show(value)}` while it is so", show(value)
        subject = self.samples.call(fluent.name, fluent.args)
        return Entry(_form(fluent.name, fluent.args), says, kind, f"finally({subject}, {example})")

    def choice(self, choice: Choice) -> Entry:
        says = unslotted(choice.says, choice.args) or choice.name
        kind = " and ".join(kind_words(arg, self.book) for arg in choice.args)
        return Entry(_form(choice.name, choice.args), says, kind, self.samples.choice(choice) if choice.args else "")


def _stating(book: Rulebook) -> dict[str, tuple[Field, Term]]:
    """Map each fluent to the field that states it, with the fact by which it does."""
    stating: dict[str, tuple[Field, Term]] = {}
    for spec in (*book.figures.values(), *book.places.values(), *book.state.values()):
        for fact in spec.facts:
            if fact.name == "given" and len(fact.args) == len(("fluent", "value")) and isinstance(fact.args[0], Term):
                stating.setdefault(fact.args[0].name, (spec, fact))
    return stating


def shape_words(shape: Shape, book: Rulebook) -> str:
    """Say what a field may hold."""
    if isinstance(shape, ListOf):
        return f"a list; each entry is {shape_words(Single(shape.type), book)}"
    if isinstance(shape, MapOf):
        return f"a mapping; each key is {kind_words(shape.key, book)}, each value {shape_words(shape.value, book)}"
    return kind_words(shape.type, book)


def kind_words(names: str, book: Rulebook) -> str:
    """Say what a type holds; `a|b` allows both."""
    return " or ".join(_kind(name, book) for name in names.split("|"))


def _kind(name: str, book: Rulebook) -> str:
    if name in book.types:
        return f"a word of `{name}`"
    if name in book.pools:
        return f"the result of `{name}`"
    return _BUILT_IN.get(name, f"`{name}`")


def _form(name: str, args: tuple[str, ...], gap: str = "") -> str:
    """Return a word as a scenario writes it: `move <direction>`, `falls(figure)`."""
    if gap:
        return gap.join([name.replace("_", " "), *(f"<{kind.replace('_', ' ')}>" for kind in args)])
    return f"{name}({', '.join(args)})" if args else name


def _says(phrase: Phrase) -> str:
    return unslotted(phrase.says, phrase.args) or f"{phrase.name.replace('_', ' ')}, for claims only"


def _dice(faces: Mapping[Value, int]) -> str:
    return f"{len(faces)} results, {sum(faces.values())} equally likely throws"


def words_text(sections: Iterable[Section], look: Look) -> str:
    """Return the list for a terminal."""
    page = Page(look)
    for section in sections:
        page.head(section.title)
        if section.where:
            page.add(dim(section.where), indent=2)
        for entry in section.entries:
            of = dim(f" (of {entry.part})") if entry.part else ""
            page.add(bold(entry.form), of, f"  {entry.says}", indent=2, hang=4)
            if entry.kind:
                page.add(dim(entry.kind.replace("`", "")), indent=6, hang=2)
            if entry.example and entry.example != entry.form:
                page.add(dim("example: "), entry.example, indent=6, hang=2)
    return page.print()


def words_json(sections: Iterable[Section], book: Rulebook) -> dict[str, object]:
    """Return the JSON form of the list."""
    return {
        "schema": "drakdom/words/1",
        "rulebook": book.slug,
        "sections": [
            {
                "title": section.title,
                "where": section.where,
                "words": [asdict(entry) for entry in section.entries],
            }
            for section in sections
        ],
    }
