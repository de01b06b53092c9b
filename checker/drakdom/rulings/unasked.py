"""Reasons for which a stated action did not come up: the clause or event that ended the matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from drakdom.graph.play import Place
from drakdom.language import t
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import action, say, word
from drakdom.terms import Term, Value, sort_key
from drakdom.verdict import Reason
from drakdom.why.explain import Trace, clauses_in
from drakdom.why.reasons import Reasons

_NO_EVENTS = frozenset(
    {"may", "answering", "refused", "barred", "misstated", "unasked", "illegal", "usurped", "unruled", "conflict"}
    | {"finally"}
)


def why_unasked(
    book: Rulebook, reasons: Reasons, unasked: Symbol, place: Place, is_certain: Callable[[Symbol, Place], bool]
) -> tuple[str, tuple[str, ...]]:
    """Return words and clauses for an action that did not come up: the last answer, and its certain consequences.

    Of the consequences count the last, and the last that names the figure. If a clause would have granted the action
    and gave way, there are only the clauses, the stronger one first.
    """
    trace = reasons.trace_of(unasked, place)
    if trace is None:
        return "", ()
    figure, stated = unasked.arguments
    moments = [moment for moment in trace.path if trace.play.nodes[moment].entry == place[0]]
    if clauses := tuple(dict.fromkeys(_gave_way(trace, moments, figure, stated))):
        return "", clauses
    answered = [(moment, atom) for moment in moments for atom in _answers(trace, moment, figure)]
    if not answered:
        if not is_certain(unasked, place):
            return "", ()
        name = word(book, to_value(figure))
        return t(" ({figure} is not asked for anything in this {entry})", figure=name, entry=book.entry_word), ()
    last, atom = answered[-1]
    if not any(fact.match("stated", 4) and fact.arguments[1::2] == atom.arguments[:2] for fact in trace.facts):
        return "", ()
    answer = action(book, to_value(figure), to_value(atom.arguments[1]))
    consequences = [
        (says, tree)
        for moment in reversed(moments[moments.index(last) :])
        for event in _events(book, trace, moment)
        if is_certain(event, trace.play.nodes[moment].place)
        and (says := say(book, to_value(event))) != answer
        and _rests_on(tree := trace.why(event, trace.play.nodes[moment].place), to_value(atom))
    ]
    if not consequences:
        return t(" (the last answer is: {answer})", answer=answer), ()
    own = [(says, tree) for says, tree in consequences if to_value(figure) in _arguments(tree)]
    named = dict.fromkeys(own[:1] + consequences[:1])
    then = ", ".join(says for says, _ in named)
    words = t(" (the last answer is: {answer}; after it: {then})", answer=answer, then=then)
    return words, tuple(dict.fromkeys(clause for _, tree in named for clause in clauses_in([tree])[:1]))


def _arguments(tree: Reason) -> tuple[Value, ...]:
    """Return the arguments of the event that a tree explains."""
    event = tree.what.args[0] if isinstance(tree.what, Term) else ""
    return event.args if isinstance(event, Term) else ()


def _gave_way(trace: Trace, moments: list[int], figure: Symbol, stated: Symbol) -> Iterator[str]:
    """Yield the clauses that beat a clause by which the action would have been granted, then the beaten ones."""
    beaten: list[str] = []
    for moment in moments:
        if not trace.play.nodes[moment].excepted:
            continue
        causes = trace.causes(moment)
        granted = {(atom.arguments[0], atom.arguments[1]) for atom in causes.atoms("option", 3)}
        for head, instances in causes.yielded.items():
            if head.name == "option" and head.arguments[:2] == [figure, stated] and (figure, stated) not in granted:
                for instance in instances:
                    yield from (cause.rule.clause for cause in causes.of(instance.exception) if cause.rule.clause)
                    beaten += [instance.rule.clause] if instance.rule.clause else []
    yield from beaten


def _answers(trace: Trace, moment: int, figure: Symbol) -> Iterator[Symbol]:
    """Yield what a figure does in a moment in which it is asked."""
    causes = trace.causes(moment)
    if any(atom.arguments[0] == figure for atom in causes.atoms("asks", 2)):
        yield from (atom for atom in causes.atoms("chosen", 3) if atom.arguments[0] == figure)


def _events(book: Rulebook, trace: Trace, moment: int) -> list[Symbol]:
    """Return the events of a moment that have words, the latest in the order of the rulebook first."""
    order = {name: number for number, name in enumerate(book.events)}
    events = [
        symbol for symbol in trace.play.nodes[moment].seen if symbol.name in order and symbol.name not in _NO_EVENTS
    ]
    worded = [event for event in events if say(book, to_value(event))]
    return sorted(worded, key=lambda event: (-order[event.name], sort_key(to_value(event))))


def _rests_on(tree: Reason, answer: Value) -> bool:
    """Test if a tree of reasons has a choice."""
    assert isinstance(answer, Term)
    same = isinstance(tree.what, Term) and tree.what.name == "chosen" and tree.what.args[:2] == answer.args[:2]
    return same or any(_rests_on(reason, answer) for reason in tree.because)
