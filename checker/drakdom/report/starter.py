"""Starting point of a scenario, made from the declarations of a rulebook; comments list the other keys and words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from drakdom.report.starter_words import field_notes, listed_words
from drakdom.rulebook import Field, ListOf, Phrase, Rulebook, Single
from drakdom.rulebook.declarations import Graph, Site
from drakdom.rulebook.frame import frame_sections, framed_places
from drakdom.rulebook.words import unslotted
from drakdom.terms import Value, bind, show

FIGURES = ("Ann", "Bo")


@dataclass(frozen=True, slots=True)
class Plan:
    """The variable parts of a starting point: an action for each figure, draws and expected claims."""

    actions: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    expect: tuple[str, ...] = ()


def plans(book: Rulebook) -> list[Plan]:
    """Return plans, the most useful first: actions with most arguments, then others, then none at all."""
    places = _places(book) if book.topology.graph else ()
    ways = _ways(book) or (places[len(places) // 2] if len(places) > len(FIGURES) else "",) * len(FIGURES)
    ranked = []
    for phrase in book.actions.values():
        actions = [[_written(phrase.name), *(_example(book, kind, way) for kind in phrase.args)] for way in ways]
        if all(all(words) for words in actions):
            ranked.append((-len(phrase.args), Plan(tuple(" ".join(words) for words in actions))))
    ranked.sort(key=lambda pair: pair[0])
    return [*(plan for _, plan in ranked), Plan()]


def draw_line(book: Rulebook, roll: Value, number: int) -> str:
    """Return a line that states a draw, with the word at index `number` of its type; `""` if there is none."""
    for chance in book.chances.values():
        env = bind(chance.key, roll)
        values = (
            [choice.name for choice in book.types[chance.type].choices.values() if not choice.args]
            if chance.type in book.types
            else []
        )
        if env is not None and number < len(values):
            words = [_written(chance.name), *(show(env[str(n)]) for n in range(1, len(chance.args) + 1))]
            return f"{' '.join(words)}: {values[number]}"
    return ""


def scenario_starter(book: Rulebook, plan: Plan) -> str:
    """Return the text of a scenario file."""
    lines = [
        f"# A scenario for {book.title}. Rule on it:  drakdom rule FILE",
        "# Lines that begin with # show other keys that are possible here.",
        "title: What is in dispute, in one sentence",
        f"rulebook: {book.slug}",
        *_listed("variants", book),
        "# without: [ID]   # clauses that are not in force here",
        "",
        *_board(book),
        "",
        *_figures(book),
        "",
        *_state(book),
        *_play(book, plan),
        "",
        *_chances(book, plan),
        *_readings(book),
        *_fields("suppose", book.suppose, book, "assumptions that the rules do not settle"),
        *listed_words(book),
        *_expect(book, plan),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _listed(name: str, book: Rulebook) -> list[str]:
    if not book.variants:
        return []
    notes = [f"#   {variant.name}: {variant.title}" for variant in book.variants.values()]
    return [f"{name}: []   # optional rules in force, any of these:", *notes]


def _board(book: Rulebook) -> list[str]:
    ways, places = _ways(book), _places(book)
    notes = field_notes(book.places, book)
    if framed := frame_sections(book).get("board"):
        return ["# Keys of a place:", *notes, *framed]
    lines = [
        "# Squares as on a chess board: column letter, row number. Keys of a square:" if book.topology.grid else ""
    ]
    if book.topology.graph:
        words = ", ".join(f"{site.name} ({site.says})" for site in book.topology.graph.sites.values())
        lines = textwrap.wrap(f"The map has the places {words}.", 110, initial_indent="# ", subsequent_indent="#   ")
        return [*lines, *(["# board: {places: {..}}   # keys of a place:", *notes] if notes else [])]
    lines += [*notes, "board:", "  places:"]
    for place, towards in zip(places, (ways[:1], ways, ways[1:]) if ways else ((), ()), strict=True):
        lines.append(f"    {place}: {{{', '.join(_place_fields(book, towards))}}}")
    return [line for line in lines if line]


def _place_fields(book: Rulebook, towards: tuple[str, ...]) -> Iterable[str]:
    """Yield the keys of a square: a value for each single field, and the exits to its neighbours."""
    exits_done = False
    for spec in book.places.values():
        if isinstance(spec.shape, Single) and spec.shape.type in book.types:
            yield f"{spec.name}: {_example(book, spec.shape.type, '')}"
        elif spec.shape == ListOf("direction") and towards and not exits_done:
            exits_done = True
            yield f"{spec.name}: [{', '.join(towards)}]"


def _places(book: Rulebook) -> tuple[str, ...]:
    """Return places in a row, on a grid or a map three, so that both figures can step into the middle one."""
    if graph := book.topology.graph:
        places = [*graph.sites]
        return _met(book, graph) or (places[0], places[min(1, len(places) - 1)])
    if names := framed_places(book):
        return names[0], names[min(1, len(names) - 1)]
    if not book.topology.grid:
        return "here", "there"
    if not _ways(book):
        return "A1", "A2"
    right, up = book.topology.grid[_ways(book)[0]]
    return tuple(f"{chr(68 + step * right)}{4 + step * up}" for step in range(3))


def _met(book: Rulebook, graph: Graph) -> tuple[str, ...]:
    """Return two places of a map where figures can stand, and between them one that is beside both; or nothing."""
    held = [spec for spec in book.figures.values() if spec.required and spec.is_place]
    fits = [site.name for site in graph.sites.values() if all(_stands(book, spec, site) for spec in held)]
    beside: dict[str, list[str]] = {site: [] for site in fits}
    for link in graph.links:
        for start, _, end in link.ways:
            if start in beside and end in beside and start not in beside[end]:
                beside[end].append(start)
    row = next(((between, near) for between, near in beside.items() if len(near) > 1), None)
    return (row[1][0], row[0], row[1][1]) if row else ()


def _ways(book: Rulebook) -> tuple[str, ...]:
    """Return two opposite directions of the grid, or an empty tuple."""
    grid = book.topology.grid
    for name, (right, up) in sorted(grid.items(), key=lambda item: item[1], reverse=True):
        opposite = next((way for way, step in grid.items() if step == (-right, -up)), None)
        if opposite:
            return name, opposite
    return ()


def _figures(book: Rulebook) -> list[str]:
    lines = ["# Figures on the board. Keys of a figure:"]
    lines += field_notes(book.figures, book)
    if framed := frame_sections(book).get("figures"):
        return [*lines, *framed]
    lines.append("figures:")
    for name, place in zip(FIGURES, (_places(book)[0], _places(book)[-1]), strict=True):
        words = (
            f"{spec.name}: {_place_for(book, spec, place) if spec.is_place else _first(book, spec)}"
            for spec in book.figures.values()
            if spec.required or _is_stat(spec)
        )
        lines.append(f"  {name}: {{{', '.join(words)}}}")
    return lines


def _place_for(book: Rulebook, spec: Field, place: str) -> str:
    """Return the place, or another one if the first words of the other fields restrict the field."""
    sites = book.topology.graph.sites if book.topology.graph else {}
    if place in sites and not _stands(book, spec, sites[place]):
        return next((site.name for site in sites.values() if _stands(book, spec, site)), place)
    return place


def _stands(book: Rulebook, spec: Field, site: Site) -> bool:
    """Tell if the restriction of a field allows a place, with the first words of the other fields."""
    only = spec.only
    allowed = only.allowed.get(_first(book, book.figures[only.by]) if only.by else "") if only else None
    return allowed is None or bool({site.name, *site.sorts} & set(allowed))


def _is_stat(spec: Field) -> bool:
    """Tell if a field is a number that never changes, not a state of the figure."""
    return spec.shape == Single("int") and all(fact.name == "stat" for fact in spec.facts)


def _first(book: Rulebook, spec: Field) -> str:
    if spec.default is not None:
        return spec.default
    if spec.range:
        return str((spec.range[0] + spec.range[1]) // 2)
    kind = spec.shape.type if isinstance(spec.shape, Single | ListOf) else ""
    return _example(book, kind, "") or "1"


def _state(book: Rulebook) -> list[str]:
    lines = _fields("state", book.state, book, f"how the {book.entry_word} begins")
    framed = frame_sections(book).get("state", [])
    if framed:
        lines = [*lines[:-1], *framed, ""]
    required = [f"{spec.name}: {_first(book, spec)}" for spec in book.state.values() if spec.required]
    if required and not framed:
        lines = [*lines[:-1], f"state: {{{', '.join(required)}}}", ""]
    if book.phases:
        names = ", ".join(book.phases)
        lines += [f"# begin: {{phase: {list(book.phases)[-1]}}}   # to begin later; phases: {names}", ""]
    return lines


def _play(book: Rulebook, plan: Plan) -> list[str]:
    lines = [f"# One line for each {book.entry_word}; actors in one line act at once. For two actions: [first, second]"]
    lines += [f"#   `{actor}` acts as well: {says}" for actor, says in book.actors.items()]
    lines += [f"#   {_phrase(phrase)}" for phrase in book.actions.values()]
    if framed := frame_sections(book).get("play"):
        return [*lines, *framed]
    if not plan.actions:
        return [*lines, "play: []"]
    actions = ", ".join(f"{name}: {action}" for name, action in zip(FIGURES, plan.actions, strict=True))
    return [*lines, "play:", f"  - {{{actions}}}"]


def _phrase(phrase: Phrase) -> str:
    words = " ".join([_written(phrase.name), *(f"<{kind.replace('_', ' ')}>" for kind in phrase.args)])
    return f"{words:<24} {unslotted(phrase.says, phrase.args)}".rstrip()


def _chances(book: Rulebook, plan: Plan) -> list[str]:
    if not book.chances:
        return []
    lines = ["# Results of draws and rolls; those not stated stay open and get odds. Under `draws:` or `rolls:`:"]
    for chance in book.chances.values():
        words = " ".join([_written(chance.name), *(f"<{kind.replace('_', ' ')}>" for kind in chance.args)])
        words += f": <{chance.type.replace('_', ' ')}>"
        lines.append(f"#   {words:<44} {unslotted(chance.says, chance.args)}".rstrip())
    draws = ["draws:", *(f"  {line}" for line in plan.draws)] if plan.draws else ["draws: {}"]
    return [*lines, *draws, *frame_sections(book).get("rolls", ["rolls: {}"]), ""]


def _readings(book: Rulebook) -> list[str]:
    if not book.readings:
        return []
    lines = ["# Clauses that can be read in more than one way; those not fixed here are ruled on in each way."]
    for reading in book.readings.values():
        lines.append(f"#   {reading.clause}: {' | '.join(reading.options)}   {reading.question}")
    return [*lines, "readings: {}", ""]


def _fields(section: str, fields: Mapping[str, Field], book: Rulebook, meaning: str) -> list[str]:
    if not fields:
        return []
    return [f"# {section}:   # {meaning}", *field_notes(fields, book), ""]


def _expect(book: Rulebook, plan: Plan) -> list[str]:
    lines = ["# Expected results, for `drakdom check FILE`. Kinds of claims: always, never, sometimes, odds,"]
    lines += [
        "# at_best, at_worst, may, may_not, illegal, unasked, ambiguous, gap, contradiction; each may name its clauses:"
    ]
    clause = next(iter(book.ledger), "ID")
    lines.append(f"#   - {{always: ..., because: {clause}}}. Events:")
    lines += [
        f"#   {_event(phrase):<32} {unslotted(phrase.says, phrase.args)}".rstrip() for phrase in book.events.values()
    ]
    if book.gaps:
        lines.append("#   - gap: ... Gaps:")
        lines += [f"#   {_event(gap):<32} {unslotted(gap.says, gap.args)}".rstrip() for gap in book.gaps.values()]
    if not plan.expect:
        return [*lines, "expect: []"]
    return [*lines, "expect:", *(f"  - always: {claim}" for claim in plan.expect)]


def _event(phrase: Phrase) -> str:
    return f"{phrase.name}({', '.join(phrase.args)})" if phrase.args else phrase.name


def _example(book: Rulebook, kind: str, way: str) -> str:
    """Return a word of a type; `""` if none can be made up."""
    if way and kind == ("place" if book.topology.graph else "direction"):
        return way
    if kind == "figure":
        return FIGURES[1]
    if kind == "actor":
        return next(iter(book.actors), "")
    if kind in book.types:
        return next((choice.name for choice in book.types[kind].choices.values() if not choice.args), "")
    return ""


def _written(name: str) -> str:
    return name.replace("_", " ")
