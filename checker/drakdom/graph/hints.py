"""What to state where too much is open: the choices and rolls that multiply, with lines for the scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clingo import Function

from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.scenario.typing import Misfit, Words
from drakdom.step.state import opened_in
from drakdom.terms import Term, Value, bind, show

#: So many choices and rolls are named.
NAMED = 8


@dataclass(slots=True)
class Multiplier:
    """A choice or a roll that is open: how many ways it has at most, in how many positions, first in which entry.

    `faces` are actions or faces of which one can be stated.
    """

    kind: str
    who: Symbol
    ways: int
    entry: int
    places: int = 0
    faces: list[Symbol] = field(default_factory=list)

    @property
    def rank(self) -> tuple[int, int, str, Symbol]:
        """The largest first: what it multiplies by, and how often."""
        return -self.ways, -self.places, self.kind, self.who

    def look(self, shown: Iterable[Symbol]) -> None:
        """Find what can be stated of it in what a moment shows in which it is open."""
        wanted = [Function(self.kind), self.who]
        self.faces = sorted(some[2 if self.kind == "choice" else 3] for some in opened_in(shown) if some[:2] == wanted)


def advice(scenario: Scenario | None, multipliers: Sequence[Multiplier]) -> str:
    """What multiplies, the largest first, and lines that fix some of it."""
    if not multipliers:
        return "next to nothing is open: it is a very long play"
    found = ["what is open multiplies, the largest first:"]
    found += [f"  {_name(scenario, one)}: {one.ways} ways{_often(one.places)}" for one in multipliers]
    if scenario is None:
        return "\n".join(found)
    told: dict[str, list[str]] = {"draws": [], "rolls": []}
    chosen: dict[int, dict[str, list[str]]] = {}
    for one in multipliers:
        faces = [_text(to_value(face)) for face in one.faces]
        if one.kind == "choice":
            actions = [text for face in one.faces if (text := action_words(scenario.rulebook, to_value(face)))]
            if actions:
                chosen.setdefault(one.entry, {})[_text(to_value(one.who))] = actions
        elif faces and (line := _line(scenario, to_value(one.who), faces)):
            told[line[0]].append(line[1])
    lines = [line for section, some in told.items() if some for line in (f"{section}:", *some)]
    for entry, some in chosen.items():
        lines += ["play:", *(f"  # {scenario.rulebook.entry_name} {entry}, {who}: {_or(some[who])}" for who in some)]
        lines.append(f"  - {{{', '.join(f'{who}: {actions[0]}' for who, actions in some.items())}}}")
    return "\n".join([*found, "state some of it in the scenario, for instance:", *lines]) if lines else "\n".join(found)


def _often(places: int) -> str:
    return f", open in {places:,} positions" if places > 1 else ""


def _name(scenario: Scenario | None, one: Multiplier) -> str:
    who = to_value(one.who)
    name = show(who) if scenario is None else word(scenario.rulebook, who)
    return f"what {name} does" if one.kind == "choice" else name


def _line(scenario: Scenario, roll: Value, faces: list[str]) -> tuple[str, str] | None:
    """The section and the line that tell a roll; what is told of it already stays in front."""
    spelled = roll_words(scenario.rulebook, roll)
    if spelled is None:
        return None
    section, text = spelled
    faces = _sayable(scenario, spelled[1].split()[0], faces)
    if not faces:
        return None
    before = [_text(fact.args[2]) for fact in scenario.facts if fact.name == "told" and fact.args[0] == roll]
    shows = f"[{', '.join([*before, faces[0]])}]" if before else faces[0]
    return section, f"  {text}: {shows}  # {_or(faces)}"


def _sayable(scenario: Scenario, chance: str, faces: Iterable[str]) -> list[str]:
    """The faces that a scenario has a word for: law may have others, such as a second card of a kind."""
    words = Words(scenario.rulebook, scenario.figures, tuple(map(str, scenario.places)))
    kind, found = scenario.rulebook.chances[chance].type, []
    for face in faces:
        try:
            words.read(kind, face)
        except Misfit:
            continue
        found.append(face)
    return found


def roll_words(book: Rulebook, roll: Value) -> tuple[str, str] | None:
    """The section of a scenario that tells a roll, and its name there."""
    spelled = _spelled({name: (chance.key, chance.args) for name, chance in book.chances.items()}, roll)
    if spelled is None:
        return None
    return "rolls" if book.chances[spelled[0]].type in book.pools else "draws", spelled[1]


def action_words(book: Rulebook, act: Value) -> str:
    """An action as a scenario states it; empty where the vocabulary has no word for it."""
    spelled = _spelled({name: (action.term, action.args) for name, action in book.actions.items()}, act)
    return spelled[1] if spelled else ""


def _spelled(table: Mapping[str, tuple[Term, tuple[str, ...]]], value: Value) -> tuple[str, str] | None:
    """The word of the vocabulary behind a term, and the whole phrase as a scenario writes it."""
    for name, (template, kinds) in table.items():
        found = bind(template, value)
        if found is not None and len(found) == len(kinds):
            return name, " ".join([name, *(_text(found[str(n)]) for n in range(1, len(kinds) + 1))])
    return None


def _text(value: Value) -> str:
    return str(value) if not isinstance(value, Term) else show(value)


def _counted(words: Sequence[str]) -> list[str]:
    return [str(int(words[0]) + n) for n in range(len(words))]


def _or(words: Sequence[str]) -> str:
    if len(words) > 2 and words[0].isdigit() and list(words) == _counted(words):
        return f"{words[0]} to {words[-1]}"
    return " or ".join([*words[:6], *(["..."] if len(words) > 6 else [])])
