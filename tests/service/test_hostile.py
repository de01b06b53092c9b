"""Hostile scenarios, claims and house rules through a running service: it ends and says as the command line does."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest

from drakdom.service.house import FOLDER as SERVICE_FOLDER
from tests.cli.drakdom import FOLDERS, GOOD, PIT, drakdom
from tests.hostile.case import STEP, Case, cases
from tests.hostile.doors import FOLDER, house_files
from tests.hostile.inputs import changed, words
from tests.service.running import Service, timeless

STATUS = {"accepted": 200, "refused": 400, "limit": 422}
SECONDS = 5.0
"""Processor time in which the service refuses; most refusals take some hundredths of a second."""
LARGEST = 4_000_000


class Asked(NamedTuple):
    """A question to the service, and the further words of the same question on the command line."""

    kind: str
    text: str
    arguments: dict[str, object]
    words: list[str]


def left_out(case: Case) -> str:
    """Return the reason why the service cannot be asked about a case; empty if it can."""
    if case.kind in ("rulebook", "command"):
        return "the service takes no rulebooks and no command lines"
    if case.data.keys() & {"options"} or "children" in case.marks:
        return "its limits and options are those of the service"
    if case.data.keys() & {"files"}:
        return "a house rule is two texts there, no folder of files"
    return ""


def question(case: Case, folder: Path) -> Asked:
    """Return the question of a case. Raises UnicodeError for bytes that are no text, which JSON cannot hold."""
    if case.kind == "scenario":
        return Asked("rule", changed(GOOD, case.data["scenario"]).decode(), {}, [])
    if case.kind == "claim":
        text, claim = changed(GOOD, case.data.get("scenario", {})).decode(), words(case.data["claim"])
        claim.encode()
        return Asked("odds", text, {"claims": [claim]}, ["--", claim])
    rule = house_files(case, folder)
    files = {name: (rule / name).read_bytes().decode() for name in ("house.yaml", "house.lp")}
    return Asked("rule", PIT.read_text("utf-8"), {"house_law": files}, ["--house-rule", str(rule)])


def processor_time(service: Service) -> float:
    """Return the seconds that the processes of a service have worked, those of the court's finished children too."""
    ticks = 0
    for module in ("web", "court"):
        fields = Path(f"/proc/{service.child(module)}/stat").read_text("ascii").rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def marked(number: int, case: Case) -> object:
    """Return the parameters for a case. Each is tried on the command line too, so few stay in the quick tier."""
    is_slow = "slow" in case.marks or number % STEP
    marks = [pytest.mark.slow] if is_slow else [pytest.mark.medium] if number % (3 * STEP) else []
    return pytest.param(case, marks=marks, id=str(case))


@pytest.fixture(scope="module", autouse=True)
def _ready(service: Service) -> None:
    """Ask a question of each kind: the first one loads modules and law."""
    for kind in ("rule", "odds"):
        assert service.ask(kind, GOOD).status == 200


ASKED = [case for case in cases() if not left_out(case)]


@pytest.mark.parametrize("case", [marked(number, case) for number, case in enumerate(ASKED)])
def test_the_service_ends_as_the_command_line(case: Case, service: Service, tmp_path: Path) -> None:
    try:
        asked = question(case, tmp_path)
    except UnicodeError:
        pytest.skip("JSON holds text, and this is none")
    if len(json.dumps([asked.text, asked.arguments])) > LARGEST:
        pytest.skip("a request of this size is refused before it is read")
    printed = drakdom(asked.kind, "-", "--json", *FOLDERS, *asked.words, text=asked.text.encode())
    started = processor_time(service)
    reply = service.ask(asked.kind, asked.text, **asked.arguments)
    assert (reply.status, printed.code) == (STATUS[case.ends], case.code), reply.text
    printed_text = printed.out.replace(f"{tmp_path}/", "")
    if printed.code:
        assert processor_time(service) - started < SECONDS
        assert json.loads(reply.text) == json.loads(printed_text)
    else:
        assert timeless(reply.text) == timeless(printed_text)


def test_few_cases_are_left_out() -> None:
    assert FOLDER == SERVICE_FOLDER
    taken = [case for case in cases() if case.kind in ("scenario", "claim", "house rule")]
    assert len(ASKED) > 0.95 * len(taken)
