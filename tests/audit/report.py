"""The audit reports that are kept in `docs/`, one a rulebook: every law, and the base law within wider bounds.

`python -m tests.audit.report RULEBOOK` writes one. With more arguments it prints only the sections whose titles
hold one of them; a finding that nobody has explained yet is told to be unexplained.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from drakdom.audit import Effort, Finding, Law, Report, audit
from drakdom.audit.laws import law_with
from drakdom.audit.values import skeleton
from drakdom.report.audited import bound_lines
from drakdom.rulebook import Rulebook, load_rulebook, resolve_rulebook
from drakdom.sandbox import Limits
from drakdom.terms import Term, show
from tests.project.tree import ROOT

DOCS = ROOT / "docs"
UNEXPLAINED = "UNEXPLAINED: it needs a text in"


class Kept(NamedTuple):
    """A report: its file in `docs/`, the texts on its findings, the seconds for each section, wider bounds by title."""

    text: str
    explained: str
    seconds: float
    wider: Mapping[str, Mapping[str, int]]

    def explanations(self) -> dict[str, str]:
        """What is to be said of findings, by a word of what was found."""
        texts: dict[str, str] = yaml.safe_load((DOCS / self.explained).read_text(encoding="utf-8"))
        return texts


KEPT = {
    "drakborgen-atervackt": Kept(
        "audit-drakborgen.md",
        "audit-explained.yaml",
        240,
        {
            "The base law, with other ways (`ways=2`)": {"ways": 2, "size": 5},
            "The base law, from every moment (`moments=2`)": {"moments": 2, "size": 5},
        },
    ),
    "dungeonquest-neuauflage": Kept(
        "audit-dungeonquest-neuauflage.md",
        "audit-explained-dungeonquest.yaml",
        150,
        {"The base law, in larger situations (`size=4`)": {"size": 4}},
    ),
    "dystopia": Kept("audit-dystopia.md", "audit-explained-dystopia.yaml", 120, {}),
    "talisman": Kept(
        "audit-talisman.md",
        "audit-explained-talisman.yaml",
        480,
        {"The base law, over two turns (`rounds=2,size=2`)": {"rounds": 2, "size": 2}},
    ),
    "kalahen": Kept("audit-kalahen.md", "audit-explained-kalahen.yaml", 240, {}),
    "diplomacy": Kept("audit-diplomacy.md", "audit-explained-diplomacy.yaml", 600, {}),
}


def explanation(finding: Finding, kept: Kept) -> str:
    """What is to be said of a finding."""
    subject = show(finding.what)
    texts = kept.explanations()
    return next((text for word, text in texts.items() if word in subject), f"{UNEXPLAINED} `{kept.explained}`.")


def laws(book: Rulebook) -> Iterator[tuple[str, Law]]:
    """The base law, each optional rule by itself, and as many of them together as do not exclude each other."""
    yield "The base law", law_with(book)
    for name, variant in book.variants.items():
        yield f"{variant.title} (`{name}`)", law_with(book, variants=(*variant.requires, name))
    if not book.variants:
        return
    together: list[str] = []
    for name, variant in book.variants.items():
        if not set(variant.excludes) & set(together) and not any(name in book.variants[o].excludes for o in together):
            together += [entry for entry in (*variant.requires, name) if entry not in together]
    left = [name for name in book.variants if name not in together]
    without = f", without {', '.join(f'`{name}`' for name in left)}, which others exclude" if left else ""
    yield f"All optional rules together{without}", law_with(book, variants=together)


def searches(book: Rulebook) -> Iterator[tuple[str, Law, Mapping[str, int]]]:
    """Every law within the default bounds, then the base law within wider ones."""
    for title, law in laws(book):
        yield title, law, {}
    for title, bounds in KEPT[book.slug].wider.items():
        yield title, law_with(book), bounds


def section(title: str, report: Report, names: set[str], kept: Kept) -> Iterator[str]:
    """The findings of one law; those that were told before are named only."""
    yield f"## {title}\n"
    before = [finding for finding in report.findings if _key(finding) in names]
    for entry in report.findings:
        if _key(entry) not in names:
            names.add(_key(entry))
            clauses = f" ({', '.join(entry.clauses)})" if entry.clauses and entry.kind != "always beaten" else ""
            yield f"- **{entry.kind}**, size {entry.size}: {entry.sentence}{clauses}\n\n  {explanation(entry, kept)}\n"
    if before:
        yield f"As before: {', '.join(f'`{_key(item)}`' for item in before)}.\n"
    if not report.findings:
        yield "Nothing found.\n"
    yield (
        " ".join(bound_lines(report.bound))
        + f" {report.clauses - len(report.never)} of {report.clauses} clauses apply.\n"
    )


def _key(finding: Finding) -> str:
    subject = finding.what
    return show(subject.args[0] if isinstance(subject, Term) and subject.name == "clause" else skeleton(subject)).strip(
        '"'
    )


def main(slug: str, *words: str) -> None:
    """Write the report of a rulebook, or print some of its sections."""
    kept, book = KEPT[slug], load_rulebook(resolve_rulebook(slug))
    effort = Effort(kept.seconds, os.cpu_count() or 1, Limits(seconds=kept.seconds))
    parts = [_HEAD.format(title=book.title, slug=slug)]
    names: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for title, law, bounds in searches(book):
            if not words or any(word in title for word in words):
                print(title, file=sys.stderr)
                parts += section(title, audit(law, None, bounds, Path(folder), effort), names, kept)
    if words:
        print("\n".join(parts))
    else:
        (DOCS / kept.text).write_text("\n".join(parts) + "\n", encoding="utf-8")


_HEAD = """\
# Audit of {title}

The findings of `drakdom audit {slug}` in the law by itself. Each is a hole or a contradiction of the rulebook,
a limit of the scope, or a mistake of ours. It names the note of the ledger, if there is one. This file is written
by `make audit-report`. The scenarios named lie under `scenarios/{slug}/`.
"""


if __name__ == "__main__":
    main(*sys.argv[1:])
