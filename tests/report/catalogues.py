"""The catalogues beside the rulebooks and the court's own: what must stand in each of them.

`python -m tests.report.catalogues [CODE FILE]` brings them all up to date: what is new stands there without a
translation, what is said no more is gone. With a code and a new file it begins a catalogue there.
"""

import sys
from collections.abc import Iterable, Iterator
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
    """A sentence and where it stands; two forms where it is about a number of things."""

    context: str | None
    forms: tuple[str, ...]


def court() -> list[Said]:
    """What the court says: every `t`, `tn` and `mark` in it, and the gaps of the core."""
    found = extract_from_dir(COURT, method_map=[("**.py", "python")], keywords=KEYWORDS)
    told = [one[2] if isinstance(one[2], tuple) else (one[2],) for one in found]
    gaps = [(gap.says,) for gap in CORE_GAPS.values()]
    return [*dict.fromkeys(Said(None, forms) for forms in (*told, *gaps))]


def rulebook(folder: Path) -> list[Said]:
    """What a rulebook says."""
    return [Said(context, (sentence,)) for context, sentence in sentences(load_rulebook(folder))]


def said_beside(file: Path) -> list[Said]:
    """What a catalogue must hold, by where it lies."""
    owner = file.parent.parent
    return rulebook(owner) if is_rulebook(owner) else court()


def shipped() -> list[Path]:
    """Every catalogue that there is."""
    return sorted([*COURT.glob(f"{LOCALE}/*.po"), *LAW.glob(f"*/{LOCALE}/*.po")])


def read(file: Path) -> dict[Said, tuple[str, ...]]:
    """The entries of a catalogue with their translations, without those that are marked as uncertain."""
    with file.open("rb") as stream:
        catalogue = read_po(stream, abort_invalid=True)
    return {Said(one.context, _forms(one.id)): _forms(one.string) for one in catalogue if one.id and not one.fuzzy}


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def entries(missing: Iterable[Said]) -> Iterator[str]:
    """Entries as a catalogue has them, for somebody to translate."""
    for one in missing:
        yield "\n".join(
            ([f'msgctxt "{one.context}"'] if one.context else [])
            + [f"{key} {_quoted(form)}" for key, form in zip(("msgid", "msgid_plural"), one.forms, strict=False)]
            + (['msgstr ""'] if len(one.forms) == 1 else ['msgstr[0] ""', 'msgstr[1] ""'])
        )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def update(file: Path, code: str, known: dict[Said, tuple[str, ...]]) -> None:
    """Write a catalogue anew: what must stand in it, with the translations that are known."""
    catalogue = Catalog(locale=code, fuzzy=False, header_comment="")
    head = [(name, value) for name, value in catalogue.mime_headers if name in ("Content-Type", "Plural-Forms")]
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in [("Language", code), *head])
    body = Catalog()
    for one in said_beside(file):
        told = known.get(one, ("",) * len(one.forms))
        plural = len(one.forms) > 1
        body.add(one.forms if plural else one.forms[0], told if plural else told[0], context=one.context)
    file.parent.mkdir(exist_ok=True)
    with file.open("wb") as stream:
        stream.write(f'msgid ""\nmsgstr ""\n{lines}\n'.encode())
        write_po(stream, body, width=0, omit_header=True)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        update(Path(sys.argv[2]), sys.argv[1], {})
    for path in shipped():
        update(path, path.stem, read(path))
