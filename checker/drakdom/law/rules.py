"""One statement of the law, and what of it the engine tells apart.

Atoms of one predicate are told apart by the functor of their first argument (of the action, for options):
`event(hit(F, C), T)` and `event(dies(F), T)` are different heads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from drakdom.law.canonical import Atom

#: name, arity, functor of the key argument (None: any)
Signature = tuple[str, int, str | None]

#: Which argument tells atoms of one predicate apart; every other predicate is told apart by its first.
KEY_ARGUMENT = {"option": 1, "chosen": 1}

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])T(?![\w\'])')


@dataclass(frozen=True, slots=True)
class Rule:
    """One statement of the law, with the signatures of its head and of its positive body.

    `fluents` are the functors of the fluents that it reads; `timed` says whether it has a moment. Where the head's
    first argument is a variable, `linked` are the body's signatures that have the same variable there. `head_atom` is
    None where the head is no plain atom, `body` holds the plain atoms that stand in the body without a `not`.
    """

    text: str
    file: str
    line: int
    clause: str | None
    head: Signature | None
    head_text: str | None
    positive: tuple[Signature, ...]
    linked: tuple[Signature, ...]
    fluents: tuple[str, ...]
    phase: str | None
    timed: bool
    head_atom: Atom | None = None
    body: tuple[Atom, ...] = ()

    def at(self, moment: str) -> str:
        """The rule with its variable T replaced by the term `moment`."""
        return _TOKEN.sub(lambda m: m[0] if m[0][0] == '"' else moment, self.text)


def has_moment(text: str) -> bool:
    """Whether the variable T stands in a rule's text, outside of quoted strings."""
    return any(match[0] == "T" for match in _TOKEN.finditer(text))
