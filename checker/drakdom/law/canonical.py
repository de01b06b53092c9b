"""Rules as clingo prints them: `head :- literal; literal.`, taken apart as text.

clingo's own tree answers one attribute at a time across a language border, 100 times slower than this. What is taken
apart here has been parsed and printed by clingo, so its form is known; anything else is the business of the lint.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_MARK = re.compile(r'"(?:\\.|[^"\\])*"|[][(){};,]|:-')
_NESTS = re.compile(r'[][(){}"]')
_FLAT = {mark: re.compile(re.escape(mark)) for mark in (",", ";", ":-")}
_ATOM = re.compile(r"(not not |not )?(_*[a-z][\w']*)(\(.*\))?\Z", re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_WORD = re.compile(r"(?<![\w'])_*[a-z][\w']*")
_VARIABLES = re.compile(r"(?<![\w'])_*[A-Z][\w']*")
_CONSTANT = re.compile(r"(_*[a-z][\w']*)(\(.*\))?\Z|-?\d+\Z|\"", re.DOTALL)

#: A variable that is not anonymous.
VARIABLE = re.compile(r"_*[A-Z][\w']*\Z")

#: Stands for the arguments of a pool. Rules may use the word for a variable of their own.
ANY_OF_A_POOL = "Pool"


class Atom(NamedTuple):
    """A literal with a plain atom: its sign (`""`, `not`, `not not`), its predicate, its arguments as text."""

    sign: str
    name: str
    args: tuple[str, ...]


def statement_parts(text: str) -> tuple[str, list[str]] | None:
    """Head and body literals of a printed rule; None for what is no rule (`#defined` and the like)."""
    if text.startswith("#"):
        return None
    marks = _top(text, ":-")
    if not marks:
        return text.removesuffix("."), []
    return text[: marks[0]].strip(), split(text[marks[0] + 2 :].strip().removesuffix("."), ";")


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between the marks that stand in no bracket."""
    if not _NESTS.search(text):
        return [part.strip() for part in text.split(mark)]
    found, start = [], 0
    for at in _top(text, mark):
        found.append(text[start:at].strip())
        start = at + len(mark)
    found.append(text[start:].strip())
    return found


@lru_cache(maxsize=50_000)
def read_atom(text: str) -> Atom | None:
    """The plain atom of a literal; None for comparisons, aggregates and whatever else."""
    found = _ATOM.match(text)
    if not found:
        return None
    inner = found[3]
    if inner and _closing(inner) != len(inner) - 1:
        return None
    return Atom((found[1] or "").strip(), found[2], _arguments(inner[1:-1]) if inner else ())


def _arguments(text: str) -> tuple[str, ...]:
    """The arguments between two parentheses; those of a pool may be anything, like a variable."""
    pool = split(text, ";")
    args = tuple(split(pool[0], ","))
    return args if len(pool) == 1 else (ANY_OF_A_POOL,) * len(args)


def bare(text: str) -> str:
    """A text without its strings."""
    return _STRING.sub("", text)


def names_in(text: str) -> frozenset[str]:
    """Every word of a text that may be the name of a predicate or a functor."""
    return frozenset(_WORD.findall(bare(text)))


def stands_in(bare_text: str, name: str) -> bool:
    """Whether a word is one of those that `names_in` finds in a text without strings; faster than to find them all."""
    at = bare_text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_goes_on(bare_text[at - 1 : at]) or _goes_on(bare_text[end : end + 1])):
            return True
        at = bare_text.find(name, at + 1)
    return False


def _goes_on(character: str) -> bool:
    return character.isalnum() or character in ("_", "'")


def variables_in(text: str) -> frozenset[str]:
    """Every variable of a text that is not anonymous."""
    return frozenset(_VARIABLES.findall(bare(text)))


@lru_cache(maxsize=50_000)
def functor(term: str) -> str | None:
    """The functor of a term, a constant as itself; None for variables, operations and tuples."""
    found = _CONSTANT.match(term)
    if not found:
        return None
    return found[1] or term


def _top(text: str, mark: str) -> list[int]:
    if mark not in text:
        return []
    depth, found = 0, []
    for match in (_MARK if _NESTS.search(text) else _FLAT[mark]).finditer(text):
        token = match[0]
        if token == mark and depth == 0:
            found.append(match.start())
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
    return found


def _closing(text: str) -> int:
    if text.count("(") == 1 and '"' not in text:
        return text.find(")")
    depth = 0
    for match in _MARK.finditer(text):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if depth == 0:
            return match.start()
    return -1
