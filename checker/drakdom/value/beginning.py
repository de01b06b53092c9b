"""The beginning of a case as a branch, for questions in the order of play."""

from __future__ import annotations

from drakdom.graph.first_open import first_open
from drakdom.law.facts import Symbol
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.step.state import opened_in
from drakdom.value.odds import Evaluation
from drakdom.value.sensitivity import Key, Sensitivity
from drakdom.value.solve import Branch


def beginning(case: Case) -> Branch:
    """Return the play up to the first open points, under the first reading of each ambiguous clause."""
    moments = Moments(case.with_first_readings())
    play = first_open(moments)
    return Branch(moments, play, Evaluation(play), ())


def open_first(branch: Branch) -> list[tuple[Key, Sensitivity, tuple[tuple[Symbol, Symbol], ...]]]:
    """List the open points where a beginning ends: each choice or roll, its place, its answers with their meanings."""
    points = []
    for due, (index, *_) in branch.due.items():
        kind, subject, entry, phase = due
        shown = branch.moments.answer([branch.play.partials[index]])
        opened = [arguments for arguments in opened_in(shown) if (arguments[0].name, arguments[1]) == (kind, subject)]
        answers = sorted((arguments[-2] if kind == "chance" else arguments[2], arguments[2]) for arguments in opened)
        sensitivity = Sensitivity("choice" if kind == "choice" else "chance", subject, entry, phase, ())
        points.append(((kind, subject, entry if kind == "choice" else 0), sensitivity, tuple(answers)))
    return points
