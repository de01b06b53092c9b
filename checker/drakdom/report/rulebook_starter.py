"""Starting point of a rulebook: a small game that works at once, from the files in `starter/`."""

from __future__ import annotations

import re
from pathlib import Path

_FILES = Path(__file__).resolve().parent.parent / "starter"
FIRST = "scenarios/a-walk-over-the-ice.yaml"
"""The scenario that shows most of it."""


def rulebook_files(slug: str, title: str, prefix: str) -> dict[str, str]:
    """Return the files of a new rulebook by name; `prefix` begins the ids of its clauses."""
    words = {"SLUG": slug, "TITLE": title, "XX": prefix}
    pattern = re.compile(rf"\b({'|'.join(words)})\b")
    files = sorted(file for file in _FILES.rglob("*") if file.suffix in (".lp", ".yaml"))
    return {
        file.relative_to(_FILES).as_posix(): pattern.sub(lambda match: words[match[0]], file.read_text("utf-8"))
        for file in files
    }


def prefix_of(slug: str) -> str:
    """Return the beginning of clause ids for a slug: `ferry` gives `FE`, `two-keys` gives `TK`."""
    words = [word for word in slug.split("-") if word[0].isalpha()] or ["rulebook"]
    return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2].ljust(2, "x")).upper()
