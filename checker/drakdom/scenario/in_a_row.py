"""Words in a row, such as `monster dark elf`, split into a word of the vocabulary and its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from drakdom.formula import RawTerm
from drakdom.rulebook import Choice
from drakdom.rulebook.words import fold, short
from drakdom.scenario.misfit import Misfit, arity, read_all
from drakdom.terms import Term, Value, show

#: Most words in a row that are split, and most words of which a word of the vocabulary consists.
MOST_WORDS = 12


def in_a_row(read: Callable[[str, RawTerm], Value], choices: Mapping[str, Choice], raw: RawTerm) -> Term | None:
    """Read `loses_energy 1` or `loses energy 1` as `loses_energy(1)`; None if no choice has the first words.

    Raises Misfit if the arguments do not fit, or if the words can be read in several ways.
    """
    tokens = raw.text.split()
    ways: dict[Term, None] = {}
    misfits: list[Misfit] = []
    for choice, rest in _heads(choices, tokens):
        if len(rest) < len(choice.args) or (len(choice.args) > 1 and len(rest) > MOST_WORDS):
            misfits.append(Misfit(arity(choice.name, choice.args, len(rest)), offset=raw.offset))
            continue
        for parts in partitions(rest, len(choice.args)):
            try:
                args = read_all(read, choice.args, [RawTerm(part, raw.offset) for part in parts])
                ways.setdefault(Term(choice.name, args))
            except Misfit as misfit:
                misfits.append(misfit)
    if len(ways) > 1:
        message = f"`{short(raw.text)}` can be read in {len(ways)} ways"
        raise Misfit(message, f"write {' or '.join(f'`{show(way)}`' for way in ways)}", raw.offset)
    if misfits and not ways:
        raise misfits[0]
    return next(iter(ways), None)


def partitions(tokens: Sequence[str], count: int) -> Iterator[list[str]]:
    """Yield each way to join words in a row to `count` texts."""
    for cuts in combinations(range(1, len(tokens)), count - 1):
        edges = (0, *cuts, len(tokens))
        yield [" ".join(tokens[start:end]) for start, end in pairwise(edges)]


def _heads(choices: Mapping[str, Choice], tokens: list[str]) -> Iterator[tuple[Choice, list[str]]]:
    """Yield each choice with arguments that the first words name, that of most words first, with the other words."""
    for size in range(min(len(tokens) - 1, MOST_WORDS), 0, -1):
        choice = choices.get(fold(" ".join(tokens[:size])))
        if choice and choice.args:
            yield choice, tokens[size:]
