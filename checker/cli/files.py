"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def save_whole(file: Path, content: str | bytes) -> None:
    """Write a file in one step: what was there before stays until all of the new one is on the disk."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if file.exists() and not file.is_file():
        file.write_bytes(data)  # a device
        return
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
