"""Catalogues of the program and of the rulebooks: the sentences that each must hold.

`python -m tests.report.catalogues [CODE FILE]` brings them all up to date: new sentences are added without a
translation, unused ones are removed. With a code and a new file it begins a catalogue there.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import drakdom
from drakdom.language import LOCALE
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.core_gaps import CORE_GAPS
from drakdom.rulebook.find import is_rulebook, law_folder
from drakdom.rulebook.translated import sentences

COURT = Path(drakdom.__file__).parent
LAW = law_folder()
KEYWORDS = {"t": None, "mark": None, "tn": (1, 2)}


class Said(NamedTuple):
    """A sentence and its context; it has two forms if it depends on a number."""

    context: str | None
    forms: tuple[str, ...]


@cache
def court() -> list[Said]:
    """Return the sentences of the program: every `t`, `tn` and `mark`, and the gaps of the core."""
    messages = extract_from_dir(COURT, method_map=[("**.py", "python")], keywords=KEYWORDS)
    marked = [message[2] if isinstance(message[2], tuple) else (message[2],) for message in messages]
    gaps = [(gap.says,) for gap in CORE_GAPS.values()]
    return [*dict.fromkeys(Said(None, forms) for forms in (*marked, *gaps))]


def rulebook(folder: Path) -> list[Said]:
    """Return the sentences of a rulebook."""
    return [Said(context, (sentence,)) for context, sentence in sentences(load_rulebook(folder))]


def said_beside(file: Path) -> list[Said]:
    """Return the sentences that a catalogue must hold, by its place."""
    owner = file.parent.parent
    return rulebook(owner) if is_rulebook(owner) else court()


def shipped() -> list[Path]:
    """Return all catalogues."""
    return sorted([*COURT.glob(f"{LOCALE}/*.po"), *LAW.glob(f"*/{LOCALE}/*.po")])


def read(file: Path) -> dict[Said, tuple[str, ...]]:
    """Return the entries of a catalogue with their translations, without those marked as uncertain."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    messages = (message for message in catalogue if message.id and not message.fuzzy)
    return {Said(message.context, _forms(message.id)): _forms(message.string) for message in messages}


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def entries(missing: Iterable[Said]) -> Iterator[str]:
    """Yield entries in the form of a catalogue, ready to be translated."""
    for entry in missing:
        yield "\n".join(
            ([f'msgctxt "{entry.context}"'] if entry.context else [])
            + [f"{key} {_quoted(form)}" for key, form in zip(("msgid", "msgid_plural"), entry.forms, strict=False)]
            + (['msgstr ""'] if len(entry.forms) == 1 else ['msgstr[0] ""', 'msgstr[1] ""'])
        )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def update(file: Path, code: str, translations: dict[Said, tuple[str, ...]]) -> None:
    """Write a catalogue anew, with all sentences that it must hold and the translations given."""
    catalogue = Catalog(locale=code, fuzzy=False, header_comment="")
    head = [(name, value) for name, value in catalogue.mime_headers if name in ("Content-Type", "Plural-Forms")]
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in [("Language", code), *head])
    body = Catalog()
    for entry in said_beside(file):
        forms = translations.get(entry, ("",) * len(entry.forms))
        plural = len(entry.forms) > 1
        body.add(entry.forms if plural else entry.forms[0], forms if plural else forms[0], context=entry.context)
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as stream:
        stream.write(f'msgid ""\nmsgstr ""\n{lines}\n'.encode())
        write_po(stream, body, width=0, omit_header=True)


if __name__ == "__main__":
    command = argparse.ArgumentParser(description="Bring all catalogues up to date; with CODE FILE, begin one there.")
    command.add_argument("new", nargs="*", metavar="CODE FILE")
    new = command.parse_args().new
    if len(new) not in (0, 2):
        command.error("name a language and a file, or neither")
    if new:
        update(Path(new[1]), new[0], {})
    for path in shipped():
        update(path, path.stem, read(path))
