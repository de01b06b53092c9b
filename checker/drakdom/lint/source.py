"""The files of a rulebook's law and of the core, parsed once for all checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from drakdom.errors import InputError, LimitError, Problem
from drakdom.law.lawtext import MOST_FILES, Include, includes, must_be_harmless, read_any_text, real
from drakdom.law.syntax import Expr, LawSyntaxError, Signature, Statement, parse_law
from drakdom.rulebook import Rulebook
from drakdom.rulebook.find import HOUSE
from drakdom.rulebook.house_declared import SPEC


def is_scope(path: Path) -> bool:
    """True for `scope.lp` and `scope/*.lp`, which span the space that audits search and so may hold choices."""
    return _is_part(path, "scope")


def is_apart(path: Path) -> bool:
    """True for files that no verdict loads, only one command: scopes, `paths.lp` and `paths/*.lp`."""
    return is_scope(path) or _is_part(path, "paths")


def _is_part(path: Path, name: str) -> bool:
    return path.suffix == ".lp" and name in (path.stem.partition("_")[0], path.parent.name)


@dataclass(frozen=True)
class LintFinding:
    """One fault of the law, with its place and a remedy. `rule` is the name of the check."""

    rule: str
    file: str
    line: int
    message: str
    help: str = ""


@dataclass(frozen=True)
class SourceFile:
    """One answer-set program: its text, and its statements (none if it does not parse)."""

    path: Path
    text: str
    statements: tuple[Statement, ...]
    fault: LawSyntaxError | None = None

    @cached_property
    def rules(self) -> tuple[Statement, ...]:
        """The statements that are rules."""
        return tuple(statement for statement in self.statements if statement.kind == "rule")

    @cached_property
    def defines(self) -> frozenset[Signature]:
        """The predicates of its heads."""
        return frozenset(atom.signature for rule in self.rules for atom in rule.head_atoms())

    @cached_property
    def reads(self) -> frozenset[Signature]:
        """The predicates of its bodies, and those that it shows."""
        asked = {atom.signature for statement in self.statements for _, atom in statement.body_atoms()}
        return frozenset(
            asked
            | {statement.declares for statement in self.statements if statement.kind == "show" and statement.declares}
        )

    @cached_property
    def input(self) -> frozenset[Signature]:
        """The predicates that it declares as defined elsewhere."""
        return frozenset(
            statement.declares for statement in self.statements if statement.kind == "defined" and statement.declares
        )

    @property
    def shows(self) -> bool:
        """True if it holds a `#show`."""
        return any(statement.kind == "show" for statement in self.statements)

    @property
    def all(self) -> frozenset[Signature]:
        """Every predicate that the file names."""
        return self.defines | self.reads | self.input

    @property
    def wants(self) -> frozenset[Signature]:
        """The predicates that it reads but does not define."""
        return self.reads - self.defines

    @cached_property
    def includes(self) -> tuple[Include, ...]:
        """The files that it includes."""
        return tuple(includes(self.text, self.path))


@lru_cache(maxsize=512)
def _read(path: Path, _stamp: int) -> SourceFile:
    text = read_any_text(path)
    try:
        must_be_harmless(text, path)
        return SourceFile(path, text, parse_law(text))
    except InputError as error:
        problem = error.problems[0]
        return SourceFile(path, text, (), LawSyntaxError(problem.message, problem.line))
    except LawSyntaxError as fault:
        return SourceFile(path, text, (), fault)


def read_source(path: Path) -> SourceFile:
    """Parse one file; the result is kept until the file changes."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        stamp = 0  # reading it reports the fault
    return _read(path, stamp)


