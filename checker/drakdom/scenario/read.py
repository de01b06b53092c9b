"""Reading a scenario file, section by section, with all its problems reported at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from drakdom.errors import InputError, LimitError, Place
from drakdom.formula import Formula, atoms_of
from drakdom.rulebook import Rulebook, load_rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.textfile import normal_form
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, decode, parse_yaml, read_bytes
from drakdom.scenario.board import BoardReader, adjacency
from drakdom.scenario.claims import ClaimReader
from drakdom.scenario.condition import Condition
from drakdom.scenario.facts import Facts, FieldReader
from drakdom.scenario.figures import read_figures, read_names, refuse_strays
from drakdom.scenario.house import NOTHING, Added, refuse_conflicts, stated_rules, with_stated_rules
from drakdom.scenario.matrix import NONE, Combination, combinations
from drakdom.scenario.model import Named, Scenario
from drakdom.scenario.moments import read_until
from drakdom.scenario.named import rulebook_folder
from drakdom.scenario.play import PlayReader, begin, start
from drakdom.scenario.precedent import read_precedent
from drakdom.scenario.questions import read_questions
from drakdom.scenario.restrictions import refuse_restricted
from drakdom.scenario.squares import MOST_PLACES
from drakdom.scenario.standing import read_standing
from drakdom.scenario.stated_law import read_readings, read_variants
from drakdom.scenario.typing import Words
from drakdom.terms import Term

KEYS = (
    "title",
    "rulebook",
    "variants",
    "without",
    "house_rules",
    "board",
    "figures",
    "state",
    "begin",
    "play",
    "standing",
    "draws",
    "rolls",
    "readings",
    "suppose",
    "until",
    "ask",
    "expect",
    "skip",
    "note",
    "precedent",
)
"""The sections of a scenario."""


def read_scenario(
    path: str | Path, rulebook_dirs: Iterable[str | Path] = (), *, rulebook: Rulebook | None = None
) -> Scenario:
    """Read a scenario file.

    `rulebook_dirs` are rulebooks, or folders of them, that its `rulebook:` may name beside the shipped ones. A path
    there counts from the file's own folder. `rulebook` takes the place of the one that the file names.
    Raises InputError with all problems of the file, LimitError if it is too large.
    """
    return read_combinations(path, rulebook_dirs, rulebook=rulebook)[0]


def read_combinations(
    path: str | Path,
    rulebook_dirs: Iterable[str | Path] = (),
    *,
    rulebook: Rulebook | None = None,
    added: Added = NOTHING,
) -> tuple[Scenario, ...]:
    """Read a scenario file under every combination of its `matrix:`; otherwise as `read_scenario`.

    Without a matrix there is one. Each has the claims whose `when:` fits it. `added` are further house rules.
    """
    path = Path(path)
    text = decode(read_bytes(path, str(path)), str(path))
    return _read(text, str(path), tuple(rulebook_dirs), rulebook, path.parent, added)


def read_scenario_text(
    text: str,
    name: str = "scenario",
    rulebook_dirs: Iterable[str | Path] = (),
    *,
    rulebook: Rulebook | None = None,
) -> Scenario:
    """Read a scenario from text; messages call the file `name`. Otherwise as `read_scenario`."""
    return read_combinations_text(text, name, rulebook_dirs, rulebook=rulebook)[0]


def read_combinations_text(
    text: str,
    name: str = "scenario",
    rulebook_dirs: Iterable[str | Path] = (),
    *,
    rulebook: Rulebook | None = None,
    added: Added = NOTHING,
    folder: Path | None = None,
) -> tuple[Scenario, ...]:
    """Read every combination of a scenario from text, as `read_combinations`; paths in it count from `folder`."""
    return _read(text, name, tuple(rulebook_dirs), rulebook, folder, added)


def read_combination(top: Mapping, problems: Problems, lines: list[str], book: Rulebook) -> Scenario:
    """Read one combination under `book` instead of the rulebook that it names; raises as `read_scenario`."""
    nodes = Nodes(problems)
    sections = nodes.keyed(top, "a scenario", KEYS)
    name = problems.file
    folder = Path(name).parent if Path(name).is_file() else None
    own = with_stated_rules(nodes, sections.get("house_rules"), book, folder, NOTHING)
    scenario = _Reader(own, problems, sections, top, lines).scenario(name)
    problems.raise_any()
    return scenario


def read_claim(scenario: Scenario, text: str, *, moments: bool = True) -> Formula:
    """Read a formula about a scenario, as under `always:`; raises InputError, without `moments` also for a moment."""
    problems = Problems("claim")
    words = Words(scenario.rulebook, scenario.figures, map(str, scenario.places))
    words.wild = True
    reader = ClaimReader(problems, words, scenario.rulebook)
    formula = reader.formula(Scalar(normal_form(text, problems.file), 1, 1), reader.pattern)
    problems.raise_any()
    if formula is None:
        raise AssertionError  # a formula that is None has left a problem
    if not moments and any(atom.scope for atom in atoms_of(formula)):
        help_ = "leave out the moment; `drakdom explain` says what prevents it at that moment"
        raise InputError.single("`why-not` cannot search for changes at one moment", problems.file, 1, 1, help=help_)
    return formula


def _read(
    text: str, name: str, dirs: tuple[str | Path, ...], book: Rulebook | None, folder: Path | None, added: Added
) -> tuple[Scenario, ...]:
    top, problems = parse_yaml(text, name)
    nodes = Nodes(problems)
    rest = Mapping(tuple(entry for entry in top.entries if entry[0].text != "matrix"), top.line, top.column)
    scenarios: list[Scenario] = []
    unused: dict[Place, str] | None = None
    for combination, variation in combinations(nodes, rest, top.get("matrix")):
        sections = nodes.keyed(variation, "a scenario", KEYS)
        own = book or _rulebook(nodes, variation, sections.get("rulebook"), dirs, folder)
        if own is None:
            problems.raise_any()
            raise AssertionError  # a rulebook that is not found has left a problem
        own = with_stated_rules(nodes, sections.get("house_rules"), own, folder, added)
        reader = _Reader(own, problems, sections, variation, text.splitlines(), combination, added.variants)
        named = Named(_text(sections.get("rulebook")), stated_rules(sections.get("house_rules")))
        scenarios.append(replace(reader.scenario(name), named=named))
        over = reader.passed_over
        unused = over if unused is None else {at: near or over[at] for at, near in unused.items() if at in over}
    for spot, near in sorted((unused or {}).items()) if not added.rules else ():
        help_ = f"did you mean `{near}`?" if near else ""
        problems.add(spot, "this expectation fits no combination, so it expects nothing", help_)
    problems.raise_any()
    return tuple(scenarios)


def _rulebook(
    nodes: Nodes, top: Mapping, node: Node | None, dirs: tuple[str | Path, ...], folder: Path | None
) -> Rulebook | None:
    """Return the rulebook that the scenario names; None, with a problem, if there is none."""
    scalar = nodes.scalar(node, "`rulebook`")
    if scalar is None or scalar.is_nothing:
        if node is None or scalar is not None:
            nodes.problems.add(scalar or top, "the scenario names no `rulebook`", "write `rulebook: name`")
        return None
    try:
        path = rulebook_folder(scalar.text, dirs, folder)
    except InputError as error:
        for problem in error.problems:
            nodes.problems.add(scalar, problem.message, problem.help)
        return None
    return load_rulebook(path)


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


class _Reader:
    """Reads the sections of one scenario in the order of their dependencies."""

    def __init__(
        self,
        book: Rulebook,
        problems: Problems,
        sections: dict[str, Node],
        top: Mapping,
        lines: list[str],
        combination: Combination = (),
        more_variants: tuple[str, ...] = (),
    ) -> None:
        self.book, self.problems, self.sections, self.top, self.lines = book, problems, sections, top, lines
        self.combination, self.more_variants = combination, more_variants
        self.passed_over: dict[Place, str] = {}
        self.nodes = Nodes(problems)
        self.facts = Facts()

    def scenario(self, name: str) -> Scenario:
        """Read all sections; note their problems."""
        at, facts, book = self.sections, self.facts, self.book
        count = len(self.problems.by_place)
        figures = read_names(self.nodes, book, at.get("figures"))
        if len(self.problems.by_place) > count and not figures:
            self.problems.raise_any()  # without figures each mention of one would be a problem
        words = Words(book, figures, self.listed_places())
        entries = self.situation(words, figures)
        readings = read_readings(self.nodes, at.get("readings"), book, facts)
        in_matrix = "variants" in dict(self.combination)
        variants = read_variants(self.nodes, at.get("variants"), book, (NONE,) if in_matrix else ())
        refuse_conflicts(self.nodes, at.get("house_rules"), book, (*variants, *self.more_variants))
        without = tuple(dict.fromkeys(self.nodes.clauses(at.get("without"), "`without`", book.ledger)))
        if len(words.named) > MOST_PLACES:
            message = f"the scenario names {len(words.named)} places, at most {MOST_PLACES} are read"
            raise LimitError(message, self.problems.place(self.top))
        for fact in adjacency(book, list(words.named)):
            facts.add(fact)
        expect = ClaimReader(self.problems, words, book, Condition(book, variants, readings))
        claims = expect.read(at.get("expect"))
        questions = read_questions(expect, at.get("ask"))
        self.passed_over = expect.passed_over
        precedent = read_precedent(self.nodes, at.get("precedent"))
        is_overruled = precedent is not None and precedent.is_overruled
        return Scenario(
            title=self.nodes.text(at.get("title"), "`title`", Path(name).stem),
            file=name,
            rulebook=book,
            variants=variants,
            readings=readings,
            facts=tuple(facts.facts),
            given=tuple(facts.given),
            figures=tuple(figures),
            places=tuple(map(Term, book.topology.graph.sites)) if book.topology.graph else tuple(words.named),
            entries=entries,
            claims=claims,
            sources=facts.sources,
            note=self.nodes.text(at.get("note"), "`note`"),
            skip=self.skip(at.get("skip")) or ("this precedent is overruled" if is_overruled else ""),
            precedent=precedent,
            combination=self.combination,
            without=without,
            questions=questions,
            until=read_until(self.problems, book, at),
        )

    def situation(self, words: Words, figures: dict[str, Scalar]) -> int:
        """Add the facts of board, figures, state, play and chance; return the number of entries of the play."""
        at, facts, book = self.sections, self.facts, self.book
        fields = FieldReader(self.problems, words, facts)
        board = BoardReader(fields, book, self.lines)
        board.read(at.get("board"))
        described = dict(words.named)
        read_figures(fields, book, at.get("figures"), figures, board.figures)
        named, words.named = words.named, {}
        fields.fields(at.get("state"), book.state, {}, "`state`", at.get("state") or self.top)
        fields.fields(at.get("suppose"), book.suppose, {}, "`suppose`", at.get("suppose") or self.top)
        for actor in book.actors:
            facts.give(Term("step", (Term(actor),)), 1)
        play = PlayReader(fields, book)
        entries = play.entries(at.get("play"))
        read_standing(fields, book, at.get("standing"))
        play.chances(at)
        begin(fields, book, at.get("begin"))
        start(facts, book)
        refuse_restricted(self.problems, book, facts, self.top)
        refuse_strays(fields, book, at.get("figures"), described | words.named)
        words.named = named | words.named
        return entries

    def skip(self, node: Node | None) -> str:
        """Return the reason not to check the scenario; empty if a check includes it."""
        reason = self.nodes.text(node, "`skip`")
        if node is not None and not reason.strip() and not self.problems.by_place:
            self.problems.add(node, "`skip` gives no reason", "write why the scenario is not checked")
        return reason

    def listed_places(self) -> list[str]:
        """List the places of the board in a rulebook without a grid."""
        board = self.sections.get("board")
        if self.book.topology.grid or not isinstance(board, Mapping):
            return []
        lists = [board.get("rooms"), board.get("places")]
        return [key.text for node in lists if isinstance(node, Mapping) for key, _ in node.entries]
