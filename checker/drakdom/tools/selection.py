"""Select scenarios by name, optional rule or clause, by changes of files, or by their last failure."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from drakdom.errors import DrakdomError, InputError
from drakdom.law.facts import core_file
from drakdom.law.lawtext import library
from drakdom.law.store import cache_folder, make_private
from drakdom.rulebook import Rulebook, find_rulebooks, load_rulebook
from drakdom.rulebook.yamltext import Mapping as Mapping_
from drakdom.rulebook.yamltext import Node, Scalar, decode, parse_yaml, read_bytes
from drakdom.scenario import Scenario
from drakdom.verdict import Verdict

_OF_LAW = ("rulebook", "house_rules", "matrix")
"""Sections of a scenario that may name a rulebook or a house rule."""


_LAW = ("rulebook.yaml", "house.yaml")
"""Files that mark a folder as a rulebook or a house rule."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions on scenarios. An empty field is no condition; of several words in a field, one must match.

    `names` occur in the file name or the title, `variants` are in force, and `clauses` decide an expectation or are
    named by it.
    """

    names: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def is_narrow(self) -> bool:
        """True if there is any condition."""
        return bool(self.names or self.variants or self.clauses)

    def takes_scenario(self, scenario: Scenario) -> bool:
        """Return True if the scenario matches `names` and `variants`."""
        named = f"{Path(scenario.file).name}\n{scenario.title}".casefold()
        if self.names and not any(name.casefold() in named for name in self.names):
            return False
        return not self.variants or not {*scenario.variants}.isdisjoint(self.variants)

    def takes_verdict(self, scenario: Scenario, verdict: Verdict) -> bool:
        """Return True if the scenario or its verdict matches `clauses`."""
        if not self.clauses:
            return True
        pinned = {clause for claim in scenario.claims for clause in (*claim.because, *claim.not_because)}
        decided = {clause for claim in verdict.claims for clause in claim.because}
        principal = scenario.rulebook.principal  # equivalent clauses count as one
        return not {*map(principal, pinned | decided)}.isdisjoint(map(principal, self.clauses))


def known_words(files: Iterable[Path], folders: Iterable[str | Path]) -> dict[str, list[str]]:
    """Return the words to select by: the `topics` of files, `variants` and `clauses` of the rulebooks at hand."""
    books: list[Rulebook] = []
    for folder in find_rulebooks(folders).values():
        with contextlib.suppress(DrakdomError):
            books.append(load_rulebook(folder))
    return {
        "topics": [part for file in files for part in file.parent.parts],
        "variants": [name for book in books for name in book.variants],
        "clauses": [name for book in books for name in book.ledger],
    }


def changed_since(
    revision: str, files: Sequence[Path], law: Mapping[str, Path], added: Iterable[Path] = ()
) -> list[Path]:
    """Return the scenarios whose file or law differs from a revision of git.

    Files that git does not track count as changed, also ignored ones and files outside the repository. `law` and
    `added` are as in `touched_by`. Raises InputError if git is missing or does not know the revision.
    """
    changed, tracked = _changed(revision)
    new = {place for file in files for place in _places(file) if {place, *place.parents}.isdisjoint(tracked)}
    return touched_by(changed | new, files, law, added)


def touched_by(
    changed: Collection[Path], files: Sequence[Path], law: Mapping[str, Path], added: Iterable[Path] = ()
) -> list[Path]:
    """Return the scenarios whose file or law is among the changed files or folders (absolute paths).

    `law` are the folders of rulebooks by the names used in scenarios. `added` are the folders of house rules in force
    in all scenarios. The core law belongs to every rulebook. A scenario that cannot be read may use any law.
    """
    changed = {*changed}
    own = {file: _places(file) for file in files}
    outside = changed - {place for places in own.values() for place in places}
    before: dict[Path, bool] = {}

    def touched(folder: Path) -> bool:
        if folder not in before:
            whole = folder.resolve()
            before[folder] = any(path.is_relative_to(whole) or whole.is_relative_to(path) for path in outside)
        return before[folder]

    def law_touched(file: Path) -> bool:
        named = law_of(file, law)
        return any(map(touched, law.values() if named is None else named))

    if any(map(touched, (core_file(""), library(), *added))):
        return [*files]
    of_law = any(map(_may_be_law, outside))
    return [
        file
        for file in files
        if any(not changed.isdisjoint((place, *place.parents)) for place in own[file]) or (of_law and law_touched(file))
    ]


def _may_be_law(changed: Path) -> bool:
    """Return True if a path may be law. If none is, `touched_by` need not read the scenarios, which is slow."""
    if changed.name in _LAW or os.path.isdir(changed):  # noqa: PTH112  (a `Path` raises where it may not look)
        return True
    return any(os.path.exists(folder / name) for folder in changed.parents for name in _LAW)  # noqa: PTH110


def law_of(file: Path, law: Mapping[str, Path]) -> set[Path] | None:
    """Return the folders that may hold the law of a scenario, by its words; None if it cannot be read."""
    try:
        top, _ = parse_yaml(decode(read_bytes(file, str(file)), str(file)), str(file))
    except DrakdomError:
        return None
    words = {word for key in _OF_LAW for word in _words(top.get(key)) if word}
    named_folders = {folder for name, folder in law.items() if not words.isdisjoint((name, folder.resolve().name))}
    return named_folders | {file.parent / word for word in words}


def _words(node: Node | None) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Mapping_):
        yield from (word for key, value in node.entries for part in (key, value) for word in _words(part))
    elif node is not None:
        yield from (word for part in node.items for word in _words(part))


def _places(file: Path) -> set[Path]:
    """Return the absolute path of a file and, if it is a link, that of its target."""
    return {file.parent.resolve() / file.name, Path(os.path.realpath(file))}


def _changed(revision: str) -> tuple[set[Path], set[Path]]:
    """Return the paths changed since a revision and all tracked paths. A nested repository counts as changed."""
    top = Path(_git("rev-parse", "--show-toplevel", of=revision).removesuffix("\n"))
    modified = _git(*_DIFF, "--name-only", "-z", "--end-of-options", revision, "--", of=revision)
    new = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/", of=revision)
    kept = _git("ls-files", "--full-name", "-z", ":/", of=revision)
    stages = _git("ls-files", "--stage", "--full-name", "-z", ":/", of=revision).split("\0")
    nested = "\0".join(entry.partition("\t")[2] for entry in stages if entry.startswith(_NESTED))

    def places(names: str) -> set[Path]:
        return {top / name for name in names.split("\0") if name}

    return places("\0".join((modified, new, nested))), places(kept)


#: Options of `git diff` that list a moved file under both paths, whatever the user's configuration. What changed inside
#: a submodule is not looked at: its own configuration could name programs.
_DIFF = (
    "-c",
    "diff.relative=false",
    "diff",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=dirty",
)
#: Settings of a repository that name programs, which git would run: they are switched off.
_PROGRAMS = re.compile(
    r"filter\..*\.(clean|smudge|process|required)|diff\..*\.(command|textconv)|diff\.external", re.DOTALL
)
#: The mode of a repository in the repository.
_NESTED = "160000 "
#: Nothing is fetched, asked for or locked.
_QUIET = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}


def _git(*words: str, of: str) -> str:
    return _run_git(*_without_programs(of), *words, of=of)


def _without_programs(of: str) -> tuple[str, ...]:
    """Return options that switch off the programs that a repository's own settings name; the user's stay."""
    listed = _run_git("-c", "core.fsmonitor=false", "config", "--list", "--show-scope", "-z", of=of).split("\0")
    keys = (entry.partition("\n")[0] for scope, entry in zip(listed[::2], listed[1::2], strict=False) if scope in _OWN)
    options = [f"{key}={'false' if key.endswith('.required') else ''}" for key in keys if _PROGRAMS.fullmatch(key)]
    return tuple(word for option in ("core.fsmonitor=false", *options) for word in ("-c", option))


#: Scopes of settings that come with a repository.
_OWN = ("local", "worktree")


def _run_git(*words: str, of: str) -> str:
    try:
        ended = subprocess.run(["git", *words], capture_output=True, check=False, env=os.environ | _QUIET)
    except OSError:
        raise InputError.single("git is needed to find the changed files, but it is not installed") from None
    if ended.returncode:
        message = ended.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise InputError.single(f"git cannot list the changes since `{of}`: {message}")
    return os.fsdecode(ended.stdout)


def remember_failed(paths: Iterable[str | Path], failed: Collection[str], checked: Collection[str]) -> None:
    """Store the files with failures or errors for `last_failed`, with earlier ones that were not checked since.

    Does nothing without a cache folder.
    """
    if (place := _place(paths)) is not None:
        left = (file for file in _failed_before(place) if file not in checked and Path(file).exists())
        with contextlib.suppress(OSError):
            make_private(place.parent.parent)
            place.parent.mkdir(exist_ok=True)
            place.write_text(json.dumps(sorted({*failed, *left})), encoding="utf-8")


def last_failed(paths: Iterable[str | Path], files: Sequence[Path]) -> list[Path]:
    """Return the files that failed in the last check with the same paths, or all files if none failed."""
    place = _place(paths)
    failed = _failed_before(place) if place is not None else set()
    return [file for file in files if str(file) in failed] or [*files]


def _failed_before(place: Path) -> set[str]:
    with contextlib.suppress(OSError, ValueError, TypeError):
        return {name for name in json.loads(place.read_text("utf-8")) if isinstance(name, str)}
    return set()


def _place(paths: Iterable[str | Path]) -> Path | None:
    folder = cache_folder()
    key = "\0".join([str(Path.cwd()), *map(str, paths)])
    return folder and folder / "failed" / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
