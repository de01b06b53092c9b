"""Pages of short links, of precedents, and of house rules, without scripts."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.drakdom import CASES, PIT, RULEBOOKS
from tests.service.browsing import FORM, Seen, fill, seen
from tests.service.running import Service, eventually

TEXT = PIT.read_text(encoding="utf-8")
GAME = "/game/lantern"
RECORD = {
    "by": "Ada's table",
    "when": "2026-11-28",
    "source": "Fällan <img src=x onerror=alert(1)>",
    "status": "standing",
}


def linked(service: Service, **values: str) -> str:
    """Make a short link on the page; return its address."""
    page = fill(service, GAME, **{"scenario": TEXT, "ask": "falls(Ada)", "lang": "en", "do": "link"} | values)
    assert page.status == 200, page.text
    answer = service.request("/api/links", {"scenario": TEXT, "claims": ["falls(Ada)"]} | _law(values))
    address: str = json.loads(answer.text)["address"]
    assert service.request(f"{address}?lang=en", Accept="text/html").text == page.text
    return address


def _law(values: dict[str, str]) -> dict[str, object]:
    return {"variants": [values["variant"]]} if "variant" in values else {}


def test_a_ruling_gets_a_short_link_whose_page_shows_it(service: Service) -> None:
    address = linked(service)
    page = service.request(f"{address}?lang=sv", Accept="text/html,*/*")
    assert (page.status, page.headers["vary"]) == (200, "Accept, Accept-Language")
    shown = seen(page.text)
    given = json.loads(service.request(f"{address}/answer").text)
    assert shown.all("html")[0]["lang"] == "sv"
    assert "lagen har inte ändrats" in shown.text
    assert given["answers"][0]["sentence"] in shown.text
    assert shown.values["scenario"].strip() == TEXT.strip()
    assert json.loads(service.request(address).text)["verdict"] == given


def test_a_link_keeps_the_rules_that_were_switched_on(service: Service) -> None:
    address = linked(service, variant="narrow-halls")
    page = seen(service.request(f"{address}?lang=en", Accept="text/html").text)
    (box,) = [box for box in page.all("input") if box.get("value") == "narrow-halls" and box.get("type") == "checkbox"]
    assert "checked" in box


@pytest.mark.parametrize(
    ("link", "status", "words"), [("abc", 404, "a part of it was cut off"), ("a" * 10, 404, "nothing")]
)
def test_the_page_of_a_broken_link_says_what_is_wrong(service: Service, link: str, status: int, words: str) -> None:
    page = service.request(f"/r/{link}", Accept="text/html")
    assert (page.status, words in seen(page.text).text) == (status, True)


@pytest.mark.slow
def test_the_page_of_a_link_tells_what_differs_today(tmp_path: Path) -> None:
    books = tmp_path / "books"
    shutil.copytree(RULEBOOKS / "lantern", books / "lantern", ignore=shutil.ignore_patterns("scenarios"))
    with Service(tmp_path, "--rulebook", str(books)) as service:
        address = linked(service)

        def page_of() -> Seen:
            return seen(service.request(f"{address}?lang=en", Accept="text/html").text)

        given = page_of()
        law = books / "lantern" / "pit.lp"
        text = law.read_text(encoding="utf-8")
        law.write_text(text.replace("X <= N", "X < N").replace("X > N", "X >= N"), encoding="utf-8")
        changed = ("The court is asking", "this ruling with it")
        page = eventually(page_of, lambda page: any(words in page.text for words in changed))
        if "The court is asking" in page.text:
            assert any("refresh" in meta.get("http-equiv", "") for meta in page.all("meta"))
            service.wait(service.request(json.loads(service.request(address).text)["today"].get("job", address)))
            page = page_of()
        (change, *_) = json.loads(service.request(address).text)["today"]["changes"]
        assert "this ruling with it" in page.text
        assert all(word in page.text for word in (change["sentence"], change["then"], change["now"], "LD-05"))
        ruling = given.text.partition("The ruling as it was given")[2]
        assert page.text.partition("The ruling as it was given")[2] == ruling
        shutil.rmtree(books / "lantern")
        (books / "lantern").mkdir()
        gone = eventually(page_of, lambda page: "stands as it was given" in page.text)
        assert "Ada falls into the pit" in gone.text


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that keeps precedents, one of them put on record by the page."""
    folder = tmp_path_factory.mktemp("record")
    words = ("--rulebook", str(RULEBOOKS), "--precedents", str(folder / "precedents"), "--rate", "10000/minute")
    with Service(folder, *words) as running:
        page = fill(running, "/precedents/new", scenario=TEXT, ask="falls(Ada)", lang="en", **RECORD)
        assert page.status == 200, page.text
        assert "Ada's table" in seen(page.text).text
        yield running


