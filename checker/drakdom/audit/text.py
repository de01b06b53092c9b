"""Write a situation as the text of a scenario, with choices, rolls and expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from drakdom.graph.hints import action_words
from drakdom.rulebook import Field, ListOf, MapOf, Rulebook, Single
from drakdom.scenario.edits import quoted
from drakdom.scenario.squares import coordinates
from drakdom.step.scope import Situation
from drakdom.terms import Term, Value, show

#: Greatest width of a cell of a drawn board, in characters.
_WIDEST = 18


@dataclass(frozen=True)
class Stated:
    """Parts of a scenario beside its situation.

    `matrix` is a line of its own kind (`house_rules: [none, x]`), `expect` are whole lines, without their indent.
    """

    title: str
    variants: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()
    matrix: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    play: Mapping[int, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    rolls: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    expect: tuple[str, ...] = ()
    note: tuple[str, ...] = ()


def scenario_text(book: Rulebook, situation: Situation, stated: Stated) -> str:
    """Return the text of the scenario file of a situation."""
    owners = _owners(situation.says)
    lines = [f"# {line}".rstrip() for line in (*stated.note, *_drawn(book, owners))]
    lines += [f"title: {_scalar(stated.title)}", f"rulebook: {quoted(book.slug)}"]
    lines += [f"variants: {_list(stated.variants)}"] if stated.variants else []
    lines += [f"house_rules: [{', '.join(stated.house_rules)}]"] if stated.house_rules else []
    lines += [f"matrix: {{{stated.matrix}}}"] if stated.matrix else []
    lines += [f"readings: {_map(stated.readings)}"] if stated.readings else []
    places = {owner.args[0]: statements for owner, statements in owners.items() if owner.name == "place"}
    figures = {owner.args[0]: statements for owner, statements in owners.items() if owner.name == "figure"}
    if places:
        lines += ["board:", "  places:", *_blocks("    ", places, book.places)]
    lines += ["figures:", *_blocks("  ", figures, book.figures)] if figures else []
    for name, specs in (("state", book.state), ("suppose", book.suppose)):
        if statements := owners.get(Term(name)):
            lines.append(f"{name}: {_fields(statements, specs)}")
    if statements := owners.get(Term("begin")):
        lines.append(
            "begin: {"
            + ", ".join(f"{quoted(show(statement[0]))}: {quoted(show(statement[1]))}" for statement in statements)
            + "}"
        )
    lines += _entries(book, owners.get(Term("play"), []), stated.play)
    for section, rolls in stated.rolls.items():
        lines += [f"{section}:", *(f"  {quoted(roll)}: {_list(faces)}" for roll, faces in rolls.items())]
    lines += ["expect:", *(f"  {line}" for line in stated.expect)] if stated.expect else []
    return "\n".join(lines) + "\n"


_Statements = list[tuple[Value, ...]]


def _owners(says: Iterable[Term]) -> dict[Term, _Statements]:
    """Return the statements by owner, each (field, value) or (field, key, .., value)."""
    by_owner: dict[Term, _Statements] = {}
    for statement in says:
        owner = statement.args[0]
        assert isinstance(owner, Term)
        by_owner.setdefault(owner, []).append(statement.args[1:])
    return by_owner


def _blocks(indent: str, owners: Mapping[Value, _Statements], specs: Mapping[str, Field]) -> Iterator[str]:
    for name, statements in sorted(owners.items(), key=lambda pair: str(pair[0])):
        yield f"{indent}{quoted(show(name))}: {_fields(statements, specs)}"


def _fields(statements: _Statements, specs: Mapping[str, Field]) -> str:
    """`{kind: hero, items: [rope], obstacles: {n: door}}`; unknown fields stay, and the reader refuses them."""
    single: dict[str, str] = {}
    listed: dict[str, list[str]] = {}
    keyed: dict[str, dict[str, str]] = {}
    twice: dict[str, dict[str, dict[str, str]]] = {}
    for name, *rest in statements:
        words = [show(value) for value in rest]
        spec = specs.get(show(name))
        if len(words) == 3:
            twice.setdefault(show(name), {}).setdefault(words[0], {})[words[1]] = words[2]
        elif len(words) == 2 or (spec and isinstance(spec.shape, MapOf)):
            keyed.setdefault(show(name), {})[words[0]] = words[-1]
        elif spec and isinstance(spec.shape, ListOf):
            listed.setdefault(show(name), []).extend(word for word in words if word != "none")
        else:
            single[show(name)] = words[0]
    parts = {name: quoted(value) for name, value in single.items() if name != "none"}
    parts |= {name: _list(values) for name, values in listed.items()} | {n: _map(nested) for n, nested in keyed.items()}
    parts |= {
        n: "{" + ", ".join(f"{quoted(key)}: {_map(inner)}" for key, inner in nested.items()) + "}"
        for n, nested in twice.items()
    }
    order = [name for name in specs if name in parts] + [name for name in parts if name not in specs]
    return "{" + ", ".join(f"{quoted(name)}: {parts[name]}" for name in order) + "}"


def _entries(book: Rulebook, statements: _Statements, play: Mapping[int, Mapping[str, Sequence[str]]]) -> Iterator[str]:
    """Yield the entries of play: the situation's, (entries, N) or (actor, N, action), then those that play adds."""
    count = max([int(str(statement[1])) for statement in statements if statement[0] == Term("entries")] + [1])
    ordered = [statement for statement in statements if len(statement) == 3]
    if count == 1 and not play and not ordered:
        return
    yield "play:"
    for number in range(1, count + 1):
        acts: dict[str, list[str]] = {}
        for actor, _, action in (statement for statement in ordered if statement[1] == number):
            acts.setdefault(show(actor), []).append(action_words(book, action) or show(action))
        for name, done in play.get(number, {}).items():
            acts.setdefault(name, []).extend(done)
        yield "  - {" + ", ".join(f"{quoted(figure)}: {_list(done)}" for figure, done in acts.items()) + "}"


