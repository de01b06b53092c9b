"""The text of law files, which need not be trusted: reads them within limits and refuses all that is not law.

clingo opens files that an `#include` names while it parses, runs `#script`, and its parser crashes on deep nesting. So
this module checks the raw text first, follows includes itself, and passes only rules to the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drakdom.errors import InputError, LimitError, Place
from drakdom.rulebook import law_folder
from drakdom.rulebook.words import did_you_mean, short

if TYPE_CHECKING:
    from clingo import ast

#: Limits of a law: bytes in a file, depth of brackets, operators of a term, number of files.
MOST_BYTES, DEEPEST, MOST_OPERATORS, MOST_FILES = 1_000_000, 60, 60, 500

_INCLUDE = re.compile(
    r'^[ \t]*(#include)[ \t]+(?:"([^"\n]+)"|<([a-z_]+)>)[ \t]*\.[ \t\r]*(?:%(?!\*)[^\n]*)?$', re.MULTILINE
)
#: Strings and comments; what follows a quote that is not closed is code. A comment that is not closed goes to the end.
_QUIET = re.compile(r'"(?:\\.|[^"\\\n])*+(?:"|(?P<open>))|%\*(?:.*?\*%|.*)|%[^\n]*', re.DOTALL)
_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*+"?)|%\*(?:.*?\*%|.*)|%[^\n]*', re.DOTALL)
#: Brackets, separators of terms, operators.
_SHAPE = re.compile(r"(?P<opens>[({\[])|(?P<closes>[)}\]])|(?P<apart>:-|[,;:<>=!]|(?<!\.)\.(?!\.))|[-+*/\\&?^~|]|\.\.")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_BINARY = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_REFUSED = re.compile(
    r"#(?!defined\b|show\b|sum\b|sum\+|count\b|min\b|max\b|include\b|true\b|false\b|inf\b|sup\b)\w+|@"
)
_NUMBER = re.compile(
    r"(?<![\w'])(?:(?P<base>0[xXoObB]\w+)|(?P<large>\d{7,})|(?P<factor>\d{5,}\s*\*))|(?P<second>\*\s*\d{5,})"
)
_NUMBERS = {
    "base": "a number that is not decimal has no place in law",
    "large": "a number of more than six digits has no place in law",  # the solver's numbers wrap around
    "factor": "a factor of more than four digits has no place in law",
    "second": "a factor of more than four digits has no place in law",
}
_RULES = ("Rule", "Defined", "ShowSignature", "ShowTerm")


class Include(NamedTuple):
    """An include of a law file: the name as written, the file that it leads to, the line.

    `"pit.lp"` names a file beside the including one, `<grid>` a piece of the library.
    """

    name: str
    file: Path
    line: int
    of_library: bool = False


def law_files(entry: Path) -> list[Path]:
    """Return the entry file and all files that it includes, in reading order, each once. Nothing is parsed.

    Raises InputError for a file that is missing or outside of the entry's folder, LimitError past MOST_FILES.
    """
    entry = entry.resolve()
    seen: dict[Path, None] = {}
    todo = [entry]
    while todo:
        file = todo.pop()
        if file in seen:
            continue
        seen[file] = None
        home = library() if file.parent == library() else entry.parent
        if len(seen) > MOST_FILES:
            raise LimitError(f"the law has more than {MOST_FILES} files")
        included = list(includes(read_any_text(file), file))
        for include in included:
            if fault := cannot_be_included(include, home):
                raise _fault(fault, file, include.line)
        todo += [include.file for include in reversed(included)]
    return list(seen)


def includes(text: str, file: Path) -> Iterator[Include]:
    """Yield the includes of a text, without those in comments."""
    matches = list(_INCLUDE.finditer(text))
    bare = _bare(text) if matches else ""
    for match in matches:
        if bare.startswith("#include", match.start(1)):
            of_library = match[2] is None
            target = library() / f"{match[3]}.lp" if of_library else real(file.parent / match[2])
            yield Include(match[2] or match[3], target, _line(text, match.start(1)), of_library)


@cache
def library() -> Path:
    """Return the folder of the library: law that rulebooks share."""
    return law_folder().resolve() / "lib"


def cannot_be_included(include: Include, folder: Path) -> str:
    """Return the reason against an include in the law of a folder; empty if there is none."""
    if include.of_library:
        pieces = sorted(file.stem for file in library().glob("*.lp"))
        if include.name in pieces:
            return ""
        return f"the library has no piece `{short(include.name)}`; {did_you_mean(include.name, pieces)}".rstrip("; ")
    if not include.file.is_relative_to(folder.resolve()):
        return f"`{short(include.name)}` lies outside of the law's folder"
    try:
        exists = include.file.is_file()
    except OSError:  # no file can have such a name
        exists = False
    return "" if exists else f"there is no file `{short(include.name)}` to include"


def real(path: Path) -> Path:
    """Resolve the links of a path; return it unresolved if its links form a cycle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def without_includes(text: str) -> str:
    """Return a text without its includes, which the parser would open; line numbers stay the same."""
    return _INCLUDE.sub("", text)


