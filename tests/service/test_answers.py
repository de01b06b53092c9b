"""The service answers what the command line prints."""

import json

import pytest

from tests.cli.drakdom import FOLDERS, PIT, RULEBOOKS, drakdom
from tests.service.running import Service, timeless

TEXT = PIT.read_text(encoding="utf-8")
ICE = (RULEBOOKS / "icepost" / "scenarios" / "by-the-fire.yaml").read_text(encoding="utf-8")
ASKED: list[tuple[str, dict[str, object], list[str]]] = [
    ("rule", {}, []),
    ("rule", {"claims": ["falls(Bo)"]}, ["falls(Bo)"]),
    ("rule", {"variants": ["narrow-halls"]}, ["--variant", "narrow-halls"]),
    ("odds", {"claims": ["falls(Bo)"]}, ["falls(Bo)"]),
    ("why-not", {"claim": "falls(Bo) and falls(Ada)"}, ["falls(Bo) and falls(Ada)"]),
    ("compare", {"variants": ["narrow-halls"]}, ["--variant", "narrow-halls"]),
    ("paths", {}, []),
]


@pytest.mark.parametrize(("kind", "arguments", "words"), ASKED, ids=lambda value: str(value)[:40])
def test_answers_are_those_of_the_command_line(
    service: Service, kind: str, arguments: dict[str, object], words: list[str]
) -> None:
    text = ICE if kind == "paths" else TEXT
    printed = drakdom(kind, "-", *words, "--json", *FOLDERS, text=text)
    first, again = (service.ask(kind, text, **arguments) for _ in range(2))
    assert first.status == 200, first.text
    assert timeless(first.text) == timeless(printed.out)
    assert again.text == first.text
    assert first.headers["drakdom-law"].startswith(("lantern@", "icepost@"))
    path, body = f"/api/{kind}", {"scenario": text, **arguments}
    assert service.request(path, body, If_None_Match=first.headers["etag"]).status == 304


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"scenario": TEXT, "claims": ["dances(Ada)"]}, "dances"),
        ({"scenario": TEXT, "variants": ["no-such-rule"]}, "unknown optional rule"),
        ({"scenario": TEXT, "house_rules": ["../house/invariants"]}, "there is no house rule `../house/invariants`"),
        ({"scenario": TEXT, "house_rules": ["tests/rulebooks/lantern/house/invariants"]}, "there is no house rule"),
        ({"scenario": TEXT, "claims": "x"}, "`claims`: input should be a valid list"),
        ({"scenario": TEXT, "file": "/etc/passwd"}, "`file`: extra inputs are not permitted"),
        ({}, "`scenario`: field required"),
        (b"{", "json"),
        (b'{"scenario": "\\ud800"}', ""),
        (b"[" * 100_000, ""),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_a_wrong_request_is_refused(service: Service, body: object, words: str) -> None:
    reply = service.request("/api/rule", body)
    assert reply.status == 400, reply
    assert words in reply.text
    assert json.loads(reply.text)["schema"] == "drakdom/error/1"


def test_house_rules_of_a_comparison_are_named_not_found_by_path(service: Service) -> None:
    reply = service.request("/api/compare", {"scenario": TEXT, "house_rules": ["../../house"]})
    assert reply.status == 400
    assert "there is no house rule `../../house`" in reply.text


def test_the_interface_is_described(service: Service) -> None:
    described = json.loads(service.request("/api/openapi.json").text)
    assert {"/api/rule", "/api/why-not", "/api/jobs/{job}", "/health"} <= set(described["paths"])
