"""Suggestions for a scenario that leaves too much open: its open choices and rolls, and lines that state some."""

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

#: Maximum number of choices and rolls named.
NAMED = 8


@dataclass(slots=True)
class Multiplier:
    """An open choice or roll: its `kind`, its figure or roll (`subject`), and its largest number of outcomes (`ways`).

    `entry` is the first entry with it, `places` the number of nodes. `faces` are actions or faces that a scenario can
    state.
    """

    kind: str
    subject: Symbol
    ways: int
    entry: int
    places: int = 0
    faces: list[Symbol] = field(default_factory=list)

    @property
    def rank(self) -> tuple[int, int, str, Symbol]:
        """The key that sorts the largest first: by ways, then by nodes."""
        return -self.ways, -self.places, self.kind, self.subject

    def look(self, shown: Iterable[Symbol]) -> None:
        """Set `faces` from the shown atoms of a moment in which this is open."""
        wanted = [Function(self.kind), self.subject]
        place = 2 if self.kind == "choice" else 3
        self.faces = sorted(arguments[place] for arguments in opened_in(shown) if arguments[:2] == wanted)


def advice(
    scenario: Scenario | None, multipliers: Sequence[Multiplier], readings: Iterable[tuple[str, str]] = ()
) -> str:
    """Return the lines that list open choices and rolls, and lines of a scenario that state some of them.

    `readings` are those under which play went on; the lines name those that the scenario leaves open.
    """
    if not multipliers:
        return "almost nothing is open: the play is very long"
    lines = ["open choices and rolls multiply, the largest first:"]
    lines += [f"  {_name(scenario, item)}: {item.ways} ways{_often(item.places)}" for item in multipliers]
    fixed = scenario.readings if scenario else {}
    if tried := ", ".join(f"{clause}: {option}" for clause, option in readings if clause not in fixed):
        lines.append(f"so it is under `readings: {{{tried}}}`; a scenario can fix another reading")
    statements = _statements(scenario, multipliers) if scenario else []
    if statements:
        lines += ["state some of them in the scenario, for instance:", *statements]
    return "\n".join(lines)


def _statements(scenario: Scenario, multipliers: Sequence[Multiplier]) -> list[str]:
    """Return lines for the sections `draws`, `rolls` and `play` of a scenario file."""
    sections: dict[str, list[str]] = {"draws": [], "rolls": []}
    chosen: dict[int, dict[str, list[str]]] = {}
    for item in multipliers:
        faces = [_text(to_value(face)) for face in item.faces]
        if item.kind == "choice":
            actions = [text for face in item.faces if (text := action_words(scenario.rulebook, to_value(face)))]
            if actions:
                chosen.setdefault(item.entry, {})[_text(to_value(item.subject))] = actions
        elif faces and (line := _line(scenario, to_value(item.subject), faces)):
            sections[line[0]].append(line[1])
    lines = [line for section, stated in sections.items() if stated for line in (f"{section}:", *stated)]
    lines += ["play:"] if chosen else []
    for entry in range(1, max(chosen, default=0) + 1):  # those before it keep their places
        choices = chosen.get(entry, {})
        where = f"{scenario.rulebook.entry_word} {entry}"
        lines += [f"  # {where}, {figure}: {_or(actions)}" for figure, actions in choices.items()]
        lines.append(f"  - {{{', '.join(f'{figure}: {actions[0]}' for figure, actions in choices.items())}}}")
    return lines


def _often(places: int) -> str:
    return f", open in {places:,} states" if places > 1 else ""


def _name(scenario: Scenario | None, multiplier: Multiplier) -> str:
    subject = to_value(multiplier.subject)
    name = show(subject) if scenario is None else word(scenario.rulebook, subject)
    return f"the action of {name}" if multiplier.kind == "choice" else name


def _line(scenario: Scenario, roll: Value, faces: list[str]) -> tuple[str, str] | None:
    """Return the section and the line that state a roll, after the results that the scenario already states."""
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
    """Return the faces that a scenario can name; law may have others, such as a second card of a kind."""
    words = Words(scenario.rulebook, scenario.figures, tuple(map(str, scenario.places)))
    kind, sayable = scenario.rulebook.chances[chance].type, []
    for face in faces:
        try:
            words.read(kind, face)
        except Misfit:
            continue
        sayable.append(face)
    return sayable


def roll_words(book: Rulebook, roll: Value) -> tuple[str, str] | None:
    """Return the section of a scenario that states a roll, and the roll's name there; None without a name."""
    spelled = _spelled({name: (chance.key, chance.args) for name, chance in book.chances.items()}, roll)
    if spelled is None:
        return None
    return "rolls" if book.chances[spelled[0]].type in book.pools else "draws", spelled[1]


def action_words(book: Rulebook, act: Value) -> str:
    """Return an action as a scenario states it; empty if the vocabulary has no word for it."""
    spelled = _spelled({name: (action.term, action.args) for name, action in book.actions.items()}, act)
    return spelled[1] if spelled else ""


def _spelled(table: Mapping[str, tuple[Term, tuple[str, ...]]], value: Value) -> tuple[str, str] | None:
    """Return the word of the vocabulary for a term, and the phrase with its arguments; None without a word."""
    for name, (template, kinds) in table.items():
        bindings = bind(template, value)
        if bindings is not None and len(bindings) == len(kinds):
            return name, " ".join([name, *(_text(bindings[str(n)]) for n in range(1, len(kinds) + 1))])
    return None


def _text(value: Value) -> str:
    return str(value) if not isinstance(value, Term) else show(value)


def _counted(words: Sequence[str]) -> list[str]:
    return [str(int(words[0]) + n) for n in range(len(words))]


def _or(words: Sequence[str]) -> str:
    if len(words) > 2 and words[0].isdigit() and list(words) == _counted(words):
        return f"{words[0]} to {words[-1]}"
    return " or ".join([*words[:6], *(["..."] if len(words) > 6 else [])])
