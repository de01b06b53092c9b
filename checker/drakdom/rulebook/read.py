"""Reading a rulebook folder: `rulebook.yaml` (the vocabulary) and `clauses.yaml` (the ledger)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from drakdom.errors import InputError
from drakdom.rulebook.core_gaps import CORE_GAPS, RESERVED
from drakdom.rulebook.declarations import Choice, Clause, Enumeration, Field, Graph, Pool, Reading, Topology, Variant
from drakdom.rulebook.graph import FILE as BOARD
from drakdom.rulebook.graph import read_graph
from drakdom.rulebook.ledger import read_ledger
from drakdom.rulebook.nodes import as_fact
from drakdom.rulebook.pools import read_pools
from drakdom.rulebook.restricted import check_noted
from drakdom.rulebook.specs import Specs, known_types
from drakdom.rulebook.textfile import check_inside
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Node, Problems, Scalar, read_yaml
from drakdom.terms import Term, Value, parse, parse_term

KEYS = (
    "title",
    "slug",
    "language",
    "edition",
    "source",
    "entry_name",
    "move_name",
    "phases",
    "formerly",
    "glossary",
    "start",
    "pools",
    "topology",
    "types",
    "board",
    "figures",
    "actors",
    "state",
    "secrets",
    "actions",
    "chances",
    "suppose",
    "variants",
    "readings",
    "events",
    "gaps",
    "words",
    "silent",
)
"""The sections of a rulebook.yaml."""


FILES = ("rulebook.yaml", "clauses.yaml", "pictures.yaml", BOARD, "rulebook.lp", "paths.lp", "scope.lp", "locale")
"""The files of a rulebook, and the folder of its catalogues; the law names its further files."""
_SLUG = re.compile(r"[A-Za-z0-9][\w.-]{0,59}", re.ASCII)


def load_rulebook(folder: str | Path) -> Rulebook:
    """Read a rulebook folder; cached while its files do not change.

    Raises InputError with all faults of the vocabulary, the map and the ledger, LimitError for files that are
    too large.
    """
    folder = Path(folder)
    check_inside(folder, FILES, "rulebook")
    files = [folder / name for name in ("rulebook.yaml", "clauses.yaml")]
    files += [board] if (board := folder / BOARD).exists() else []
    return _load(folder, tuple(map(stamp, files)))


def stamp(file: Path) -> tuple[int, int]:
    """Return when a file was changed (in ns) and its size (in bytes); a cache key.

    Raises InputError if there is no such file, or if it is a pipe or a device.
    """
    try:
        stat = file.stat()
    except (OSError, ValueError):
        raise InputError.single("no such file", str(file)) from None
    if not (S_ISREG(stat.st_mode) or S_ISDIR(stat.st_mode)):  # reading it might never end
        raise InputError.single("this is a pipe or a device, not a file", str(file))
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _load(folder: Path, _stamps: tuple[tuple[int, int], ...]) -> Rulebook:
    ledger_top, ledger_problems = read_yaml(folder / "clauses.yaml")
    ledger = read_ledger(ledger_top, ledger_problems)
    top, problems = read_yaml(folder / "rulebook.yaml")
    specs = Specs(problems, set())
    rulebook = Sections(specs, specs.keyed(top, "a rulebook", KEYS)).rulebook(folder, ledger)
    fields = {"place": rulebook.places, "figure": rulebook.figures}
    check_noted(specs, specs.noted, fields, rulebook.types, rulebook.topology.graph)
    if "title" not in specs.keyed(top, "a rulebook", KEYS):
        problems.add(top, "the rulebook has no `title`")
    faults = [*problems.by_place.values(), *ledger_problems.by_place.values()]
    if faults:
        raise InputError(sorted(faults))
    return rulebook


class Sections:
    """Reads the sections of a rulebook.yaml, and those that a house.yaml shares with it."""

    def __init__(self, specs: Specs, top: dict[str, Node]) -> None:
        self.specs = specs
        self.top = top
        self.problems: Problems = specs.problems

    def slug(self, folder: Path) -> str:
        """Return the name by which scenarios call the rulebook; without one, the name of its folder."""
        node = self.top.get("slug")
        slug = self.specs.text(node, "`slug`", folder.resolve().name)
        if node is not None and slug and not _SLUG.fullmatch(slug):
            self.problems.add(node, f"`{short(slug)}` is no slug: use at most 60 letters, digits, `-`, `_` and `.`")
        return slug

    def rulebook(self, folder: Path, ledger: dict[str, Clause]) -> Rulebook:
        """Read the whole rulebook."""
        specs, top = self.specs, self.top
        phases = self.meanings("phases")
        topology = self.topology(folder)
        pools = self.pools()
        types = self.types(topology, pools, phases)
        return Rulebook(
            folder=folder,
            title=specs.text(top.get("title"), "`title`", folder.name),
            slug=self.slug(folder),
            language=specs.text(top.get("language"), "`language`", "en"),
            edition=specs.text(top.get("edition"), "`edition`"),
            source=specs.text(top.get("source"), "`source`"),
            entry_name=specs.text(top.get("entry_name"), "`entry_name`", "round"),
            move_name=specs.text(top.get("move_name"), "`move_name`", ""),
            phases=phases,
            formerly=self.formerly(phases),
            glossary=self.glossary(),
            start=self.start(phases),
            pools=pools,
            topology=topology,
            types=types,
            places=self.places(),
            figures=specs.fields(top.get("figures"), ("figure",), "`figures`"),
            actors=(actors := self.meanings("actors")),
            state=specs.fields(top.get("state"), (), "`state`"),
            secrets=specs.secrets(top.get("secrets"), actors),
            actions=specs.phrases(top.get("actions"), "`actions`", with_term=True),
            chances=specs.chances(top.get("chances"), pools),
            suppose=specs.fields(top.get("suppose"), (), "`suppose`"),
            variants=self.variants(ledger),
            readings=self.readings(ledger),
            events=specs.phrases(top.get("events"), "`events`", RESERVED),
            gaps=CORE_GAPS | specs.phrases(top.get("gaps"), "`gaps`"),
            more_words=self.meanings("words"),
            silent=frozenset(self.meanings("silent")),
            ledger=ledger,
        )

    def meanings(self, section: str) -> dict[str, str]:
        """Read words with their meanings, or a plain list of words."""
        return self.specs.meanings(self.top.get(section), f"`{section}`")

    def formerly(self, phases: dict[str, str]) -> dict[str, str]:
        """Read the former words of phases, each with the word that has replaced it."""
        words: dict[str, str] = {}
        for key, node in self.specs.entries(self.top.get("formerly"), "`formerly`"):
            word = self.specs.text(node, f"`{key.text}`")
            if key.text in phases:
                self.problems.add(key, f"`{short(key.text)}` is still a phase")
            elif word not in phases:
                self.problems.add(node, f"unknown phase `{short(word)}`", did_you_mean(word, phases))
            words[key.text] = word
        return words

    def glossary(self) -> dict[tuple[str, ...], str]:
        """Read the terms that names of the law are made of, each with its forms, as `flee, fled: ..`."""
        terms: dict[tuple[str, ...], str] = {}
        lines: dict[str, int] = {}
        for key, node in self.specs.entries(self.top.get("glossary"), "`glossary`"):
            forms = tuple(form.strip() for form in key.text.split(","))
            for form in forms:
                if not self.specs.is_word(Scalar(form, key.line, key.column)):
                    continue
                if form in lines:
                    self.problems.add(key, f"duplicate word `{short(form)}`, first in line {lines[form]}")
                lines[form] = key.line
            terms[forms] = self.specs.text(node, f"`{short(key.text)}`")
        return terms

    def start(self, phases: dict[str, str]) -> dict[Term, Value]:
        """Read the fluents of the initial state with their values."""
        values: dict[Term, Value] = {}
        for key, node in self.specs.entries(self.top.get("start"), "`start`"):
            text = self.specs.text(node, f"`{key.text}`")
            try:
                fluent, value = as_fact(parse_term(key.text), filled=True), as_fact(parse(text), filled=True)
            except ValueError as error:
                self.problems.add(key, f"`{short(key.text)}: {short(text)}` is not a fluent with its value: {error}")
                continue
            if fluent == Term("phase") and text not in phases:
                self.problems.add(node, f"unknown phase `{short(text)}`", did_you_mean(text, phases))
            values[fluent] = value
        return values

    # -- dice and board ------------------------------------------------------------------------------------

    def pools(self) -> dict[str, Pool]:
        """Read the dice."""
        return read_pools(self.specs, self.top.get("pools"))

    def topology(self, folder: Path) -> Topology:
        """Read the directions of the grid, the ways off it and its size; or the graph."""
        spec = self.specs.keyed(self.top.get("topology"), "`topology`", ("grid", "ways", "size", "graph"))
        if "graph" in spec:
            for of_grid in sorted(spec.keys() - {"graph"}):
                self.problems.add(spec[of_grid], f"`{of_grid}` belongs to a grid, and this board is a graph")
            return Topology({}, {}, graph=read_graph(spec["graph"], folder, self.problems))
        grid: dict[str, tuple[int, int]] = {}
        for key, node in self.specs.entries(spec.get("grid"), "`grid`"):
            step = self.specs.integers(node, f"`{key.text}`", 2)
            if step and self.specs.is_word(key):
                grid[key.text] = (step[0], step[1])
        ways = {
            key.text: self.specs.text(node, f"`{key.text}`")
            for key, node in self.specs.entries(spec.get("ways"), "`ways`")
            if self.specs.is_word(key) and isinstance(node, Scalar) and self.specs.is_word(node)
        }
        size = self.specs.integers(spec.get("size"), "`size`", 2)
        if size and min(size) < 1:
            self.problems.add(spec["size"], "`size` must be columns and rows, each at least 1")
            size = ()
        return Topology(grid, ways, (size[0], size[1]) if size else None)

    def types(self, topology: Topology, pools: dict[str, Pool], phases: dict[str, str]) -> dict[str, Enumeration]:
        """Read the declared types; directions, phases, pools and the places of a graph need no declaration."""
        pairs = [*self.specs.entries(self.top.get("types"), "`types`")]
        self.specs.types |= known_types(tuple(key.text for key, _ in pairs)) | {"direction", "phase", "pool"}
        graph = topology.graph or Graph()
        ways = (*topology.grid, *topology.ways, *graph.directions)
        implied = {"direction": {way: way for way in ways}, "phase": phases, "pool": {pool: pool for pool in pools}}
        implied |= {"place": {site.name: site.says for site in graph.sites.values()}} if topology.graph else {}
        types = {
            name: Enumeration(name, {value: Choice(value, (), says) for value, says in values.items()})
            for name, values in implied.items()
        }
        for key, node in pairs:
            if key.text in known_types(()):
                self.problems.add(key, f"the type `{key.text}` is built in")
            elif self.specs.is_word(key):
                types[key.text] = self.specs.enumeration(key, node)
        return types

    def places(self) -> dict[str, Field]:
        """Read the fields of a place."""
        board = self.specs.keyed(self.top.get("board"), "`board`", ("places",))
        return self.specs.fields(board.get("places"), ("place",), "`places`")

    # -- optional rules and readings -----------------------------------------------------------------------

    def variants(self, ledger: dict[str, Clause]) -> dict[str, Variant]:
        """Read the optional rules; note optional rules of clauses that are not declared."""
        specs, variants = self.specs, {}
        section = self.top.get("variants")
        pairs = [*specs.entries(section, "`variants`")]
        names = [key.text for key, _ in pairs]
        for key, node in pairs:
            spec = specs.keyed(node, f"the optional rule `{key.text}`", ("title", "requires", "excludes"))
            named = {k: specs.scalars(spec.get(k), f"`{k}`") for k in ("requires", "excludes")}
            for scalar in (scalar for found_ in named.values() for scalar in found_):
                if scalar.text not in names:
                    message = f"unknown optional rule `{short(scalar.text)}`"
                    self.problems.add(scalar, message, did_you_mean(scalar.text, names))
            requires, excludes = (tuple(scalar.text for scalar in named[k]) for k in ("requires", "excludes"))
            title = specs.text(spec.get("title"), "`title`", key.text)
            variants[key.text] = Variant(key.text, title, requires, excludes)
        optional = [clause for clause in ledger.values() if clause.variant]
        undeclared = {clause.variant: clause for clause in optional if clause.variant not in variants}
        for clause in undeclared.values():
            message = f"`{clause.id}` belongs to the optional rule `{clause.variant}`, which is not declared"
            self.problems.add(section or Scalar("", 1, 1), message)
        return variants

    def readings(self, ledger: dict[str, Clause]) -> dict[str, Reading]:
        """Read the ambiguous clauses with their readings."""
        specs, readings = self.specs, {}
        for key, node in specs.entries(self.top.get("readings"), "`readings`"):
            if key.text not in ledger:
                self.problems.add(key, f"unknown clause `{short(key.text)}`", did_you_mean(key.text, ledger))
            spec = specs.keyed(node, f"the reading of `{key.text}`", ("question", "options"))
            pairs = specs.entries(spec.get("options"), "`options`")
            options = {k.text: specs.text(value, f"`{k.text}`") for k, value in pairs if specs.is_word(k)}
            if len(options) < 2:
                self.problems.add(key, f"the reading of `{key.text}` has fewer than two `options`")
            readings[key.text] = Reading(key.text, specs.text(spec.get("question"), "`question`"), options)
        return readings
