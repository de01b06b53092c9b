"""A cache of results by content: verdicts, groundings and measurements are not computed twice.

A result depends on the program, on its input files, and on the law that applies (core, rulebook, house rules in force).
Its key is a digest of the program, the question and the files. Its row also holds the folders of the law, the words by
which a scenario names them, and a digest of their contents. A result is used only if all of that is unchanged, and kept
only if none of it was touched during the computation.
"""

from __future__ import annotations

import contextlib
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from sys import version as python
from typing import Any, Literal, NamedTuple

from drakdom.errors import DrakdomError
from drakdom.kept import seals, store
from drakdom.kept.codec import Codec
from drakdom.kept.seals import Seal, Seals
from drakdom.rulebook import Rulebook
from drakdom.rulebook.find import find_house_rules, list_rulebooks, resolve_house_rule
from drakdom.runner import Runner
from drakdom.sandbox import Limits
from drakdom.scenario import NOTHING, Added, Named, Scenario, named_law

#: Libraries that a result may depend on.
_LIBRARIES = ("clingo", "PyYAML", "babel", "networkx", "python-flint", "sympy")
#: Seconds between writes of results, so that a forced end loses little.
OFTEN = 5.0

#: Keep no results, keep and use them, or keep them without using earlier ones.
Keep = Literal["no", "yes", "fresh"]


class Law(NamedTuple):
    """The law that applies to a scenario: the folders of its rulebook and of the house rules in force.

    `named` are the words by which a scenario names them, or None if the caller found the folders itself.
    """

    rulebook: str
    house: tuple[str, ...] = ()
    named: Named | None = None

    @classmethod
    def of(cls, book: Rulebook, named: Named | None = None) -> Law:
        """Return the law of a rulebook with its house rules; links in the paths are not resolved."""
        return cls(str(book.folder.absolute()), tuple(str(rule.folder.absolute()) for rule in book.house_rules), named)

    @classmethod
    def of_scenario(cls, scenario: Scenario) -> Law:
        """Return the law of a scenario."""
        return cls.of(scenario.rulebook, scenario.named)


class Answer(NamedTuple):
    """The result of a job, with the laws that it depends on. It is kept only if it is `lasting`; an error is not."""

    value: Any
    laws: tuple[Law, ...] = ()
    lasting: bool = True


class Input(NamedTuple):
    """The files of a job, and a text that distinguishes jobs on the same files."""

    files: tuple[Path, ...]
    part: str = ""


@dataclass(frozen=True, slots=True)
class _Some:
    """Those jobs of a larger number that are to be run."""

    job: Callable[[int], Answer]
    numbers: tuple[int, ...]

    def __call__(self, place: int) -> Answer:
        return self.job(self.numbers[place])

    @property
    def laws(self) -> tuple[Law, ...]:
        """The laws of the job."""
        laws: tuple[Law, ...] = self.job.laws  # type: ignore[attr-defined]
        return laws


def run_each_kept(
    job: Callable[[int], Answer],
    inputs: Sequence[Input],
    cache: ResultCache | None,
    runner: Runner,
    limits: Limits,
    until: float = math.inf,
) -> Iterator[tuple[int, Any, bool]]:
    """Yield for each input its number, the value of the job's answer or its error, and True if it was in the cache.

    Cached values come first. The others are computed by the runner until the time `until`, and kept. Without a cache
    all are computed and none is kept.
    """
    keys = [cache.key(item) for item in inputs] if cache else []
    kept_values = cache.valid(dict(zip(keys, inputs, strict=True))) if cache else {}
    yield from ((number, kept_values[key], True) for number, key in enumerate(keys) if key in kept_values)
    todo = tuple(number for number in range(len(inputs)) if not (cache and keys[number] in kept_values))
    if cache and todo:
        cache.prepare()
    try:
        for place, answer in runner.each(_Some(job, todo), len(todo), limits, until):
            number = todo[place]
            if isinstance(answer, DrakdomError):
                yield number, answer, False
                continue
            if cache and answer.lasting:
                laws, digest = cache.sealed(answer.laws, inputs[number])
                if digest:
                    cache.keep(keys[number], inputs[number], laws, digest, answer.value)
            yield number, answer.value, False
    finally:
        if cache:
            cache.close()


