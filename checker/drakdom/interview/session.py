"""The answers of an interview as a list: each can be changed or taken back, and the others stay.

A session is a frozen value: the text that it began with and the answers. An answer that does not come up any more stays
in the list, but not in the text. It counts again as soon as it comes up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from drakdom.answer import Odds
from drakdom.errors import InputError, LimitError
from drakdom.formula import Atom, Or
from drakdom.interview.asking import answer_of, asked_formulas, weightiest
from drakdom.interview.lines import written
from drakdom.interview.plain import first_open
from drakdom.interview.question import Given, Question
from drakdom.interview.trials import Read
from drakdom.interview.worth import odds_now
from drakdom.rulings.adjudication import played
from drakdom.rulings.notes import times_asked
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import Term
from drakdom.value.solve import Branch


@dataclass(frozen=True, slots=True)
class Session:
    """An interview: the text that it began with, and the answers in the order in which they were given."""

    start: str
    given: tuple[Given, ...] = ()

    def with_answer(self, question: Question, word: str) -> Session:
        """Return the session with an answer to a question; an empty word leaves it open.

        It takes the place of an earlier answer to the same question. Raises InputError, with the nearest answer, for a
        word that is none.
        """
        answer = Given(question, answer_of(question, word) if word else "")
        for number, before in enumerate(self.given):
            if before.subject.key == question.subject.key:
                return self._with(number, answer)
        return replace(self, given=(*self.given, answer))

    def with_change(self, number: int, word: str) -> Session:
        """Return the session with another word for the answer at index `number`; all others stay.

        Raises InputError, with the nearest answer, for a word that is none.
        """
        before = self.given[number]
        return self._with(number, replace(before, word=answer_of(before.question, word) if word else ""))

    def _with(self, number: int, answer: Given) -> Session:
        return replace(self, given=(*self.given[:number], answer, *self.given[number + 1 :]))

    def undone(self) -> Session:
        """Return the session without its last answer."""
        return replace(self, given=self.given[:-1])


@dataclass(frozen=True, slots=True)
class Standing:
    """A session at present: the text with its answers, which of them count, the odds, and the next question.

    `counts` has one value for each answer; an answer that was left open always counts. Without a `question` nothing
    more can change the odds, or nothing that is open was left to be asked. `is_plain` tells that too much is open to be
    compared: then questions come in the order of play, and `now` is empty.
    """

    text: str
    counts: tuple[bool, ...]
    now: tuple[Odds, ...]
    question: Question | None
    is_plain: bool = False


def standing(session: Session, read: Read = read_scenario_text, *, plain: bool = False) -> Standing:
    """Return the state of a session; with `plain` the questions come in the order of play and without odds.

    Raises InputError if the text that it began with is faulty or asks nothing.
    """
    text, lying = _laid(session, range(len(session.given)), read)
    left = frozenset(answer.subject.key for answer in session.given)
    if plain:
        return _plainly(session, text, lying, left, read)
    try:
        asked_formulas(read(text))  # refuses a scenario that asks nothing
        text, lying, scenario, branches = _settled(session, text, lying, read)
        question = _asked_again(session, lying, lambda keys: weightiest(text, scenario, branches, keys, read))
    except LimitError:
        return _plainly(session, text, lying, left, read)
    return Standing(text, _counts(session, lying), odds_now(branches, asked_formulas(scenario)), question)


def _plainly(session: Session, text: str, lying: Sequence[int], left: frozenset[str], read: Read) -> Standing:
    return Standing(text, _counts(session, lying), (), first_open(read(text), left), is_plain=True)


def _counts(session: Session, lying: Sequence[int]) -> tuple[bool, ...]:
    return tuple(not answer.word or number in lying for number, answer in enumerate(session.given))


def _asked_again(
    session: Session, lying: Sequence[int], ask: Callable[[frozenset[str]], Question | None]
) -> Question | None:
    """Return the next question; one whose answer does not count only if that answer is no longer possible."""
    idle = {answer.subject.key: answer.word for n, answer in enumerate(session.given) if answer.word and n not in lying}
    left = frozenset(answer.subject.key for answer in session.given) - idle.keys()
    while (question := ask(left)) is not None and idle.get(question.subject.key) in question.words:
        left |= {question.subject.key}
    return question


def _laid(session: Session, numbers: Sequence[int], read: Read) -> tuple[str, tuple[int, ...]]:
    """Return the text with these answers, and the numbers of those that fit the scenario."""
    text, lying = session.start, list[int]()
    for number in numbers:
        answer = session.given[number]
        if answer.word:
            try:
                more = written(read(text), text, answer.subject, answer.word)
                read(more)
            except InputError:
                continue
            text = more
            lying.append(number)
    return text, tuple(lying)


def _settled(
    session: Session, text: str, lying: tuple[int, ...], read: Read
) -> tuple[str, tuple[int, ...], Scenario, tuple[Branch, ...]]:
    """Return the text and its play with only those answers that come up in it."""
    while True:
        scenario = settled_by_refusals(read(text))
        try:
            branches = played(scenario, asked=asked_formulas(scenario))
        except InputError:
            if not lying:
                raise
            lying = _possible(session, lying, read)
            text, lying = _laid(session, lying, read)
            continue
        idle = {number for number in lying if _is_idle(session.given[number], scenario, branches)}
        if not idle:
            return text, lying, scenario, branches
        text, lying = _laid(session, [number for number in lying if number not in idle], read)


def _possible(session: Session, lying: Sequence[int], read: Read) -> tuple[int, ...]:
    """Return the numbers of the answers without those that cannot come up, tried one after the other."""
    kept: tuple[int, ...] = ()
    for number in lying:
        text, fitting = _laid(session, (*kept, number), read)
        scenario = settled_by_refusals(read(text))
        try:
            played(scenario, asked=asked_formulas(scenario))
        except InputError:
            continue
        kept = fitting
    return kept


def _is_idle(answer: Given, scenario: Scenario, branches: Sequence[Branch]) -> bool:
    """Test if an answer does not come up: a roll that is not due, an action that no question takes or that is void."""
    subject = answer.subject
    if subject.kind in ("draw", "roll"):
        times, needed = times_asked(scenario, branches).get(subject.value, (0, 0))
        return needed < times and needed < subject.time
    if subject.kind != "choice":
        return False
    stated = [
        fact for fact in scenario.facts if fact.name == "stated" and fact.args[:2] == (subject.entry, subject.value)
    ]
    action = next((fact.args[3] for fact in stated if fact.args[2] == subject.time), None)
    if action is None:
        return False
    void = Or(tuple(Atom(Term(name, (subject.value, action))) for name in ("illegal", "unasked")))
    return all(branch.evaluation.value(void).low == 1 for branch in branches)
