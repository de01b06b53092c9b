"""The web process without a court: queue, limits, cancelled jobs, headers. Nothing is solved here."""

from __future__ import annotations

import base64
import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from drakdom.errors import InputError
from tests.cli.drakdom import PIT, RULEBOOKS
from tests.service.browsing import FORM, seen
from tests.waiting import until

if TYPE_CHECKING:
    from starlette.testclient import TestClient

TEXT = PIT.read_text(encoding="utf-8")
BODY = {"scenario": TEXT}
Clients = Callable[..., "TestClient"]


@pytest.fixture
def client(sqlite: str) -> Iterator[Clients]:
    """Return a function that makes a client of a new web process with some settings."""
    from starlette.testclient import TestClient

    from drakdom.service.database import migrate, open_database
    from drakdom.service.settings import Settings
    from drakdom.service.web import create_app

    migrate(open_database(sqlite))
    threads = threading.active_count()
    with ExitStack() as stack:

        def make(**settings: Any) -> TestClient:
            all_settings: dict[str, Any] = {"folders": (str(RULEBOOKS),), "patience": 0.0} | settings
            app = create_app(Settings(sqlite, **all_settings))
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield make
    # the counter of the limits ends its thread a little later
    until(lambda: threading.active_count() <= threads, "a thread goes on")


def test_a_job_is_accepted_and_looked_at_and_cancelled(client: Clients) -> None:
    web = client()
    reply = web.post("/api/rule", json=BODY)
    assert (reply.status_code, reply.headers["retry-after"], reply.json()["state"]) == (202, "1", "waiting")
    job = reply.headers["location"]
    assert job == f"/api/jobs/{reply.json()['id']}"
    assert reply.headers["drakdom-law"] == reply.json()["law"]
    assert web.get(job).status_code == 202
    assert web.delete(job).status_code == 204
    assert (web.get(job).status_code, web.delete(job).status_code) == (410, 204)


def test_an_unknown_job_is_said_to_be_unknown(client: Clients) -> None:
    web = client()
    for reply in (web.get("/api/jobs/none"), web.delete("/api/jobs/none"), web.get("/etc/passwd")):
        assert (reply.status_code, reply.json()["schema"]) == (404, "drakdom/error/1")


def test_a_full_queue_refuses(client: Clients) -> None:
    web = client(queue=2)
    assert [web.post("/api/rule", json=BODY).status_code for _ in range(3)] == [202, 202, 503]
    reply = web.post("/api/rule", json=BODY)
    assert int(reply.headers["retry-after"]) > 0
    assert "2 questions are waiting, which is the most" in reply.text
    assert web.get("/health").json()["status"] == "ok"


def left(app: Any, path: str, form: dict[str, str], *, is_whole: bool = True) -> list[dict[str, Any]]:
    """Send a form and close the connection, before the last byte if it is not whole; return what is sent back."""
    import anyio

    body, sent = urlencode(form).encode(), list[dict[str, Any]]()
    request = {"type": "http.request", "body": body, "more_body": False}
    if not is_whole:
        request = {"type": "http.request", "body": body[:-1], "more_body": True}
    received = [request]
    headers = [(b"content-type", FORM.encode()), (b"content-length", str(len(body)).encode())]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers, "client": None}

    async def receive() -> dict[str, Any]:
        return received.pop() if received else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    anyio.run(app, scope, receive, send)
    return sent


@pytest.mark.parametrize("path", ["/game/lantern/live", "/precedents/new"])
def test_a_question_whose_connection_is_closed_is_cancelled(sqlite: str, tmp_path: Path, path: str) -> None:
    from sqlalchemy import select

    from drakdom.service.database import migrate, open_database
    from drakdom.service.settings import Settings
    from drakdom.service.tables import JOBS
    from drakdom.service.web import create_app

    engine = open_database(sqlite)
    migrate(engine)
    app = create_app(Settings(sqlite, folders=(str(RULEBOOKS),), patience=60, precedents=str(tmp_path)))
    for whole in (False, True):
        left(
            app,
            path,
            {"scenario": TEXT, "by": "a", "when": "2026-11-28", "source": "b", "status": "standing"},
            is_whole=whole,
        )
        with engine.connect() as connection:
            assert connection.execute(select(JOBS.c.state)).scalars().all() == ["cancelled"] * whole


def test_a_cancelled_job_makes_room(client: Clients) -> None:
    web = client(queue=1)
    web.delete(web.post("/api/rule", json=BODY).headers["location"])
    assert web.post("/api/rule", json=BODY).status_code == 202


