"""A disk cache in the user's cache folder, for data about a law that takes longer to compute than most rulings.

An entry is plain JSON with a checksum. Its name is a hash of everything it depends on: the texts of the law, the
version of clingo, our own code. So no entry can be out of date. If the folder or an entry is faulty, the data is
computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import clingo
from platformdirs import user_cache_path

T = TypeVar("T")

#: The environment variable with the path of another folder; empty turns the cache off.
FOLDER = "DRAKDOM_CACHE"
#: Maximum number of entries of a kind; the least recently used are deleted.
MOST_KEPT = 16


def entry_name(kind: str, parts: Iterable[str]) -> str:
    """Return the name of an entry of a kind that depends on some texts."""
    digest = hashlib.sha256(_code(Path(__file__).parent.parent))
    for text in parts:
        data = text.encode()
        digest.update(b"\n%d\n" % len(data))
        digest.update(data)
    return f"{kind}-{digest.hexdigest()[:40]}.json"


def load(name: str, read: Callable[[Any], T]) -> T | None:
    """Return the entry of a name as `read` converts it; None if there is none or it cannot be read."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        if not (folder / name).is_file():
            return None
        check, _, rows = (folder / name).read_bytes().partition(b"\n")
        if check != _check(rows):
            return None
        value = read(json.loads(rows))
        os.utime(folder / name)
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return value


def save(name: str, rows: Any) -> None:
    """Store JSON data under a name; do nothing if that fails."""
    folder = cache_folder()
    if folder is None:
        return
    with contextlib.suppress(OSError):
        make_private(folder)
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
    """Return the folder of the cache; None if the cache is off, or if others could write into the folder.

    A folder that the environment names may hold other things, so the cache is a folder in it.
    """
    named = os.environ.get(FOLDER)
    if named == "":
        return None
    folder = user_cache_path("drakdom", appauthor=False) if named is None else Path(named, "drakdom")
    return folder if _is_private(folder) else None


def _is_private(folder: Path) -> bool:
    """Return True if a folder is ours alone, or not made yet: what others write there could change a verdict."""
    try:
        status = folder.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & _BY_OTHERS


def make_private(folder: Path) -> None:
    """Make a folder of the cache that only its owner can use. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""Permissions of others to write."""


_ENTRY = re.compile(r"[a-z]+-[0-9a-f]{40}\.json")
"""Names of entries (`entry_name`)."""


@lru_cache(maxsize=1)
def _code(package: Path) -> bytes:
    """Return a hash of the clingo version and of the packages that make the entries: `law` and `step`."""
    digest = hashlib.sha256(clingo.__version__.encode())
    for code in sorted(file for part in ("law", "step") for file in (package / part).glob("*.py")):
        digest.update(code.read_bytes())
    return digest.digest()


def _check(rows: bytes) -> bytes:
    return hashlib.sha256(rows).hexdigest().encode()


def _forget(folder: Path, kind: str) -> None:
    """Delete the entries of a kind past MOST_KEPT, least recently used first."""
    entries = (file for file in folder.glob(f"{kind}-*.json") if _ENTRY.fullmatch(file.name))
    files = sorted(entries, key=lambda file: file.lstat().st_mtime)
    for file in files[:-MOST_KEPT]:
        file.unlink(missing_ok=True)
