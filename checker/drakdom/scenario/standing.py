"""The section `standing:`: orders of a figure that answer each question which the stated actions leave open.

A figure's orders are tried in their order. An order with `if:` counts only in a state in which its fluents have one of
the listed values.
"""

from __future__ import annotations

from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar, Sequence
from drakdom.scenario.facts import FieldReader
from drakdom.scenario.misfit import Misfit, raw_of
from drakdom.scenario.phrases import read_phrase
from drakdom.scenario.play import COUNTED
from drakdom.terms import Term, Value, fill


def read_standing(reader: FieldReader, book: Rulebook, node: Node | None) -> None:
    """Read the orders as facts.

    `ordered(P, K, A)` is the K-th order of P, the action A. It counts if each fluent of `ordered_if(P, K, Fluent)`
    has a value of `ordered_value(P, K, Fluent, Value)`.
    """
    for key, listed in reader.entries(node, "`standing`"):
        actor = reader.value("actor", key, "a figure")
        for number, item in enumerate(listed.items if isinstance(listed, Sequence) else (listed,), 1):
            _order(reader, book, actor, number, item)


def _order(reader: FieldReader, book: Rulebook, actor: Value | None, number: int, node: Node) -> None:
    condition: Node | None = None
    if isinstance(node, Mapping):
        parts = reader.keyed(node, "a standing order", ("do", "if"))
        if "do" not in parts:
            reader.problems.add(node, "a standing order does not say what to `do`", "write `{do: action, if: {..}}`")
            return
        node, condition = parts["do"], parts.get("if")
    scalar = reader.scalar(node, "a standing order")
    if scalar is None:
        return
    try:
        spec, env = read_phrase(reader.words, book.actions, scalar.text, "action")
    except Misfit as misfit:
        reader.note(scalar, misfit)
        return
    for key, values in reader.entries(condition, "`if`"):
        _condition(reader, actor, number, key, values)
    if actor is not None:
        action = fill(spec.term, env)
        reader.facts.add(Term("ordered", (actor, number, action)), reader.problems.place(scalar))


def _condition(reader: FieldReader, actor: Value | None, number: int, key: Scalar, values: Node) -> None:
    try:
        fluent, kind = reader.words.fluent(raw_of(key.text))
    except Misfit as misfit:
        reader.note(key, misfit)
        return
    if isinstance(fluent, Term) and fluent.name in COUNTED:
        reader.problems.add(key, f"`{short(key.text)}` is no condition: it is counted, not stated")
        return
    listed = values.items if isinstance(values, Sequence) else (values,)
    if not listed:
        reader.problems.add(values, f"`{short(key.text)}` lists no value", "list those with which the order counts")
    for node in listed:
        value = reader.value(kind, node, f"`{short(key.text)}`")
        if value is not None and actor is not None:
            reader.facts.add(Term("ordered_if", (actor, number, fluent)))
            reader.facts.add(Term("ordered_value", (actor, number, fluent, value)))
