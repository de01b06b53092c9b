"""Results of a check as JUnit XML: a suite for each folder, a test case for each scenario."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from drakdom.report.page import printable
from drakdom.report.troubles import chosen, troubles
from drakdom.tools.check import CaseResult, CheckReport


def check_junit(report: CheckReport, again: Sequence[str] = ()) -> str:
    """Return the document. Scenarios that an interrupted run did not check are one error, in a suite of its own."""
    root = Element("testsuites", name="drakdom", time=_seconds(report.seconds))
    for folder, cases in groupby(report.cases, key=lambda case: PurePath(case.file).parent.as_posix()):
        _suite(root, folder, list(cases), again)
    if report.interrupted:
        suite = SubElement(root, "testsuite", name="drakdom", tests="1", failures="0", errors="1", skipped="0")
        case = SubElement(suite, "testcase", name="interrupted", classname="drakdom")
        SubElement(case, "error", message=f"{report.unfinished} scenarios were not checked", type="interrupted")
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, folder: str, cases: list[CaseResult], again: Sequence[str]) -> None:
    counts = {"tests": len(cases)}
    for key, outcome in (("failures", "failed"), ("errors", "errored"), ("skipped", "skipped")):
        counts[key] = sum(case.outcome == outcome for case in cases)
    counts["skipped"] += sum(case.outcome == "silent" for case in cases)
    suite = SubElement(root, "testsuite", name=printable(folder), time=_seconds(sum(case.seconds for case in cases)))
    for key, number in counts.items():
        suite.set(key, str(number))
    for case in cases:
        name = printable(PurePath(case.file).name + chosen(case))
        classname = printable(".".join(PurePath(case.file).with_suffix("").parts))
        element = SubElement(suite, "testcase", name=name, classname=classname, time=_seconds(case.seconds))
        _trouble(element, case, again)


def _trouble(element: Element, case: CaseResult, again: Sequence[str]) -> None:
    if case.outcome in ("silent", "skipped"):
        SubElement(element, "skipped", message=printable(case.reason) or "expects nothing")
    if problems := troubles(case, again):  # one element: some readers accept no more in a test case
        first = problems[0]
        message = first.message if len(problems) == 1 else f"{first.message}, and {len(problems) - 1} more"
        child = SubElement(element, first.severity, message=printable(message), type=first.kind)
        lines = [line for trouble in problems for line in (str(trouble.place), trouble.message, *trouble.details)]
        child.text = "\n".join(map(printable, lines))


def _seconds(time: float) -> str:
    return f"{time:.3f}"
