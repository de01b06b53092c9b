"""Checks of the ground law on scenarios: no cycle through `not`, no message from the solver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import networkx as nx

from drakdom import kept
from drakdom.errors import DrakdomError, InputError, LimitError
from drakdom.kept import Answer
from drakdom.lint.library import given_help
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook import Rulebook
from drakdom.scenario import Scenario, read_combinations, read_combinations_text
from drakdom.step.case import Case, build_case
from drakdom.step.ground_graph import GroundGraph, ground_graph

#: Maximum number of combinations of readings that are grounded for one scenario.
MOST_READINGS = 16


#: Name of the note, not a fault, that a scenario was cut short.
CUT = "cut"
#: Words between a message and the scenario in which it came up.
_IN = ", met in "
#: Name of the finding that the law is too large to be grounded on a scenario.
ENDLESS = "endless"


def check_ground(law: Law, paths: Iterable[Path]) -> list[LintFinding]:
    """Ground the law on each scenario file; report each cycle or message once, for the first file."""
    return without_repeats(finding for path in paths for finding in ground(law, path).value)


def ground(law: Law, path: Path, text: str | DrakdomError | None = None) -> Answer:
    """Ground the law on one scenario file, or on its `text`, or the error of reading it.

    Return the findings, and the laws that they depend on.
    """
    try:
        if isinstance(text, DrakdomError):
            raise text
        if text is None:
            scenarios = read_combinations(path, (law.folder,))
        else:
            scenarios = read_combinations_text(text, str(path), (law.folder,), folder=path.parent)
    except InputError as error:
        problem = error.problems[0]
        return Answer((LintFinding("scenario", str(path), problem.line, problem.message),), lasting=False)
    findings = tuple(
        without_repeats(finding for scenario in scenarios for finding in _of_scenario(law, scenario, path))
    )
    laws = (kept.Law.of(law.rulebook), *map(kept.Law.of_scenario, scenarios))
    return Answer(findings, laws, lasting=not any(finding.rule == ENDLESS for finding in findings))


def without_repeats(findings: Iterable[LintFinding]) -> list[LintFinding]:
    """Keep the first of findings that say the same of several scenarios."""
    by_kind: dict[str, LintFinding] = {}
    for finding in findings:
        by_kind.setdefault(_kind(finding), finding)
    return [*by_kind.values()]


def _kind(finding: LintFinding) -> str:
    """A key that is equal for findings that differ only in names and numbers, and for cycles of the same predicates."""
    if finding.rule == "cycle":
        return " ".join(sorted(set(re.findall(r"[a-z]\w*(?=\()", finding.message))))
    return re.sub(r"\d+|\"[^\"]*\"", "", finding.message.partition(_IN)[0])


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
            yield LintFinding(CUT, str(path), 0, "too much is possible; grounding was cut short")
        todo += _readings(case, graph)


def _readings(case: Case, graph: GroundGraph) -> list[Case]:
    for clause in graph.doubts[:1]:
        return [case.with_reading(clause, option) for option in case.options.get(clause, ())]
    return []


def _findings(graph: GroundGraph, path: Path) -> Iterator[LintFinding]:
    for problem in graph.log:
        if problem.file:
            message = f"{problem.message}{_IN}{path}"
            help_ = "; ".join(filter(None, (problem.help, given_help(problem.file))))
            yield LintFinding("log", problem.file, problem.line, message, help_)
        else:
            yield LintFinding("log", str(path), 0, problem.message, problem.help)
    if cycle := find_cycle(graph):
        yield LintFinding("cycle", str(path), 0, f"a cycle through `not` in the ground law: {cycle}")


def find_cycle(graph: GroundGraph) -> str:
    """A shortest cycle through `not`, as text in which each atom rests on the next; empty if there is none."""
    graph_of_atoms: nx.DiGraph[int] = nx.DiGraph()
    graph_of_atoms.add_edges_from(graph.positive | graph.negative)
    components = enumerate(nx.strongly_connected_components(graph_of_atoms))
    part_of = {atom: number for number, component in components for atom in component}
    inside = [(head, body) for head, body in graph.negative if part_of[head] == part_of[body]]
    cycle: list[int] = []
    for head, body in sorted(inside, key=lambda edge: (graph.name(edge[0]), graph.name(edge[1])))[:50]:
        back = nx.shortest_path(graph_of_atoms, body, head)
        if not cycle or len(back) < len(cycle):
            cycle = back
    if not cycle:
        return ""
    first = next((place for place, atom in enumerate(cycle) if atom in graph.names), 0)
    atoms = [*cycle[first:], *cycle[:first], cycle[first]]
    rest = (_sign(graph, head, body) + graph.name(body) for head, body in pairwise(atoms))
    return " <- ".join([graph.name(atoms[0]), *rest])


def _sign(graph: GroundGraph, head: int, body: int) -> str:
    return "not " if (head, body) in graph.negative else ""
