"""How two laws differ over a scope, as text, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from drakdom.audit.differ import Differences, Root
from drakdom.report.audited import bound_json, bound_lines
from drakdom.report.markdown import image
from drakdom.report.page import Look, Page, bold, dim, joined
from drakdom.terms import show

SCHEMA = "drakdom/audit_diff/1"

_WORDS = {
    "stricter": "stricter: some of it no longer happens",
    "looser": "looser: more of it happens",
    "incomparable": "incomparable: some of it no longer happens, and other things do",
}


def differed(found: Differences, look: Look, full: bool = False) -> str:
    """The whole report."""
    page = Page(look)
    page.add(bold(f"{found.labels[1]} held against {found.labels[0]}"))
    for change, words in _WORDS.items():
        some = [kind for kind in found.kinds if kind.change == change]
        if some:
            page.head(words)
        for kind in some:
            page.add(kind.name, indent=2)
            for root in kind.roots:
                _root(page, found, root)
    page.gap()
    same = [kind.name for kind in found.kinds if kind.change == "same"]
    page.add(f"{len(same)} kinds of outcomes are the same", *([": ", joined(same)] if full and same else []), hang=2)
    for line in bound_lines(found.bound):
        page.add(line, hang=2)
    return page.print()


def _root(page: Page, found: Differences, root: Root) -> None:
    page.add(f"only with {found.labels[root.only]}: {root.sentence or show(root.what)}", indent=4, hang=2)
    if root.file:
        page.add(root.file, dim(f"  size {root.size}"), indent=6)
    else:
        why = "no scenario can show both sides of this; of a house rule outside of the folder that one is in none can"
        page.add(dim(why), indent=6, hang=2)


def differed_md(found: Differences, pictures: Container[str] = ()) -> str:
    """The report as Markdown, with those of the pictures beside its witnesses that there are."""
    lines = [f"# {found.labels[1]} held against {found.labels[0]}", "", "| outcome | change | smallest witnesses |"]
    lines.append("|---|---|---|")
    for kind in found.kinds:
        files = "<br>".join(_witness(root.file, pictures) for root in kind.roots if root.file)
        lines.append(f"| {kind.name} | {kind.change} | {files} |")
    return "\n".join([*lines, "", *bound_lines(found.bound)]) + "\n"


def _witness(file: str, pictures: Container[str]) -> str:
    picture = f"{file.removesuffix('.yaml')}.svg"
    return f"[{file}]({file})" + (f" {image('its board', picture)}" if picture in pictures else "")


def differed_json(found: Differences) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "schema": SCHEMA,
        "rulebook": found.rulebook,
        "laws": list(found.labels),
        "equal": found.equal,
        "kinds": [
            {
                "name": kind.name,
                "change": kind.change,
                "roots": [
                    {
                        "only": found.labels[root.only],
                        "what": show(root.what),
                        "size": root.size,
                        "witness": root.file,
                    }
                    for root in kind.roots
                ],
            }
            for kind in found.kinds
        ],
        "bound": bound_json(found.bound),
    }
