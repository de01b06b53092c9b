"""An interview at the terminal: prints each question, reads its answer, and prints the ruling in the end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from drakdom.cli.answers import Answers, problem_lines
from drakdom.cli.output import out
from drakdom.language import t

if TYPE_CHECKING:
    from drakdom.errors import DrakdomError
    from drakdom.interview.question import Question
    from drakdom.interview.session import Session, Standing
    from drakdom.interview.trials import Read
    from drakdom.report.page import Look
    from drakdom.sandbox import Limits

T = TypeVar("T")
COMMANDS = ("list", "change", "undo", "rule", "show", "quit")
_OPEN = ("-", "open", "leave it open", "nobody knows")


class Dialogue:
    """The interview of one session. `mistakes` counts the lines that were not understood.

    If it is `quiet`, pages are not printed; messages about such lines go to standard error.
    """

    def __init__(
        self, session: Session, answers: Answers, read: Read, look: Look, limits: Limits, *, quiet: bool = False
    ) -> None:
        self.session, self.answers, self.read = session, answers, read
        self.look, self.limits, self.mistakes = look, limits, 0
        self.text, self._is_warm = session.start, False
        self._out: Callable[[str], None] = _nowhere if quiet else out

    def run(self) -> str:
        """Ask until nothing is left to ask, or nobody answers; return the scenario's text."""
        standing = self._ask()
        while (line := self.answers.next()) is not None:
            command, _, rest = line.removeprefix(":").partition(" ")
            is_command = command in COMMANDS and (line.startswith(":") or not self._is_answer(standing, line))
            if line in ("?", "help"):
                self._print_help()
            elif (is_command and command == "quit") or (not line and standing.question is None):
                break
            elif is_command and command in ("list", "rule", "show"):
                self._print(command, standing)
            elif changed := self._changed(command if is_command else "", rest, line, standing):
                self.session = changed
                standing = self._ask()
        return self.text

    @staticmethod
    def _is_answer(standing: Standing, line: str) -> bool:
        return standing.question is not None and line in standing.question.words

    def _changed(self, command: str, rest: str, line: str, standing: Standing) -> Session | None:
        """Return the session after an answer, a change or an undo; None, with a message, if it is not understood."""
        from drakdom.errors import InputError
        from drakdom.rulebook.words import nearest

        try:
            if command == "undo":
                return self._undone()
            if command == "change":
                return self._with_change(rest)
            if not line:
                raise InputError.single(t("type an answer, `-` to leave it open, or `?` for help"))
            if standing.question is None:
                from drakdom.rulebook.words import did_you_mean, short

                message = t("nothing is asked any more: `{word}`", word=short(line))
                raise InputError.single(message, help=did_you_mean(command or line, COMMANDS))
            return self._with_answer(standing.question, "" if line in _OPEN else line)
        except InputError as error:
            self._refuse(error)
            if near := nearest(command or line.partition(" ")[0], COMMANDS):
                self._say(t("commands are typed like this: `{command}`", command=near) + "\n")
            return None

    def _with_answer(self, question: Question, word: str) -> Session:
        from drakdom.interview.asking import answered

        if word and question.is_free:
            self._limited(lambda: answered(self.text, question, word, self.read))
        return self.session.with_answer(question, word)

    def _undone(self) -> Session:
        from drakdom.errors import InputError

        if not self.session.given:
            raise InputError.single(t("no answer has been given"))
        return self.session.undone()

    def _with_change(self, rest: str) -> Session:
        from drakdom.errors import InputError

        number, _, word = rest.strip().partition(" ")
        count = len(self.session.given)
        if not (
            number.isascii() and number.isdigit() and len(number) < len(str(count)) + 1 and 0 < int(number) <= count
        ):
            help_ = t("`change 1 WORDS` changes the first answer; `list` lists them")
            raise InputError.single(t("there is no answer {number}", number=f"`{number}`"), help=help_)
        if not word.strip():
            words = ", ".join(self.session.given[int(number) - 1].question.words[:12])
            raise InputError.single(t("write the new answer behind the number"), help=words)
        return self.session.with_change(int(number) - 1, "" if word.strip() in _OPEN else word.strip())

    def _refuse(self, error: DrakdomError) -> None:
        self.mistakes += 1
        self._say(problem_lines(error))

    # -- pages ---------------------------------------------------------------------------------------------

    def _ask(self) -> Standing:
        """Print what is asked next; where that takes too long, the next question in the order of play."""
        from drakdom.errors import LimitError

        try:
            standing, page = self._limited(lambda: self._page(plain=False))
        except LimitError:
            standing, page = self._limited(lambda: self._page(plain=True))
        self.text = standing.text
        self._out(page)
        self._warm_up()
        return standing

    def _warm_up(self) -> None:
        """Load the law here, once a child has read it within its limits: later children begin with it."""
        if not self._is_warm:
            from drakdom.step.case import build_case

            build_case(self.read(self.text))
            self._is_warm = True

    def _page(self, *, plain: bool) -> tuple[Standing, str]:
        from drakdom.interview.session import standing
        from drakdom.report.asked import question_page

        now = standing(self.session, self.read, plain=plain)
        return now, question_page(now, self.read(now.text), self.look)

    def _print_help(self) -> None:
        from drakdom.report.asked import help_page

        self._out(help_page(self.look))

    def _print(self, command: str, standing: Standing) -> None:
        from drakdom.errors import DrakdomError
        from drakdom.report.asked import answers_page

        if command == "list":
            self._out(answers_page(self.session.given, standing.counts, self.look))
        elif command == "show":
            self._out(self.text)
        else:
            try:
                self._out(self.ruling())
            except DrakdomError as error:
                self._refuse(error)

    def ruling(self) -> str:
        """Return the ruling so far, as `drakdom rule` prints it. Raises LimitError."""
        from drakdom.cli.rule import rulings

        return self._limited(lambda: rulings([self.read(self.text)], self.look, full=False, form=2))

    def json(self) -> str:
        """Return what the interview has come to in its JSON form. Raises LimitError."""
        from drakdom.report.as_json import print_json
        from drakdom.report.interviewed import interview_json

        return print_json(self._limited(lambda: interview_json(self.session, self.read, self.limits)))

    def _say(self, words: str) -> None:
        """Print a message about a line: where pages are not printed, on standard error."""
        if self._out is out:
            out(words)
        else:
            sys.stderr.write(words)

    def _limited(self, job: Callable[[], T]) -> T:
        from drakdom.sandbox import run_limited

        return run_limited(job, self.limits)


def _nowhere(_: str) -> None:
    """Print nothing."""
