"""The text of law files, which may come from a stranger: read, bounded and refused where it is not law (DESIGN 9).

clingo opens `#include` while it parses and leaves nothing of it in the tree, runs `#script`, and its parser crashes on
deep nesting. So the raw text is looked at first, includes are followed here, and only rules reach the solver.
"""

from __future__ import annotations

import re
from pathlib import Path

from clingo import ast

from checker.errors import InputError, LimitError

#: A law file of more bytes, a bracket nested deeper, or more files than this are not read.
MOST_BYTES, DEEPEST, MOST_FILES = 1_000_000, 60, 500

_INCLUDE = re.compile(r'^[ \t]*#include[ \t]+"([^"\n]+)"[ \t]*\.[^\n]*$', re.MULTILINE)
_QUIET = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_REFUSED = re.compile(
    r"#(?!defined\b|show\b|sum\b|sum\+|count\b|min\b|max\b|include\b|true\b|false\b|inf\b|sup\b)\w+|@"
)
_RULES = ("Rule", "Defined", "ShowSignature", "ShowTerm")


def law_files(entry: Path) -> list[Path]:
    """The entry file and what it includes, in reading order, each once.

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
        text = read_text(file)
        included = []
        for match in _INCLUDE.finditer(text):
            other = (file.parent / match[1]).resolve()
            line = text.count("\n", 0, match.start()) + 1
            if not other.is_relative_to(entry.parent):
                raise InputError.one(f"`{match[1]}` lies outside of the rulebook's folder", str(file), line)
            if not other.is_file():
                raise InputError.one(f"there is no file `{match[1]}` to include", str(file), line)
            included.append(other)
        todo += reversed(included)
    return list(seen)


def read_text(file: Path) -> str:
    """The text of a law file, which is small, UTF-8 and holds nothing that must not run."""
    try:
        raw = file.read_bytes()
        text = raw.decode("utf-8")
    except OSError as error:
        raise InputError.one(f"the law cannot be read: {error.strerror}", str(file)) from None
    except UnicodeDecodeError:
        raise InputError.one("the law is not UTF-8 text", str(file)) from None
    if len(raw) > MOST_BYTES:
        raise LimitError(f"{file}: a law file of {len(raw)} bytes is not read, at most {MOST_BYTES}")
    _refuse(text, file)
    return text


def parse(text: str, file: Path) -> list[ast.AST]:
    """The statements of a text; `#include` lines are passed over. Raises InputError where it is no law."""
    nodes: list[ast.AST] = []
    messages: list[str] = []
    kept = _INCLUDE.sub("", text)
    try:
        ast.parse_string(kept, nodes.append, logger=lambda _code, said: messages.append(said))
    except RuntimeError as error:
        said = " ".join("; ".join(messages).split()) or str(error)
        place = re.match(r"<string>:(\d+):(\d+)\S*\s*(?:error:\s*)?(.*)", said)
        line, column, what = (int(place[1]), int(place[2]), place[3]) if place else (0, 0, said)
        raise InputError.one(f"the law cannot be read: {what}", str(file), line, column) from None
    # a word in a comment is not a word that a rule mentions
    return [node for node in nodes if node.ast_type.name in _RULES]


def _refuse(text: str, file: Path) -> None:
    bare = _bare(text)
    if refused := _REFUSED.search(bare):
        line = bare.count("\n", 0, refused.start()) + 1
        raise InputError.one(f"`{refused[0]}` is not allowed in law", str(file), line)
    must_be_shallow(text, file)


def must_be_shallow(text: str, file: Path) -> None:
    """Raise InputError where brackets nest deeper than clingo's parser bears."""
    bare, depth = _bare(text), 0
    for match in re.finditer(r"[][(){}]|\n", bare):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if depth > DEEPEST:
            line = bare.count("\n", 0, match.start()) + 1
            raise InputError.one(f"brackets nest deeper than {DEEPEST}", str(file), line)


def _bare(text: str) -> str:
    """The text without what stands in quotes and comments, line for line."""
    return _QUIET.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
