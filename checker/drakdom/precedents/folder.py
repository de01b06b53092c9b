"""A folder of precedents: its index, and new files in it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path

from drakdom.errors import DrakdomError, InputError
from drakdom.kept import Answer, Input, Law, ResultCache, run_each_kept
from drakdom.precedents.entries import Entry, entry_of
from drakdom.precedents.recording import file_name
from drakdom.runner import Local
from drakdom.sandbox import Limits
from drakdom.scenario import Scenario, read_scenario
from drakdom.scenario.precedent import Precedent
from drakdom.tools.check import FILES_A_WORKER
from drakdom.tools.files import find_scenarios

MOST_FILES = 100_000


def entries_of(
    folder: str | Path, rulebook_dirs: Iterable[str | Path], limits: Limits
) -> tuple[list[Entry], list[DrakdomError]]:
    """Return the entries of all precedents in a folder, and the errors of files that are none.

    Entries are kept in the user's cache folder until their file or their law changes. Raises InputError for a folder
    that cannot be read, NothingRan for one without scenarios.
    """
    root, dirs = Path(folder), tuple(rulebook_dirs)
    files = find_scenarios([root])
    if len(files) > MOST_FILES:
        raise InputError.single(f"the folder has {len(files):,} files, at most {MOST_FILES:,} are read", str(root))
    cache = ResultCache.of("yes", "precedents", (Entry, Precedent), str(root), dirs)

    def read(number: int) -> Answer:
        scenario = read_scenario(files[number], dirs)
        entry = entry_of(scenario, files[number].relative_to(root).as_posix() if files[number] != root else root.name)
        return Answer(entry, (Law.of_scenario(scenario),))

    entries, errors = [], []
    runner = Local(os.cpu_count() or 1, FILES_A_WORKER)
    for _, result, _ in run_each_kept(read, [Input((file,)) for file in files], cache, runner, limits):
        if isinstance(result, DrakdomError):
            errors.append(result)
        else:
            entries.append(result)
    return sorted(entries, key=lambda entry: entry.file), errors


def save(folder: Path, scenario: Scenario, text: str) -> str:
    """Write a precedent into a folder, in that of its rulebook; return its name there.

    The name depends on the content, so a precedent that is there already is left as it is. Raises InputError if it
    cannot be written.
    """
    name = f"{scenario.rulebook.slug}/{file_name(scenario.title, text)}"
    place = folder / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            part = place.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
            part.write_text(text, encoding="utf-8")
            part.replace(place)
    except OSError as error:
        raise InputError.single(f"cannot be written: {(error.strerror or str(error)).lower()}", str(place)) from None
    return name
