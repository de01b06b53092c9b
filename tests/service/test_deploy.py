"""The container file and the unit call `drakdom serve` with options that it has, and the unit is sandboxed."""

import json
import re
import shlex

import pytest

from tests.cli.drakdom import ROOT, drakdom

UNIT = (ROOT / "deploy" / "drakdom.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")


def calls() -> list[list[str]]:
    unit = re.search(r"^ExecStart=\S+/drakdom (.*)$", UNIT, re.MULTILINE)
    container = [re.search(rf"^{key} (\[.*\])$", CONTAINER, re.MULTILINE) for key in ("ENTRYPOINT", "CMD")]
    assert unit
    return [shlex.split(unit[1]), [word for match in container if match for word in json.loads(match[1])][1:]]


@pytest.mark.parametrize("words", calls(), ids=["unit", "container"])
def test_the_service_has_the_options_that_are_used(words: list[str]) -> None:
    assert words[0] == "serve"
    options = [word for word in words if word.startswith("--")]
    listed = drakdom("serve", "--help").out
    assert "--db" in options
    assert [option for option in options if not re.search(rf"{option}\b", listed)] == []


def test_the_unit_has_a_sandbox() -> None:
    settings = dict(line.split("=", 1) for line in UNIT.splitlines() if re.match(r"[A-Z]\w+=", line))
    wanted = {
        "DynamicUser": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
        "IPAddressDeny": "any",
        "RestrictNamespaces": "yes",
    }
    assert {name: settings.get(name) for name in wanted} == wanted
    assert {"TasksMax", "MemoryMax", "SystemCallFilter"} <= settings.keys()
