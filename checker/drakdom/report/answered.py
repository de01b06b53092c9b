"""Answers to questions: what is so, by which clause, what would be so without it, and what it turns on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from drakdom.answer import Answer, Ground, Odds, ReadingAnswer, Stake, Status, Without
from drakdom.language import t, tn
from drakdom.report.chances import Line, chance_words, odds_words
from drakdom.report.page import Page, Span, bold, columns, dim, joined
from drakdom.report.quotes import quote
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import when
from drakdom.rulings.readings import Readings, without_repeats

#: Clauses named with an answer, clauses quoted for an answer, and clauses quoted for all answers together.
NAMED, QUOTED, ALL = 3, 8, 16
_SPECIAL = ("gap", "contradiction", "illegal", "unasked")


def answer_lines(page: Page, book: Rulebook, answers: Sequence[Answer], *, quoting: bool = True) -> None:
    """Add the answers, each with the clauses that decide it; `quoting` adds the words of the first of them."""
    quoted_before: set[str] = set()
    for answer in answers:
        page.gap()
        page.add(bold(answer.sentence), dim(as_written(answer)), hang=2)
        is_open = answer.status == "ambiguous" or len(answer.by_reading) > 1
        same = is_open and len(set(_verdicts(answer))) == 1
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
        if is_open and not same:
            _by_reading(page, book, answer)
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


def is_undecided(answer: Answer) -> bool:
    """Test if a gap in the very moment that is asked about leaves the answer open under its only reading."""
    return answer.stops == "there" and answer.kind not in _SPECIAL and len(answer.by_reading) == 1


def gap_notes(answer: Answer) -> list[str]:
    """Return the gaps of an answer in words, without the one in its headline and the one that is asked about."""
    if answer.stops == "later":
        return [t("what others do later is not decided: {gap}", gap=gap) for gap in answer.undecided]
    gaps = answer.undecided[is_undecided(answer) :]
    return [t("not decided: {gap}", gap=gap) for gap in gaps if gap != answer.sentence]


def so_far(book: Rulebook, answer: Answer) -> str:
    """Say what is so up to where play stops."""
    odds = settled(answer, answer.by_reading[0].odds)
    if not odds or not answer.up_to:
        return ""
    if answer.stops == "later":
        return odds
    return t("{odds}, as far as play goes; it stops in {moment}", odds=odds, moment=when(book, *answer.up_to))


def settled(answer: Answer, odds: Odds) -> str:
    """Return the odds up to where play stops, in words; nothing if play does not stop."""
    if answer.up_to is None or answer.kind in _SPECIAL or not odds.unruled or odds.sure is None:
        return ""
    return odds_words(Odds(odds.low, odds.sure)) if odds.sure else t("no")


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
    stakes = [stake for stake in answer.turns_on if stake.kind == "choice" and not is_open]
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
    named = [g for n, g in enumerate(answer.grounds) if n == 0 or g.role != "rests on" or not some_decide]
    return named[:NAMED]


def _named(ground: Ground) -> str:
    if ground.role == "spares":
        return t("{clause} (which does not prevent it)", clause=ground.clause)
    if ground.role != "won over":
        return ground.clause
    return t("{clause} (which goes before {others})", clause=ground.clause, others=joined(ground.over))


def _turns_on_readings(answer: Answer) -> str:
    verdict, *different = dict.fromkeys(_verdicts(answer))
    by_reading = [readings for readings, _ in _rows(answer)] if different else [r.readings for r in answer.by_reading]
    doubtful = dict.fromkeys(clause for readings in by_reading for clause, _ in readings)
    doubts = joined(doubtful)
    if different:
        return tn(
            "it turns on how {clauses} is read", "it turns on how {clauses} are read", len(doubtful), clauses=doubts
        )
    if any(reading.odds.unruled for reading in answer.by_reading):
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


def _verdicts(answer: Answer) -> list[str]:
    """Return the answer under each reading in words."""
    return [
        settled(answer, reading.odds) or verdict_words(answer.kind, reading.status, reading.odds)
        for reading in answer.by_reading
    ]


def _rows(answer: Answer) -> Sequence[tuple[Readings, str]]:
    """Return the readings that matter to the answer as it is worded, each combination with its answer."""
    return without_repeats([(reading.readings, reading_words(answer, reading)) for reading in answer.by_reading])


def reading_words(answer: Answer, reading: ReadingAnswer) -> str:
    """Return the answer under one reading in words; they say so if play stops before its end."""
    if odds := settled(answer, reading.odds):
        return t("{verdict}, as far as play goes", verdict=odds)
    return verdict_words(answer.kind, reading.status, reading.odds)


def _by_reading(page: Page, book: Rulebook, answer: Answer) -> None:
    for readings, verdict in _rows(answer):
        options = []
        for clause, option in readings:
            entry = book.readings.get(clause)
            says = entry.options.get(option, "") if entry else ""
            options.append(f"{clause}={option}" + (f" ({says})" if says else ""))
        page.add(Span(verdict, "cyan"), f": {joined(options)}", indent=4, hang=2)


def verdict_words(kind: str, status: Status, odds: Odds) -> str:
    """Return the answer in words: yes, no, the odds, or that the rules do not decide it."""
    if status == "always" or (kind in _SPECIAL and status == kind):
        return t("yes")
    if status == "never":
        return t("no")
    return t("the rules do not decide it") if odds.unruled and not odds.low else odds_words(odds)


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
    """Add the rolls and choices on which answers turn, each once with the odds of the first answer that needs it."""
    done: set[tuple[str, int, str]] = set()
    for answer in answers:
        for stake in answer.turns_on:
            key = stake.sentence, stake.entry, stake.phase
            if key in done:
                continue
            if not done:
                page.head(t("It turns on"))
            done.add(key)
            about = answer.sentence if len(answers) > 1 else ""
            _stake(page, book, stake, about, answer)


def _stake(page: Page, book: Rulebook, stake: Stake, about: str, answer: Answer) -> None:
    title = stake.sentence if stake.kind == "chance" else t("what {figure} chooses", figure=stake.sentence)
    of = f"; {about}" if about else ""
    page.add(title, dim(f" ({when(book, stake.entry, stake.phase)}{of})"), indent=2, hang=2)
    ways = sorted(stake.ways, key=lambda way: -way[2].high) if stake.kind == "choice" else stake.ways
    odds = [settled(answer, way[2]) or odds_words(way[2]) for way in ways]
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
    return [clause for clause in dict.fromkeys(c for g in grounds for c in g.over) if clause not in shown]
