"""House rules as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drakdom.rulebook.declarations import Clause
from drakdom.terms import Term

LAW = "house.lp"
SPEC = "house.yaml"
"""Files of a house rule."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a house rule leaves open, with its default and its range (least, most)."""

    name: str
    default: int
    range: tuple[int, int]
    says: str = ""


@dataclass(frozen=True, eq=False)
class HouseRule:
    """A house rule, read against its rulebook.

    `adds` maps fields of `Rulebook` to additions; `values` maps parameters to their values.
    `intended` are findings of an audit that are meant so, each as its kind and its words.
    """

    name: str
    folder: Path
    title: str
    intent: str
    base: str
    clauses: Mapping[str, Clause]
    replaced: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    intended: tuple[str, ...]
    adds: Mapping[str, Mapping[Any, Any]]
    values: Mapping[str, int]

    @property
    def word(self) -> str:
        """The name as the law writes it."""
        return self.name.replace("-", "_")

    @property
    def file(self) -> str:
        """The path of its `house.yaml`."""
        return str(self.folder / SPEC)

    @property
    def law(self) -> Path:
        """The path of its `house.lp`."""
        return self.folder / LAW

    @property
    def facts(self) -> tuple[Term, ...]:
        """The facts parameter(Rule, Name, Value) for the law."""
        return tuple(Term("parameter", (Term(self.word), Term(name), n)) for name, n in self.values.items())
