"""The beginning of an interview without a file: the game, the map, the figures and the claim, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drakdom.cli.answers import Answers
from drakdom.cli.output import out
from drakdom.language import t

if TYPE_CHECKING:
    from drakdom.interview.setup import Setup, Step
    from drakdom.interview.trials import Read
    from drakdom.report.page import Look
    from drakdom.rulebook import Rulebook
    from drakdom.sandbox import Limits


class Drafting:
    """The making of one scenario. `mistakes` counts the lines that were not understood."""

    def __init__(self, answers: Answers, read: Read, folders: list[str], look: Look, limits: Limits, lang: str) -> None:
        self.answers, self.read, self.folders, self.look, self.limits = answers, read, folders, look, limits
        self.lang = lang
        self.mistakes, self.text = 0, ""

    def run(self, claims: list[str]) -> str | None:
        """Ask for what a scenario needs; return its text, None if nobody answers any more."""
        from drakdom.interview.draft import begun
        from drakdom.interview.setup import Setup, next_step

        chosen = self._game()
        if chosen is None:
            return None
        name, book = chosen
        setups = [Setup(begun(book, name))]
        self.text = setups[0].draft.text()
        lines = [*claims]
        while (step := next_step(setups[-1], book)) is not None:
            line = lines.pop(0) if step.kind == "claim" and lines else self._line(step)
            if line is None or line in ("quit", ":quit"):
                return None
            if line in ("?", "help"):
                self._help(step, book)
            elif line in ("undo", ":undo"):
                setups = setups[:-1] or setups
            elif changed := self._with(setups[-1], book, step, line):
                setups.append(changed)
            elif step.kind == "map":
                from drakdom.interview.setup import without_map

                setups.append(without_map(setups[-1]))
            self.text = setups[-1].draft.text()
        return self.text

    def _game(self) -> tuple[str, Rulebook] | None:
        """Return the name of a rulebook and the rulebook; None if nobody answers."""
        from drakdom.errors import InputError
        from drakdom.interview.draft import begun
        from drakdom.report.asked import games_page
        from drakdom.rulebook import find_rulebooks, load_rulebook
        from drakdom.rulebook.translated import translated
        from drakdom.rulebook.words import did_you_mean, short

        books = {name: load_rulebook(path) for name, path in sorted(find_rulebooks(self.folders).items())}
        out(games_page([*books.values()], self.look))
        names = [*books]
        while (line := self.answers.next()) not in (None, "quit", ":quit"):
            assert line is not None
            if line in map(str, range(1, len(names) + 1)):
                line = names[int(line) - 1]
            try:
                if line not in books:
                    raise InputError.single(
                        t("unknown game `{word}`", word=short(line)), help=did_you_mean(line, names)
                    )
                translated(books[line], self.lang)
                self.read(begun(books[line], line).text())  # house rules of the settings may be of another game
            except InputError as error:
                self._refuse(error)
            else:
                return line, books[line]
        return None

    def _line(self, step: Step) -> str | None:
        from drakdom.report.asked import step_page

        out(step_page(step, self.look))
        return self.answers.next(whole=step.kind == "map")

    def _help(self, step: Step, book: Rulebook) -> None:
        from drakdom.report.asked import step_help_page

        out(step_help_page(step, book, self.look))

    def _with(self, setup: Setup, book: Rulebook, step: Step, line: str) -> Setup | None:
        """Return the draft with a line; None, with a message, if it does not fit."""
        from drakdom.errors import InputError
        from drakdom.interview.setup import with_line
        from drakdom.sandbox import run_limited

        try:
            return run_limited(lambda: with_line(setup, book, step, line, self.read), self.limits)
        except InputError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: Exception) -> None:
        from drakdom.cli.answers import problem_lines

        self.mistakes += 1
        out(problem_lines(error))
