"""Notes on optional rules without law, on statements that no course of play asks for, on play that never ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.law.law import Law
from drakdom.rulebook.sentences import when, word
from drakdom.scenario import Scenario
from drakdom.terms import Value, sort_key
from drakdom.value.solve import Branch

#: Most breaks of play that are evaluated.
MOST_BROKEN = 200


def unencoded_variants(scenario: Scenario, law: Law) -> tuple[str, ...]:
    """Return a warning for each enabled optional rule that is only partly encoded, in the user's language."""
    book = scenario.rulebook
    encoded = {book.principal(clause) for clause in law.clauses}
    warnings = []
    for name in scenario.variants:
        clauses = {
            book.principal(clause.id)
            for clause in book.ledger.values()
            if clause.variant == name and clause.adjudicable and not clause.moot
        }
        if missing := len(clauses - encoded):
            values = {"title": book.variants[name].title, "n": len(clauses) - missing, "m": len(clauses)}
            nothing = t("no clause of the optional rule {title} is encoded yet", **values)
            partly = t("only {n} of {m} clauses of the optional rule {title} are encoded yet", **values)
            warnings.append(nothing if missing == len(clauses) else partly)
    return tuple(warnings)


def endless(scenario: Scenario, branches: Iterable[Branch]) -> tuple[str, ...]:
    """Return a sentence for each place from which play never ends."""
    nodes = [branch.play.nodes[index] for branch in branches for index in branch.evaluation.endless]
    places = [when(scenario.rulebook, *place) for place in dict.fromkeys(node.place for node in nodes)]
    return tuple(
        t("play never ends from here on, and nothing after it is decided: {place}", place=place) for place in places
    )


def unreached_entries(scenario: Scenario, branches: Iterable[Branch]) -> tuple[str, ...]:
    """Return a sentence that names the entries with stated actions before which play ends or breaks off.

    An entry in which each play breaks off at once is not played either. Nothing is said of what comes after an answer
    or after `until`.
    """
    branches, played = tuple(branches), set[int]()
    for branch in branches:
        for node in branch.play.nodes:
            if node.kind != "end" or node.final is not None:
                played |= {node.entry, *(entry for places in (node.places or {}).values() for entry, _ in places)}
    broken = any(node.kind == "end" and node.final is None for branch in branches for node in branch.play.nodes)
    stated = {fact.args[0] for fact in scenario.facts if fact.name == "stated"} - played
    if not stated or (not broken and (scenario.until or any(branch.case.asked for branch in branches))):
        return ()
    entries = ", ".join(f"{scenario.rulebook.entry_word} {entry}" for entry in sorted(stated, key=sort_key))
    return (t("stated in `play`, and play does not get that far: {entries}", entries=entries),)


def unused_statements(scenario: Scenario, branches: Iterable[Branch]) -> tuple[str, ...]:
    """Return a sentence for each roll or draw that is stated more often than it is asked for.

    If play breaks off, or ends as soon as all is answered, the sentence says so: later moments might have used the
    rest. These notes also find misspelt squares, because a draw may be stated for squares that are not known yet.
    """
    branches = tuple(branches)
    cut = any(branch.case.asked for branch in branches)
    asked = times_asked(scenario, branches)
    broken = False
    for branch in branches:
        broken |= bool(branch.evaluation.endless)
        broken |= any(node.kind == "end" and node.final is None for node in branch.play.nodes)
    sentences: list[str] = []
    idle: list[str] = []
    for roll, (times, needed) in asked.items():
        if cut and not broken and not needed:
            idle.append(word(scenario.rulebook, roll))
        elif needed < times:
            says = {"roll": word(scenario.rulebook, roll), "n": times, "m": needed}
            if broken:
                sentence = t("{roll} is stated {n}x and, before play breaks off, asked for {m}x", **says)
            elif cut:
                sentence = t("{roll} is stated {n}x and, up to the answer, asked for {m}x", **says)
            else:
                sentence = t("{roll} is stated {n}x and asked for {m}x", **says)
            sentences.append(sentence)
    if idle:
        sentences.append(t("stated, and not needed for the answer: {rolls}", rolls=", ".join(idle)))
    return tuple(sentences)


def times_asked(scenario: Scenario, branches: Iterable[Branch]) -> dict[Value, tuple[int, int]]:
    """Return how often each stated roll or draw is stated, and how often at most it is asked for."""
    stated: dict[Value, int] = {}
    for fact in scenario.facts:
        if fact.name == "told" and isinstance(fact.args[1], int):
            stated[fact.args[0]] = max(stated.get(fact.args[0], 0), fact.args[1])
    asked = dict.fromkeys(stated, 0)
    for branch in branches if stated else ():
        for roll, times in (*_in_the_end(branch), *_before_the_break(branch)):
            asked[roll] = max(asked.get(roll, 0), times)
    return {roll: (times, asked[roll]) for roll, times in stated.items()}


def _in_the_end(branch: Branch) -> Iterator[tuple[Value, int]]:
    """Yield the number of times that each roll was asked for where play ends."""
    ends = [node.final for node in branch.play.nodes if node.kind == "end"]
    for fluent, value in {pair for final in ends for pair in final or ()}:
        if fluent.name == "count" and fluent.arguments:
            yield to_value(fluent.arguments[0]), value.number


def _before_the_break(branch: Branch) -> Iterator[tuple[Value, int]]:
    """Yield the number of times that each roll was asked for where play breaks off, with that moment."""
    play, items = branch.play, branch.moments.items
    broken = [index for index, node in enumerate(play.nodes) if node.kind == "end" and node.final is None]
    partials = list(dict.fromkeys(play.partials[index] for index in broken if index < len(play.partials)))[:MOST_BROKEN]
    for (state, _), evaluated in zip(partials, branch.moments.evaluate(partials), strict=True):
        before = {fluent: value.number for fluent, value in items.fluents(state) if fluent.name == "count"}
        counts = {to_value(fluent.arguments[0]): times for fluent, times in before.items() if fluent.arguments}
        yield from counts.items()
        for roll in map(to_value, (*evaluated.stated, *evaluated.chances, *evaluated.thrown)):
            yield roll, counts.get(roll, 0) + 1