def test_a_client_has_few_unfinished_questions(client: Clients) -> None:
    web = client(open=1)
    assert [web.post("/api/rule", json=BODY).status_code for _ in range(2)] == [202, 429]


def test_a_client_asks_seldom(client: Clients) -> None:
    web = client(rate="2/hour")  # and 40 questions that become no job
    assert [web.post("/api/rule", json={"scenario": ""}).status_code for _ in range(30)] == [400] * 30
    forged = [{"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"} for number in range(3)]
    replies = [web.post("/api/rule", json=BODY, headers=headers) for headers in forged]
    assert [reply.status_code for reply in replies] == [202, 202, 429]
    assert int(replies[-1].headers["retry-after"]) > 60
    assert [web.post("/api/rule", json={"scenario": ""}).status_code for _ in range(8)] == [400] * 7 + [429]


def test_pictures_and_edits_count_as_questions(client: Clients, tmp_path: Path) -> None:
    web = client(rate="1/hour", precedents=str(tmp_path))
    picture, edit = f"/picture?{urlencode({'scenario': TEXT})}", {"scenario": TEXT}
    replies = [web.get(picture) if number % 2 else web.post("/page/edit/lantern", json=edit) for number in range(19)]
    replies += [web.get("/api/precedents/export") for _ in range(2)]
    replies += [web.get(picture), web.post("/page/edit/lantern", json=edit)]
    assert [reply.status_code for reply in replies] == [200] * 20 + [429] * 3
    assert "more than 1/hour new questions, or 20 times as many in all" in replies[-1].text