class ResultCache:
    """Looks up results of one kind, and keeps new ones.

    `asked` holds the options of the command, on which results depend beside files and law. `folders` are rulebook
    folders and `added` house rules that the caller names. With `fresh` nothing is looked up.
    """

    def __init__(
        self,
        kind: str,
        kinds: Iterable[type],
        asked: object,
        folders: Iterable[str | Path],
        *,
        fresh: bool = False,
        added: Added = NOTHING,
        place: Path | None = None,
    ) -> None:
        self._place = place
        self._codec, self._fresh, self._folders, self._added = Codec(kinds), fresh, tuple(folders), added
        self._started = self._written = time.time_ns()
        self._books = list_rulebooks(self._folders)
        books = [(slug, folder.name, str(folder.resolve())) for slug, folder in self._books]
        self._program = seals.program()
        asks = [kind, *engine(), str(Path.cwd()), books, repr((asked, added))]
        self._question = sha256(json.dumps(asks).encode()).hexdigest()
        self._seals = Seals(self._started)
        self._files: dict[Path, Seal | None] = {}
        self._led: dict[tuple[Named, Path], tuple[str, frozenset[str]] | None] = {}
        self._rows: dict[str, store.Row] = {}

    @classmethod
    def of(
        cls,
        keep: Keep,
        kind: str,
        kinds: Iterable[type],
        asked: object,
        folders: Iterable[str | Path],
        added: Added = NOTHING,
        place: Path | None = None,
    ) -> ResultCache | None:
        """Return a cache, or None for "no" and if nothing can be kept.

        `place` is a folder in place of the user's cache folder. Raises InputError if results cannot be kept in it.
        """
        if keep == "no" or (place is None and store.cache_folder() is None):
            return None
        if place:
            store.write((), place)
        try:
            return cls(kind, kinds, asked, folders, fresh=keep == "fresh", added=added, place=place)
        except (OSError, RuntimeError):  # no working folder, links that lead round in a circle
            return None

    def prepare(self) -> None:
        """Seal the law of all rulebooks, before any of it is read."""
        for _, folder in self._books:
            self._seals.digest(str(folder.absolute()), ())

    def seal(self, file: Path) -> None:
        """Seal a file. Call this first if the file is read before `run_each_kept`."""
        if file not in self._files:
            try:
                self._files[file] = Seal.on([file])
            except (OSError, ValueError):
                self._files[file] = None

    def key(self, about: Input) -> str | None:
        """Return the key of a result about files, or None if a file cannot be read."""
        digests = []
        for file in about.files:
            self.seal(file)
            seal = self._files[file]
            if seal is None:
                return None
            digests.append(seal.digest)
        return sha256(json.dumps([self._question, about.part, digests]).encode()).hexdigest()

    def valid(self, asked: dict[str | None, Input]) -> dict[str, Any]:
        """Return the kept results under these keys that are still valid."""
        values: dict[str, Any] = {}
        for key, row in ({} if self._fresh else store.read(filter(None, asked), self._place)).items():
            try:
                laws = _read_laws(row.laws)
                if self._digest(laws, asked[key]) == row.law:
                    values[key] = self._codec.read(row.value)
            except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
                continue
        return values

    def sealed(self, laws: Iterable[Law], about: Input) -> tuple[str, str | None]:
        """Return laws as JSON, and their digest, or None if any of them was touched since the start."""
        ordered = sorted(set(laws), key=repr)
        return json.dumps(ordered), self._digest(ordered, about)

    def keep(self, key: str | None, about: Input, laws: str, digest: str, value: object) -> None:
        """Keep a result about files, unless a file was touched since it was sealed."""
        seals = [self._files[file] for file in about.files]
        if key and all(seal and seal.holds(self._started) for seal in seals):
            self._rows[key] = store.Row(laws, digest, self._codec.write(value))
            if time.time_ns() - self._written > OFTEN * 1e9:
                self.close()

    def close(self) -> None:
        """Write the new results, unless the program was touched since the start."""
        if self._rows and seals.program() == self._program:
            store.write(self._rows.items(), self._place)
        self._rows, self._written = {}, time.time_ns()

    def _digest(self, laws: Iterable[Law], about: Input) -> str | None:
        """Return the digest of the current laws, or None if a scenario's words now lead to another law."""
        digests = []
        for law in laws:
            if law.named is not None and any(self._leads(law.named, file) != _places(law) for file in about.files):
                return None
            digests.append(self._seals.digest(law.rulebook, law.house))
        return None if None in digests else sha256(json.dumps(digests).encode()).hexdigest()

    def _leads(self, named: Named, file: Path) -> tuple[str, frozenset[str]] | None:
        """Find the folders that the words of a scenario file lead to now."""
        asked = named, file.parent
        if asked not in self._led:
            try:
                book, house = named_law(named, file.parent, self._folders, self._added)
                self._led[asked] = str(book.absolute()), frozenset(str(rule.resolve()) for rule in house)
            except (DrakdomError, OSError, ValueError, RuntimeError):
                self._led[asked] = None
        return self._led[asked]


def all_laws(folders: Iterable[str | Path], added: Added = NOTHING) -> Iterator[Law]:
    """Yield the law of each rulebook, and with each of its own and of the added house rules that exist."""
    for _, folder in list_rulebooks(folders):
        book = str(folder.absolute())
        yield Law(book)
        rules = [*find_house_rules(folder).values()]
        for word in added.rules:
            with contextlib.suppress(DrakdomError):
                rules.append(resolve_house_rule(word, folder, Path()))
        yield from (Law(book, (str(rule.absolute()),)) for rule in rules)


def engine() -> tuple[list[Any], str]:
    """Return the versions of Python and of the libraries that a result depends on, and the digest of the program."""
    return [python, *((name, version(name)) for name in _LIBRARIES)], seals.program_digest()


def _places(law: Law) -> tuple[str, frozenset[str]] | None:
    try:
        return law.rulebook, frozenset(str(Path(folder).resolve()) for folder in law.house)
    except (OSError, RuntimeError):
        return None


def _read_laws(text: str) -> list[Law]:
    """Parse the laws of a row. Raises ValueError, TypeError or LookupError for malformed text."""
    return [
        Law(book, tuple(house), named and Named(named[0], tuple(named[1]))) for book, house, named in json.loads(text)
    ]
