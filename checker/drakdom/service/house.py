"""A house rule of a stranger: its two files as text, laid out in a folder of the service's own while they are read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from drakdom.errors import DrakdomError, InputError, LimitError, Place
from drakdom.rulebook.house_declared import LAW, SPEC

FOLDER = "house-law"
"""The name of the folder, which messages give; a house rule without a name has this one."""
FILES = (SPEC, LAW)


@contextlib.contextmanager
def laid_out(files: Mapping[str, Any] | None, place: Path | None = None) -> Iterator[Path | None]:
    """Write the files of a house rule into a folder below `place`, or a temporary one, and remove them afterwards.

    Yields the folder; None if there are no files. Errors about the files name them by FOLDER alone.
    """
    if not files:
        yield None
        return
    with TemporaryDirectory(prefix="drakdom-", dir=place) as top:
        folder = Path(top) / FOLDER
        folder.mkdir()
        for name in FILES:
            (folder / name).write_bytes(files[name].encode("utf-8", "surrogatepass"))
        try:
            yield folder
        except (InputError, LimitError) as error:
            raise _nameless(error, f"{top}/") from None


def _nameless(error: DrakdomError, top: str) -> DrakdomError:
    """Return an error without the path of the temporary folder."""
    if isinstance(error, InputError):
        problems = [
            replace(
                problem,
                file=problem.file.replace(top, ""),
                message=problem.message.replace(top, ""),
                help=problem.help.replace(top, ""),
            )
            for problem in error.problems
        ]
        return InputError(problems)
    place = getattr(error, "place", None)
    named = Place(place.file.replace(top, ""), place.line, place.column) if place else None
    message = str(error).removeprefix(f"{place}: ").replace(top, "")
    return LimitError(message, named) if named else LimitError(message)
