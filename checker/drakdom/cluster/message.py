"""Messages between processes: pickled values with a length, in which the law lies wherever the reader has it.

A path inside the folder of the shipped law is sent relative to it, so that the law may be installed elsewhere. Other
paths are sent unchanged. Both ends trust each other: a Dask cluster runs the code of everyone who reaches its
scheduler.
"""

from __future__ import annotations

import io
import os
import pickle
import struct
from pathlib import Path, PurePath
from typing import Any

from drakdom.kept import Law
from drakdom.rulebook.find import law_folder
from drakdom.scenario import Named

_SIZE = struct.Struct(">Q")
_MOST = 1 << 20
"""Bytes of one read."""


def packed(value: object) -> bytes:
    """Return a value as bytes. Raises an exception of `pickle` for a value that cannot be sent."""
    buffer = io.BytesIO()
    _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(value)
    return buffer.getvalue()


def unpacked(data: bytes) -> Any:
    """Return the value of bytes made by `packed`, on this machine or another."""
    return pickle.loads(data)


def write_frame(pipe: int, data: bytes) -> None:
    """Write bytes with their length. Raises OSError if nobody reads."""
    view = memoryview(_SIZE.pack(len(data)) + data)
    while view:
        view = view[os.write(pipe, view) :]


def read_frame(pipe: int) -> bytes | None:
    """Read bytes that `write_frame` wrote; None at the end of the pipe."""
    head = _read(pipe, _SIZE.size)
    return None if head is None else _read(pipe, _SIZE.unpack(head)[0])


def _read(pipe: int, size: int) -> bytes | None:
    parts, left = [], size
    while left and (part := os.read(pipe, min(left, _MOST))):
        parts.append(part)
        left -= len(part)
    return None if left else b"".join(parts)


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: object) -> Any:
        if isinstance(value, PurePath) and (inside := _inside(value)) is not None:
            return _in_law, (inside,)
        if isinstance(value, Law):
            return _law, (Path(value.rulebook), tuple(map(Path, value.house)), value.named)
        return NotImplemented


def _law(rulebook: Path, house: tuple[Path, ...], named: Named | None) -> Law:
    return Law(str(rulebook), tuple(map(str, house)), named)


def _inside(path: PurePath) -> str | None:
    """Return the part of a path inside the folder of the shipped law, or None if it lies elsewhere."""
    root = law_folder()
    return str(path.relative_to(root)) if path.is_absolute() and path.is_relative_to(root) else None


def _in_law(inside: str) -> Path:
    return law_folder() / inside
