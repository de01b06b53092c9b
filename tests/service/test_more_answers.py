"""Pictures, interviews, audits and house rules of strangers: the same as the command line prints."""

from __future__ import annotations

import json
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from drakdom.service.house import FOLDER
from tests.cli.drakdom import FOLDERS, PIT, RULEBOOKS, drakdom
from tests.cli.house import LAW
from tests.cli.house import SPEC as SOFT
from tests.service.running import Service, eventually, timeless

TEXT = PIT.read_text(encoding="utf-8")
OPEN = (PIT.parent / "a-free-choice-at-the-pit.yaml").read_text(encoding="utf-8")
SPEC = SOFT.replace("title:", "name: soft-pits\ntitle:")
HOUSE = {"house.yaml": SPEC, "house.lp": LAW}


def house_folder(folder: Path, files: dict[str, str] | None = None) -> Path:
    place = folder / FOLDER
    place.mkdir()
    for name, text in (files or HOUSE).items():
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("arguments", "words"), [({}, []), ({"board": True}, ["--board"]), ({"animate": True}, ["--animate"])], ids=str
)
def test_a_picture_is_a_file_in_which_only_its_style_comes_into_effect(
    service: Service, arguments: dict[str, object], words: list[str]
) -> None:
    printed = drakdom("draw", "-", "--output", "-", *words, *FOLDERS, text=TEXT)
    reply = service.ask("draw", TEXT, **arguments)
    assert (reply.status, reply.text) == (200, printed.out)
    assert reply.headers["content-type"] == "image/svg+xml; charset=utf-8"
    policy = reply.headers["content-security-policy"]
    style = reply.text.partition("<style>")[2].partition("</style>")[0]
    assert style
    assert b64encode(sha256(style.encode()).digest()).decode() in policy
    assert ("unsafe" in policy, policy.startswith("default-src 'none'; "), policy.endswith("; sandbox")) == (
        False,
        True,
        True,
    )
    assert service.request(reply.headers["content-location"]).text == reply.text


def test_a_picture_escapes_what_it_shows(service: Service) -> None:
    evil = "<script>alert(1)</script></style><img src=x onerror=alert(1)>"
    reply = service.ask("draw", TEXT.replace("title: ", f"title: '{evil}' # "), board=True)
    assert reply.status == 200
    assert "<script" not in reply.text
    assert "<img" not in reply.text


def asked(service: Service, text: str, answers: list[dict[str, Any]]) -> dict[str, Any]:
    reply = service.ask("ask", text, claims=["falls(Ada)"], answers=answers)
    assert reply.status == 200, reply.text
    data: dict[str, Any] = json.loads(reply.text)
    return data


def test_an_interview_goes_on_from_the_answers_that_come_back(service: Service, tmp_path: Path) -> None:
    lines, answers = [], list[dict[str, Any]]()
    for word in ("6", ""):
        data = asked(service, OPEN, answers)
        question = data["question"]
        assert question["clauses"]
        assert {str(option["odds"]) for option in question["options"]} != {str(data["now"])}
        answers.append({"subject": question["subject"], "word": word})
        lines.append(word or "-")
    (file := tmp_path / "answers.txt").write_text("\n".join(lines), encoding="utf-8")
    printed = drakdom("ask", "-", "falls(Ada)", "--answers", file, "--json", *FOLDERS, text=OPEN)
    reply = service.ask("ask", OPEN, claims=["falls(Ada)"], answers=answers)
    assert (printed.code, timeless(reply.text)) == (0, timeless(printed.out))
    assert json.loads(reply.text)["question"] is None
    answers[0]["word"] = "1"  # an earlier answer is changed, the later one stays
    data = asked(service, OPEN, answers)
    assert [answer["word"] for answer in data["answers"]] == ["1", ""]


def test_an_answer_that_does_not_fit_is_kept_and_said_not_to_count(service: Service) -> None:
    question = asked(service, OPEN, [])["question"]
    answer = asked(service, OPEN, [{"subject": question["subject"], "word": "77"}])["answers"][0]
    assert (answer["counts"], answer["word"], "77" in answer["problem"]) == (False, "77", True)


@pytest.mark.parametrize(
    "subject",
    [
        {"kind": "choice", "path": ["Ada"], "entry": 99},
        {"kind": "choice", "path": ["Nobody"], "entry": 1},
        {"kind": "draw", "path": ["no such draw"]},
        {"kind": "field", "path": ["figures", "Ada", "rulebook"]},
        {"kind": "field", "path": ["rulebook"]},
        {"kind": "field", "path": []},
        {"kind": "reading", "path": ["readings", "LD-99"]},
        {"kind": "exec", "path": ["x"]},
    ],
    ids=str,
)
def test_an_answer_to_no_question_is_refused(service: Service, subject: dict[str, Any]) -> None:
    reply = service.ask("ask", OPEN, claims=["falls(Ada)"], answers=[{"subject": subject, "word": "1"}])
    assert (reply.status, json.loads(reply.text)["kind"]) == (400, "input"), reply.text


