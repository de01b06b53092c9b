"""Which of many scenarios are meant: by topic, name, optional rule, clause, or by what was changed or failed before."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.engine.facts import core_file
from checker.engine.law_cache import cache_folder
from checker.errors import InputError
from checker.scenario import Scenario
from checker.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Selection:
    """What a scenario must be to be checked; an empty field asks for nothing, of several words one is enough.

    `names` stand in the file's name or the title, `variants` are in force in it, and `clauses` decide one of its
    expectations or are named by it.
    """

    names: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    def takes_scenario(self, scenario: Scenario) -> bool:
        """By what stands in it."""
        named = f"{Path(scenario.file).name}\n{scenario.title}".casefold()
        if self.names and not any(name.casefold() in named for name in self.names):
            return False
        return not self.variants or not {*scenario.variants}.isdisjoint(self.variants)

    def takes_verdict(self, scenario: Scenario, verdict: Verdict) -> bool:
        """By what was ruled."""
        if not self.clauses:
            return True
        pinned = {clause for claim in scenario.claims for clause in (*claim.because, *claim.not_because)}
        decided = {clause for claim in verdict.claims for clause in claim.because}
        return not (pinned | decided).isdisjoint(self.clauses)


def changed_since(revision: str, files: Sequence[Path], law: Mapping[str, Path]) -> list[Path]:
    """Of some scenarios those whose file, or whose rulebook's law, is not as it was in a revision of git.

    `law` are the folders of rulebooks by the names that scenarios call them; what all rulebooks rest on is the law of
    each. Raises InputError where git knows no such revision, or there is no git.
    """
    return touched_by(_changed(revision), files, law)


def touched_by(changed: Collection[Path], files: Sequence[Path], law: Mapping[str, Path]) -> list[Path]:
    """Of some scenarios those which changed files (whole paths) are, or whose rulebook's law they belong to."""

    def touched(folder: Path) -> bool:
        return any(file.is_relative_to(folder.resolve()) for file in changed)

    if touched(core_file("")):
        return [*files]
    by_name = {name: touched(folder) for name, folder in law.items()}

    def law_touched(file: Path) -> bool:
        name = _rulebook_of(file)
        return by_name[name] if name in by_name else bool(name) and touched(file.parent / name)

    return [file for file in files if file.resolve() in changed or law_touched(file)]


def _changed(revision: str) -> set[Path]:
    top = Path(_git("rev-parse", "--show-toplevel", of=revision).strip())
    known = _git("diff", "--name-only", "-z", "--end-of-options", revision, "--", of=revision)
    new = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/", of=revision)
    return {(top / name).resolve() for name in (known + new).split("\0") if name}


def _git(*words: str, of: str) -> str:
    try:
        ended = subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError:
        raise InputError.one("git is needed to know what was changed, and there is none") from None
    if ended.returncode:
        said = ended.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise InputError.one(f"git does not know what was changed since `{of}`: {said}")
    return os.fsdecode(ended.stdout)


def _rulebook_of(file: Path) -> str:
    with contextlib.suppress(OSError):
        for line in file.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            if key == "rulebook":
                return value.partition("#")[0].strip().strip("'\"")
    return ""


def remember_failed(paths: Iterable[str | Path], failed: Collection[str]) -> None:
    """Keep the files that failed or erred for the next time; without a cache folder nothing is kept."""
    if (place := _place(paths)) is not None:
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(json.dumps(sorted(failed)), encoding="utf-8")


def last_failed(paths: Iterable[str | Path], files: Sequence[Path]) -> list[Path]:
    """Of some scenarios those that failed or erred when the same paths were checked last; all where none did."""
    failed: set[str] = set()
    if (place := _place(paths)) is not None:
        with contextlib.suppress(OSError, ValueError, TypeError):
            failed = {*json.loads(place.read_text("utf-8"))}
    return [file for file in files if str(file) in failed] or [*files]


def _place(paths: Iterable[str | Path]) -> Path | None:
    folder = cache_folder()
    key = "\0".join([str(Path.cwd()), *map(str, paths)])
    return folder and folder / "failed" / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
