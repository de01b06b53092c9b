"""The audit report of Drakborgen Återväckt that is kept in `docs/`: every law, and the base law within wider bounds.

`python -m tests.audit.report` prints it, with arguments only the sections whose titles hold one of them; a finding that
nobody has explained yet is told to be unexplained.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from checker.audit import Effort, Finding, Law, Report, audit
from checker.audit.laws import law_with
from checker.audit.values import skeleton
from checker.report.audited import bound_lines
from checker.rulebook import Rulebook, load_rulebook, resolve_rulebook
from checker.sandbox import Limits
from checker.terms import Term, show
from tests.project.tree import ROOT

RULEBOOK = "drakborgen-atervackt"
#: Seconds for each law.
BUDGET = 240
EXPLAINED = ROOT / "docs" / "audit-explained.yaml"
UNEXPLAINED = "UNEXPLAINED: it needs a text in `audit-explained.yaml`."


def explanation(finding: Finding) -> str:
    """What is to be said of a finding."""
    what = show(finding.what)
    texts: dict[str, str] = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8"))
    return next((text for word, text in texts.items() if word in what), UNEXPLAINED)


def laws(book: Rulebook) -> Iterator[tuple[str, Law]]:
    """The base law, each optional rule by itself, and as many of them together as do not exclude each other."""
    yield "The base law", law_with(book)
    for name, variant in book.variants.items():
        yield f"{variant.title} (`{name}`)", law_with(book, variants=(*variant.requires, name))
    together: list[str] = []
    for name, variant in book.variants.items():
        if not set(variant.excludes) & set(together) and not any(name in book.variants[o].excludes for o in together):
            together += [one for one in (*variant.requires, name) if one not in together]
    left = [name for name in book.variants if name not in together]
    without = f", without {', '.join(f'`{name}`' for name in left)}, which others exclude" if left else ""
    yield f"All optional rules together{without}", law_with(book, variants=together)


def searches(book: Rulebook) -> Iterator[tuple[str, Law, Mapping[str, int]]]:
    """Every law within the default bounds, then the base law within wider ones."""
    for title, law in laws(book):
        yield title, law, {}
    yield "The base law, with other ways (`ways=2`)", law_with(book), {"ways": 2, "size": 5}
    yield "The base law, from every moment (`moments=2`)", law_with(book), {"moments": 2, "size": 5}


def section(title: str, report: Report, known: set[str]) -> Iterator[str]:
    """The findings of one law; those that were told before are named only."""
    yield f"## {title}\n"
    before = [one for one in report.findings if _key(one) in known]
    for one in report.findings:
        if _key(one) not in known:
            known.add(_key(one))
            clauses = f" ({', '.join(one.clauses)})" if one.clauses and one.kind != "always beaten" else ""
            yield f"- **{one.kind}**, size {one.size}: {one.sentence}{clauses}\n\n  {explanation(one)}\n"
    if before:
        yield f"As before: {', '.join(f'`{_key(one)}`' for one in before)}.\n"
    if not report.findings:
        yield "Nothing found.\n"
    yield (
        " ".join(bound_lines(report.bound))
        + f" {report.clauses - len(report.never)} of {report.clauses} clauses apply.\n"
    )


def _key(finding: Finding) -> str:
    what = finding.what
    return show(what.args[0] if isinstance(what, Term) and what.name == "clause" else skeleton(what)).strip('"')


def main() -> None:
    """Print the report."""
    book = load_rulebook(resolve_rulebook(RULEBOOK))
    effort = Effort(BUDGET, os.cpu_count() or 1, Limits(seconds=BUDGET))
    print(_HEAD.format(title=book.title))
    known: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for title, law, bounds in searches(book):
            if not sys.argv[1:] or any(word in title for word in sys.argv[1:]):
                print(title, file=sys.stderr)
                print("\n".join(section(title, audit(law, None, bounds, Path(folder), effort), known)), flush=True)


_HEAD = """\
# Audit of {title}

What `drakdom audit drakborgen-atervackt` finds in the law by itself, and what each finding is: a hole or a
contradiction of the rulebook, by the note of the ledger where there is one, a limit of the scope, or a mistake
of ours. This file is written by `make audit-report`. The scenarios named lie under
`scenarios/drakborgen-atervackt/`.
"""


if __name__ == "__main__":
    main()
