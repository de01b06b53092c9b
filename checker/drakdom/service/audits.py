"""Audits: the JSON of `drakdom audit --out - --json`, which writes no witnesses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from drakdom.audit.laws import law_and_base, read_bounds, read_seconds
from drakdom.audit.run import audit
from drakdom.audit.sweep import Effort, Progress
from drakdom.audit.values import Law
from drakdom.report.as_json import print_json
from drakdom.report.audited import audit_json
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.rulebook.find import resolve_house_rule
from drakdom.sandbox import Limits

BUDGET = "55s"
"""The time of an audit that names none, as on the command line."""


def laws_of(options: Mapping[str, Any], folders: tuple[str, ...], house: Path | None) -> tuple[Law, Law | None]:
    """Return the law to audit, and the law without the audited house rules. Raises InputError, LimitError.

    House rules are named, never found by path; `house` is the folder of one that came as text.
    """
    book = load_rulebook(resolve_rulebook(options["rulebook"], folders, paths=False))
    rules = [str(resolve_house_rule(name, book.folder, None)) for name in options.get("house_rules", ())]
    rules += [str(house)] if house else []
    read_bounds(options.get("scope", ""))
    return law_and_base(
        book, rules, options.get("settings", ()), options.get("variants", ()), options.get("readings", ())
    )


def audited(
    options: Mapping[str, Any], folders: tuple[str, ...], house: Path | None, limits: Limits, progress: Progress | None
) -> str:
    """Search a law for faults, in one child at a time."""
    law, base = laws_of(options, folders, house)
    effort = Effort(read_seconds(options.get("budget", BUDGET)), 1, limits)
    report = audit(
        law, base, read_bounds(options.get("scope", "")), house.parent if house else Path(), effort, progress
    )
    return print_json(audit_json(report))
