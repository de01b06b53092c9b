"""Questions to the court, and the keys of their answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from drakdom.kept import engine
from drakdom.rulebook.textfile import decode_stream

Kind = Literal["rule", "odds", "why-not", "compare", "paths", "draw", "ask", "audit", "precedent"]
AUDIT: Kind = "audit"
"""The kind of question with a slot of its own: it takes minutes."""
NAME = "<stdin>"
"""The name of a scenario that has no file, as on the command line."""


@dataclass(frozen=True, slots=True)
class Question:
    """A scenario's text and one question about it. `options` hold the arguments of the command `kind`.

    The text is empty for a question about a rulebook.
    """

    kind: Kind
    text: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stated(self) -> str:
        """The options that are set, as JSON; those that are empty are left out."""
        set_ = {name: value for name, value in self.options.items() if value not in ("", [], (), False, None)}
        return json.dumps(set_, sort_keys=True, ensure_ascii=False)

    def key(self, law: str) -> str:
        """Return the key of the answer under a law: a digest of scenario, law, question and program."""
        return sha256(json.dumps([_program(), self.kind, self.stated, self.text, law]).encode()).hexdigest()


def canonical(text: str) -> str:
    """Return a scenario's text with plain ends of lines. Places in it stay the same.

    Raises InputError and LimitError as for a file.
    """
    decoded = decode_stream(text.encode("utf-8", "surrogatepass"), NAME)
    return decoded.replace("\r\n", "\n")


@cache
def _program() -> str:
    return sha256(json.dumps(engine()).encode()).hexdigest()
