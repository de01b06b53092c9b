"""Mended headers of law files: the predicates that a file reads and defines are listed from its rules."""

from __future__ import annotations

import re
import textwrap

from drakdom.errors import InputError
from drakdom.law.syntax import Signature
from drakdom.lint.files import LISTED, header_faults, lines_of, read_header
from drakdom.lint.source import Law, SourceFile
from drakdom.rulebook.whole_file import save_whole

_FIELD = re.compile(r"%\s+(Reads|Defines):")
_WIDTH, _INDENT = 120, 11


def fix_headers(law: Law) -> list[str]:
    """Rewrite false headers; return the names of the files. Raises InputError for a file that cannot be written."""
    changed = []
    for file in law.files:
        if file.fault or not header_faults(file, law.contract):
            continue
        try:
            save_whole(file.path, fixed(file, law.contract))
        except OSError as error:
            message = f"the header cannot be written: {(error.strerror or 'unknown reason').lower()}"
            raise InputError.single(message, str(file.path)) from None
        changed.append(law.name(file))
    return changed


def fixed(file: SourceFile, spared: frozenset[Signature]) -> str:
    """Return the text of a file with a true header; predicates in `spared` stay unlisted."""
    lines = lines_of(file.text)
    end = next((at for at, line in enumerate(lines) if not line.startswith("%")), len(lines))
    header, rest = _without_fields(lines[:end]), lines[end:]
    if not read_header(file.text).title:
        header = [f"%# {file.path.stem.replace('_', ' ').capitalize()}", *header]
    listed = _listed(lines[:end])
    reads = [predicate for predicate in listed["Reads"] if predicate in file.reads | file.input]
    reads += sorted(file.wants - spared - {*reads})
    defines = [predicate for predicate in listed["Defines"] if predicate in file.defines]
    defines += sorted(file.defines - spared - {*defines})
    fields = [*_written("Reads", reads), *_written("Defines", defines)]
    gap = [] if not rest or not rest[0].strip() else [""]
    return "\n".join([*header, "%", *fields, *gap, *rest]) + "\n"


def _fields(header: list[str]) -> list[str]:
    """Return the field that each line of a header belongs to; empty for other lines."""
    current, owners = "", []
    for line in header:
        if match := _FIELD.match(line):
            current = match[1]
        elif line.strip() == "%":
            current = ""
        owners.append(current)
    return owners


def _without_fields(header: list[str]) -> list[str]:
    prose = [line for line, field in zip(header, _fields(header), strict=True) if not field]
    while prose and prose[-1].strip() == "%":
        prose.pop()
    return prose


def _listed(header: list[str]) -> dict[str, list[Signature]]:
    """Return the predicates that each field lists, in the order of the file."""
    listed: dict[str, list[Signature]] = {"Reads": [], "Defines": []}
    for line, field in zip(header, _fields(header), strict=True):
        if field:
            listed[field] += [(name, int(arity)) for name, arity in LISTED.findall(line)]
    return {field: list(dict.fromkeys(predicates)) for field, predicates in listed.items()}


def _written(field: str, predicates: list[Signature]) -> list[str]:
    text = ", ".join(f"{name}/{arity}" for name, arity in predicates) or "nothing of its own"
    first = f"% {field}:".ljust(_INDENT)
    rest = "%".ljust(_INDENT)
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