def audit(service: Service, **body: object) -> Any:
    return service.wait(service.request("/api/audit", {"rulebook": "lantern", "scope": "size=2", **body}))


def test_an_audit_is_that_of_the_command_line(service: Service) -> None:
    printed = drakdom("audit", "lantern", "--scope", "size=2", "--json", "--out", "-", *FOLDERS)
    reply = audit(service)
    assert (reply.status, timeless(reply.text)) == (200, timeless(printed.out)), reply.text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"rulebook": "../lantern"}, "there is no rulebook"),
        ({"house_rules": ["/etc"]}, "there is no house rule"),
        ({"scope": "size=x"}, "is not a bound"),
        ({"budget": "0"}, "at most 600 seconds"),
        ({"budget": "11m"}, "at most 600 seconds"),
        ({"variants": ["no-such-rule"]}, "unknown optional rule"),
    ],
    ids=str,
)
def test_a_wrong_audit_is_refused(service: Service, body: dict[str, object], words: str) -> None:
    reply = audit(service, **body)
    assert (reply.status, words in reply.text) == (400, True), reply.text


@pytest.mark.parametrize("kind", ["rule", "odds", "compare", "audit"])
def test_a_house_rule_of_a_stranger_is_in_force(
    service: Service, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house_folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    words = ["--house-rule", FOLDER, "--json", *FOLDERS]
    if kind == "audit":
        printed = drakdom("audit", "lantern", "--scope", "size=2", "--out", "-", *words)
        reply = audit(service, house_law=HOUSE)
    else:
        printed = drakdom(kind, "-", *words, text=TEXT)
        reply = service.ask(kind, TEXT, house_law=HOUSE)
    assert (reply.status, timeless(reply.text)) == (200, timeless(printed.out))
    assert "soft-pits" in reply.text
    if kind == "rule":
        plain = service.ask(kind, TEXT)
        assert (plain.headers["drakdom-law"], plain.text) != (reply.headers["drakdom-law"], reply.text)


@pytest.mark.parametrize("files", [{"house.yaml": SPEC}, {**HOUSE, "../x.lp": ""}, "/etc", ["house"]], ids=str)
def test_a_house_rule_has_two_files_of_fixed_names(service: Service, files: object) -> None:
    assert service.ask("rule", TEXT, house_law=files).status == 400


@pytest.mark.slow
def test_a_bomb_in_a_house_rule_ends_at_the_limit(tmp_path: Path) -> None:
    bomb = LAW.replace("N <= N'.", "N <= N', bomb(_, _, _).") + "n(0..9999).\nbomb(A, B, C) :- n(A), n(B), n(C).\n"
    with Service(tmp_path, "--rulebook", str(RULEBOOKS), "--timeout", "2", "--memory", "800") as small:
        reply = small.ask("rule", TEXT, house_law={"house.yaml": SPEC, "house.lp": bomb})
        assert (reply.status, json.loads(reply.text)["kind"]) == (422, "limit"), reply.text
        assert small.ask("rule", TEXT).status == 200


def events(service: Service, address: str) -> list[tuple[str, dict[str, Any]]]:
    text = service.request(f"{address}/events").text
    parts = [part.splitlines() for part in text.split("\n\n") if part.startswith("event: ")]
    return [(part[0].removeprefix("event: "), json.loads(part[1].removeprefix("data: "))) for part in parts]


@pytest.mark.slow
def test_the_events_of_a_job_end_with_it(service: Service) -> None:
    reply = service.request("/api/audit", {"rulebook": "drakborgen-atervackt", "budget": "4s"})
    assert reply.status == 202, reply.text
    seen = events(service, reply.headers["location"])
    assert {name for name, _ in seen[:-1]} <= {"progress"}
    assert (seen[-1][0], seen[-1][1]["state"]) == ("end", "done")
    assert any(state.get("progress", {}).get("total") for _, state in seen)
    assert service.wait(reply).status == 200
    assert service.request("/api/jobs/none/events").status == 404


@pytest.mark.slow
def test_the_events_of_a_cancelled_job_end_with_it(service: Service) -> None:
    reply = service.request("/api/audit", {"rulebook": "drakborgen-atervackt", "budget": "60s"})
    place = reply.headers["location"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(events, service, place)
        eventually(lambda: json.loads(service.request(place).text)["state"], lambda state: state == "doing")
        assert service.request(place, method="DELETE").status == 204
        assert waiting.result()[-1][1]["state"] == "cancelled"
