"""The ledger of a rulebook: every normative statement of its source, by id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map

from drakdom.rulebook.declarations import Clause
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar

KINDS = (
    "advice",
    "component",
    "definition",
    "exception",
    "obligation",
    "outcome",
    "permission",
    "procedure",
    "prohibition",
    "setup",
)
KNOWN = (
    "id",
    "section",
    "topic",
    "kind",
    "text",
    "overrides",
    "refers",
    "restates",
    "variant",
    "adjudicable",
    "why_not",
    "moot",
    "source_number",
)


_ID = re.compile(r"[\w§][\w§.-]{0,99}\Z")


def read_ledger(top: Mapping, problems: Problems, beside: Map[str, Clause] | None = None) -> dict[str, Clause]:
    """Read the clauses by id; note references to ids that are neither here nor in the ledger `beside`."""
    nodes = Nodes(problems)
    clauses: dict[str, Clause] = {}
    places: dict[str, Mapping] = {}
    for item in nodes.items(top.get("clauses"), "`clauses`"):
        clause = _clause(nodes, item)
        if clause is None or not isinstance(item, Mapping):
            continue
        if clause.id in clauses:
            first = places[clause.id].line
            problems.add(item, f"duplicate clause `{clause.id}`, first in line {first}")
            continue
        clauses[clause.id], places[clause.id] = clause, item
    if top.get("clauses") is None:
        problems.add(top, "the ledger has no `clauses`" if beside is None else "there are no `clauses`")
    ledger = {**(beside or {}), **clauses}
    for name, item in places.items():
        _check_ids(nodes, item, clauses[name], ledger)
    for name, last in _circles(clauses):
        problems.add(places[name], f"`{name}` restates itself, by way of `{last}`")
    return clauses


def _clause(nodes: Nodes, item: Node) -> Clause | None:
    if not isinstance(item, Mapping):
        nodes.problems.add(item, f"a clause must be a mapping, not {nodes.seen(item)}")
        return None
    spec = nodes.keyed(item, "a clause", KNOWN)
    name = nodes.text(spec.get("id"), "`id`")
    if not name:
        nodes.problems.add(item, "the clause has no `id`")
        return None
    if not _ID.match(name):
        message = f"`{short(name)}` cannot be the id of a clause"
        nodes.problems.add(spec.get("id") or item, message, "use at most 100 letters, digits, `-`, `_`, `.` and `§`")
    kind = nodes.text(spec.get("kind"), "`kind`")
    if kind not in KINDS:
        nodes.problems.add(
            spec.get("kind") or item, f"unknown kind of clause `{short(kind)}`", did_you_mean(kind, KINDS)
        )
    clause = Clause(
        id=name,
        section=nodes.text(spec.get("section"), "`section`"),
        topic=nodes.text(spec.get("topic"), "`topic`"),
        kind=kind,
        text=nodes.text(spec.get("text"), "`text`"),
        overrides=tuple(scalar.text for scalar in nodes.scalars(spec.get("overrides"), "`overrides`")),
        refers=tuple(scalar.text for scalar in nodes.scalars(spec.get("refers"), "`refers`")),
        restates=nodes.maybe(spec.get("restates"), "`restates`"),
        variant=nodes.maybe(spec.get("variant"), "`variant`"),
        adjudicable=nodes.flag(spec.get("adjudicable"), "`adjudicable`", default=True),
        why_not=nodes.maybe(spec.get("why_not"), "`why_not`"),
        moot=nodes.maybe(spec.get("moot"), "`moot`"),
    )
    if not clause.adjudicable and not clause.why_not:
        nodes.problems.add(item, f"`{name}` is not adjudicable and has no `why_not`")
    return clause


def _check_ids(nodes: Nodes, item: Mapping, clause: Clause, ledger: dict[str, Clause]) -> None:
    for key in ("overrides", "refers", "restates"):
        value = item.get(key)
        if value is None or (isinstance(value, Scalar) and value.is_nothing):
            continue
        for scalar in nodes.scalars(value, f"`{key}`"):
            if scalar.text == clause.id and key != "refers":
                nodes.problems.add(scalar, f"`{key}` of `{clause.id}` names the clause itself")
            elif scalar.text not in ledger:
                message = f"`{key}` of `{clause.id}` names the unknown clause `{short(scalar.text)}`"
                nodes.problems.add(scalar, message, did_you_mean(scalar.text, ledger))


def _circles(clauses: Map[str, Clause]) -> Iterator[tuple[str, str]]:
    """Yield the first clause of each circle of clauses that restate each other, and the one before it."""
    visited: set[str] = set()
    for name in clauses:
        passed: dict[str, None] = {}
        at = name
        while at in clauses and at not in visited and at not in passed:
            passed[at] = None
            at = clauses[at].restates or ""
        if at in passed and clauses[at].restates != at:  # to restate oneself is a fault of its own
            yield at, next(reversed(passed))
        visited.update(passed)
