"""Pages of an interview: a question with its clauses and the odds of each answer, the answers given, the help."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.answer import Odds
from drakdom.interview.question import Given, Option, Question
from drakdom.interview.session import Standing
from drakdom.interview.setup import Step, fields_asked
from drakdom.language import t
from drakdom.report.chances import chance_words, odds_words
from drakdom.report.page import Look, Page, Span, bold, columns, dim
from drakdom.report.quotes import quote
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import formula_words, when, word
from drakdom.rulebook.words import unslotted
from drakdom.scenario import Scenario

OPEN = "-"
"""The answer that leaves a question open."""


def question_page(standing: Standing, scenario: Scenario, look: Look) -> str:
    """Return the question that is next, or the sentence that there is none."""
    page, book = Page(look), scenario.rulebook
    asked = scenario.questions or scenario.claims
    question_lines(page, book, standing, [formula_words(book, claim.formula) for claim in asked])
    return "\n" + page.print()


def question_lines(page: Page, book: Rulebook, standing: Standing, claims: Sequence[str]) -> None:
    """Add the question that is next, or the sentence that there is none. `claims` are the claims in words."""
    question = standing.question
    page.gap()
    if question is None:
        page.add(t("Nothing else that is open can change the answer."))
        _as_it_stands(page, standing.now, claims)
        return
    if not question.weighed:
        page.add(t("Too much is open to compare: the questions come in the order of play, without odds."))
    place = f" ({when(book, question.entry, question.phase)})" if question.entry else ""
    page.add(bold(question_title(book, question)), dim(place), hang=2)
    _as_it_stands(page, question.now, claims)
    quote(page, book, [clause for clause in question.clauses if clause in book.ledger])
    if question.weighed and not question.change:
        page.add(dim(t("Alone it changes nothing; together with what comes later it can.")))
    _options(page, question, claims)


def question_title(book: Rulebook, question: Question) -> str:
    """Return the question as a sentence."""
    says = question.sentence
    match question.subject.kind:
        case "choice":
            return t("What does {figure} choose?", figure=word(book, question.subject.value))
        case "roll":
            says = t("{roll}: what does it show?", roll=says)
        case "draw" | "field":
            says = t("{draw}: what is it?", draw=says)
    return f"{says[:1].upper()}{says[1:]}"


def _as_it_stands(page: Page, now: Sequence[Odds], claims: Sequence[str]) -> None:
    for odds, claim in zip(now, claims, strict=False):
        page.add(t("as it stands: "), Span(answer_words(odds), "cyan"), dim(f"  {claim}"), indent=2, hang=2)


def _options(page: Page, question: Question, claims: Sequence[str]) -> None:
    turning = turning_claims(question)
    rows = [(option_label(question, number), option) for number, option in enumerate(question.options, 1)]
    width = max((columns(label) for label, _ in rows), default=1)
    for label, option in rows:
        page.pair(bold(label), *_leads_to(option, turning, claims), indent=4, width=width)
    if question.note:
        page.pair(bold("…"), question.note, indent=4, width=width)
    page.pair(bold(OPEN), t("leave it open, or nobody knows"), indent=4, width=width)


def _leads_to(option: Option, turning: Sequence[int], claims: Sequence[str]) -> list[str | Span]:
    words: list[str | Span] = [f"{option.sentence}: "] if option.sentence else []
    if not option.odds:
        return words or [""]
    for place, number in enumerate(turning):
        words.append(Span(answer_words(option.odds[number]), "cyan"))
        if len(turning) > 1:
            words.append(dim(f" ({claims[number]})" + ("; " if place < len(turning) - 1 else "")))
    if option.chance is not None:
        words.append(dim(t(" (chance {odds})", odds=chance_words(option.chance, inside=True))))
    return words


def turning_claims(question: Question) -> list[int]:
    """Return the numbers of the claims whose odds differ between the options; all if none differs."""
    worked_out = [option.odds for option in question.options if option.odds]
    count = len(question.now)
    return [n for n in range(count) if len({odds[n] for odds in worked_out}) > 1] or [*range(count)]


def option_label(question: Question, number: int) -> str:
    """Return an option as it is typed: its number and words, or a span of faces."""
    words = question.options[number - 1].words
    if not question.is_numeric:
        return f"{number}  {', '.join(words)}"
    return _span(words)


def _span(words: Sequence[str]) -> str:
    """Return faces in a row as a span: `1 to 4`."""
    numbers = sorted(int(word) for word in words if word.isdigit())
    if len(numbers) == len(words) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return t("{least} to {most}", least=numbers[0], most=numbers[-1])
    return ", ".join(map(str, numbers)) if len(numbers) == len(words) else ", ".join(words)


def answer_words(odds: Odds) -> str:
    """Return the odds of a claim as an answer: yes, no, or how likely."""
    if odds.low == 1:
        return t("yes")
    if odds.high == 0:
        return t("no")
    return t("the rules do not decide it") if odds.unruled and not odds.low else odds_words(odds)


def answers_page(given: Sequence[Given], counts: Sequence[bool], look: Look) -> str:
    """Return the answers given, by number; those that do not come up are marked."""
    page = Page(look)
    if not given:
        page.add(t("no answer has been given"))
    for number, (answer, does_count) in enumerate(zip(given, counts, strict=True), 1):
        idle = "" if does_count else t(" (kept; it does not come up now)")
        page.add(f"{number}  {answer.question.sentence}: ", bold(answer.word or t("left open")), dim(idle), hang=3)
    return page.print()


def help_page(look: Look) -> str:
    """Return the inputs that can be typed."""
    page = Page(look)
    page.add(t("Type the words of an answer, its number if it has one, or one of these:"))
    rows = (
        (OPEN, t("leave the question open: the answer keeps its odds")),
        ("list", t("list the answers given")),
        ("change N WORDS", t("change answer N; the others stay")),
        ("undo", t("take the last answer back")),
        ("rule", t("print the ruling so far")),
        ("show", t("print the scenario so far")),
        ("quit", t("end with the ruling and the scenario so far")),
        ("?", t("print this help")),
    )
    width = max(columns(words) for words, _ in rows)
    for words, says in rows:
        page.pair(bold(words), says, indent=2, width=width)
    page.add(t("A colon makes sure that a command is meant: `:undo`."))
    return page.print()


def games_page(books: Sequence[Rulebook], look: Look) -> str:
    """Return the question for the game, with the rulebooks by number."""
    page = Page(look)
    page.add(bold(t("Which game?")))
    width = max((columns(f"{number}  {book.slug}") for number, book in enumerate(books, 1)), default=0)
    for number, book in enumerate(books, 1):
        page.pair(bold(f"{number}  {book.slug}"), f"{book.title}, {book.edition}", indent=4, width=width)
    return page.print()


def step_page(step: Step, look: Look) -> str:
    """Return the question of a draft's step, and the meaning of an empty line."""
    page = Page(look)
    page.gap()
    page.add(bold(f"{step.sentence[:1].upper()}{step.sentence[1:]}"))
    for line in step.usual.splitlines():
        page.verbatim(line if step.kind == "map" else t("an empty line stands for: {words}", words=line), indent=4)
    return "\n" + page.print()


def step_help_page(step: Step, book: Rulebook, look: Look) -> str:
    """Return the inputs that can be typed while a scenario is made."""
    page = Page(look)
    if step.kind == "map":
        page.add(t("A square is a pair of brackets; the characters in it stand for its fields and the figures there."))
        page.add(t("`-` and `|` between squares are exits of both. Rows stand two lines apart, north at the top."))
        page.verbatim("[a ]-[bS]", indent=4)
    for spec in fields_asked(step, book).values():
        says = f": {spec.says}" if spec.says else ""
        page.add(bold(spec.name), says, dim(t(" (needed)")) if spec.required else "", indent=2, hang=4)
    if step.kind == "claim":
        for event in book.events.values():
            words = f"{event.name}({', '.join(event.args)})" if event.args else event.name
            page.add(bold(words), f"  {unslotted(event.says, event.args)}" if event.says else "", indent=2, hang=4)
    page.add(t("`undo` takes the last line back, `quit` ends."))
    return page.print()