def _list(words: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, words))}]"


def _map(words: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{quoted(key)}: {quoted(value)}" for key, value in words.items()) + "}"


def _scalar(text: str) -> str:
    return quoted(" ".join(text.split()))


# ---- the board, drawn ------------------------------------------------------------------------------------------


def _drawn(book: Rulebook, owners: Mapping[Term, _Statements]) -> list[str]:
    """Return a drawing of a grid: squares with their contents, and a stroke for each exit. Empty for other boards."""
    at: dict[tuple[int, int], list[str]] = {}
    ways: set[tuple[tuple[int, int], str]] = set()
    if not book.topology.grid:
        return []
    for owner, statements in owners.items():
        if owner.name == "place" and isinstance(owner.args[0], str):
            spot = coordinates(owner.args[0])
            single = [
                show(statement[1]) for statement in statements if len(statement) == 2 and _is_word(book, statement[0])
            ]
            at.setdefault(spot, []).extend([owner.args[0], *single])
            ways |= {
                (spot, show(statement[1]))
                for statement in statements
                if len(statement) == 2 and show(statement[1]) in book.topology.grid
            }
    for owner, statements in owners.items():
        for name, *rest in statements:
            spec = book.figures.get(show(name)) if owner.name == "figure" else None
            if spec and spec.is_place and isinstance(rest[-1], str) and at.get(coordinates(rest[-1])):
                at[coordinates(rest[-1])].append(show(owner.args[0]))
    return _grid(book, at, ways) if at else []


def _is_word(book: Rulebook, name: Value) -> bool:
    spec = book.places.get(show(name))
    return spec is not None and isinstance(spec.shape, Single) and spec.shape.type in book.types


def _grid(book: Rulebook, at: Mapping[tuple[int, int], list[str]], ways: set[tuple[tuple[int, int], str]]) -> list[str]:
    columns, rows = {x for x, _ in at}, {y for _, y in at}
    words = {spot: " ".join(cell)[:_WIDEST] for spot, cell in at.items()}
    wide = max(map(len, words.values()))
    steps = {step: way for way, step in book.topology.grid.items()}
    lines = []
    for y in range(max(rows), min(rows) - 1, -1):
        row, below = "", ""
        for x in range(min(columns), max(columns) + 1):
            row += f"[{words[x, y]:<{wide}}]" if (x, y) in words else " " * (wide + 2)
            beside = ((x, y), steps.get((1, 0))) in ways or ((x + 1, y), steps.get((-1, 0))) in ways
            row += "--" if beside else "  "
            down = ((x, y), steps.get((0, -1))) in ways or ((x, y - 1), steps.get((0, 1))) in ways
            below += f"{'|' if down else '':^{wide + 2}}  "
        lines += [row.rstrip(), below.rstrip()]
    while lines and not lines[-1]:
        lines.pop()
    return [*lines, ""]
