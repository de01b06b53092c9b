"""Answers to questions: each answer, its clause, the answer without it, and the points on which it turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from drakdom.answer import Answer, Ground, Odds, Stake, Without
from drakdom.language import t, tn
from drakdom.report.chances import Line, chance_words, odds_words
from drakdom.report.page import Page, Span, bold, columns, dim, joined
from drakdom.report.quotes import quote
from drakdom.report.stopping import (
    ReadingRows,
    gap_notes,
    is_undecided,
    mattering,
    rows,
    settled,
    so_far,
    verdict_words,
    verdicts,
)
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import when

#: Clauses named with an answer, clauses quoted for an answer, and clauses quoted for all answers together.
NAMED, QUOTED, ALL = 3, 8, 16


def answer_lines(page: Page, book: Rulebook, answers: Sequence[Answer], *, quoting: bool = True) -> None:
    """Add the answers, each with the clauses that decide it; `quoting` adds the words of the first of them."""
    quoted_before: set[str] = set()
    for answer in answers:
        page.gap()
        page.add(bold(answer.sentence), dim(as_written(answer)), hang=2)
        is_open = answer.status == "ambiguous" or len(answer.by_reading) > 1
        by_reading = rows(book, answer) if is_open else ()
        if is_open:
            page.add(Span(_turns_on_readings(answer), "cyan"), _by(answer), indent=2, hang=2)
        else:
            by = "" if is_undecided(answer) else _by(answer)
            page.add(Span(headline(book, answer), "cyan"), by, indent=2, hang=2)
        for hint in answer.hints:
            page.add(hint, indent=2, hang=2)
        for clause in at_once(answers, answer) if quoting else ():
            if clause not in quoted_before:
                quoted_before.add(clause)
                _quote_at_once(page, book, clause)
        _by_reading(page, book, by_reading)
        for note in gap_notes(answer):
            page.add(note, indent=2, hang=2)
        _best(page, book, answer)
        if answer.without and not is_alike(answer, answer.without):
            page.add(without_words(answer.kind, answer.without), indent=2, hang=2)


def at_once(answers: Sequence[Answer], answer: Answer) -> list[str]:
    """Return the clauses whose words stand with an answer: the first that it names, fewer beside other answers."""
    return [ground.clause for ground in named_grounds(answer)[: max(1, NAMED + 1 - len(answers))]]


def _quote_at_once(page: Page, book: Rulebook, clause: str) -> None:
    entry = book.ledger[clause]
    page.add(bold(clause), dim(f"  {entry.section}: " if entry.section else "  "), entry.text, indent=4, hang=2)


def grounds(page: Page, book: Rulebook, answers: Sequence[Answer]) -> Sequence[str]:
    """Quote the clauses that decide the answers, and those over which they won; return the ids of the former.

    Some clauses stand with their answers already.
    """
    shown = quoted(answers)
    with_answers = {clause for answer in answers for clause in at_once(answers, answer)}
    if more := [clause for clause in shown if clause not in with_answers]:
        page.head(t("By these clauses"))
        quote(page, book, more)
    if losers := beaten(answers, shown):
        page.head(t("Clauses that gave way"))
        quote(page, book, losers)
    return shown


def headline(book: Rulebook, answer: Answer) -> str:
    """Return the answer under its only reading in words."""
    only = answer.by_reading[0]
    if is_undecided(answer):
        return t("not decided: {gap}", gap=answer.undecided[0])
    return so_far(book, answer) or verdict_words(answer.kind, only.status, only.odds)


def is_alike(answer: Answer, without: Without) -> bool:
    """Test if nothing but where play stops differs without a clause, or if the answer is not decided with it."""
    if is_undecided(answer):
        return True
    return answer.up_to is not None and without.odds.low == answer.by_reading[0].odds.low


def as_written(answer: Answer) -> str:
    """Return the claim as the file writes it, where that says more than the sentence."""
    if answer.kind != "ask":
        return f" [{answer.kind.replace('_', ' ')}: {answer.text}]"
    return f" [{answer.text}]" if answer.sentence != answer.text else ""


def _best(page: Page, book: Rulebook, answer: Answer) -> None:
    """Say which choices make the answer likeliest, if it turns on choices and one option is best in every case."""
    is_open = len(answer.by_reading) > 1  # the stakes are those of the first reading
    differing = (stake for stake in answer.turns_on if stake_differs(answer, stake))
    stakes = [stake for stake in differing if stake.kind == "choice" and not is_open]
    for stake in stakes:
        best, *rest = sorted(stake.ways, key=lambda way: (way[2].high, way[2].low), reverse=True)
        says, _, odds = best
        if (odds.unruled and not odds.low) or any(way[2].high == odds.high for way in rest):
            continue
        option = says if len(stakes) == 1 else f"{says} ({when(book, stake.entry, stake.phase)})"
        if all(way[2].high <= odds.low for way in rest):
            page.add(t("likeliest if {what}: {odds}", what=option, odds=odds_words(odds)), indent=2, hang=2)
        elif odds.high == answer.by_reading[0].odds.high:
            highest = odds_words(Odds(odds.high, odds.high))
            page.add(t("likeliest if {what}: up to {odds}", what=option, odds=highest), indent=2, hang=2)


def _by(answer: Answer) -> str:
    clauses = [_named(ground) for ground in named_grounds(answer)]
    return t(", by {clauses}", clauses=joined(clauses)) if clauses else ""


def named_grounds(answer: Answer) -> list[Ground]:
    """Return the grounds that are named with an answer: the first, and those that decide."""
    some_decide = any(ground.role in ("decides", "won over") for ground in answer.grounds)
    named = [
        ground for n, ground in enumerate(answer.grounds) if n == 0 or ground.role != "rests on" or not some_decide
    ]
    return named[:NAMED]


def _named(ground: Ground) -> str:
    if ground.role == "spares":
        return t("{clause} (which does not prevent it)", clause=ground.clause)
    if ground.role != "won over":
        return ground.clause
    return t("{clause} (which goes before {others})", clause=ground.clause, others=joined(ground.over))


def _turns_on_readings(answer: Answer) -> str:
    verdict, *different = dict.fromkeys(verdicts(answer))
    by_reading = mattering(answer) if different else [reading.readings for reading in answer.by_reading]
    doubtful = dict.fromkeys(clause for readings in by_reading for clause, _ in readings)
    doubts = joined(doubtful)
    if different:
        return tn(
            "it turns on how {clauses} is read", "it turns on how {clauses} are read", len(doubtful), clauses=doubts
        )
    if any(reading.odds.unruled for reading in answer.by_reading) and verdict != t("not decided"):
        return tn(
            "{verdict}, as far as play goes, however {clauses} is read",
            "{verdict}, as far as play goes, however {clauses} are read",
            len(doubtful),
            verdict=verdict,
            clauses=doubts,
        )
    return tn(
        "{verdict}, however {clauses} is read",
        "{verdict}, however {clauses} are read",
        len(doubtful),
        verdict=verdict,
        clauses=doubts,
    )


def _by_reading(page: Page, book: Rulebook, by_reading: ReadingRows) -> None:
    """Add a line for each combination of readings, with the notes on where play stops; of a single one, these alone."""
    for readings, (verdict, notes) in by_reading:
        options = []
        for clause, option in readings:
            entry = book.readings.get(clause)
            says = entry.options.get(option, "") if entry else ""
            options.append(f"{clause}={option}" + (f" ({says})" if says else ""))
        if len(by_reading) > 1:
            page.add(Span(verdict, "cyan"), f": {joined(options)}", indent=4, hang=2)
        for note in notes:
            page.add(note, indent=6 if len(by_reading) > 1 else 2, hang=2)


def without_words(kind: str, without: Without) -> str:
    """Return the answer without its first clause in words."""
    is_open = without.status == "ambiguous"
    verdict = t("it depends on a reading") if is_open else verdict_words(kind, without.status, without.odds)
    return t("without {clause}: {verdict}", clause=without.clause, verdict=verdict)


def story(page: Page, book: Rulebook, rows: Iterable[Line]) -> None:
    """Tell what happens, a paragraph for each round and phase."""
    for (entry, phase, _), group in groupby(rows, key=lambda row: row.moment):
        sentences = "; ".join(row.sentence for row in group)
        page.add(dim(f"{when(book, entry, phase)}: "), sentences, indent=2, hang=2)


def stakes(page: Page, book: Rulebook, answers: Sequence[Answer]) -> None:
    """Add the rolls and choices on which answers turn, each once with the odds of the first answer that needs it.

    Under several readings they are those of the first, which is named.
    """
    done: set[tuple[str, int, str]] = set()
    for answer in answers:
        for stake in answer.turns_on:
            key = stake.sentence, stake.entry, stake.phase
            if key in done or not stake_differs(answer, stake):
                continue
            if not done:
                page.head(t("It turns on"))
            done.add(key)
            about = [answer.sentence] if len(answers) > 1 else []
            about += [f"{clause}={option}" for clause, option in answer.by_reading[0].readings]
            _stake(page, book, stake, about, answer)


def stake_differs(answer: Answer, stake: Stake) -> bool:
    """Test if the results of a roll or choice lead to different answers, as they are worded."""
    return len({stake_words(answer, odds) for _, _, odds in stake.ways}) > 1


def stake_words(answer: Answer, odds: Odds) -> str:
    """Return the answer after one result of a roll or choice, in words."""
    words = settled(answer, odds) or odds_words(odds)
    return {"0": t("no"), "1": t("yes")}.get(words, words)


def _stake(page: Page, book: Rulebook, stake: Stake, about: Sequence[str], answer: Answer) -> None:
    title = stake.sentence if stake.kind == "chance" else t("what {figure} chooses", figure=stake.sentence)
    place = "; ".join((when(book, stake.entry, stake.phase), *about))
    page.add(title, dim(f" ({place})"), indent=2, hang=2)
    ways = sorted(stake.ways, key=lambda way: -way[2].high) if stake.kind == "choice" else stake.ways
    odds = [stake_words(answer, way[2]) for way in ways]
    width = max(map(columns, odds), default=0)
    for words, (says, chance, _) in zip(odds, ways, strict=True):
        likely = dim(t(" (chance {odds})", odds=chance_words(chance, inside=True))) if chance else ""
        page.pair(Span(words, "cyan"), t("if {what}", what=says), likely, indent=4, width=width)


def quoted(answers: Sequence[Answer]) -> list[str]:
    """Return the clauses to quote: the most telling of every answer first, then the next of each."""
    lists = [[ground.clause for ground in answer.grounds[:QUOTED]] for answer in answers]
    in_turn = (clause for row in zip_longest(*lists) for clause in row if clause)
    chosen = [*dict.fromkeys(in_turn)]
    sure = dict.fromkeys(clause for clauses in lists for clause in clauses[:NAMED])
    return [clause for number, clause in enumerate(chosen) if clause in sure or number < ALL]


def beaten(answers: Iterable[Answer], shown: Sequence[str]) -> list[str]:
    """Return the clauses over which a clause that is shown has won."""
    grounds = (ground for answer in answers for ground in answer.grounds if ground.clause in shown)
    return [
        clause
        for clause in dict.fromkeys(clause for ground in grounds for clause in ground.over)
        if clause not in shown
    ]
