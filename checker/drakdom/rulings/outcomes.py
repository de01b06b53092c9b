"""Outcomes and findings of a play: the events of one reading, with their odds and the clauses behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from drakdom.graph.play import Occasion, Place
from drakdom.language import t
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.rulings.claims import refusals, status_of, to_odds
from drakdom.rulings.games import contests
from drakdom.rulings.nearest_permission import nearest_permission
from drakdom.rulings.unasked import why_unasked
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value
from drakdom.value.solve import Branch
from drakdom.verdict import Finding, Outcome, ReadingRuled
from drakdom.why.reasons import Reasons

#: Events of a phase that differ in numbers alone and whose clauses are searched one by one. Further events, such as the
#: results of many dice, have the clauses of the last.
MOST_ALIKE = 12
_KINDS = {"unruled": "gap", "conflict": "contradiction", "illegal": "illegal", "unasked": "unasked"}
_NO_EVENTS = frozenset({"may", "answering", "refused", "barred", "misstated", "usurped"})


def ruled_in(scenario: Scenario, branch: Branch, reasons: Reasons | None, *, findings_only: bool) -> ReadingRuled:
    """Return the outcomes and findings of one reading, in the order in which they first happen.

    Those of one state come in the order of the rulebook's events.
    With `findings_only` no clauses of outcomes are searched.
    """
    book = scenario.rulebook
    values = branch.evaluation.occasions(_NO_EVENTS)
    seen = branch.evaluation.seen
    outcomes: list[Outcome] = []
    findings: list[Finding] = []
    clauses_of: dict[tuple[Value, Place], tuple[str, ...]] = {}
    alike = Counter[tuple[Value, Place]]()

    in_book = {name: number for number, name in enumerate(book.events)}

    def order(occasion: Occasion) -> tuple[int, int, int, Occasion]:
        node, number = branch.evaluation.position(occasion)
        if not branch.play.nodes[node].places:  # what happens in the same state has no order in time
            number = in_book.get(occasion.symbol.name, len(in_book))
        return occasion.place[0], node, number, occasion

    for occasion in sorted(values, key=order):
        symbol, place, time = occasion
        value, (entry, phase), odds = to_value(symbol), place, to_odds(values[occasion])
        name = value.name if isinstance(value, Term) else ""
        kind, why = (_without_numbers(value), place), None if findings_only and name not in _KINDS else reasons
        alike[kind] += 1
        if alike[kind] <= MOST_ALIKE or (why and why.is_told(symbol, place)):
            clauses_of[kind] = _clauses(occasion, value, why)
        clauses = clauses_of[kind]
        if name in _KINDS and time == 1:
            sentence = say(book, value) + _usurpers(book, symbol, seen)
            if name == "illegal" and reasons and (nearest := nearest_permission(scenario, reasons, value)):
                words, clauses = nearest
                sentence += words
            if name == "unasked" and reasons and not clauses:
                words, clauses = why_unasked(
                    book,
                    reasons,
                    symbol,
                    place,
                    lambda event, at: (o := Occasion(event, at)) in values and values[o].low == 1,
                )
                sentence += words
            findings.append(Finding(_KINDS[name], value, sentence, entry, phase, odds, clauses))  # type: ignore[arg-type]
        elif name not in _KINDS:
            status = status_of("always", [values[occasion]])
            visit = branch.evaluation.visit(occasion)
            outcomes.append(Outcome(value, say(book, value), entry, phase, status, odds, clauses, time, visit))
    is_whole = reasons and not findings_only
    forced = contests(book, branch, {event.event: event.sentence for event in outcomes}) if is_whole else ()
    return ReadingRuled(branch.readings, tuple(outcomes), tuple(findings), forced)


def _usurpers(book: Rulebook, illegal: Symbol, seen: Iterable[Symbol]) -> str:
    """Return the words about players who ordered an illegal action of a figure that they do not play."""
    if illegal.name != "illegal":
        return ""
    orders = (symbol.arguments for symbol in seen if symbol.name == "usurped")
    players = (stranger for figure, action, stranger in orders if [figure, action] == illegal.arguments)
    figure = word(book, to_value(illegal.arguments[0]))
    names = (word(book, to_value(player)) for player in sorted(players))
    return "".join(t(" ({player} does not play {figure})", player=name, figure=figure) for name in names)


def _without_numbers(value: Value) -> Value:
    if isinstance(value, Term):
        return Term(value.name, tuple(map(_without_numbers, value.args)))
    return 0 if isinstance(value, int) else value


def _clauses(occasion: Occasion, value: Value, reasons: Reasons | None) -> tuple[str, ...]:
    name = value.name if isinstance(value, Term) else ""
    if reasons is None or name in _NO_EVENTS:
        return ()
    clause_ids = dict.fromkeys(reasons.clauses(*occasion))
    if isinstance(value, Term) and name in ("illegal", "unasked"):
        refused = dict.fromkeys(refusals(value, reasons))
        clause_ids = refused if name == "unasked" else refused | clause_ids
        for reason in reasons.held_back(value) if name == "illegal" else ():
            for below in reason.because:
                clause_ids |= dict.fromkeys([below.clause] if below.clause else [])
    return tuple(clause_ids)