@dataclass(frozen=True)
class Law:
    """The law of one rulebook and of the house rules in force, and the core.

    `files` are all files of the folders, `loaded` those that `rulebook.lp` reaches, with pieces of the library.
    """

    rulebook: Rulebook
    folder: Path
    files: tuple[SourceFile, ...]
    loaded: tuple[SourceFile, ...]
    core: tuple[SourceFile, ...]

    @cached_property
    def playable(self) -> bool:
        """True if every loaded file parses and every included one exists."""
        present = {real(file.path) for file in self.loaded}
        wanted = [include.file for file in self.loaded for include in file.includes]
        return bool(present) and present.issuperset(wanted) and not any(file.fault for file in self.loaded)

    @cached_property
    def shared(self) -> frozenset[Signature]:
        """Predicates that the pieces of the library define, which a rulebook need not read."""
        return frozenset().union(*(file.defines for file in self.pieces))

    @cached_property
    def pieces(self) -> tuple[SourceFile, ...]:
        """The loaded pieces of the library."""
        return tuple(file for file in self.loaded if file not in self.files)

    def home(self, path: Path) -> Path:
        """The folder that a file belongs to: a house rule's, or the rulebook's."""
        house = (rule.folder for rule in self.rulebook.house_rules)
        return next((folder for folder in house if real(path).is_relative_to(folder.resolve())), self.folder)

    def name(self, file: SourceFile) -> str:
        """A file's name in messages."""
        return str(file.path)

    def rules(self) -> Iterator[tuple[SourceFile, Statement]]:
        """All rules of the loaded files."""
        for file in self.loaded:
            for rule in file.rules:
                yield file, rule

    def atoms(self) -> Iterator[tuple[SourceFile, Statement, str, Expr]]:
        """All atoms of the loaded rules: sign `head` in heads, else the sign of the body's literal."""
        for file, rule in self.rules():
            for atom in rule.head_atoms():
                yield file, rule, "head", atom
            for sign, atom in rule.body_atoms():
                yield file, rule, sign, atom

    @cached_property
    def heads(self) -> frozenset[Signature]:
        """Every predicate that some loaded rule defines."""
        return frozenset().union(*(file.defines for file in self.loaded))

    @cached_property
    def contract(self) -> frozenset[Signature]:
        """Every predicate that the core names."""
        return frozenset().union(*(file.all for file in self.core))

    def finding(self, rule: str, file: SourceFile, line: int, message: str, help: str = "") -> LintFinding:  # noqa: A002
        """A finding in a file of the law."""
        return LintFinding(rule, self.name(file), line, message, help)

    def in_vocabulary(self, rule: str, message: str, help: str = "") -> LintFinding:  # noqa: A002
        """A finding in the vocabulary, at the line that declares the message's first word in backticks, if found."""
        word = re.search(r"`([^`]+)`", message)
        key = word[1].split("(")[0].split("/")[0] if word else ""
        at, path = 0, self.folder / "rulebook.yaml"
        for path in (*(rule.folder / SPEC for rule in self.rulebook.house_rules), self.folder / "rulebook.yaml"):
            lines = path.read_text(encoding="utf-8").splitlines() if key else []
            declares = re.compile(rf"\s*(?:- id: )?{re.escape(key)}\s*(?::|$)")
            at = next((n for n, line in enumerate(lines, 1) if declares.match(line)), 0)
            if at:
                break
        return LintFinding(rule, str(path), at, message, help)


def read_sources(rulebook: Rulebook, core: Path) -> Law:
    """Parse the law of a rulebook and the core's files.

    Raises InputError for files that are not text or lie elsewhere, LimitError for too many or too large files.
    """
    folder = rulebook.folder
    house = [rule.folder for rule in rulebook.house_rules]
    files = tuple(file for home in (folder, *house) for file in _read_all(home))
    by_path = {file.path.resolve(): file for file in files}
    reached: dict[Path, SourceFile] = {}

    def walk(path: Path) -> None:
        file = by_path.get(path)
        if file is None or path in reached:
            return
        reached[path] = file
        for include in file.includes:
            if include.of_library and include.file.is_file():
                by_path.setdefault(include.file, read_source(include.file))
            walk(include.file)

    for entry in (folder / "rulebook.lp", *(rule.law for rule in rulebook.house_rules)):
        walk(entry.resolve())
    cores = tuple(read_source(path) for path in sorted(core.glob("*.lp")))
    return Law(rulebook, folder, files, tuple(reached.values()), cores)


def _is_of_house(path: Path, folder: Path) -> bool:
    """True for files of house rules that come with a rulebook; they are not the rulebook's own law."""
    return path.relative_to(folder).parts[0] == HOUSE and (folder / "rulebook.yaml").is_file()


def _read_all(folder: Path) -> tuple[SourceFile, ...]:
    paths = sorted(path for path in folder.rglob("*.lp") if not path.is_dir() and not _is_of_house(path, folder))
    if len(paths) > MOST_FILES:
        raise LimitError(f"a law of more than {MOST_FILES} files is not read")
    files: list[SourceFile] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            if not real(path).is_relative_to(folder.resolve()):
                raise InputError.single("this links to a file outside of the law's folder", str(path))
            files.append(read_source(path))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return tuple(files)
