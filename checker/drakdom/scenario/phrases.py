"""Phrases such as `move e`, `help Sir Rohan`, `tile E4`: a word of the vocabulary and its arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from drakdom.formula import RawTerm
from drakdom.rulebook import Chance, Phrase, Rulebook
from drakdom.rulebook.words import did_you_mean_with, fold, short, unslotted
from drakdom.scenario.in_a_row import MOST_WORDS, partitions
from drakdom.scenario.misfit import Misfit, arity, combined, raw_of, read_all
from drakdom.scenario.typing import Words
from drakdom.terms import Term, Value, bind, show, spell

_TOKEN = re.compile(r'"[^"]*"|\S+')
_CALL = re.compile(r"[^()\"]+\(.*\)\s*\Z", re.S)
_QUOTED = re.compile(r'"[^"]*"')

Spec = TypeVar("Spec", Phrase, Chance)


def read_phrase(words: Words, table: Mapping[str, Spec], text: str, kind: str) -> tuple[Spec, dict[str, Value]]:
    """Return the spec that a text names, and the values of its placeholders $1, $2, ...; raises Misfit."""
    if _is_call(text):
        raw = raw_of(text)
        if raw.args is not None and fold(raw.text) in table:
            spec = table[fold(raw.text)]
            return spec, arguments(words, spec.name, spec.args, raw.args)
    tokens = _TOKEN.findall(text)
    if not tokens:
        raise Misfit(f"a {kind} is missing")
    for size in range(min(len(tokens), 6), 0, -1):
        name = fold(" ".join(tokens[:size]))
        if name in table:
            spec = table[name]
            try:
                return spec, _spread(words, spec.name, spec.args, tokens[size:])
            except Misfit as misfit:  # its offset counts from the argument, not from the text
                raise combined([Misfit(fault.message, fault.help) for fault in misfit.faults]) from None
    help_ = did_you_mean_with(tokens[0], {spec.name: unslotted(spec.says, spec.args) for spec in table.values()})
    raise Misfit(f"unknown {kind} `{short(tokens[0])}`", help_, 0)


def spec_of(table: Mapping[str, Spec], text: str) -> Spec | None:
    """Return the spec that the first words of a text name, even if its arguments do not fit; None if there is none."""
    tokens = _TOKEN.findall(text.partition("(")[0] if _is_call(text) else text)
    names = (fold(" ".join(tokens[:size])) for size in range(min(len(tokens), 6), 0, -1))
    return next((table[name] for name in names if name in table), None)


def _is_call(text: str) -> bool:
    """Test if a text is one word with all else in its parentheses: `keep(dots(3))`, not `keep dots(3) dots(1)`."""
    if not _CALL.match(text):
        return False
    bare = _QUOTED.sub("", text.strip())
    depths = [*accumulate((character == "(") - (character == ")") for character in bare)]
    return 0 not in depths[bare.index("(") : -1]


def phrase_of(book: Rulebook, action: Value) -> str:
    """Return an action in the words of a scenario: `move e`."""
    for phrase in book.actions.values():
        bindings = bind(phrase.term, action) if isinstance(action, Term) else None
        if bindings is not None:
            words = [phrase.name.replace("_", " "), *(spell(bindings[str(n)]) for n in range(1, len(phrase.args) + 1))]
            return " ".join(words)
    return show(action)


def arguments(words: Words, name: str, kinds: Sequence[str], raws: Sequence[RawTerm]) -> dict[str, Value]:
    """Type the arguments of a word; raises Misfit."""
    if len(kinds) != len(raws):
        raise Misfit(arity(name, tuple(kinds), len(raws)))
    return {str(n): value for n, value in enumerate(read_all(words.value, kinds, raws), 1)}


def _spread(words: Words, name: str, kinds: Sequence[str], tokens: list[str]) -> dict[str, Value]:
    """Split the words of a phrase into its arguments, since a name may have several words; raises Misfit."""
    if len(tokens) < len(kinds) or (tokens and not kinds) or len(tokens) > MOST_WORDS:
        raise Misfit(arity(name, tuple(kinds), len(tokens)))
    if len(tokens) == len(kinds):
        return arguments(words, name, kinds, [raw_of(token) for token in tokens])
    for parts in partitions(tokens, len(kinds)):
        try:
            return arguments(words, name, kinds, [raw_of(part) for part in parts])
        except Misfit:
            continue
    if len(kinds) == 1:
        return arguments(words, name, kinds, [raw_of(" ".join(tokens))])
    raise Misfit(arity(name, tuple(kinds), len(tokens)))
