"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
from pathlib import Path

MARK = "\n<!-- written by drakdom -->\n"
"""The end of a Markdown file, by which it can be told from other people's notes."""
_NEVER = frozenset({".yaml", ".yml", ".lp", ".po", ".toml", ".py", ".db", ".sqlite"})
"""Endings of files that no report is written into: law, scenarios, settings, programs."""
_BEGINNINGS = re.compile(
    rb"\x89PNG|(<\?xml[^>]*>\s*)?<svg |TAP version |::(error|warning|notice) |<!doctype html>"
    rb"|(<\?xml|\{)[^\0]*(drakdom|json-schema\.org)",
    re.IGNORECASE,
)
_ENDINGS = re.compile(rb"\d+ passed, \d+ failed, \d+ errored[^\n]*\n?\Z")


def is_report(file: Path) -> bool:
    """Return True if a file is empty or looks like what a command of ours writes. Raises OSError."""
    if file.suffix.lower() in _NEVER:
        return False
    with file.open("rb") as stream:
        head = stream.read(4096)
        stream.seek(max(0, file.stat().st_size - 200))
        tail = stream.read(200)
    if file.suffix.lower() == ".md":
        return not head or tail.endswith(MARK.encode())
    return not head or bool(_BEGINNINGS.match(head) or _ENDINGS.search(tail))


def save_whole(file: Path, content: str | bytes) -> None:
    """Write a file in one step: the old content stays until all of the new content is on the disk.

    A link is followed. Owner and permissions stay. If the folder takes no new file, the file is written in place.
    Raises OSError.
    """
    # names of files need not be text
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if (file.exists() and not file.is_file()) or str(file).startswith(("/dev/", "/proc/")):
        file.write_bytes(data)  # a device, or an open stream
        return
    file = Path(os.path.realpath(file))
    before = file.stat() if file.exists() else None
    if before and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".drakdom-")
    except PermissionError:
        if not before:
            raise
        file.write_bytes(data)
        return
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        _give(name, before)
        Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _give(name: str, before: os.stat_result | None) -> None:
    """Give the new file the owner and permissions of the file that it replaces."""
    if before is None:
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        return
    with contextlib.suppress(OSError, AttributeError):
        os.chown(name, before.st_uid, before.st_gid)
    Path(name).chmod(before.st_mode & 0o777)