def listed(service: Service, query: str) -> list[str]:
    page = seen(service.request(f"/precedents?lang=en&{query}").text)
    return [link["href"] for link in page.all("a") if link["href"].startswith("/precedents/file/")]


def test_a_ruling_is_put_on_record_and_found(recording: Service) -> None:
    (address,) = listed(recording, "")
    for query in (
        "words=pit+heroes",
        "words=fallan",
        "words=F%C3%84LLAN",
        "clause=LD-05",
        "rulebook=lantern&status=standing",
    ):
        assert listed(recording, query) == [address], query
    for query in ("words=nowhere", "clause=LD-99", "status=overruled"):
        assert listed(recording, query) == [], query
    page = seen(recording.request(address).text)
    assert "onerror" in page.text
    assert not [given for tag, given in page.tags if tag == "img" and given.get("src") == "x"]
    assert f"{GAME}" in {form["action"] for form in page.all("form")}


def test_below_a_ruling_there_are_precedents_like_it(recording: Service) -> None:
    text = (CASES / "a-free-choice-at-the-pit.yaml").read_text(encoding="utf-8")
    ruled = seen(fill(recording, GAME, scenario=text, lang="en", do="rule").text)
    deciding = [box["value"] for box in ruled.all("input") if box.get("name") == "deciding"]
    assert deciding
    alike = fill(recording, "/precedents", scenario=text, deciding=deciding[0], lang="en")
    assert re.search(r"\d+ % alike", seen(alike.text).text)


@pytest.mark.parametrize(
    ("values", "words"),
    [({"by": ""}, "`by`"), ({"when": "soon"}, "`when` must be a date"), ({"ask": "dances(Ada)"}, "dances")],
)
def test_a_faulty_record_comes_back_as_it_was_filled_in(recording: Service, values: dict[str, str], words: str) -> None:
    given = {"scenario": TEXT, "ask": "falls(Ada)", "lang": "en", **RECORD} | values
    reply = fill(recording, "/precedents/new", **given)
    page = seen(reply.text)
    assert (reply.status, words in page.text) == (400, True)
    assert page.values["scenario"].strip() == TEXT.strip()
    fields = {box["name"]: box.get("value", "") for box in page.all("input")}
    assert {name: fields[name] for name in ("by", "when", "source")} == {n: given[n] for n in ("by", "when", "source")}
    assert len(listed(recording, "")) == 1


def test_another_site_puts_nothing_on_record(recording: Service) -> None:
    query = f"/precedents/new?by=x&when=2026-11-28&source=x&status=standing&scenario={'x'}"
    for dest in ("document", "image"):
        assert recording.request(query, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest=dest).status == 403
    body = b"by=x&when=2026-11-28&source=x&status=standing&scenario=x"
    assert recording.request("/precedents/new", body, Content_Type=FORM, Sec_Fetch_Site="same-site").status == 403


def test_without_a_record_there_are_no_pages_of_it(service: Service) -> None:
    assert service.request("/precedents").status == 404
    assert "/precedents" not in service.request("/").text
