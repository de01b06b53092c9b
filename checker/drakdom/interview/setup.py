"""The steps by which a scenario is made from nothing, and the draft after each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from drakdom.errors import InputError, Problem
from drakdom.interview.draft import Draft, example, example_fields, is_fields, map_to_begin_with
from drakdom.interview.lines import asking
from drakdom.interview.trials import Read
from drakdom.language import t
from drakdom.rulebook import Field, Rulebook
from drakdom.rulebook.words import number, short

MOST_ROUNDS = 20

StepKind = Literal["map", "legend", "figure", "fields", "state", "rounds", "claim"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the draft lacks: what is asked, and what an empty line stands for (`usual`).

    `about` is the character of the legend or the name of the figure.
    """

    kind: StepKind
    sentence: str
    about: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """A draft, the steps that are done with it, and the names of figures that are not on its map."""

    draft: Draft
    done: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()


def next_step(setup: Setup, book: Rulebook) -> Step | None:
    """Return the next part that a draft lacks; None if it is complete."""
    draft, done = setup.draft, setup.done
    template = map_to_begin_with(book)
    if template and "map" not in done:
        if draft.drawn:
            return Step("map", t("the next line of the map, or an empty line"))
        says = t("draw the board, line by line, and end with an empty line; an empty line alone takes this map:")
        return Step("map", says, usual="\n".join(template))
    explained = dict(draft.legend)
    for character in draft.characters:
        if character not in explained:
            says = t(
                "`{character}` on the map: the fields of the square, or the name of the figure there",
                character=character,
            )
            return Step("legend", says, character, _square(book))
    described = dict(draft.figures)
    for name in (*draft.on_map, *setup.named):
        if name not in described:
            return _fields_step(book, draft, name)
    if "figures" not in done:
        return Step("figure", t("the name of a figure, or an empty line if there are no more"))
    if (usual := _state(book, draft)) and "state" not in done:
        return Step("state", t("the state of the table"), usual=usual)
    if not draft.rounds:
        return Step("rounds", t("how many entries `play` has ({entry})", entry=book.entry_word), usual="1")
    return None if draft.claim else Step("claim", t("what is to be ruled: a claim"))


def without_map(setup: Setup) -> Setup:
    """Return a draft whose map is to be drawn again."""
    return replace(setup, draft=replace(setup.draft, drawn=(), legend=()), done=setup.done - {"map"})


def with_line(setup: Setup, book: Rulebook, step: Step, line: str, read: Read) -> Setup:
    """Return the draft after a step was answered with a line. Raises InputError if the line does not fit."""
    draft, words = setup.draft, line.strip() or step.usual
    match step.kind:
        case "map":
            return _drawn(setup, line, step, read)
        case "figure":
            if not words:
                return replace(setup, done=setup.done | {"figures"})
            return _with_name(setup, words)
        case "fields":
            return replace(setup, draft=_with_figure(book, draft, step.about, words, read))
        case "legend":
            return replace(setup, draft=_explained(draft, step.about, words, read))
        case "state":
            changed = replace(draft, state=_braced(words))
            return replace(setup, draft=_checked(changed, read), done=setup.done | {"state"})
        case "rounds":
            rounds = number(words)
            if rounds is None or not 0 < rounds <= MOST_ROUNDS:
                raise InputError.single(
                    t("`{word}` is no number from 1 to {most}", word=short(words), most=MOST_ROUNDS)
                )
            return replace(setup, draft=replace(draft, rounds=rounds))
    if not words:
        raise InputError.single(t("write a claim, such as `{claim}`", claim=claim_example(book)))
    read(asking(draft.text(), [words]))
    return replace(setup, draft=replace(draft, claim=words))


def claim_example(book: Rulebook) -> str:
    """Return a claim about the first event of the rulebook."""
    event = next(iter(book.events.values()), None)
    return (
        f"{event.name}({', '.join('_' for _ in event.args)})" if event and event.args else event.name if event else ""
    )


def fields_asked(step: Step, book: Rulebook) -> Mapping[str, Field]:
    """Return the fields that a step is about."""
    return {"legend": book.places, "fields": book.figures, "state": book.state}.get(step.kind, {})


def _square(book: Rulebook) -> str:
    """Return fields for a square: the first field with a word of the vocabulary."""
    for spec in book.places.values():
        if spec.is_single and (word := example(book, spec)):
            return f"{spec.name}: {word}"
    return ""


def _fields_step(book: Rulebook, draft: Draft, name: str) -> Step:
    return Step("fields", t("the fields of {figure}", figure=name), name, example_fields(book, draft, name))


def _state(book: Rulebook, draft: Draft) -> str:
    """Return the fields that the state of the table must have, with values that fit."""
    first = next((name for name, _ in draft.figures), "")
    required = [spec for spec in book.state.values() if spec.required and not draft.frame]
    return ", ".join(f"{spec.name}: {example(book, spec) or first}" for spec in required)


def _drawn(setup: Setup, line: str, step: Step, read: Read) -> Setup:
    if line.strip():
        return replace(setup, draft=replace(setup.draft, drawn=(*setup.draft.drawn, line.rstrip())))
    draft = replace(setup.draft, drawn=setup.draft.drawn or tuple(step.usual.splitlines()))
    _checked(replace(draft, legend=tuple((character, "") for character in draft.characters)), read)
    return replace(setup, draft=draft, done=setup.done | {"map"})


def _explained(draft: Draft, character: str, words: str, read: Read) -> Draft:
    legend = (*draft.legend, (character, _braced(words)))
    if is_fields(words):  # the characters that are not explained yet are tried as squares without fields
        open_ones = [(character, "") for character in draft.characters if character not in dict(legend)]
        _checked(replace(draft, legend=(*legend, *open_ones)), read)
    return replace(draft, legend=legend)


def _with_name(setup: Setup, name: str) -> Setup:
    if name in (*dict(setup.draft.figures), *setup.named, *setup.draft.on_map):
        raise InputError.single(t("there is a figure `{name}` already", name=short(name)))
    return replace(setup, named=(*setup.named, name))


def _with_figure(book: Rulebook, draft: Draft, name: str, fields: str, read: Read) -> Draft:
    changed = replace(draft, figures=(*draft.figures, (name, _braced(fields))))
    return _checked(replace(changed, state=changed.state or _state(book, changed)), read)


def _braced(words: str) -> str:
    """Return fields without the braces around them."""
    words = words.strip()
    return words[1:-1].strip() if words.startswith("{") and words.endswith("}") else words


def _checked(draft: Draft, read: Read) -> Draft:
    """Return a draft that can be read; raises InputError with the problems, without their places."""
    try:
        read(draft.text())
    except InputError as error:
        raise InputError([Problem("", 0, 0, problem.message, problem.help) for problem in error.problems]) from None
    return draft
