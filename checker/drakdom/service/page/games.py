"""The games of the page: their rulebooks in the page's language, and a scenario to start from."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from drakdom.errors import DrakdomError, InputError
from drakdom.report.starter import Plan, plans, scenario_starter
from drakdom.rulebook import Rulebook, load_house_rule, load_rulebook
from drakdom.rulebook.find import find_house_rules, find_rulebooks
from drakdom.rulebook.house_declared import SPEC
from drakdom.rulebook.translated import languages, translated
from drakdom.rulebook.words import did_you_mean, short
from drakdom.scenario import read_scenario_text

LANGUAGES = {"en": "English", "sv": "Svenska", "da": "Dansk", "de": "Deutsch", "fi": "Suomi"}
"""The languages of the page, each by its own name."""
_COMMENT = re.compile(r"^\s*#.*\n|[ \t]+# .*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Game:
    """A rulebook as the list of games shows it."""

    slug: str
    title: str
    edition: str
    language: str
    clauses: int


def games(folders: Sequence[str]) -> list[Game]:
    """Return the games that can be ruled on; a rulebook with faults is left out."""
    shown = []
    for folder in find_rulebooks(folders).values():
        try:
            book = load_rulebook(folder)
        except DrakdomError:
            continue
        shown.append(Game(book.slug, book.title, book.edition, book.language, len(book.ledger)))
    return sorted(shown, key=lambda game: game.title)


def book_of(slug: str, folders: Sequence[str], lang: str = "en") -> Rulebook:
    """Return a rulebook, in a language if it has sentences in it. Raises InputError if there is none."""
    folders_by_slug = find_rulebooks(folders)
    if slug not in folders_by_slug:
        raise InputError.single(f"there is no game `{short(slug)}`", help=did_you_mean(slug, folders_by_slug, most=20))
    book = load_rulebook(folders_by_slug[slug])
    return translated(book, lang) if lang in languages(book) else book


def preferred(accepted: str) -> str:
    """Return the language of the page that a browser prefers, by its header `Accept-Language`."""
    ranked = []
    for number, part in enumerate(accepted.split(",")[:20]):
        code, _, weight = part.strip().partition(";q=")
        code = code.split("-")[0].lower()
        try:
            ranked.append((-float(weight or 1), number, {"nb": "da", "nn": "da", "no": "da"}.get(code, code)))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(ranked) if code in LANGUAGES), "en")


def starter(book: Rulebook) -> str:
    """Return a scenario to start from, without the comments that the forms of the page make needless."""
    return _starter(book.folder, book.slug)


@lru_cache(maxsize=50)
def _starter(folder: Path, slug: str) -> str:
    book = load_rulebook(folder)
    for plan in sorted(plans(book), key=_plainness):
        text = _COMMENT.sub("", scenario_starter(book, plan))
        text = re.sub(r"\n{2,}", "\n", text).replace("variants: []\n", "")
        try:
            read_scenario_text(text, slug, rulebook=book)
        except DrakdomError:
            continue
        return text
    return f"title: \nrulebook: {slug}\n"


def house_rules(book: Rulebook) -> list[tuple[str, str]]:
    """Return the names and titles of a rulebook's own house rules; those with faults are left out."""
    stamps = tuple((name, (folder / SPEC).stat().st_mtime_ns) for name, folder in find_house_rules(book.folder).items())
    return _house_rules(book.folder, stamps)


@lru_cache(maxsize=50)
def _house_rules(folder: Path, stamps: tuple[tuple[str, int], ...]) -> list[tuple[str, str]]:
    book, folders, titles = load_rulebook(folder), find_house_rules(folder), list[tuple[str, str]]()
    for name, _ in stamps:
        with contextlib.suppress(DrakdomError):
            titles.append((name, load_house_rule(folders[name], book).title))
    return titles


def _plainness(plan: Plan) -> tuple[bool, int]:
    """Rank plans: a figure goes somewhere, says our guess, if an action has one argument."""
    words = plan.actions[0].split() if plan.actions else []
    return not words, abs(len(words) - 2)
