"""Lines of a scenario's text for the answers of an interview; the rest of the text stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import yaml

from drakdom.interview.question import Subject
from drakdom.scenario import Scenario
from drakdom.scenario.edits import Edit, Source, keyed, quoted
from drakdom.terms import Term


def written(scenario: Scenario, text: str, subject: Subject, word: str) -> str:
    """Return the text with an answer added to it. `scenario` is the text as it was read."""
    source = Source(text)
    if subject.kind == "choice":
        edit = _action(scenario, source, subject, word)
    elif subject.kind in ("draw", "roll"):
        edit = _told(scenario, source, subject, word)
    else:
        edit = keyed(source, subject.path, quoted(word))
    return source.apply([edit])


def asking(text: str, claims: Sequence[str]) -> str:
    """Return the text with these claims under `ask:`, in place of others."""
    source = Source(text)
    node, items = source.find("ask"), ", ".join(map(quoted, claims))
    edit = source.added(("ask",), f"[{items}]") if node is None else source.replaced(node, f"[{items}]", raw=True)
    return source.apply([edit])


def _told(scenario: Scenario, source: Source, subject: Subject, word: str) -> Edit:
    earlier = [fact for fact in scenario.facts if fact.name == "told" and fact.args[0] == subject.value]
    if edit := _further(scenario, source, earlier, word):
        return edit
    return keyed(source, ("rolls" if subject.kind == "roll" else "draws", *subject.path), quoted(word))


def _action(scenario: Scenario, source: Source, subject: Subject, word: str) -> Edit:
    (name,) = subject.path
    place = (subject.entry, subject.value)
    earlier = [fact for fact in scenario.facts if fact.name == "stated" and fact.args[:2] == place]
    if edit := _further(scenario, source, earlier, word):
        return edit
    node, line = source.find("play"), f"{{{quoted(name)}: {quoted(word)}}}"
    if node is None:
        if source.root.flow_style:
            return source.added(("play",), f"[{line}]")
        edit = source.added(("play",), f"\n  - {line}")
        return replace(edit, text=edit.text.replace(": \n", ":\n"))
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        if source.root.flow_style:
            return source.replaced(node, f"[{line}]", raw=True)
        edit = source.replaced(node, f"\n  - {line}", raw=True)
        return replace(edit, start=len(source.text[: edit.start].rstrip(" ")))
    entry = node.value[subject.entry - 1]
    stated = next((value for key, value in entry.value if key.value == name), None)
    if stated is not None:  # an empty list of actions
        return source.replaced(stated, word)
    return source.entered(entry, name, quoted(word))


def _further(scenario: Scenario, source: Source, earlier: Sequence[Term], word: str) -> Edit | None:
    """Return the edit that puts a word after the last of the words for these facts; None if there are none."""
    places = [scenario.sources[fact] for fact in earlier if fact in scenario.sources]
    node: yaml.Node | None = source.scalar(places[-1].line, places[-1].column) if places else None
    if node is None:
        return None
    if source.key_of(node) == "is":  # a value with details
        node = source.parent(node)
    parent = source.parent(node)
    if isinstance(parent, yaml.SequenceNode):
        return source.appended(parent, word)
    before = source.text[node.start_mark.index : source.end_of(node)]
    return source.replaced(node, f"[{before}, {quoted(word)}]", raw=True)
