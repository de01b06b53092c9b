"""The text of law files, which may come from a stranger: read, bounded and refused where it is not law.

clingo opens `#include` while it parses and leaves nothing of it in the tree, runs `#script`, and its parser crashes on
deep nesting. So the raw text is looked at first, includes are followed here, and only rules reach the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clingo import ast

from drakdom.errors import InputError, LimitError, Place
from drakdom.rulebook.words import short

#: A law file of more bytes, a bracket nested deeper, or more files than this are not read.
MOST_BYTES, DEEPEST, MOST_FILES = 1_000_000, 60, 500

#: Texts in which nothing was found to refuse: a file is read for what it includes and for its rules.
_KNOWN: dict[Path, str] = {}

_INCLUDE = re.compile(r'^[ \t]*(#include)[ \t]+"([^"\n]+)"[ \t]*\.[ \t\r]*(?:%(?!\*)[^\n]*)?$', re.MULTILINE)
_QUIET = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_BINARY = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_REFUSED = re.compile(
    r"#(?!defined\b|show\b|sum\b|sum\+|count\b|min\b|max\b|include\b|true\b|false\b|inf\b|sup\b)\w+|@"
)
_RULES = ("Rule", "Defined", "ShowSignature", "ShowTerm")


class Include(NamedTuple):
    """A file that a law file includes: as it is written, the file that is meant, its line."""

    name: str
    file: Path
    line: int


def law_files(entry: Path) -> list[Path]:
    """The entry file and what it includes, in reading order, each once; nothing of it is parsed.

    Raises InputError for a file that is not there or lies outside of the entry's folder.
    """
    entry = entry.resolve()
    seen: dict[Path, None] = {}
    todo = [entry]
    while todo:
        file = todo.pop()
        if file in seen:
            continue
        seen[file] = None
        if len(seen) > MOST_FILES:
            raise LimitError(f"a law of more than {MOST_FILES} files is not read")
        included = list(includes(read_any_text(file), file))
        for one in included:
            if fault := cannot_be_included(one, entry.parent):
                raise InputError.one(fault, str(file), one.line)
        todo += [one.file for one in reversed(included)]
    return list(seen)


def includes(text: str, file: Path) -> Iterator[Include]:
    """What a text includes; a line that stands in a comment includes nothing."""
    for match in _INCLUDE.finditer(text):
        if _bare(text).startswith("#include", match.start(1)):
            yield Include(match[2], real(file.parent / match[2]), _line(text, match.start(1)))


def cannot_be_included(one: Include, folder: Path) -> str:
    """Why a file cannot be included by the law of a folder; empty if it can."""
    if not one.file.is_relative_to(folder.resolve()):
        return f"`{short(one.name)}` lies outside of the law's folder"
    try:
        there = one.file.is_file()
    except OSError:  # no file can have such a name
        there = False
    return "" if there else f"there is no file `{short(one.name)}` to include"


def real(path: Path) -> Path:
    """Where a path leads to; links that lead round in a circle lead nowhere."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def without_includes(text: str) -> str:
    """A text for the parser, which would open what is included; its lines stay where they are."""
    return _INCLUDE.sub("", text)


def read_text(file: Path) -> str:
    """The text of a law file, which is small, UTF-8 and holds nothing that must not run."""
    text = read_any_text(file)
    if _KNOWN.get(file) != text:
        _refuse(text, file)
        _KNOWN[file] = text
        if len(_KNOWN) > MOST_FILES:
            del _KNOWN[next(iter(_KNOWN))]
    return text


def read_any_text(file: Path) -> str:
    """The text of a law file of a bearable size, whatever stands in it. Raises InputError where it is no text."""
    try:
        if file.exists() and not file.is_file():
            raise InputError.one("this is no file that law can be read from", str(file))
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError.one(f"the law cannot be read: {(error.strerror or 'no reason').lower()}", str(file)) from None
    if len(raw) > MOST_BYTES:
        size = max(file.stat().st_size, len(raw))
        raise LimitError(f"a law file of {size:,} bytes is not read, at most {MOST_BYTES:,}", Place(str(file)))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError.one("the law is not UTF-8 text", str(file), line) from None
    if found := _BINARY.search(text):  # the parser takes a NUL for the end
        raise InputError.one("this is no text file", str(file), _line(text, found.start()))
    return text


def parse(text: str, file: Path) -> list[ast.AST]:
    """The statements of a text; `#include` lines are passed over. Raises InputError where it is no law."""
    nodes: list[ast.AST] = []
    messages: list[str] = []
    try:
        ast.parse_string(without_includes(text), nodes.append, logger=lambda _code, said: messages.append(said))
    except RuntimeError as error:
        said = " ".join("; ".join(messages).split()) or str(error)
        place = re.match(r"<string>:(\d+):(\d+)\S*\s*(?:error:\s*)?(.*)", said)
        line, column, what = (int(place[1]), int(place[2]), place[3]) if place else (0, 0, said)
        raise InputError.one(f"the law cannot be read: {what}", str(file), line, column) from None
    for node in nodes:
        if node.ast_type is ast.ASTType.Minimize:
            line = node.location.begin.line
            raise InputError.one("a weak constraint has no place in law", str(file), line)
    # a word in a comment is not a word that a rule mentions
    return [node for node in nodes if node.ast_type.name in _RULES]


def _refuse(text: str, file: Path) -> None:
    bare = _bare(text)
    if refused := _REFUSED.search(bare):
        raise InputError.one(f"`{refused[0]}` is not allowed in law", str(file), _line(bare, refused.start()))
    must_be_harmless(text, file)


def must_be_harmless(text: str, file: Path) -> None:
    """Raise InputError where parsing alone does harm.

    Deep brackets crash clingo's parser, and an include that is not recognized here would be opened by it.
    """
    bare, depth = _bare(text), 0
    for match in re.finditer(r"[][(){}]|\n", bare):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if depth > DEEPEST:
            raise InputError.one(f"brackets nest deeper than {DEEPEST}", str(file), _line(bare, match.start()))
    kept = without_includes(text)
    if "#include" not in kept:
        return
    for number, (line, quiet) in enumerate(zip(kept.split("\n"), _bare(kept).split("\n"), strict=True), 1):
        # in quotes too: behind what it stumbles over, the parser reads on
        if "#include" in quiet or ("#include" in line and not line.lstrip().startswith("%")):
            message = "an `#include` that does not stand alone on its line is not allowed in law"
            raise InputError.one(message, str(file), number)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


@lru_cache(maxsize=MOST_FILES)
def _bare(text: str) -> str:
    """The text without what stands in quotes and comments, line for line."""
    return _QUIET.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
