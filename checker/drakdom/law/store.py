"""What takes long to make of a law, kept in the user's cache folder: to make it again takes longer than most rulings.

What is kept is plain JSON with a checksum, under a name made of everything that it rests on: the texts of the law, the
version of clingo, our own code. So nothing that is kept can be out of date; and whatever is wrong with the
folder or with what lies in it, it is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import clingo
from platformdirs import user_cache_path

T = TypeVar("T")

#: The environment variable that names another folder; empty, nothing is kept.
FOLDER = "DRAKDOM_CACHE"
#: So many of a kind are kept, those that were used last.
MOST_KEPT = 16


def name_of(kind: str, parts: Iterable[str]) -> str:
    """The name under which something of a kind is kept that rests on some texts."""
    digest = hashlib.sha256(_code(Path(__file__).parent.parent))
    for text in parts:
        data = text.encode()
        digest.update(b"\n%d\n" % len(data))
        digest.update(data)
    return f"{kind}-{digest.hexdigest()[:40]}.json"


def kept(name: str, read: Callable[[Any], T]) -> T | None:
    """What `read` makes of what is kept under a name; None where there is nothing, or nothing that can be read."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        check, _, rows = (folder / name).read_bytes().partition(b"\n")
        if check != _check(rows):
            return None
        found = read(json.loads(rows))
        os.utime(folder / name)
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return found


def keep(name: str, rows: Any) -> None:
    """Keep something under a name. Nothing happens where that cannot be done."""
    folder = cache_folder()
    if folder is None:
        return
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        data = json.dumps(rows).encode()
        with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
            written = Path(file.name)
            try:
                file.write(_check(data) + b"\n" + data)
                file.flush()
                written.replace(folder / name)  # another process never sees half of it
            except BaseException:
                written.unlink()
                raise
        _forget(folder, name.partition("-")[0])


def cache_folder() -> Path | None:
    """Where things are kept; None where nothing is to be kept."""
    named = os.environ.get(FOLDER)
    if named is None:
        return user_cache_path("drakdom", appauthor=False)
    return Path(named) if named else None


@lru_cache(maxsize=1)
def _code(package: Path) -> bytes:
    """What tells one version from another: the code that reads law and finds what fires, and the solver."""
    digest = hashlib.sha256(clingo.__version__.encode())
    for code in sorted(file for part in ("law", "step") for file in (package / part).glob("*.py")):
        digest.update(code.read_bytes())
    return digest.digest()


def _check(rows: bytes) -> bytes:
    return hashlib.sha256(rows).hexdigest().encode()


def _forget(folder: Path, kind: str) -> None:
    """Take away all but those of a kind that were used last."""
    files = sorted(folder.glob(f"{kind}-*.json"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_KEPT]:
        file.unlink(missing_ok=True)
