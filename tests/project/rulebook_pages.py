"""One page for each rulebook with everything that a scenario may say; `make docs` builds them.

`python -m tests.project.rulebook_pages DIR` writes them into a folder, or prints them without one.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from drakdom.law.exceptions import subjects
from drakdom.law.order_of_play import order_of_play
from drakdom.report.order_of_play import order_lines
from drakdom.rulebook import Chance, Choice, Field, ListOf, MapOf, Phrase, Rulebook, Shape, Single, load_rulebook
from drakdom.step.case import law_of
from drakdom.terms import Value
from tests.project.tree import rulebooks

BUILT_IN = {
    "int": "a number",
    "text": "any word",
    "name": "a name of your own",
    "bool": "`yes` or `no`",
    "place": "a place",
    "square": "a square",
    "figure": "a figure",
    "actor": "a figure or another actor",
    "clause": "a clause id",
    "dice": "a number or dice",
    "off_board": "a place off the board",
}
Lines = Iterator[str]


def page(book: Rulebook) -> str:
    """Return the page of a rulebook as Markdown."""
    return "\n".join(_page(book)).rstrip() + "\n"


def _page(book: Rulebook) -> Lines:
    ruled = sum(clause.adjudicable for clause in book.ledger.values())
    yield f"# {book.title}\n"
    yield "This page is made from the rulebook. [Scenarios](../scenario.md) describes the keys of a scenario file.\n"
    yield f"- slug: `{book.slug}`"
    yield from (f"- {name}: {text}" for name, text in (("edition", book.edition), ("source", book.source)) if text)
    yield f"- language of the source: `{book.language}`"
    yield f"- clauses: {len(book.ledger)}, of which {ruled} can decide a dispute\n"
    yield from _section("Phases", f"The phases of a {book.entry_name}, for `begin`.", _words(book.phases))
    order = order_of_play(law_of(book))
    yield from _section("Order of play", f"The ways from each phase of a {book.entry_name}.", order_lines(book, order))
    fields = (("Squares", "board", book.places), ("Figures", "figures", book.figures), ("State", "state", book.state))
    for title, key, specs in (*fields, ("Suppositions", "suppose", book.suppose)):
        yield from _section(title, f"Fields under `{key}`.", (_field(spec, book) for spec in specs.values()))
    yield from _section("Actors", "Actors that are not on the board, for `play`.", _words(book.actors))
    acts = (f"`{_head(act.name, act.args, ' ')}`: {_says(act)}" for act in book.actions.values())
    yield from _section("Actions", "What a figure may do, for `play`.", acts)
    draws = (item for chance in book.chances.values() for item in _draw(chance, book))
    yield from _section("Draws and rolls", "Names for `draws` and `rolls`.", draws)
    dice = (f"`{pool.name}`: {_dice(pool.faces)}." for pool in book.pools.values())
    yield from _section("Dice", "The dice of the game.", dice)
    events = (f"`{_head(event.name, event.args)}`: {_says(event)}" for event in book.events.values())
    yield from _section("Events", "What claims can be about.", events)
    gaps = (f"`{_head(gap.name, gap.args)}`: {_says(gap)}" for gap in book.gaps.values())
    yield from _section("Gaps", "What `gap` and `contradiction` can name.", gaps)
    yield "## Words\n"
    for kind in book.types.values():
        yield from _section(kind.name, "", (_choice(choice, book) for choice in kind.choices.values()), "###")
    yield from _section("Other words", "", _words(book.more_words), "###")
    rules = (
        f"`{rule.name}`: {rule.title}.{_conditions(rule.requires, rule.excludes)}" for rule in book.variants.values()
    )
    yield from _section("Optional rules", "Names for `variants`.", rules)
    yield from _section("Readings", "Clauses that can be read in several ways, for `readings`.", _readings(book))
    purpose = "The clauses that law encodes, with the subject by which a house rule can lift each."
    yield from _section("Clauses", purpose, _clauses(book))


def _clauses(book: Rulebook) -> Lines:
    for clause, subject in sorted(subjects(law_of(book).rules).items()):
        lifted = f'`except("{clause}", {subject})`' if subject.variables else "it can only be replaced"
        yield f"`{clause}`: {book.ledger[clause].text} Exceptions: {lifted}."


def _section(title: str, purpose: str, items: Iterable[str], level: str = "##") -> Lines:
    listed = list(items)
    if listed:
        yield f"{level} {title}\n"
        if purpose:
            yield f"{purpose}\n"
        yield from (f"- {item}" for item in listed)
        yield ""


def _words(words: Mapping[str, str]) -> Lines:
    yield from (f"`{word}`: {_sentence(says or word)}" for word, says in words.items())


def _field(spec: Field, book: Rulebook) -> str:
    kind = shape(spec.shape, book)
    if spec.range:
        kind += f" from {spec.range[0]} to {spec.range[1]}"
    needed = " Required." if spec.required else ""
    default = f" The default is `{spec.default}`." if spec.default is not None else ""
    instead = f" It can stand instead of `{spec.instead_of}`." if spec.instead_of else ""
    example = f" Example: `{spec.name}: {spec.example}`." if spec.example else ""
    return f"`{spec.name}`: {kind}.{needed}{default}{instead}{' ' + _sentence(spec.says) if spec.says else ''}{example}"


def shape(kind: Shape, book: Rulebook) -> str:
    """Say what a field may hold."""
    if isinstance(kind, ListOf):
        return f"a list; each entry is {shape(Single(kind.type), book)}"
    if isinstance(kind, MapOf):
        return f"a mapping; each key is {shape(Single(kind.key), book)}, each value {shape(kind.value, book)}"
    return " or ".join(_kind(name, book) for name in kind.type.split("|"))


def _kind(name: str, book: Rulebook) -> str:
    if name in book.types:
        return f"a word of [{name}](#{name})"
    if name in book.pools:
        return f"the result of `{name}`"
    return BUILT_IN.get(name, f"`{name}`")


def _head(name: str, args: tuple[str, ...], gap: str = "") -> str:
    """Write a word as a scenario does: `move <direction>`, `falls(figure)`."""
    if gap:
        return gap.join([name.replace("_", " "), *(f"<{kind.replace('_', ' ')}>" for kind in args)])
    return f"{name}({', '.join(args)})" if args else name


def _says(phrase: Phrase) -> str:
    says = _kinds_in(phrase.says, phrase.args) if phrase.says else f"{phrase.name.replace('_', ' ')}, for claims only"
    return _sentence(says)


def _kinds_in(says: str, kinds: tuple[str, ...]) -> str:
    """Put the kinds of the arguments into the slots of a sentence: `{1}` becomes `<figure>`."""
    for number, kind in enumerate(kinds, 1):
        says = says.replace(f"{{{number}}}", f"<{kind.replace('_', ' ')}>")
    return says.replace("{figure}", "<figure>")


def _draw(chance: Chance, book: Rulebook) -> Lines:
    says = _kinds_in(chance.says, chance.args) or chance.name.replace("_", " ")
    more = f" Details: {', '.join(f'`{name}`' for name in chance.details)}." if chance.details else ""
    yield f"`{_head(chance.name, chance.args, ' ')}`: {_sentence(says)} The value is {_kind(chance.type, book)}.{more}"
    yield from (f"detail {_field(spec, book)}" for spec in chance.details.values())


def _dice(faces: Mapping[Value, int]) -> str:
    total = sum(faces.values())
    return f"{len(faces)} results, {total} equally likely throws"


def _choice(choice: Choice, book: Rulebook) -> str:
    says = _kinds_in(choice.says, choice.args)
    kinds = "".join(f" Argument: {_kind(kind, book)}." for kind in choice.args)
    return f"`{_head(choice.name, choice.args)}`: {_sentence(says or choice.name)}{kinds}"


def _conditions(requires: tuple[str, ...], excludes: tuple[str, ...]) -> str:
    words = [
        f" {verb} {', '.join(f'`{name}`' for name in names)}."
        for verb, names in (("Requires", requires), ("Excludes", excludes))
        if names
    ]
    return "".join(words)


def _readings(book: Rulebook) -> Lines:
    for reading in book.readings.values():
        options = "; ".join(f"`{name}`: {says}" for name, says in reading.options.items())
        yield f"`{reading.clause}`: {reading.question} {_sentence(options)}"


def _sentence(text: str) -> str:
    """End a text with a full stop; `<figure>` becomes *figure*."""
    text = re.sub(r"<([^<>]*)>", r"*\1*", " ".join(text.split()))
    return text if text.endswith((".", "?", "!")) else f"{text}."


def pages() -> dict[str, str]:
    """Return the page of every shipped rulebook by its slug."""
    books = [load_rulebook(folder) for folder in rulebooks()]
    return {book.slug: page(book) for book in books}


def main() -> None:
    """Write all pages into the folder that the command line names, or print them."""
    for slug, text in pages().items():
        if len(sys.argv) > 1:
            path = Path(sys.argv[1]) / f"{slug}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main()
