"""The documents gathered for the site: `python -m tests.project.site build/docs`.

Pages keep their places in the repository, so that links between them work on the forge and in the site. A link to a
file that is no page becomes plain text. The pages of the rulebooks are generated.
"""

import re
import shutil
import sys
from pathlib import Path

from tests.project import rulebook_pages
from tests.project.tree import ROOT, files, short

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
NOTHING = {"tests", ".ci", ".github"}
"""Folders whose pages are no part of the site."""


def sources() -> list[Path]:
    """Return the documents that become pages."""
    pages = (path for path in files() if path.suffix == ".md")
    return [path for path in pages if path.relative_to(ROOT).parts[0] not in NOTHING]


def linked(text: str, page: str, pages: set[str]) -> str:
    """Return the text of a page with links only to other pages; code stays as it is."""

    def link(match: re.Match[str]) -> str:
        target = match[2].partition("#")[0]
        if not target or re.match(r"\w+:", match[2]):
            return match[0]
        path = _normal(Path(page).parent / target)
        return match[0] if path in pages else match[1]

    parts: list[str] = []
    done = 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[done : fence.start()]), fence[0]]
        done = fence.end()
    return "".join([*parts, LINK.sub(link, text[done:])])


def _normal(path: Path) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def gather(folder: Path) -> list[str]:
    """Write all pages into a folder, which is emptied before; returns their names."""
    texts = {short(path): path.read_text(encoding="utf-8") for path in sources()}
    texts |= {f"docs/rulebooks/{slug}.md": text for slug, text in rulebook_pages.pages().items()}
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(linked(text, name, set(texts)), encoding="utf-8")
    return list(texts)


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
