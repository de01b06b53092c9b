"""The statements of the law, with the signatures by which the engine distinguishes atoms.

The functor of the first argument (of the action, for options) distinguishes atoms of one predicate:
`event(hit(F, C), T)` and `event(dies(F), T)` are different heads.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from drakdom.law.canonical import Atom

#: The name, the arity, and the functor of the key argument (None: any).
Signature = tuple[str, int, str | None]

#: The place of the key argument, counted from 0, for predicates whose key is not the first argument.
KEY_ARGUMENT = {"option": 1, "chosen": 1}

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])T(?![\w\'])')


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement of the law, with the signatures of its head and of its positive body.

    `fluents` are the functors of the fluents that it reads. `timed` means that it has a moment. If the head's first
    argument is a variable, `linked` are the signatures of the body atoms with the same first argument. `head_atom` is
    None if the head is no plain atom; `body` has the plain atoms of the body that are not negated.
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

    def applies(self, in_force: Collection[str]) -> bool:
        """Return True if the clause of the rule is in force; a rule without a clause always is."""
        return self.clause is None or self.clause in in_force

    def at(self, moment: str) -> str:
        """Return the text of the rule with the term `moment` in place of the variable T."""
        return _TOKEN.sub(lambda match: match[0] if match[0][0] == '"' else moment, self.text)


def has_moment(text: str) -> bool:
    """Return True if the text of a rule has the variable T outside of quoted strings."""
    return any(match[0] == "T" for match in _TOKEN.finditer(text))
