"""Reading the folder of a house rule: `house.yaml`, in the format of a `rulebook.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from drakdom.rulebook.core_gaps import RESERVED
from drakdom.rulebook.declarations import BUILT_IN, Clause, Enumeration
from drakdom.rulebook.house import VOCABULARY, namespace
from drakdom.rulebook.house_declared import LAW, SPEC, HouseRule, Parameter
from drakdom.rulebook.ledger import read_ledger
from drakdom.rulebook.read import Sections, stamp
from drakdom.rulebook.restricted import check_noted
from drakdom.rulebook.specs import Specs
from drakdom.rulebook.textfile import check_inside
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import did_you_mean, fold, short
from drakdom.rulebook.yamltext import Mapping as Top
from drakdom.rulebook.yamltext import Node, Problems, Scalar, read_yaml

KEYS = (
    "title",
    "name",
    "intent",
    "base",
    "clauses",
    "replaced",
    "parameters",
    "needs",
    "excludes",
    "intended",
    *VOCABULARY,
)
"""The sections of a house.yaml."""

_NAME = re.compile(r"(?=.{1,60}\Z)[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")


def bad_name(name: str) -> tuple[str, str] | None:
    """Return the fault of a name for a house rule, with its help; None if it is valid."""
    if _NAME.match(name):
        return None
    return (
        f"`{short(name)}` cannot be the name of a house rule",
        "write lower-case words with hyphens, at most 60 letters: `two-keys`",
    )


def load_house_rule(folder: str | Path, base: Rulebook) -> HouseRule:
    """Read a house rule's folder against its rulebook; cached while its house.yaml does not change.

    Raises InputError with everything that is wrong in it, LimitError for a file that is too large.
    """
    folder = Path(folder)
    check_inside(folder, (SPEC, LAW), "house rule")
    stamp(folder / LAW)
    return _load(folder, base, stamp(folder / SPEC))


@lru_cache(maxsize=64)
def _load(folder: Path, base: Rulebook, _stamp: tuple[int, int]) -> HouseRule:
    top, problems = read_yaml(folder / SPEC)
    rule = _Reader(problems, base, top).rule(folder)
    problems.raise_any()
    return rule


class _Reader:
    """The sections of one house.yaml."""

    def __init__(self, problems: Problems, base: Rulebook, top: Top) -> None:
        self.problems, self.base, self.top = problems, base, top
        self.specs = Specs(problems, {*BUILT_IN, *base.types})
        self.at = self.specs.keyed(top, "a house rule", KEYS)

    def rule(self, folder: Path) -> HouseRule:
        specs, at = self.specs, self.at
        for key in ("intent", "base", "clauses"):
            if key not in at:
                self.problems.add(self.top, f"the house rule has no `{key}`")
        name = self.name(folder)
        self.is_for_base()
        title = specs.text(at.get("title"), "`title`", name)
        clauses = self.clauses(name, title)
        parameters = self.parameters()
        return HouseRule(
            name=name,
            folder=folder,
            title=title,
            intent=specs.text(at.get("intent"), "`intent`"),
            base=self.base.slug,
            clauses=clauses,
            replaced=self.replaced(),
            parameters=parameters,
            needs=self.others("needs"),
            excludes=self.others("excludes"),
            intended=self.others("intended"),
            adds=self.vocabulary(clauses),
            values={parameter.name: parameter.default for parameter in parameters.values()},
        )

    def name(self, folder: Path) -> str:
        name = self.specs.text(self.at.get("name"), "`name`", folder.resolve().name)
        if fault := bad_name(name):
            self.problems.add(self.at.get("name", self.top), *fault)
        return name

    def is_for_base(self) -> None:
        base = self.specs.scalar(self.at.get("base"), "`base`")
        if base is not None and base.text != self.base.slug:
            message = f"this house rule is for `{short(base.text)}`, not for `{self.base.slug}`"
            self.problems.add(base, message)

    def clauses(self, name: str, title: str) -> dict[str, Clause]:
        clauses = read_ledger(self.top, self.problems, self.base.ledger) if "clauses" in self.at else {}
        places = {scalar.text: scalar for scalar in self._ids()}
        for id_, clause in clauses.items():
            at = places.get(id_, self.top)
            if not id_.startswith(namespace(name)):
                self.problems.add(
                    at, f"`{short(id_)}` is not an id of this house rule", f"write `{namespace(name)}001`"
                )
            if clause.variant:
                self.problems.add(
                    at, f"`{id_}` belongs to an optional rule", "a house rule `needs` an optional rule as a whole"
                )
        return {id_: replace(clause, section=clause.section or title) for id_, clause in clauses.items()}

    def _ids(self) -> Iterable[Scalar]:
        for item in self.specs.items(self.at.get("clauses"), "`clauses`"):
            if isinstance(item, Top) and isinstance(scalar := item.get("id"), Scalar):
                yield scalar

    def replaced(self) -> tuple[str, ...]:
        scalars = self.specs.scalars(self.at.get("replaced"), "`replaced`")
        for scalar in scalars:
            if scalar.text not in self.base.ledger:
                message = f"unknown clause `{short(scalar.text)}` of `{self.base.slug}`"
                self.problems.add(scalar, message, did_you_mean(scalar.text, self.base.ledger))
        return tuple(dict.fromkeys(scalar.text for scalar in scalars))

    def others(self, key: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(scalar.text for scalar in self.specs.scalars(self.at.get(key), f"`{key}`")))

    def parameters(self) -> dict[str, Parameter]:
        specs, parameters = self.specs, {}
        for key, node in specs.entries(self.at.get("parameters"), "`parameters`"):
            if not specs.is_word(key):
                continue
            spec = specs.keyed(node, f"the parameter `{key.text}`", ("default", "range", "says"))
            default, bounds = specs.integer(spec.get("default"), "`default`"), specs.bounds(spec.get("range"))
            for part in ("default", "range"):
                if part not in spec:
                    self.problems.add(key, f"the parameter `{key.text}` has no `{part}`")
            if default is None or bounds is None:
                continue
            if not bounds[0] <= default <= bounds[1]:
                message = f"the default {default} of `{key.text}` is not within {bounds[0]} to {bounds[1]}"
                self.problems.add(spec["default"], message)
            parameters[key.text] = Parameter(key.text, default, bounds, specs.text(spec.get("says"), "`says`"))
        return parameters

    # -- words ---------------------------------------------------------------------------------------------

    def vocabulary(self, clauses: Mapping[str, Clause]) -> dict[str, Mapping[Any, Any]]:
        """Map fields of `Rulebook` to the additions; note words that the rulebook already has."""
        base, specs, at = self.base, self.specs, self.at
        sections = Sections(specs, at)
        phases, pools = sections.meanings("phases"), sections.pools()
        every_type = sections.types(base.topology, {**base.pools, **pools}, {**base.phases, **phases})
        declared = [key.text for key, _ in specs.entries(at.get("types"), "`types`")]
        additions: dict[str, Mapping[Any, Any]] = {
            "phases": phases,
            "pools": pools,
            "types": {name: every_type[name] for name in declared if name in every_type},
            "start": sections.start({**base.phases, **phases}),
            "places": sections.places(),
            "figures": specs.fields(at.get("figures"), ("figure",), "`figures`"),
            "actors": (actors := sections.meanings("actors")),
            "state": specs.fields(at.get("state"), (), "`state`"),
            "secrets": specs.secrets(at.get("secrets"), {**base.actors, **actors}),
            "actions": specs.phrases(at.get("actions"), "`actions`", with_term=True),
            "chances": specs.chances(at.get("chances"), {**base.pools, **pools}),
            "suppose": specs.fields(at.get("suppose"), (), "`suppose`"),
            "readings": sections.readings(dict(clauses)),
            "events": specs.phrases(at.get("events"), "`events`", RESERVED),
            "gaps": specs.phrases(at.get("gaps"), "`gaps`"),
            "more_words": sections.meanings("words"),
        }
        for section, field in VOCABULARY.items():
            self.refuse_known(section, field)
        fields = {owner: {**getattr(base, f"{owner}s"), **additions[f"{owner}s"]} for owner in ("place", "figure")}
        types = dict(base.types)
        for name, added in every_type.items():
            types[name] = Enumeration(name, {**(types[name].choices if name in types else {}), **added.choices})
        check_noted(specs, specs.noted, fields, types, base.topology.graph)
        return {field: added for field, added in additions.items() if added}

    def refuse_known(self, section: str, field: str) -> None:
        node = self.at.get(section)
        if section == "board" and isinstance(node, Top):
            node = node.get("places")
        words = {str(key) for key in getattr(self.base, field)}
        for key, value in self._entries(node):
            if section == "types" and key.text in words:
                self.refuse_values(key.text, value)
            elif (fold(key.text) if section == "chances" else key.text) in words:
                self.problems.add(key, f"`{short(key.text)}` is already under `{section}` of the rulebook")

    def refuse_values(self, name: str, node: Node | None) -> None:
        """Note values that a type of the rulebook already has."""
        if name in ("direction", "phase", "pool"):
            self.problems.add(node or self.top, f"a house rule cannot add to the type `{name}` here")
        choices = self.base.types[name].choices
        values = node.get("values") if isinstance(node, Top) else node
        for key, _ in self._entries(values):
            if key.text.partition("(")[0].strip() in choices:
                self.problems.add(key, f"`{short(key.text)}` is already a value of `{name}`")

    def _entries(self, node: Node | None) -> list[tuple[Scalar, Node | None]]:
        if isinstance(node, Top):
            return list(node.entries)
        return [(item, None) for item in getattr(node, "items", ()) if isinstance(item, Scalar)]
