"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path


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
