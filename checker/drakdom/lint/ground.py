"""Checks of the ground law on scenarios: no cycle through `not`, no word from the solver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import networkx as nx

from drakdom import kept
from drakdom.errors import InputError, LimitError
from drakdom.kept import Answer
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook import Rulebook
from drakdom.scenario import Scenario, read_combinations
from drakdom.step.case import Case, build_case
from drakdom.step.ground_graph import GroundGraph, ground_graph

#: Most ways of reading one scenario's doubtful clauses that are grounded.
MOST_READINGS = 16


#: The rule of what is no fault: a scenario that is looked at no farther.
CUT = "cut"
#: The rule of scenarios on which the law is too large to be grounded.
ENDLESS = "endless"


def check_ground(law: Law, paths: Iterable[Path]) -> list[LintFinding]:
    """Ground the law on each scenario file; a cycle or a word of the solver is told once, for the first of them."""
    return told_once(finding for path in paths for finding in ground(law, path).value)


def ground(law: Law, path: Path) -> Answer:
    """Ground the law on one scenario file: what was found, and the laws of the file's scenarios beside the law."""
    try:
        scenarios = read_combinations(path, (law.folder,))
    except InputError as error:
        problem = error.problems[0]
        return Answer((LintFinding("scenario", str(path), problem.line, problem.message),), lasting=False)
    found = tuple(told_once(finding for one in scenarios for finding in _of_scenario(law, one, path)))
    laws = (kept.Law.of(law.rulebook), *map(kept.Law.of_scenario, scenarios))
    return Answer(found, laws, lasting=not any(finding.rule == ENDLESS for finding in found))


def told_once(findings: Iterable[LintFinding]) -> list[LintFinding]:
    """Of findings that say the same of several scenarios the first."""
    found: dict[str, LintFinding] = {}
    for finding in findings:
        found.setdefault(_kind(finding), finding)
    return [*found.values()]


def _kind(finding: LintFinding) -> str:
    """Findings that differ in names and numbers alone are the same; so are cycles of the same predicates."""
    if finding.rule == "cycle":
        return " ".join(sorted(set(re.findall(r"[a-z]\w*(?=\()", finding.message))))
    return re.sub(r"\d+|\"[^\"]*\"", "", finding.message)


def _of_scenario(law: Law, scenario: Scenario, path: Path) -> Iterator[LintFinding]:
    own = scenario.rulebook.folder.resolve() == law.folder.resolve()
    if own and _house(law.rulebook) <= _house(scenario.rulebook):
        yield from _of_combination(scenario, path)


def _house(rulebook: Rulebook) -> set[Path]:
    return {rule.folder.resolve() for rule in rulebook.house_rules}


def _of_combination(scenario: Scenario, path: Path) -> Iterator[LintFinding]:
    todo, tried = [build_case(scenario)], 0
    while todo and tried < MOST_READINGS:
        case, tried = todo.pop(), tried + 1
        try:
            graph = ground_graph(case)
        except LimitError as error:
            yield LintFinding(ENDLESS, str(path), 0, str(error))
            return
        yield from _findings(graph, path)
        if graph.cut:
            yield LintFinding(CUT, str(path), 0, "so much is possible that it is not grounded to its end")
        todo += _readings(case, graph)


def _readings(case: Case, graph: GroundGraph) -> list[Case]:
    for clause in graph.doubts[:1]:
        return [case.reading(clause, option) for option in case.options.get(clause, ())]
    return []


def _findings(graph: GroundGraph, path: Path) -> Iterator[LintFinding]:
    for word in graph.log:
        yield LintFinding("log", str(path), 0, f"the solver says: {word}")
    if cycle := find_cycle(graph):
        yield LintFinding("cycle", str(path), 0, f"a cycle through `not` in the ground law: {cycle}")


def find_cycle(graph: GroundGraph) -> str:
    """A shortest cycle through a `not`, as atoms that each rest on the next; empty where there is none."""
    every: nx.DiGraph[int] = nx.DiGraph()
    every.add_edges_from(graph.positive | graph.negative)
    part_of = {atom: n for n, part in enumerate(nx.strongly_connected_components(every)) for atom in part}
    inside = [(head, body) for head, body in graph.negative if part_of[head] == part_of[body]]
    found: list[int] = []
    for head, body in sorted(inside, key=lambda edge: (graph.name(edge[0]), graph.name(edge[1])))[:50]:
        back = nx.shortest_path(every, body, head)
        if not found or len(back) < len(found):
            found = back
    if not found:
        return ""
    first = next((place for place, atom in enumerate(found) if atom in graph.names), 0)
    atoms = [*found[first:], *found[:first], found[first]]
    rest = (_sign(graph, head, body) + graph.name(body) for head, body in pairwise(atoms))
    return " <- ".join([graph.name(atoms[0]), *rest])


def _sign(graph: GroundGraph, head: int, body: int) -> str:
    return "not " if (head, body) in graph.negative else ""
