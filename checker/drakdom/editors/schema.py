"""The JSON Schemas of a rulebook's files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from drakdom.editors.board import board_schema
from drakdom.editors.modeline import schema_file
from drakdom.editors.pictures import pictures_schema
from drakdom.editors.rulebook import house_rule_schema, ledger_schema, rulebook_schema
from drakdom.editors.scenario import scenario_schema
from drakdom.editors.words import DRAFT, Schema
from drakdom.errors import InputError
from drakdom.rulebook import Rulebook, load_house_rule, with_house_rules
from drakdom.rulebook.find import find_house_rules

KINDS = ("scenario", "house-rule", "rulebook", "ledger", "pictures", "board")
"""The kinds of files that have a schema."""

_TITLES = {
    "scenario": "A scenario of {title}",
    "house-rule": "A house rule for {title}",
    "rulebook": "The vocabulary of {title}",
    "ledger": "The ledger of {title}",
    "pictures": "The look of the boards of {title}",
    "board": "The map of {title}",
}


def schema(book: Rulebook, kind: str = "scenario", house_rules: Iterable[Path] = ()) -> Schema:
    """Return the JSON Schema (draft 7) of one kind of files of a rulebook.

    Scenarios may use the words of the rulebook's own house rules, and of those in the given folders.
    """
    folders = tuple(house_rules)
    if kind == "scenario":
        body, words = scenario_schema(_with_all(book, folders), covered=bool(folders))
    elif kind == "house-rule":
        body, words = house_rule_schema(_with_all(book, folders))
    else:
        made = {
            "rulebook": rulebook_schema,
            "ledger": ledger_schema,
            "pictures": pictures_schema,
            "board": board_schema,
        }
        body, words = made[kind](book)
    head = {"$schema": DRAFT, "$id": f"{kind}.json", "title": _TITLES[kind].format(title=book.title)}
    return {**head, **body, "definitions": dict(sorted(words.definitions.items()))}


def schema_text(book: Rulebook, kind: str = "scenario", house_rules: Iterable[Path] = ()) -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema(book, kind, house_rules), indent=1, ensure_ascii=False) + "\n"


def schema_files(book: Rulebook) -> dict[Path, str]:
    """Return the schemas that a rulebook comes with, each by its place in the rulebook's folder."""
    return {schema_file(book.folder, kind): schema_text(book, kind) for kind in KINDS}


def _with_all(book: Rulebook, folders: Iterable[Path]) -> Rulebook:
    """Return the rulebook with these house rules, and with its own ones if their words agree."""
    full = with_house_rules(book, [load_house_rule(folder, book) for folder in folders])
    for folder in find_house_rules(book.folder).values():
        rule = load_house_rule(folder, book)
        try:
            full = with_house_rules(full, [rule])
        except InputError:
            continue  # its words clash with another rule's, or it is already in: leave it out
    return full