def read_text(file: Path) -> str:
    """Read a law file and refuse anything harmful. Raises InputError or LimitError."""
    text = read_any_text(file)
    _refuse(text, file)
    return text


def read_any_text(file: Path) -> str:
    """Read a law file without a check of its content. Raises InputError if it is no text, LimitError if too large."""
    try:
        if file.exists() and not file.is_file():
            raise _fault("this is not a regular file, so no law can be read from it", file)
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise _fault(f"the law cannot be read: {(error.strerror or 'unknown reason').lower()}", file) from None
    if len(raw) > MOST_BYTES:
        size = max(file.stat().st_size, len(raw))
        raise LimitError(f"a law file of {size:,} bytes is too large, the limit is {MOST_BYTES:,}", Place(str(file)))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _fault("the law is not UTF-8 text", file, line) from None
    if binary := _BINARY.search(text):  # the parser takes a NUL for the end
        raise _fault("this is not a text file", file, _line(text, binary.start()))
    return text


def parse(text: str, file: Path) -> list[ast.AST]:
    """Parse a text into its rules and directives, without `#include` lines. Raises InputError for faulty law."""
    from clingo import ast  # kept law needs no syntax tree, and its module takes longer to load than the kept law

    nodes: list[ast.AST] = []
    messages: list[str] = []
    try:
        for trial in trials(text):
            nodes.clear()
            ast.parse_string(trial, nodes.append, logger=lambda _code, message: messages.append(message))
    except RuntimeError as error:
        text = " ".join("; ".join(messages).split()) or str(error)
        place = re.match(r"<string>:(\d+):(\d+)\S*\s*(?:error:\s*)?(.*)", text)
        line, column, reason = (int(place[1]), int(place[2]), place[3]) if place else (0, 0, text)
        raise _fault(f"the law cannot be read: {reason}", file, line, column) from None
    for node in nodes:
        if node.ast_type is ast.ASTType.Minimize:
            line = node.location.begin.line
            raise _fault("a weak constraint has no place in law", file, line)
    # without comments: rules do not mention the words in them
    return [node for node in nodes if node.ast_type.name in _RULES]


def trials(text: str) -> Iterator[str]:
    """Yield the texts that the parser reads in turn, without includes; the last one is the law.

    A message of the parser that breaks a letter of several bytes ends the process. So such letters in comments are
    replaced. If a string has one, a text without it is parsed first, and any syntax error is found there.
    """
    plain = _COMMENT.sub(lambda match: match[1] or _NOT_ASCII.sub("?", match[0]), without_includes(text))
    if not plain.isascii():
        yield _NOT_ASCII.sub("?", plain)
    yield plain


def _refuse(text: str, file: Path) -> None:
    bare = _bare(text)
    if refused := _REFUSED.search(bare):
        raise _fault(f"`{refused[0]}` is not allowed in law", file, _line(bare, refused.start()))
    if wrong := _NUMBER.search(bare):
        raise _fault(_NUMBERS[wrong.lastgroup or ""], file, _line(bare, wrong.start()))
    must_be_harmless(text, file)


def must_be_harmless(text: str, file: Path) -> None:
    """Raise InputError if parsing alone would do harm.

    Deep brackets, long chains of operators and strange letters crash clingo's parser, and the parser would open an
    include that this module does not recognize.
    """
    bare = _bare(text)
    if strange := _NOT_ASCII.search(bare):
        place = f"U+{ord(strange[0]):04X}"
        message = f"the letter {place} has no place in law outside of comments and strings"
        raise _fault(message, file, _line(bare, strange.start()))
    _must_be_shallow(bare, file)
    kept = without_includes(text)
    if "#include" not in kept:
        return
    for number, (line, quiet) in enumerate(zip(kept.split("\n"), _bare(kept).split("\n"), strict=True), 1):
        # also in quotes: after a syntax error the parser reads on inside of them
        if "#include" in quiet or ("#include" in line and not line.lstrip().startswith("%")):
            message = "an `#include` that does not stand alone on its line is not allowed in law"
            raise _fault(message, file, number)


def _must_be_shallow(bare: str, file: Path) -> None:
    """Raise InputError for brackets or terms that nest too deep; each operator nests what stands before it."""
    operators = [0]  # so far in the term of each open bracket
    for match in _SHAPE.finditer(bare):
        if match["opens"]:
            operators.append(0)
        elif match["closes"]:
            operators[1:] = operators[1:-1]
        elif match["apart"]:
            operators[-1] = 0
        else:
            operators[-1] += 1
        if len(operators) > DEEPEST + 1:
            raise _fault(f"brackets nest deeper than {DEEPEST}", file, _line(bare, match.start()))
        if operators[-1] > MOST_OPERATORS:
            message = f"a term has more than {MOST_OPERATORS} operators"
            raise _fault(message, file, _line(bare, match.start()))


def _fault(message: str, file: Path, line: int = 0, column: int = 0) -> InputError:
    """Return the error for a place in a law file."""
    return InputError.single(message, str(file), line, column)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


@lru_cache(maxsize=MOST_FILES)
def _bare(text: str) -> str:
    """Return the text with blanks in place of strings and comments; line numbers and columns stay the same."""
    return _QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match[0]) if match["open"] is None else match[0], text)
