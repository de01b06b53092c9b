"""`drakdom audit`: search a law or a house rule for contradictions and gaps."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from drakdom.cli import INTERRUPTED, options
from drakdom.cli.output import out
from drakdom.cli.places import Place, place_of, results_folder
from drakdom.cli.reading import limits
from drakdom.cli.warnings import house_warnings, warn
from drakdom.report.as_json import print_json

if TYPE_CHECKING:
    from drakdom.audit import Effort, Law, Report
    from drakdom.audit.sweep import Progress
    from drakdom.audit.values import Bound
    from drakdom.rulebook import Rulebook


NOWHERE = "-"
"""The word for a folder if no witnesses are to be written."""


class Format(str, Enum):  # noqa: UP042  (typer's oldest supported version wants this form)
    """Formats of the report."""

    text = "text"
    json = "json"
    md = "md"


def audit_command(
    rulebook: options.RulebookName,
    variant: options.Variants = [],  # noqa: B006  (typer copies defaults)
    house_rule: options.HouseRules = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    reading: options.Readings = [],  # noqa: B006
    scope: Annotated[
        str, typer.Option(metavar="NAME=N,..", help="Size of the situations, in the names of scope.lp.")
    ] = "",
    budget: Annotated[str, typer.Option(metavar="TIME", help="Stop after this time (60s, 2m); 0: no limit.")] = "55s",
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option("--diff", metavar="A B", help="Compare two laws: base, or optional or house rules."),
    ] = None,
    folder: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Folder for witnesses; default: audit-NAMES; - writes none.")
    ] = "",
    folders: options.Folders = [],  # noqa: B006
    workers: options.Workers = None,
    scheduler: options.Scheduler = "",
    scheduler_file: options.SchedulerFile = "",
    results: options.Results = "",
    full: options.Full = False,
    format_: Annotated[Format, typer.Option("--format", help="Print text, `md` (Markdown) or `json`.")] = Format.text,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Search every small situation for contradictions, gaps and clauses that never apply. Exit code 1 if any is found.

    With house rules, only what they cause counts. Exit code 3 if nothing could be searched within the budget.
    """
    from drakdom.audit import Effort, audit
    from drakdom.audit.laws import law_and_base, law_called, read_bounds, read_seconds
    from drakdom.errors import InputError
    from drakdom.report.audited import audit_json, audit_md, audit_text
    from drakdom.report.page import Look
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.house import set_parameters, shared_settings
    from drakdom.sandbox import run_limited

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    place = place_of(workers, scheduler, scheduler_file)
    most = limits(seconds, megabytes)
    effort = Effort(read_seconds(budget), place.processes, most, results=results_folder(results))
    style = Format.json if as_json else format_
    if diff:
        if house_rule or variant:
            raise InputError.single("`--diff` names both laws itself", help="leave out `--house-rule` and `--variant`")
        check_folder(folder or f"audit-{book.slug}-diff")
        settings = shared_settings((law_called(book, word).book.house_rules for word in diff), setting)
        laws = (law_called(book, diff[0], settings[0], reading), law_called(book, diff[1], settings[1], reading))
        if not any(law.rules for law in laws):
            set_parameters((), setting)  # refuses them
        _diff(laws, read_bounds(scope), Path(folder or f"audit-{book.slug}-diff"), effort, place, style, full)
    law, base = law_and_base(book, house_rule, setting, variant, reading)
    warn(run_limited(lambda: tuple(house_warnings(law.book)), effort.limits))
    names = [book.slug, *(rule.name for rule in law.book.house_rules if base and rule.name not in base.rules)]
    check_folder(folder or f"audit-{'-'.join(names)}")
    where = Path("." if folder == NOWHERE else folder or f"audit-{'-'.join(names)}")
    with place.client() as client, _bar() as progress:
        report = audit(law, base, read_bounds(scope), where, effort, progress, client, "yes")
    trouble = None
    try:
        report = report if folder == NOWHERE else written(report, where)
    except InputError as error:  # print the findings nevertheless
        trouble = error
    if style is Format.json:
        out(print_json(audit_json(report)))
    elif style is Format.md:
        files = [finding.file for finding in report.findings]
        out(audit_md(report, law.book, _pictures(files, law.book, effort)))
    else:
        out(audit_text(report, law.book, Look.of(), full))
    if trouble:
        raise trouble
    raise typer.Exit(_exit_code(report.bound, bool(report.findings)))


