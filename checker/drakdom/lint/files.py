"""Checks of whole files: they parse, they are loaded, their headers are true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from drakdom.errors import InputError
from drakdom.law.lawtext import cannot_be_included
from drakdom.law.syntax import Signature
from drakdom.lint.source import Law, LintFinding, SourceFile, is_apart
from drakdom.rulebook.house_declared import LAW
from drakdom.step.case import law_of

#: A predicate as headers list it: its name and its arity.
LISTED = re.compile(r"(?<![\w/])([a-z_]\w*)/(\d+)(?![\w/])")
_FIELD = re.compile(r"^%\s+(Reads|Defines):(.*)$")


@dataclass(frozen=True)
class Header:
    """The header of a file: its title, and the predicates listed as read and defined (None if there is no list)."""

    title: str
    reads: frozenset[Signature] | None
    defines: frozenset[Signature] | None


def read_header(text: str) -> Header:
    """Read the header of a file. A field ends at the next field or with the block of comments."""
    lines = lines_of(text)
    title = lines[0].removeprefix("%#").strip() if lines and lines[0].startswith("%# ") else ""
    fields: dict[str, str] = {}
    current = ""
    for line in lines:
        if not line.startswith("%"):
            break
        if match := _FIELD.match(line):
            current = match[1]
            fields[current] = match[2]
        elif current and line.strip() != "%":
            fields[current] += line[1:]
        else:
            current = ""
    return Header(title, _listed(fields.get("Reads")), _listed(fields.get("Defines")))


def lines_of(text: str) -> list[str]:
    """Return the lines of a law; unlike `splitlines`, a form feed or U+2028 in a comment does not end it."""
    return re.split("\r?\n", text.removesuffix("\n").removesuffix("\r")) if text else []


def _listed(text: str | None) -> frozenset[Signature] | None:
    return None if text is None else frozenset((name, int(arity)) for name, arity in LISTED.findall(text))


def names(signatures: frozenset[Signature] | set[Signature]) -> str:
    """Signatures as text: `name/arity`, sorted."""
    return ", ".join(f"`{name}/{arity}`" for name, arity in sorted(signatures))


def header_faults(file: SourceFile, spared: frozenset[Signature]) -> list[str]:
    """Faults of a header; predicates in `spared` may be listed or not."""
    header = read_header(file.text)
    faults = [] if header.title else ["the first line is not `%# Title`"]
    if not file.defines and not file.reads:
        return faults
    for field, listed, real in (("Reads", header.reads, file.wants), ("Defines", header.defines, file.defines)):
        if listed is None:
            faults.append(f"the header has no `% {field}:`")
            continue
        if missing := real - listed - spared:
            faults.append(f"`{field}:` leaves out {names(missing)}")
        if strange := listed - (file.reads | file.input if field == "Reads" else real):
            faults.append(f"`{field}:` lists {names(strange)}, which the file does not use")
    return faults


def check_syntax(law: Law) -> Iterator[LintFinding]:
    """Check that each file parses."""
    for file in law.files:
        if file.fault:
            yield law.finding("syntax", file, file.fault.line, f"this is not an answer-set program: {file.fault}")


def check_readable(law: Law) -> Iterator[LintFinding]:
    """Report what the engine refuses although no other check does."""
    try:
        law_of(law.rulebook)
    except InputError as error:
        for problem in error.problems:
            yield LintFinding("refused", problem.file, problem.line, problem.message, problem.help)


def check_headers(law: Law) -> Iterator[LintFinding]:
    """Check that each file's header lists what the file reads and defines."""
    for file in law.files:
        if not file.fault:
            for fault in header_faults(file, law.contract):
                yield law.finding("header", file, 1, fault)


def check_loaded(law: Law) -> Iterator[LintFinding]:
    """Check that `rulebook.lp` holds only includes of existing files, and that they reach every file."""
    entry = law.folder / "rulebook.lp"
    if not entry.is_file():
        yield LintFinding("loaded", str(entry), 0, "the rulebook has no `rulebook.lp`")
        return
    for file in law.files:
        if file not in law.loaded and not is_apart(file.path):
            help_ = f"add it to `{'rulebook.lp' if law.home(file.path) == law.folder else LAW}`"
            yield law.finding("loaded", file, 1, f"`{file.path.name}` is not included", help_)
        if file.path.name == "rulebook.lp" and file.statements:
            yield law.finding("loaded", file, file.statements[0].line, "`rulebook.lp` holds more than includes")
        for include in file.includes:
            if fault := cannot_be_included(include, law.home(file.path)):
                yield law.finding("loaded", file, include.line, fault)
