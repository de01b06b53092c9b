"""The page without scripts: forms, rulings, errors, hostile words, the content policy."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest

from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.service.browsing import FORM, fill, seen
from tests.service.running import Service, timeless

TEXT = PIT.read_text(encoding="utf-8")
GAME = "/game/lantern"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</textarea><script>alert(1)</script>",
    "javascript:alert(1)",
    "]]></style>",
    "{{ 7 * 7 }}",
    "' onmouseover='alert(1)",
)


def test_games_are_listed_in_the_language_of_the_reader(service: Service) -> None:
    reply = service.request("/", Accept_Language="fr, sv-SE;q=0.8, en;q=0.5")
    page = seen(reply.text)
    assert reply.status == 200
    assert page.all("html")[0]["lang"] == "sv"
    assert "/game/drakborgen-atervackt?lang=sv" in {link.get("href") for link in page.all("a")}


def test_a_form_leads_to_a_ruling_with_the_deciding_clause_first(service: Service) -> None:
    form = seen(service.request(f"{GAME}?lang=en").text)
    assert "rulebook: lantern" in form.values["scenario"]
    reply = fill(service, GAME, scenario=TEXT, ask="falls(Bo)", lang="en", do="rule")
    assert reply.status == 200, reply.text
    (answer,) = json.loads(drakdom("rule", "-", "falls(Bo)", "--json", *FOLDERS, text=TEXT).out)["answers"]
    page = seen(reply.text)
    assert page.values["scenario"].strip() == TEXT.strip()
    order = [page.text.index(words) for words in (answer["sentence"], answer["grounds"][0]["clause"], "What happens")]
    assert order == sorted(order)
    assert any(picture["src"].startswith("/picture?s=s1.") for picture in page.all("img") if picture["alt"])


def test_page_and_interface_say_the_same(service: Service) -> None:
    """The answer that the page shows is kept under the key of the interface's: it is given without a further job."""
    fill(service, GAME, scenario=TEXT, ask="falls(Ada)", lang="en", do="rule")
    reply = service.request("/api/rule", {"scenario": TEXT, "claims": ["falls(Ada)"]})
    assert reply.status == 200
    assert timeless(reply.text) == timeless(drakdom("rule", "-", "falls(Ada)", "--json", *FOLDERS, text=TEXT).out)


def test_a_no_leads_to_the_smallest_change(service: Service) -> None:
    reply = fill(service, GAME, scenario=TEXT, ask="falls(Bo) and falls(Ada)", lang="en", do="why-not")
    reply_form = json.loads(drakdom("why-not", "-", "falls(Bo) and falls(Ada)", "--json", *FOLDERS, text=TEXT).out)
    page = seen(reply.text)
    assert reply.status == 200, reply.text
    assert all(change["says"] in page.text for remedy in reply_form["remedies"] for change in remedy["changes"])
    assert reply_form["happens"] or not reply_form["remedies"] or "Use this change" in page.text


def test_optional_rules_are_compared(service: Service) -> None:
    reply = fill(service, GAME, scenario=TEXT, variant="narrow-halls", lang="en", do="compare")
    assert reply.status == 200, reply.text
    assert "narrow-halls" in seen(reply.text).text


def test_a_faulty_text_comes_back_with_its_faults(service: Service) -> None:
    wrong = TEXT.replace("rulebook: lantern", "rulebook: lantern\nfigurs: 3")
    reply = fill(service, GAME, scenario=wrong, lang="en", do="rule")
    page = seen(reply.text)
    assert reply.status == 400
    assert page.values["scenario"].strip() == wrong.strip()
    assert "unknown key `figurs` in a scenario" in page.text
    assert f"line {wrong.splitlines().index('figurs: 3') + 1}" in page.text


def test_another_language_loses_nothing(service: Service) -> None:
    reply = fill(service, GAME, scenario="title: half\n", ask="falls(Bo)", lang="en", do="lang:de")
    page = seen(reply.text)
    assert page.all("html")[0]["lang"] == "de"
    assert page.values["scenario"].strip() == "title: half"
    assert page.values["ask"].strip() == "falls(Bo)"


