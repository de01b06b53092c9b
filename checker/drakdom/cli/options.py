"""Arguments and options that several commands share, with their completion."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from drakdom.errors import InputError
    from drakdom.rulebook import Rulebook
    from drakdom.sandbox import Limits
    from drakdom.scenario import Added, Scenario


def complete_rulebook(incomplete: str) -> list[str]:
    """Names of the shipped rulebooks that begin so."""
    from drakdom.rulebook.find import find_rulebooks

    return [name for name in find_rulebooks() if name.startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Ids of clauses that begin so, if the command names a rulebook."""
    from drakdom.errors import DrakdomError
    from drakdom.rulebook import load_rulebook, resolve_rulebook

    try:
        book = load_rulebook(resolve_rulebook(ctx.params.get("rulebook") or "", ctx.params.get("folders") or ()))
    except DrakdomError:
        return []
    return [(c.id, c.section) for c in book.ledger.values() if c.id.startswith(incomplete.upper())]


def complete_variant(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Optional rules that begin so: those of the rulebook that the scenario names, or else of all that there are."""
    import contextlib
    import re
    from pathlib import Path

    from drakdom.errors import DrakdomError
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.find import find_rulebooks

    rulebook = ctx.params.get("rulebook") or ()
    folders = ctx.params.get("folders") or (() if isinstance(rulebook, str) else rulebook)
    words = [ctx.params.get("file"), rulebook if isinstance(rulebook, str) else None, *ctx.args]
    named = next((str(word) for word in words if word), "")  # a scenario, or a rulebook
    with contextlib.suppress(OSError, ValueError):
        written = re.search(r"^rulebook:\s*([^\s#]+)", Path(named).read_text("utf-8"), re.MULTILINE)
        named = written[1] if written else ""
    books = find_rulebooks(folders)
    found: dict[str, str] = {}
    for name in [named] if named in books else books:
        try:
            book = load_rulebook(resolve_rulebook(name, folders))
        except DrakdomError:
            continue
        found |= {one.name: one.title for one in book.variants.values() if one.name.startswith(incomplete)}
    return [*found.items()]


def check_folders(folders: list[str]) -> list[str]:
    """Refuse a folder that holds no rulebook: were it passed over, a shipped one might be taken without a word."""
    from drakdom.errors import InputError, Problem
    from drakdom.rulebook.find import no_rulebooks

    problems = [Problem(folder, 0, 0, what) for folder in folders if (what := no_rulebooks(folder))]
    if problems:
        raise InputError(problems)
    return folders


File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario, or - to read it from standard input.")]
RulebookName = Annotated[
    str,
    typer.Argument(metavar="RULEBOOK", help="Its name, or its folder.", autocompletion=complete_rulebook),
]
Folders = Annotated[
    list[str],
    typer.Option(
        "--rulebook",
        "-r",
        metavar="DIR",
        help="A folder with a rulebook, or with several. Repeatable.",
        callback=check_folders,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Fresh = Annotated[
    bool,
    typer.Option("--fresh", envvar="DRAKDOM_FRESH", help="Work everything out anew, use nothing kept from before."),
]
Full = Annotated[bool, typer.Option("--full", help="Leave nothing out.")]
Lang = Annotated[
    str,
    typer.Option(
        "--lang", metavar="CODE", help="The language of the sentences, if the rulebook has it: `en`, `de` or `sv`."
    ),
]
ENGLISH = "en"
Readings = Annotated[
    list[str], typer.Option("--reading", metavar="ID=OPTION", help="Read a doubtful clause in one way. Repeatable.")
]
Variants = Annotated[
    list[str],
    typer.Option(
        "--variant",
        metavar="NAME",
        help="Put an optional rule in force. Repeatable.",
        autocompletion=complete_variant,
    ),
]
HouseRules = Annotated[
    list[str],
    typer.Option("--house-rule", metavar="DIR", help="Put a house rule in force: its folder or name. Repeatable."),
]
Settings = Annotated[
    list[str], typer.Option("--set", metavar="NAME=N", help="Set a parameter of a house rule. Repeatable.")
]
Seconds = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", min=0, help="The most that one scenario may take; 0: no limit.")
]
Megabytes = Annotated[
    int, typer.Option("--memory", metavar="MB", min=0, help="The most memory that it may use; 0: no limit.")
]
SECONDS, MEGABYTES = 60.0, 4096
_STDIN = "<stdin>"
_MOST_SECONDS, _MOST_MEGABYTES = 10.0**8, 10**9  # beyond these the system's own limits overflow


def limits(seconds: float, megabytes: int) -> Limits:
    """The limits that the options name."""
    from drakdom.sandbox import Limits

    return Limits(min(seconds, _MOST_SECONDS), min(megabytes, _MOST_MEGABYTES))


def read(file: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None) -> Scenario:
    """Read the scenario that an argument names; `-` is standard input. Of a matrix it is the first combination.

    `book` takes the place of the rulebook that it names; `added` is what goes in force beside what it says.
    """
    return read_all(file, folders, book, added)[0]


def read_all(
    file: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None
) -> tuple[Scenario, ...]:
    """Read the scenario that an argument names under every combination of its matrix."""
    from pathlib import Path

    from drakdom.errors import InputError
    from drakdom.rulebook.yamltext import check_file
    from drakdom.scenario import Added, read_combinations

    if not file:
        raise InputError.one("the file's name is empty")
    if file == "-":
        return _read_text(_stdin(), folders, book, added)
    check_file(Path(file), file, "`-` reads a scenario from standard input")
    return read_combinations(file, folders, rulebook=book, added=added or Added())


def under(scenario: Scenario, variants: Iterable[str], readings: Iterable[str]) -> Scenario:
    """The scenario with what the options put in force beside what it says."""
    from drakdom.scenario.under import read_as, with_variants

    return with_variants(read_as(scenario, readings), variants)


def read_under(
    file: str, folders: list[str], added: Added | None, variants: list[str], readings: list[str]
) -> list[Scenario]:
    """The combinations of a scenario that agree with the readings asked for (or all of them), under the options."""
    scenarios = read_all(file, folders, None, added)
    asked = dict(text.replace(" ", "").partition("=")[::2] for text in readings)
    agreeing = [one for one in scenarios if all(asked.get(axis, says) == says for axis, says in one.combination)]
    return [under(one, variants, readings) for one in agreeing or scenarios]


def spoken(scenarios: list[Scenario], lang: str) -> list[Scenario]:
    """The scenarios with their sentences in a language, which the court speaks from here on."""
    if lang == ENGLISH:
        return scenarios
    from drakdom.scenario.under import in_language

    return [in_language(one, lang) for one in scenarios]


def added_rules(rules: Iterable[str], settings: Iterable[str], variants: Iterable[str] = ()) -> Added:
    """What the options put in force."""
    from drakdom.scenario import Added

    return Added(tuple(rules), tuple(settings), tuple(variants))


def scenario_text(file: str) -> str:
    """The text of the scenario that an argument names."""
    from pathlib import Path

    from drakdom.rulebook.yamltext import decode, read_bytes

    return _stdin() if file == "-" else decode(read_bytes(Path(file), file), file)


def _read_text(
    text: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None
) -> tuple[Scenario, ...]:
    from drakdom.scenario import Added, read_combinations_text

    return read_combinations_text(text, _STDIN, folders, rulebook=book, added=added or Added())


def _stdin() -> str:
    """Standard input, if it is text of a bearable size."""
    from drakdom.errors import InputError

    if sys.stdin is None:
        raise InputError.one("standard input is closed", _STDIN)
    return _read_all(sys.stdin)


@lru_cache(maxsize=1)
def _read_all(stream: TextIO) -> str:
    """What a stream holds: it can be read once, and a scenario may be read under several laws."""
    from drakdom.errors import LimitError, Place
    from drakdom.rulebook.yamltext import LARGEST, decode

    data = stream.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise LimitError(f"more than {LARGEST:,} bytes, which is the most that is read", Place(_STDIN))
    return decode(data, _STDIN)


def scenario_folder(book: Rulebook) -> Path | None:
    """Where the scenarios of a rulebook lie: in its own folder, or under `scenarios/`, here or beside the law."""
    from pathlib import Path

    for root in (book.folder / "scenarios", Path("scenarios", book.slug)):
        if root.is_dir():
            return root
    beside = book.folder.resolve().parent.parent / "scenarios" / book.slug
    return beside if beside.is_dir() else None


def print_json(value: Any) -> str:
    """One JSON object as text; what is no text, as the name of a file may be, is written with escapes."""
    import json
    import re

    text = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda one: f"\\u{ord(one[0]):04x}", text) + "\n"


def each_json(values: Iterable[Any]) -> str:
    """One JSON object as text; of several, one that holds each: a scenario has a value a combination of its matrix."""
    found = [*values]
    return print_json(found[0] if len(found) == 1 else {"schema": "drakdom/each/1", "each": found})


def out(text: str) -> None:
    """Write to standard output, whatever its encoding can hold; end quietly if nobody reads on."""
    stream = sys.stdout
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise typer.Exit(close_pipe()) from None
    except OSError as error:
        close_pipe()
        raise unwritten(error.strerror or str(error)) from None


def unwritten(why: str) -> InputError:
    """What to say where standard output takes nothing."""
    from drakdom.errors import InputError

    return InputError.one(f"the output cannot be written: {why}")


def check_place(file: Path, if_exists: str = "", source: str = "") -> None:
    """Say what is in the way of writing a file before any work is done; `if_exists` is the help where one is there.

    `source` is the file that is read, over which nothing is written, by no link either.
    """
    from pathlib import Path

    from drakdom.errors import InputError

    try:
        if source and file.exists() and file.resolve() == Path(source).resolve():
            raise InputError.one("this is the scenario itself, which would be written over", str(file))
        folder, there, parent = file.is_dir(), file.exists(), file.parent.is_dir()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError.one(f"cannot be written: {reason}", str(file)) from None
    if folder:
        raise InputError.one("this is a folder, not a file", str(file))
    if if_exists and there:
        raise InputError.one("this file exists already", str(file), help=if_exists)
    if not parent:
        raise InputError.one(f"there is no folder `{file.parent}` to write into", str(file), help="make it first")


def save(file: Path, text: str) -> None:
    """Write a file whole or not at all. Opening a pipe might wait for ever."""
    from drakdom.cli.files import save_whole
    from drakdom.errors import InputError

    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            raise InputError.one("this is a pipe, a socket or a device, not a file", str(file))
        save_whole(file, text)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error) or "no reason given").lower()
        raise InputError.one(f"cannot be written: {reason}", str(file)) from None


def close_pipe() -> int:
    """Give up standard output, so that Python does not complain of it at the end; the exit code for that."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
