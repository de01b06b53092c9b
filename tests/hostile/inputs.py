"""Texts of hostile cases, made from their descriptions: large ones are described, not stored.

A text is a string or a list of parts. A part is a string or one of

- `{repeat: TEXT, times: N}`: the text N times; `{n}` in it is the number of the repetition;
- `{nest: [OPEN, CLOSE], times: N, inside: TEXT}`: brackets around a text;
- `{codes: [N, ..]}`: characters by their numbers;
- `{hex: DIGITS}`: bytes that need not be text.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MARK = "#here\n"
"""The place in a base text at which `add` puts its lines."""


def made(text: Any) -> bytes:
    """Return the bytes that a text or a list of parts describes."""
    parts = text if isinstance(text, list) else [text]
    return b"".join(map(_part, parts))


def words(text: Any) -> str:
    """Return the text that a text or a list of parts describes; bytes that are no text become surrogates."""
    return made(text).decode("utf-8", "surrogateescape")


def _part(part: Any) -> bytes:
    if isinstance(part, str):
        return part.encode("utf-8", "surrogatepass")
    if "repeat" in part:
        text = words(part["repeat"])
        repeated = (text.replace("{n}", str(n)) for n in range(1, part["times"] + 1)) if "{n}" in text else None
        whole = "".join(repeated) if repeated is not None else text * int(part["times"])
        return whole.encode("utf-8", "surrogateescape")
    if "nest" in part:
        before, after = map(words, part["nest"])
        times = int(part["times"])
        return (before * times + words(part.get("inside", "")) + after * times).encode()
    if "codes" in part:
        return "".join(map(chr, part["codes"])).encode("utf-8", "surrogatepass")
    return bytes.fromhex(str(part["hex"]))


def changed(base: str, change: Any) -> bytes:
    """Return a base text with a change: a mapping of old words to new ones (the first place each), or a new text."""
    if not isinstance(change, Mapping) or {*change} & {"repeat", "nest", "codes", "hex"}:
        return made(change)
    data = base.encode()
    for old, new in change.items():
        if old == "append":
            data += made(new)
            continue
        assert old.encode() in data, f"the base text has no `{old}`"
        data = data.replace(old.encode(), made(new), 1)
    return data


def lay_out(folder: Path, files: Mapping[str, Any]) -> None:
    """Write the files of a case below a folder.

    A file is a text, a mapping of changes to the file that is there, `{link: TARGET}`, `{hard link: TARGET}`,
    `{pipe: yes}`, `{folder: yes}`, `{size: N}` (bytes that take no room), or `{gone: yes}`.
    """
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        kind = next(iter(content)) if isinstance(content, Mapping) and len(content) == 1 else ""
        if kind in _SPECIAL:
            file.unlink(missing_ok=True)
        if kind == "link":
            file.symlink_to(str(content["link"]).replace("{folder}", str(folder)))
        elif kind == "hard link":
            file.hardlink_to(folder / content["hard link"])
        elif kind == "pipe":
            os.mkfifo(file)
        elif kind == "folder":
            file.mkdir()
        elif kind == "size":
            file.touch()
            os.truncate(file, content["size"])
        elif kind != "gone":
            file.write_bytes(changed(file.read_text("utf-8") if isinstance(content, Mapping) else "", content))


_SPECIAL = ("link", "hard link", "pipe", "folder", "size", "gone")
