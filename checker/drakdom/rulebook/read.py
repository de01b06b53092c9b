"""Reading a rulebook folder: `rulebook.yaml` (the vocabulary) and `clauses.yaml` (the ledger)."""

from __future__ import annotations

import re
from functools import lru_cache
from math import comb
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from drakdom.errors import InputError
from drakdom.rulebook.bags import MOST_BAGS, bags_of
from drakdom.rulebook.core_gaps import CORE_GAPS
from drakdom.rulebook.ledger import read_ledger
from drakdom.rulebook.specs import Specs, known_types
from drakdom.rulebook.vocabulary import (
    Choice,
    Clause,
    Enumeration,
    Field,
    Pool,
    Reading,
    Rulebook,
    Topology,
    Variant,
)
from drakdom.rulebook.words import did_you_mean, number, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence, read_yaml
from drakdom.terms import Term, TermError, Value, parse, parse_term

KEYS = (
    "title",
    "slug",
    "language",
    "edition",
    "source",
    "entry_name",
    "phases",
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
)
"""The sections of a rulebook.yaml."""

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


def load_rulebook(folder: str | Path) -> Rulebook:
    """Read a rulebook folder; the same value again as long as its two files stay as they are.

    Raises InputError with everything that is wrong in the vocabulary or the ledger, LimitError for files that
    are too large.
    """
    folder = Path(folder)
    return _load(folder, tuple(stamp(folder / name) for name in ("rulebook.yaml", "clauses.yaml")))


def stamp(file: Path) -> tuple[int, int]:
    """When a file was changed and its size. Raises InputError where there is none, or none that can be read."""
    try:
        stat = file.stat()
    except (OSError, ValueError):
        raise InputError.one("no such file", str(file)) from None
    if not (S_ISREG(stat.st_mode) or S_ISDIR(stat.st_mode)):  # reading it might never end
        raise InputError.one("this is a pipe or a device, not a file", str(file))
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _load(folder: Path, _stamps: tuple[tuple[int, int], ...]) -> Rulebook:
    ledger_top, ledger_problems, _ = read_yaml(folder / "clauses.yaml")
    ledger = read_ledger(ledger_top, ledger_problems)
    top, problems, _ = read_yaml(folder / "rulebook.yaml")
    specs = Specs(problems, set())
    rulebook = Sections(specs, specs.keyed(top, "a rulebook", KEYS)).rulebook(folder, ledger)
    if "title" not in specs.keyed(top, "a rulebook", KEYS):
        problems.add(top, "the rulebook has no `title`")
    found = [*problems.found.values(), *ledger_problems.found.values()]
    if found:
        raise InputError(sorted(found))
    return rulebook


