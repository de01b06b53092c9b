"""Arguments and options that several commands share, with their completion."""

from __future__ import annotations

from typing import Annotated

import typer


def complete_rulebook(incomplete: str) -> list[str]:
    """Names of shipped rulebooks with this beginning."""
    from drakdom.rulebook.find import find_rulebooks

    return [name for name in find_rulebooks() if name.startswith(incomplete)]


def complete_clause(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Ids of clauses with this beginning, if the command line names a rulebook."""
    from drakdom.errors import DrakdomError
    from drakdom.rulebook import load_rulebook, resolve_rulebook

    try:
        book = load_rulebook(resolve_rulebook(ctx.params.get("rulebook") or "", ctx.params.get("folders") or ()))
    except DrakdomError:
        return []
    return [(clause.id, clause.section) for clause in book.ledger.values() if clause.id.startswith(incomplete.upper())]


def complete_variant(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Optional rules with this beginning: those of the scenario's rulebook, or of all rulebooks."""
    import contextlib
    import re
    from pathlib import Path

    from drakdom.errors import DrakdomError
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.find import find_rulebooks
    from drakdom.rulebook.yamltext import decode, read_bytes

    rulebook = ctx.params.get("rulebook") or ()
    folders = ctx.params.get("folders") or (() if isinstance(rulebook, str) else rulebook)
    words = [ctx.params.get("file"), rulebook if isinstance(rulebook, str) else None, *ctx.args]
    named = next((str(word) for word in words if word), "")  # a scenario, or a rulebook
    with contextlib.suppress(DrakdomError):
        written = re.search(r"^rulebook:\s*([^\s#]+)", decode(read_bytes(Path(named), named), named), re.MULTILINE)
        named = written[1] if written else ""
    books = find_rulebooks(folders)
    titles: dict[str, str] = {}
    for name in [named] if named in books else books:
        try:
            book = load_rulebook(resolve_rulebook(name, folders))
        except DrakdomError:
            continue
        titles |= {
            variant.name: variant.title for variant in book.variants.values() if variant.name.startswith(incomplete)
        }
    return [*titles.items()]


def check_folders(folders: list[str]) -> list[str]:
    """Raise InputError for a folder without a rulebook; otherwise a shipped rulebook would be used silently.

    Print a note for a rulebook that takes the place of a shipped one.
    """
    from drakdom.errors import InputError, Problem
    from drakdom.rulebook.find import folder_fault, shadowed

    problems = [Problem(folder, 0, 0, message) for folder in folders if (message := folder_fault(folder))]
    if problems:
        raise InputError(problems)
    for slug, folder in shadowed(folders).items():
        typer.echo(f"note: `{slug}` is the rulebook in `{folder}`, not the shipped one", err=True)
    return folders


File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario, or - to read it from standard input.")]
Claims = Annotated[
    list[str], typer.Argument(metavar="CLAIM", help="What to answer, such as 'hit(Ann, arrows)'; else what FILE asks.")
]
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
        help="A folder that holds a rulebook or several. Repeatable.",
        callback=check_folders,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", hidden=True, help="The same as `--format json`.")]
Fresh = Annotated[
    bool,
    typer.Option("--fresh", envvar="DRAKDOM_FRESH", help="Compute everything anew; use no kept results."),
]
Full = Annotated[bool, typer.Option("--full", help="Show everything, without folding.")]
Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="CODE",
        help="Language of the sentences, if the rulebook has it: `da`, `de`, `fi` or `sv`.",
    ),
]
ENGLISH = "en"
Readings = Annotated[
    list[str],
    typer.Option("--reading", metavar="ID=OPTION", help="Fix the reading of an ambiguous clause. Repeatable."),
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
    float, typer.Option("--timeout", metavar="SECONDS", min=0, help="Time limit for one scenario; 0: no limit.")
]
Megabytes = Annotated[
    int, typer.Option("--memory", metavar="MB", min=0, help="Memory limit for one scenario; 0: no limit.")
]
SECONDS, MEGABYTES = 60.0, 4096
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "--jobs", "-j", metavar="N", min=0, help="Processes on this machine; 0: one for each processor."
    ),
]
Scheduler = Annotated[
    str,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Run on the cluster of this Dask scheduler, as `tcp://host:8786`; default: $DASK_SCHEDULER_ADDRESS.",
    ),
]
SchedulerFile = Annotated[
    str, typer.Option("--scheduler-file", metavar="FILE", help="The same, by the file that the scheduler wrote.")
]
Results = Annotated[
    str, typer.Option("--results", metavar="DIR", help="Keep results in this folder, and go on from those in it.")
]
