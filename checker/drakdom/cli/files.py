"""Files that a command may write over: those that look like what a command of ours writes."""

from __future__ import annotations

import re
from pathlib import Path

MARK = "\n<!-- written by drakdom -->\n"
"""The end of a Markdown file that marks it as written by Drakdom."""
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