def _pictures(files: list[str], book: Rulebook, effort: Effort) -> frozenset[str]:
    """Draw the witnesses that were written; return the pictures' names."""
    from drakdom.cli.pictured import draw_beside

    return draw_beside(filter(None, files), book, effort.limits)


def _diff(
    laws: tuple[Law, Law],
    bounds: dict[str, int],
    folder: Path,
    effort: Effort,
    place: Place,
    style: Format,
    full: bool,
) -> NoReturn:
    from dataclasses import replace

    from drakdom.audit.differ import differ
    from drakdom.report.differed import differences_json, differences_md, differences_text
    from drakdom.report.page import Look

    with place.client() as client, _bar() as progress:
        differences = differ(laws, bounds, folder, effort, progress, client)
    kinds, taken = [], set[str]()
    for kind in differences.kinds:
        roots = []
        for root in kind.roots:
            words = f"{kind.name} {('only in', 'not in')[root.only]} {laws[0].label}"
            stem = stem_of(words, 100)
            stem += f"-{len(taken)}" if stem in taken else ""
            taken.add(stem)
            file = folder / f"{stem}.yaml"
            is_written = bool(root.witness) and str(folder) != NOWHERE
            roots.append(replace(root, file=str(file) if is_written else ""))
            if is_written:
                _write(file, root.witness)
        kinds.append(replace(kind, roots=tuple(roots)))
    differences = replace(differences, kinds=tuple(kinds))
    if style is Format.json:
        out(print_json(differences_json(differences)))
    else:
        if style is not Format.md:
            out(differences_text(differences, Look.of(), full))
        else:
            files = [root.file for kind in differences.kinds for root in kind.roots]
            out(differences_md(differences, _pictures(files, laws[0].book, effort)))
    raise typer.Exit(_exit_code(differences.bound, not differences.equal))


def _exit_code(bound: Bound, has_findings: bool) -> int:
    """Return the exit code of a search: that of an interrupt, 1 if anything was found, else 0."""
    from drakdom.audit.sweep import INTERRUPTED as BY_AN_INTERRUPT

    return INTERRUPTED if bound.stopped == BY_AN_INTERRUPT else int(has_findings)


def check_folder(folder: str) -> None:
    """Raise InputError if witnesses cannot be written into a folder, before any search."""
    from drakdom.errors import InputError

    if folder == NOWHERE:
        return
    path = Path(folder)
    try:
        nearest = next((place for place in (path, *path.absolute().parents) if place.exists()), path)
    except OSError as error:  # an impossible name
        reason = (error.strerror or str(error)).lower()
        raise InputError.single(f"witnesses cannot be written: {reason}", folder) from None
    if not nearest.is_dir():
        raise InputError.single(
            "this is not a folder, so no witnesses can be written into it",
            str(nearest),
            help="name another with `--out`",
        )
    if not os.access(nearest, os.W_OK):
        raise InputError.single(
            "witnesses cannot be written into this folder", str(nearest), help="name another with `--out`"
        )


def _write(file: Path, text: str) -> None:
    from drakdom.errors import InputError
    from drakdom.rulebook.whole_file import save_whole

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        save_whole(file, text)
    except OSError as error:
        raise InputError.single(f"witnesses cannot be written: {error.strerror or error}", str(file)) from None


def stem_of(words: str, most: int) -> str:
    """Return words as the stem of a file's name, cut to a number of characters."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:most]


def written(report: Report, folder: Path) -> Report:
    """Write every witness; return the report with their files."""
    from dataclasses import replace

    findings, names = [], set[str]()
    for finding in report.findings:
        name = stem = stem_of(f"{finding.kind} {finding.what}", 60)
        for number in range(2, len(report.findings) + 2):
            if name not in names:
                break
            name = f"{stem}-{number}"
        names.add(name)
        if finding.witness:
            _write(folder / f"{name}.yaml", finding.witness)
        findings.append(replace(finding, file=str(folder / f"{name}.yaml") if finding.witness else ""))
    return replace(report, findings=tuple(findings))


@contextmanager
def _bar() -> Iterator[Progress | None]:
    """Show the progress of the search on a terminal; leave nothing behind."""
    from drakdom.report.page import is_plain

    if is_plain() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("searching")

        def advance(done: int, total: int, step: str) -> None:
            bar.update(task, completed=done, total=total, description=step, refresh=True)

        yield advance
