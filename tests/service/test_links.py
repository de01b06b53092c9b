"""Short links: by content, as the ruling was given, with today's ruling beside it."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drakdom.errors import InputError
from drakdom.report.changed import changes
from tests.cli.drakdom import PIT, RULEBOOKS
from tests.service.running import PATIENCE, Service, eventually
from tests.service.test_court import Clock

if TYPE_CHECKING:
    from sqlalchemy import Engine

TEXT = PIT.read_text(encoding="utf-8")
BODY: dict[str, object] = {"scenario": TEXT, "claims": ["falls(Ada)", "falls(Bo)"]}


def stored(service: Service, body: dict[str, object]) -> str:
    until = time.monotonic() + PATIENCE
    reply = service.request("/api/links", body)
    while reply.status == 202:
        assert time.monotonic() < until
        service.wait(reply)
        reply = service.request("/api/links", body)
    assert reply.status in (200, 201), reply.text
    address: str = json.loads(reply.text)["address"]
    assert reply.headers["location"] == address
    return address


def shown(service: Service, address: str) -> dict[str, Any]:
    reply = service.request(address)
    assert reply.status == 200, reply.text
    data: dict[str, Any] = json.loads(reply.text)
    return data


def test_a_link_is_made_of_its_content_and_gives_the_ruling(service: Service) -> None:
    address = stored(service, BODY)
    assert len(address) == len("/r/") + 10
    assert stored(service, BODY) == address
    assert stored(service, BODY | {"scenario": TEXT.replace("\n", "\r\n")}) == address
    assert stored(service, BODY | {"claims": []}) != address
    given = service.wait(service.request("/api/rule", BODY))
    link = shown(service, address)
    assert service.request(f"{address}/answer").text == given.text
    assert (link["verdict"], link["law"]) == (json.loads(given.text), given.headers["drakdom-law"])
    assert (link["scenario"], link["today"]) == (TEXT, {"state": "same", "law": link["law"]})


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        (lambda link: link[:-1], 400, "has 9 of 10 characters: a part of it was cut off"),
        (lambda link: link[:2], 400, "has 2 of 10 characters"),
        (lambda link: link + "q", 400, "is no link"),
        (lambda link: link[:-1] + "1", 400, "is no link"),
        (lambda link: link[:-1] + ("a" if link[-1] != "a" else "b"), 404, "nothing is stored under this link"),
        (lambda link: "%2e%2e%2f" + link, 404, ""),
        (lambda link: link.upper(), 200, ""),
        (lambda link: link + "%3E", 200, ""),
        (lambda link: link + "%252E", 200, ""),
        (lambda link: link + ".", 200, ""),
        (lambda link: "%3C" + link + "%20", 200, ""),
    ],
)
def test_a_mangled_link_is_mended_or_said_to_be_broken(service: Service, change: Any, status: int, words: str) -> None:
    reply = service.request("/r/" + change(stored(service, BODY).removeprefix("/r/")))
    assert (reply.status, words in reply.text) == (status, True), reply.text


def test_only_what_can_be_ruled_on_is_stored(service: Service) -> None:
    assert service.request("/api/links", {"scenario": "title: x"}).status == 400
    assert service.request("/api/links").status in (404, 405)
    assert service.request("/r/").status == 404


def test_a_link_shows_what_was_ruled_when_the_law_has_changed(tmp_path: Path) -> None:
    books = tmp_path / "books"
    shutil.copytree(RULEBOOKS / "lantern", books / "lantern", ignore=shutil.ignore_patterns("scenarios"))
    with Service(tmp_path, "--rulebook", str(books)) as service:
        address = stored(service, BODY)
        before = shown(service, address)
        law = books / "lantern" / "pit.lp"
        text = law.read_text(encoding="utf-8")
        law.write_text(text.replace("X <= N", "X < N").replace("X > N", "X >= N"), encoding="utf-8")
        after = eventually(lambda: shown(service, address), lambda page: page["today"]["law"] != before["law"])
        if after["today"]["state"] == "waiting":
            service.wait(service.request(after["today"]["job"]))
            after = shown(service, address)
        assert {k: v for k, v in after.items() if k != "today"} == {k: v for k, v in before.items() if k != "today"}
        today = after["today"]
        assert (today["state"], today["differs"], today["law"] != before["law"]) == ("ruled", True, True)
        change = next(change for change in today["changes"] if change["sentence"] == "Ada falls into the pit")
        assert change["then"] != change["now"]
        assert "LD-05" in change["clauses_now"]
        assert stored(service, BODY) != address
        shutil.rmtree(books / "lantern")
        (books / "lantern").mkdir()
        gone = eventually(lambda: shown(service, address), lambda page: page["today"]["state"] == "gone")
        assert gone["verdict"] == before["verdict"]
        assert "there is no rulebook `lantern`" in gone["today"]["error"]["problems"][0]["message"]


def test_links_of_a_day_are_limited(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from drakdom.service import links as module
    from drakdom.service.question import Question
    from drakdom.service.store import ClientFullError, FullError, Kept

    clock = Clock()
    links = module.Links(engine, clock)
    monkeypatch.setattr(module, "MOST_OF_A_CLIENT", 2)
    monkeypatch.setattr(module, "MOST_A_DAY", 3)

    def store(number: int, client: str) -> bool:
        question = Question("rule", f"title: {number}")
        is_new: bool = links.store(question, Kept("key", "lantern@0", "{}"), client)[1]
        return is_new

    assert [store(1, "a"), store(2, "a"), store(1, "a")] == [True, True, False]
    with pytest.raises(ClientFullError, match="this client stored 2 links in a day"):
        store(3, "a")
    assert store(3, "b")
    with pytest.raises(FullError, match="3 links were stored in a day"):
        store(4, "c")
    clock.time += module.DAY + 1
    assert store(4, "a")


def test_two_rulings_never_share_a_link(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from drakdom.service import links as module
    from drakdom.service.question import Question
    from drakdom.service.store import Kept

    links = module.Links(engine)
    monkeypatch.setattr(module, "link_id", lambda *_: "aaaaaaaaaa")
    first = Question("rule", "title: first")
    links.store(first, Kept("key", "lantern@0", "{}"), "client")
    for question, law in ((Question("rule", "title: second"), "lantern@0"), (first, "lantern@1")):
        with pytest.raises(InputError, match="another ruling has the short link `aaaaaaaaaa`"):
            links.store(question, Kept("key", law, "{}"), "client")
    assert not links.store(first, Kept("key", "lantern@0", "{}"), "client")[1]


def test_a_kept_link_of_an_earlier_release_has_the_same_id() -> None:
    from drakdom.service.links import link_id
    from drakdom.service.question import Question

    question = Question("rule", "title: x\nrulebook: lantern\n", {"claims": ["falls(Ada)"]})
    assert link_id(question, "lantern@0123456789abcdef") == "wl64tcczqf"


def test_what_is_the_same_is_no_change() -> None:
    outcome = {"event": "e", "entry": 1, "phase": "p", "visit": 1, "sentence": "It happens", "status": "always"}
    verdict = {"branches": [{"readings": [], "findings": [], "outcomes": [outcome | {"odds": {}, "clauses": ["A"]}]}]}
    assert changes(verdict, verdict) == []
    nothing: Any = {"branches": [{"readings": [], "findings": [], "outcomes": []}]}
    (change,) = changes(verdict, nothing)
    assert (change["then"], change["now"], change["clauses_then"]) == ("always", "", ["A"])
