"""Differences between two laws over a scope, as text, as Markdown and as JSON."""

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
    "stricter": "stricter: some outcomes no longer happen",
    "looser": "looser: more outcomes happen",
    "incomparable": "incomparable: some outcomes no longer happen, and others do",
    "odds": "odds: rolls come out with other odds",
}


def differences_text(result: Differences, look: Look, full: bool = False) -> str:
    """Return the report as text."""
    page = Page(look)
    page.add(bold(f"{result.labels[1]} compared with {result.labels[0]}"))
    for change, words in _WORDS.items():
        kinds = [kind for kind in result.kinds if kind.change == change]
        if kinds:
            page.head(words)
        for kind in kinds:
            page.add(kind.name, indent=2)
            for root in kind.roots:
                _root(page, result, root)
    page.gap()
    same = [kind.name for kind in result.kinds if kind.change == "same"]
    page.add(f"{len(same)} kinds of outcomes are the same", *([": ", joined(same)] if full and same else []), hang=2)
    for line in bound_lines(result.bound):
        page.add(line, hang=2)
    return page.print()


def _root(page: Page, result: Differences, root: Root) -> None:
    if root.odds:
        page.add(f"{root.sentence or show(root.what)}: {root.odds}", dim(f"  size {root.size}"), indent=4, hang=2)
        return
    page.add(f"only with {result.labels[root.only]}: {root.sentence or show(root.what)}", indent=4, hang=2)
    if root.file:
        page.add(root.file, dim(f"  size {root.size}"), indent=6)
    else:
        reason = "no scenario can show both sides of this; a house rule outside of the current folder never has one"
        page.add(dim(reason), indent=6, hang=2)


def differences_md(result: Differences, pictures: Container[str] = ()) -> str:
    """Return the report as Markdown; witnesses are shown with their picture if it is in `pictures`."""
    lines = [f"# {result.labels[1]} compared with {result.labels[0]}", "", "| outcome | change | smallest witnesses |"]
    lines.append("|---|---|---|")
    for kind in result.kinds:
        files = "<br>".join(root.odds or _witness(root.file, pictures) for root in kind.roots if root.file or root.odds)
        lines.append(f"| {kind.name} | {kind.change} | {files} |")
    return "\n".join([*lines, "", *bound_lines(result.bound)]) + "\n"


def _witness(file: str, pictures: Container[str]) -> str:
    picture = f"{file.removesuffix('.yaml')}.svg"
    return f"[{file}]({file})" + (f" {image('its board', picture)}" if picture in pictures else "")


def differences_json(result: Differences) -> dict[str, Any]:
    """Return the report in its JSON form."""
    return {
        "schema": SCHEMA,
        "rulebook": result.rulebook,
        "laws": list(result.labels),
        "equal": result.equal,
        "kinds": [
            {
                "name": kind.name,
                "change": kind.change,
                "roots": [
                    {
                        "only": result.labels[root.only],
                        "what": show(root.what),
                        "size": root.size,
                        "witness": root.file,
                        "odds": root.odds,
                    }
                    for root in kind.roots
                ],
            }
            for kind in result.kinds
        ],
        "bound": bound_json(result.bound),
    }