def test_pictures_and_edits_wait_their_turn(client: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.service.desk.MOST_UNREAD", 0)
    web = client()
    for path in ("/picture", "/picture/play"):
        assert web.get(f"{path}?{urlencode({'scenario': TEXT})}").status_code == 503
    reply = web.post("/page/edit/lantern", json={"scenario": TEXT})
    assert (reply.status_code, "of this network are not read yet" in reply.text) == (503, True)


def test_a_page_is_shown_also_to_who_has_its_answer(client: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    from drakdom.sandbox import Limits
    from drakdom.service.answers import answer
    from drakdom.service.bodies import RuleBody
    from drakdom.service.store import Kept

    kept = Kept("k" * 64, "lantern@0", answer(RuleBody(scenario=TEXT).question(), (str(RULEBOOKS),), Limits()))
    monkeypatch.setattr("drakdom.service.store.Store.recall", lambda *_: kept)
    web, headers = client(), {"If-None-Match": f'"{kept.key[:32]}"'}
    assert web.post("/api/rule", json=BODY, headers=headers).status_code == 304
    assert web.get("/api/answers/k", headers=headers).status_code == 304
    reply = web.post("/game/lantern/live", data={"scenario": TEXT}, headers=headers)
    assert (reply.status_code, "Ada" in reply.text) == (200, True)


def test_a_link_names_its_law_each_time(client: Clients, sqlite: str) -> None:
    from drakdom.service.bodies import RuleBody
    from drakdom.service.database import open_database
    from drakdom.service.law import Laws
    from drakdom.service.links import Links
    from drakdom.service.store import Kept

    web, question = client(), RuleBody(scenario=TEXT).question()
    law = Laws((str(RULEBOOKS),)).of(question)
    link, _ = Links(open_database(sqlite)).store(question, Kept(question.key(law), law, "{}"), "client")
    for _ in range(2):
        reply = web.get(f"/r/{link.id}")
        assert (reply.headers["drakdom-law"], reply.json()["today"]) == (law, {"state": "same", "law": law})


@pytest.mark.parametrize("body", [b"x" * 4_000_001, b"[" * 5_000_000])
def test_a_large_request_is_not_read(client: Clients, body: bytes) -> None:
    def chunks() -> Iterator[bytes]:
        yield body

    web = client()
    for content in (body, chunks()):
        reply = web.post("/api/rule", content=content, headers={"Content-Type": "application/json"})
        assert (reply.status_code, json.loads(reply.text)["kind"]) == (413, "limit")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_is_refused(client: Clients, site: str) -> None:
    web = client()
    assert web.post("/api/rule", json=BODY, headers={"Sec-Fetch-Site": site}).status_code == 403
    assert web.post("/api/rule", json=BODY, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 202


def test_every_response_forbids_content_of_other_places(client: Clients) -> None:
    web = client()
    replies = [web.get("/health"), web.get("/none"), web.post("/api/rule", json={}), web.post("/api/rule", json=BODY)]
    for reply in replies:
        assert reply.headers["content-security-policy"].startswith("default-src 'none';")
        assert "unsafe" not in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_database_that_cannot_be_used_is_said_to_be(client: Clients, tmp_path: Path) -> None:
    web = client()
    for file in tmp_path.glob("jobs.sqlite*"):
        file.unlink()
    (tmp_path / "jobs.sqlite").mkdir()
    reply = web.post("/api/rule", json=BODY)
    assert (reply.status_code, "database" in reply.text) == (503, True)
    assert web.get("/health").status_code == 200


def test_a_page_that_is_too_long_for_an_address_waits_for_the_job_that_it_began(client: Clients) -> None:
    web, text = client(), f"{TEXT}note: {base64.b64encode(random.Random(1).randbytes(20_000)).decode()}\n"
    page = seen(web.post("/game/lantern", data={"scenario": text, "lang": "en", "do": "rule"}).text)
    assert not [meta for meta in page.all("meta") if "http-equiv" in meta]
    assert "asks again by itself" not in page.text
    (look,) = [button for button in page.all("button") if button.get("name") == "job"]
    reply = web.post("/game/lantern/ruling", data={"scenario": text, "lang": "en", "do": "rule", "job": look["value"]})
    assert (reply.status_code, reply.headers["drakdom-job"]) == (202, look["value"])


def test_a_record_that_waits_asks_for_one_job(client: Clients, tmp_path: Path) -> None:
    web = client(open=1, precedents=str(tmp_path))
    fields = {"scenario": TEXT, "by": "Ada", "when": "2026-11-28", "source": "here", "status": "standing"}
    reply = web.post("/precedents/new", data=fields)
    for _ in range(3):
        assert reply.status_code == 202
        (refresh,) = [meta["content"] for meta in seen(reply.text).all("meta") if "http-equiv" in meta]
        reply = web.get(refresh.partition("url=")[2])
    (job,) = re.findall(r"job=([\w-]+)", refresh)
    web.delete(f"/api/jobs/{job}")
    assert web.get(refresh.partition("url=")[2]).status_code == 202  # it is asked anew


@pytest.mark.parametrize(
    ("proxies", "peer", "seen_as"),
    [
        ([], "127.0.0.1", "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", "198.51.100.7"),
        (["127.0.0.1"], "::ffff:127.0.0.1", "198.51.100.7"),
        (["10.0.0.0/8"], "10.1.2.3", "198.51.100.7"),
        (["10.0.0.0/8"], "127.0.0.1", "127.0.0.1"),
        (["2001:db8::1"], "2001:db8::1", "198.51.100.7"),
    ],
)
def test_a_header_names_the_client_only_if_a_named_proxy_sends_it(proxies: list[str], peer: str, seen_as: str) -> None:
    """What a client itself wrote into the header stands before the address that the proxy adds."""
    from starlette.responses import PlainTextResponse
    from starlette.testclient import TestClient
    from starlette.types import Receive, Scope, Send

    from drakdom.service.clients import proxies_of
    from drakdom.service.web import served

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(scope["client"][0])(scope, receive, send)

    config = served(app, proxies_of(proxies))
    config.load()
    web = TestClient(config.loaded_app, client=(peer, 1))
    assert web.get("/", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}).text == seen_as


@pytest.mark.parametrize("word", ["10.0.0.1/8", "*", "proxy.example"])
def test_what_is_no_address_of_a_proxy_is_refused(word: str) -> None:
    from drakdom.service.clients import proxies_of

    with pytest.raises(InputError, match=re.escape(f"`{word}` is not the address of a proxy")):
        proxies_of([word])


@pytest.mark.parametrize(
    ("path", "work"), [("/game/lantern/ruling", "links.Links.store"), ("/precedents/new", "store.Store.submit")]
)
def test_a_form_comes_back_when_the_database_cannot_be_used(
    client: Clients, monkeypatch: pytest.MonkeyPatch, path: str, work: str, tmp_path: Path
) -> None:
    from sqlalchemy.exc import OperationalError

    from drakdom.service.store import Kept

    def fail(*_: object) -> None:
        raise OperationalError("", {}, Exception("database or disk is full"))

    if "links" in work:
        monkeypatch.setattr("drakdom.service.store.Store.recall", lambda *_: Kept("", "lantern@0", "{}"))
    monkeypatch.setattr(f"drakdom.service.{work}", fail)
    fields = {"scenario": TEXT, "by": "Ada", "when": "2026-11-28", "source": "here", "status": "standing", "do": "link"}
    reply = client(precedents=str(tmp_path / "record")).post(path, data=fields)
    assert (reply.status_code, "the database cannot be used now" in reply.text) == (503, True)
    assert seen(reply.text).values["scenario"].strip() == TEXT.strip()


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_clients_are_told_apart_by_address_or_network(host: str | None, name: str) -> None:
    from drakdom.service.clients import client_of

    assert client_of(host) == name


@pytest.mark.parametrize(
    ("client", "network"),
    [("192.0.2.7", "192.0.2.0"), ("2001:db8:1:2::", "2001:db8:1::"), ("testclient", "testclient")],
)
def test_clients_of_one_network_share_the_court(client: str, network: str) -> None:
    from drakdom.service.clients import network_of

    assert network_of(client) == network


def test_a_network_does_not_fill_the_queue(sqlite: str) -> None:
    from drakdom.service.database import migrate, open_database
    from drakdom.service.question import Question
    from drakdom.service.store import FullError, Store

    engine = open_database(sqlite)
    migrate(engine)
    store, accepted = Store(engine, 12, 2), dict[str, int]()
    for network in ("192.0.2", "198.51.100", "203.0.113"):
        for number in range(12):
            question = Question("rule", TEXT, {"claims": [f"{network}.{number}"]})
            try:
                store.submit(question, "lantern@0", f"{network}.{number}")
            except FullError:
                break
            accepted[network] = number + 1
    assert accepted == {"192.0.2": 6, "198.51.100": 3, "203.0.113": 2}


def test_questions_of_one_network_are_read_one_after_the_other(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import anyio
    from starlette.requests import Request

    from drakdom.service.bodies import RuleBody
    from drakdom.service.database import migrate, open_database
    from drakdom.service.desk import Desk
    from drakdom.service.question import Question
    from drakdom.service.settings import Settings
    from drakdom.service.store import Store

    monkeypatch.setattr("drakdom.service.desk.MOST_UNREAD", 1)
    engine = open_database(sqlite)
    migrate(engine)
    is_reading, is_free, statuses = threading.Event(), threading.Event(), dict[str, int]()

    def slow() -> Question:
        is_reading.set()
        assert is_free.wait(60)
        return quick()

    def quick() -> Question:
        return RuleBody(scenario=TEXT).question()

    async def ask_all() -> None:
        desk = Desk(Settings(sqlite, folders=(str(RULEBOOKS),), patience=0), Store(engine, 100, 8))

        async def ask(host: str, body: Callable[[], Question]) -> None:
            request = Request({"type": "http", "headers": [], "client": (host, 1)})
            statuses[host] = (await desk.ask(body, request)).status_code

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(ask, "192.0.2.1", slow)
            await anyio.to_thread.run_sync(is_reading.wait)
            await ask("192.0.2.2", quick)
            await ask("198.51.100.1", quick)
            is_free.set()

    anyio.run(ask_all)
    assert statuses == {"192.0.2.1": 202, "192.0.2.2": 503, "198.51.100.1": 202}


def test_few_streams_are_open_at_a_time(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import anyio

    from drakdom.service.database import migrate, open_database
    from drakdom.service.desk import Desk
    from drakdom.service.events import Events
    from drakdom.service.question import Question
    from drakdom.service.settings import Settings
    from drakdom.service.store import Store

    monkeypatch.setattr("drakdom.service.events.MOST_STREAMS", 2)
    engine = open_database(sqlite)
    migrate(engine)
    store = Store(engine, 100, 8)
    job, statuses = store.submit(Question("rule", TEXT), "lantern@0", "client"), list[int]()

    async def stream(events: Events) -> None:
        response = await events.stream(job.id)
        statuses.append(response.status_code)
        await response({"type": "http", "asgi": {"spec_version": "2.4"}}, wait, ignore)

    async def wait() -> dict[str, Any]:
        await anyio.sleep_forever()
        return {}

    async def ignore(_: object) -> None:
        await anyio.sleep(0)

    async def ask_at_once() -> None:
        events = Events(Desk(Settings(sqlite), store))
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(stream, events)
            while len(statuses) < 10:
                await anyio.sleep(0.01)
            store.cancel(job.id)  # the streams end with it
        assert events.open == 0

    anyio.run(ask_at_once)
    assert sorted(statuses) == [200] * 2 + [503] * 8