@pytest.mark.parametrize("word", HOSTILE)
@pytest.mark.parametrize("do", ["rule", "why-not", "show"])
def test_hostile_words_are_inert(service: Service, word: str, do: str) -> None:
    name = word.replace('"', "")
    text = TEXT.replace("Ada", json.dumps(name)).replace("title: ", f"title: {json.dumps(word)} #")
    for scenario, claim in ((text, "falls(Bo)"), (TEXT, word), (word, word)):
        reply = fill(service, GAME, scenario=scenario, ask=claim, variant="narrow-halls", lang="en", do=do)
        assert reply.status < 500, reply.text
        page = seen(reply.text)
        assert all(script.get("src", "").startswith("/static/") for script in page.all("script"))
        assert not [key for _, given in page.tags for key in given if key.startswith("on") or key == "style"]
        assert not [link for link in page.all("a") if link.get("href", "/")[0] not in "/#"]
        assert {form["action"].partition("?")[0] for form in page.all("form")} <= {GAME}
        assert reply.headers["content-security-policy"] == POLICY


def test_every_page_has_a_strict_policy(service: Service) -> None:
    link = urlencode({"s": "s1.AAAA.00000000"})
    paths = ["/", GAME, "/game/none", f"{GAME}/ruling", f"{GAME}/ruling?{link}", "/?lang=xx"]
    for path in paths:
        reply = service.request(path)
        assert reply.headers["content-security-policy"] == POLICY, path
        seen(reply.text)
    for path in ("/static/page.css", "/static/page.js", "/static/icon.svg", "/picture", "/game/..%2f..%2fetc"):
        assert "unsafe" not in service.request(path).headers["content-security-policy"], path
    assert service.request("/static/../routes.py").status == 404


def test_no_page_refers_to_another_place(service: Service) -> None:
    page = seen(fill(service, GAME, scenario=TEXT, ask="falls(Bo)", lang="en", do="rule").text)
    used = [given[key] for _, given in page.tags for key in ("src", "href", "action") if key in given]
    assert used
    assert all(re.match(r"/(?!/)|#", address) for address in used)


def test_a_page_of_another_site_may_link_but_not_call(service: Service) -> None:
    path = f"{GAME}?lang=en"
    assert service.request(path, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="document").status == 200
    assert service.request(path, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="image").status == 403
    assert service.request(path, b"do=rule", Content_Type=FORM, Sec_Fetch_Site="cross-site").status == 403


def test_a_picture_allows_its_own_style_alone(service: Service) -> None:
    page = seen(fill(service, GAME, scenario=TEXT, lang="en", do="show").text)
    (source,) = [picture["src"] for picture in page.all("img") if picture["src"].startswith("/picture?")]
    reply = service.request(source)
    root = ElementTree.fromstring(reply.text.encode())
    style = root.find("{http://www.w3.org/2000/svg}style")
    assert style is not None
    assert style.text
    digest = base64.b64encode(sha256(style.text.encode()).digest()).decode()
    assert reply.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert f"style-src 'sha256-{digest}'" in reply.headers["content-security-policy"]


def test_a_link_that_is_cut_says_so(service: Service) -> None:
    page = seen(fill(service, GAME, scenario=TEXT, lang="en", do="rule").text)
    link = next(a["href"] for a in page.all("a") if a["href"].startswith(f"{GAME}/ruling?s="))
    assert service.request(link).status in (200, 202)
    code = re.search(r"s1\.[\w.-]+", link)
    assert code
    reply = service.request(link.replace(code[0], code[0][:-1]))
    assert reply.status == 404
    assert "this link is cut or changed" in reply.text


def test_the_editor_changes_the_lines_concerned(service: Service) -> None:
    text = f"# kept\n{TEXT}"
    body = {"scenario": text, "changes": [{"op": "set", "path": ["title"], "value": "Another: dispute"}]}
    reply_form = json.loads(service.request("/page/edit/lantern", body).text)
    before, after = text.splitlines(), reply_form["text"].splitlines()
    assert [line for line in after if line not in before] == ['title: "Another: dispute"']
    assert reply_form["view"]["title"] == "Another: dispute"
    assert reply_form["view"]["problems"] == []


def test_an_edit_that_cannot_be_made_changes_nothing(service: Service) -> None:
    for change in (
        {"op": "move", "figure": "Nobody", "place": "A1"},
        {"op": "set", "path": ["figures", "Bo", "at"], "yaml": "x}, y: {z"},
        {"op": "set", "path": []},
    ):
        reply_form = json.loads(service.request("/page/edit/lantern", {"scenario": TEXT, "changes": [change]}).text)
        assert reply_form["text"] == TEXT
        assert reply_form["refused"]


def test_the_words_of_a_game_are_served(service: Service) -> None:
    reply = service.request("/page/vocabulary/lantern?lang=en")
    words = json.loads(reply.text)
    assert {"places", "figures", "actions", "draws", "types"} <= words.keys()
    assert service.request("/page/vocabulary/lantern?lang=en", If_None_Match=reply.headers["etag"]).status == 304
    assert service.request("/page/vocabulary/none").status == 404