class Sections:
    """The sections of one rulebook.yaml, or those of a house.yaml that say the same."""

    def __init__(self, specs: Specs, top: dict[str, Node]) -> None:
        self.specs = specs
        self.top = top
        self.problems: Problems = specs.problems

    def rulebook(self, folder: Path, ledger: dict[str, Clause]) -> Rulebook:
        """The whole rulebook."""
        specs, top = self.specs, self.top
        phases = self.meanings("phases")
        topology = self.topology()
        pools = self.pools()
        types = self.types(topology, pools, phases)
        return Rulebook(
            folder=folder,
            title=specs.text(top.get("title"), "`title`", folder.name),
            slug=specs.text(top.get("slug"), "`slug`", folder.resolve().name),
            language=specs.text(top.get("language"), "`language`", "en"),
            edition=specs.text(top.get("edition"), "`edition`"),
            source=specs.text(top.get("source"), "`source`"),
            entry_name=specs.text(top.get("entry_name"), "`entry_name`", "round"),
            phases=phases,
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
            events=specs.phrases(top.get("events"), "`events`"),
            gaps=CORE_GAPS | specs.phrases(top.get("gaps"), "`gaps`"),
            more_words=self.meanings("words"),
            ledger=ledger,
        )

    def meanings(self, section: str) -> dict[str, str]:
        """Words with what they mean, or a plain list of words."""
        node = self.top.get(section)
        if isinstance(node, Sequence):
            pairs = [(s, "") for s in self.specs.scalars(node, f"`{section}`")]
        else:
            pairs = [(k, self.specs.text(v, f"`{k.text}`")) for k, v in self.specs.entries(node, f"`{section}`")]
        return {k.text: says or k.text.replace("_", " ") for k, says in pairs if self.is_word(k)}

    def is_word(self, key: Scalar) -> bool:
        """Whether a key can stand in a term."""
        good = bool(_NAME.match(key.text))
        if not good:
            self.problems.add(key, f"`{short(key.text)}` is no word", "write lower-case words")
        return good

    def start(self, phases: dict[str, str]) -> dict[Term, Value]:
        """The position before anything happens."""
        found: dict[Term, Value] = {}
        for key, node in self.specs.entries(self.top.get("start"), "`start`"):
            text = self.specs.text(node, f"`{key.text}`")
            try:
                fluent, value = parse_term(key.text), parse(text)
            except TermError as error:
                self.problems.add(key, f"`{short(key.text)}: {short(text)}` is no fluent with its value: {error}")
                continue
            if fluent == Term("phase") and text not in phases:
                self.problems.add(node, f"`{short(text)}` is no phase", did_you_mean(text, phases))
            found[fluent] = value
        return found

    # -- dice and board ------------------------------------------------------------------------------------

    def pools(self) -> dict[str, Pool]:
        """The dice."""
        found: dict[str, Pool] = {}
        bags: list[tuple[Scalar, Mapping]] = []
        for key, node in self.specs.entries(self.top.get("pools"), "`pools`"):
            if not self.is_word(key):
                continue
            if isinstance(node, Mapping) and any(one.text == "of" for one, _ in node.entries):
                bags.append((key, node))
            else:
                found[key.text] = Pool(key.text, self.faces(key, node))
        return found | {key.text: self.bag(key, node, found) for key, node in bags}

    def bag(self, key: Scalar, node: Mapping, pools: dict[str, Pool]) -> Pool:
        """`{dice: 3, of: t6}`: equal dice whose faces stand side by side, `bag(1, 1, 3)`."""
        inside = self.specs.keyed(node, f"the pool `{key.text}`", ("dice", "of"))
        dice = self.specs.integer(inside["dice"], "`dice`") if "dice" in inside else None
        of = self.specs.text(inside.get("of"), "`of`")
        if of not in pools:
            self.problems.add(node, f"`{short(of)}` is no pool", did_you_mean(of, pools))
        elif dice is None or not 1 <= dice <= 10 or comb(len(pools[of].faces) + dice - 1, dice) > MOST_BAGS:
            self.problems.add(node, f"a bag has 1 to 10 dice, which make {MOST_BAGS} different bags at most")
        else:
            die = pools[of].faces
            return Pool(key.text, bags_of(die, dice), die)
        return Pool(key.text, {})

    def faces(self, key: Scalar, node: Node) -> dict[Value, int]:
        """`6` is a die, a list its faces, `{sum: [6, 6]}` the sum of dice (`{dice: 3, of: t6}`: see `bag`)."""
        if isinstance(node, Scalar):
            sides = self.specs.integer(node, f"the pool `{key.text}`")
            return self.sums(node, [sides]) if sides is not None else {}
        faces: dict[Value, int] = {}
        if isinstance(node, Sequence):
            for face in self.specs.scalars(node, f"the pool `{key.text}`"):
                value = number(face.text)
                if value is None and not self.is_word(face):
                    continue
                named: Value = Term(face.text) if value is None else value
                faces[named] = faces.get(named, 0) + 1
            return faces
        dice = self.specs.keyed(node, f"the pool `{key.text}`", ("sum",)).get("sum")
        sides_of = [self.specs.integer(s, "`sum`") for s in self.specs.scalars(dice, "`sum`")]
        return self.sums(node, [s for s in sides_of if s is not None])

    def sums(self, at: Node, dice: list[int]) -> dict[Value, int]:
        """Every sum of some dice, with the number of ways to throw it."""
        if not dice or len(dice) > 10 or not all(1 <= d <= 1000 for d in dice):
            self.problems.add(at, "a pool has 1 to 10 dice of 1 to 1000 faces")
            return {}
        ways = {0: 1}
        for sides in dice:
            more: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    more[total + face] = more.get(total + face, 0) + count
            ways = more
        return {total: count for total, count in ways.items()}  # noqa: C416  (its keys are values)

    def topology(self) -> Topology:
        """How places hang together."""
        spec = self.specs.keyed(self.top.get("topology"), "`topology`", ("grid", "ways", "size"))
        grid: dict[str, tuple[int, int]] = {}
        for key, node in self.specs.entries(spec.get("grid"), "`grid`"):
            step = self.specs.integers(node, f"`{key.text}`", 2)
            if step and self.is_word(key):
                grid[key.text] = (step[0], step[1])
        ways = {
            key.text: self.specs.text(node, f"`{key.text}`")
            for key, node in self.specs.entries(spec.get("ways"), "`ways`")
            if self.is_word(key) and isinstance(node, Scalar) and self.is_word(node)
        }
        size = self.specs.integers(spec.get("size"), "`size`", 2)
        if size and min(size) < 1:
            self.problems.add(spec["size"], "`size` must be columns and rows, each at least 1")
            size = ()
        return Topology(grid, ways, (size[0], size[1]) if size else None)

    def types(self, topology: Topology, pools: dict[str, Pool], phases: dict[str, str]) -> dict[str, Enumeration]:
        """The declared types; directions, phases and pools are types even if nobody declares them."""
        pairs = [*self.specs.entries(self.top.get("types"), "`types`")]
        self.specs.types |= known_types(tuple(key.text for key, _ in pairs)) | {"direction", "phase", "pool"}
        implied = {"direction": {d: d for d in (*topology.grid, *topology.ways)}, "phase": phases}
        implied["pool"] = {p: p for p in pools}
        found = {
            name: Enumeration(name, {v: Choice(v, (), says) for v, says in values.items()})
            for name, values in implied.items()
        }
        for key, node in pairs:
            if key.text in known_types(()):
                self.problems.add(key, f"the type `{key.text}` is built in")
            elif self.is_word(key):
                found[key.text] = self.specs.enumeration(key, node)
        return found

    def places(self) -> dict[str, Field]:
        """The fields of a place."""
        board = self.specs.keyed(self.top.get("board"), "`board`", ("places",))
        return self.specs.fields(board.get("places"), ("place",), "`places`")

    # -- optional rules and readings -----------------------------------------------------------------------

    def variants(self, ledger: dict[str, Clause]) -> dict[str, Variant]:
        """The optional rules; every one that a clause belongs to is declared."""
        specs, found = self.specs, {}
        section = self.top.get("variants")
        pairs = [*specs.entries(section, "`variants`")]
        names = [key.text for key, _ in pairs]
        for key, node in pairs:
            spec = specs.keyed(node, f"the variant `{key.text}`", ("title", "requires", "excludes"))
            others = {k: specs.scalars(spec.get(k), f"`{k}`") for k in ("requires", "excludes")}
            for other in (o for found_ in others.values() for o in found_):
                if other.text not in names:
                    message = f"`{short(other.text)}` is no variant"
                    self.problems.add(other, message, did_you_mean(other.text, names))
            requires, excludes = (tuple(o.text for o in others[k]) for k in ("requires", "excludes"))
            title = specs.text(spec.get("title"), "`title`", key.text)
            found[key.text] = Variant(key.text, title, requires, excludes)
        undeclared = {c.variant: c for c in ledger.values() if c.variant and c.variant not in found}
        for clause in undeclared.values():
            at = section or Scalar("", 1, 1)
            self.problems.add(at, f"`{clause.id}` belongs to the variant `{clause.variant}`, which is not declared")
        return found

    def readings(self, ledger: dict[str, Clause]) -> dict[str, Reading]:
        """The doubtful clauses with their readings."""
        specs, found = self.specs, {}
        for key, node in specs.entries(self.top.get("readings"), "`readings`"):
            if key.text not in ledger:
                self.problems.add(key, f"`{short(key.text)}` is no clause", did_you_mean(key.text, ledger))
            spec = specs.keyed(node, f"the reading of `{key.text}`", ("question", "options"))
            pairs = [*specs.entries(spec.get("options"), "`options`")]
            options = {k.text: specs.text(v, f"`{k.text}`") for k, v in pairs if self.is_word(k)}
            if len(options) < 2:
                self.problems.add(key, f"the reading of `{key.text}` has fewer than two `options`")
            found[key.text] = Reading(key.text, specs.text(spec.get("question"), "`question`"), options)
        return found
