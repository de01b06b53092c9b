"""Laws and limits of an audit, read from the words of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from drakdom.audit.values import INVARIANTS, Law
from drakdom.errors import InputError
from drakdom.rulebook import Rulebook, load_house_rule, with_house_rules
from drakdom.rulebook.find import find_house_rules, resolve_house_rule
from drakdom.rulebook.house import set_parameters
from drakdom.rulebook.words import short
from drakdom.scenario.under import check_variants, stated_readings


def law_with(
    book: Rulebook,
    rules: Iterable[str] = (),
    settings: Iterable[str] = (),
    variants: Iterable[str] = (),
    readings: Iterable[str] = (),
    watch: bool = True,
) -> Law:
    """Return a law: a rulebook with house rules (names or folders), optional rules, and readings (`ID=OPTION`).

    `watch` puts the house rule `invariants` in force, if the rulebook has it. An ambiguous clause has its first reading
    unless `readings` names another. Raises InputError for unknown words.
    """
    names = tuple(dict.fromkeys(variants))
    folders = [resolve_house_rule(word, book.folder, Path()) for word in rules]
    loaded = {folder.resolve(): load_house_rule(folder, book) for folder in folders}
    watched = find_house_rules(book.folder).get(INVARIANTS)
    extra = [load_house_rule(watched, book)] if watch and watched and watched.resolve() not in loaded else []
    changed_book = with_house_rules(book, (*set_parameters(loaded.values(), settings), *extra))
    check_variants(changed_book, names)
    label = ", ".join([*names, *(rule.name for rule in loaded.values())]) or "the rulebook"
    return Law(label, changed_book, names, read_so(changed_book, readings))


def law_and_base(
    book: Rulebook,
    rules: Sequence[str],
    settings: Sequence[str],
    variants: Sequence[str],
    readings: Sequence[str],
) -> tuple[Law, Law | None]:
    """Return a law to audit, as `law_with`, and the same without its house rules if there are any."""
    law = law_with(book, rules, settings, variants, readings)
    if not rules:
        return law, None
    own = [reading for reading in readings if reading.partition("=")[0].strip() in book.readings]
    return law, law_with(book, (), (), variants, own)


def law_called(book: Rulebook, word: str, settings: Iterable[str] = (), readings: Iterable[str] = ()) -> Law:
    """Return the law of a word: `base`, an optional rule, a house rule (name or folder), or several as `A,B`."""
    words = [part.strip() for part in word.split(",") if part.strip() not in ("", "base")]
    variants = [part for part in words if part in book.variants]
    rules = [part for part in words if part not in book.variants]
    law = law_with(book, rules, settings if rules else (), variants, readings, watch=False)
    return law if words else replace(law, label="the book")


def read_so(book: Rulebook, readings: Iterable[str]) -> Mapping[str, str]:
    """Return the reading of every ambiguous clause. Raises InputError for unknown clauses and readings."""
    chosen = {clause: next(iter(reading.options)) for clause, reading in book.readings.items()}
    return chosen | stated_readings(book, readings)


def read_bounds(text: str) -> dict[str, int]:
    """Read bounds such as `rooms=4,heroes=2`. Raises InputError for any other text."""
    bounds: dict[str, int] = {}
    for part in filter(None, (word.strip() for word in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if not (name.isidentifier() and name.islower() and value.isascii() and value.isdigit() and len(value) < 4):
            raise InputError.single(
                f"`{short(part)}` is not a bound of a scope", help="write `--scope rooms=4,heroes=2`"
            )
        if name in bounds:
            raise InputError.single(f"duplicate bound `{name}` in the scope")
        bounds[name] = int(value)
    return bounds


def read_seconds(text: str) -> float:
    """Read `60s`, `2m` or `90` as seconds. Raises InputError for any other text."""
    number, unit = (text[:-1], text[-1]) if text[-1:] in ("s", "m") else (text, "s")
    try:
        seconds = float(number) * (60 if unit == "m" else 1)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 10**8:
        raise InputError.single(f"`{short(text)}` is not a length of time", help="write `60s` or `2m`")
    return seconds
