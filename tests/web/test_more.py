"""Links, precedents, rules as switches, labels in the page's language, in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import DESK, Open
from tests.web.test_access import DISPUTE, GAME, LOOKS, faultless, filled
from tests.web.test_editor import BARE, begin, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow  # each starts a page with the editor; `make test-web` runs them
SHOWN = {name: LOOKS[name] for name in ("light", "dark", "narrow")}
UNSCRIPTED: dict[str, Any] = {"java_script_enabled": False}


def ruled(page: Page) -> None:
    """Rule on the dispute, by the form."""
    filled(page, "falls(Sigeir)", "rule")
    page.wait_for_selector(".answer")


def linked(page: Page) -> None:
    """Make a short link to the ruling."""
    page.get_by_role("button", name="Make a short link").click()
    page.wait_for_url("**/r/*")


def recorded(page: Page) -> None:
    """Put the ruling on record."""
    page.get_by_text("Put on record").first.click()
    page.get_by_label("Who ruled so").fill("Ada's table")
    page.get_by_label("Day of the ruling").fill("2026-11-28")
    page.get_by_label("Where it stands").fill("the second evening")
    page.get_by_role("button", name="Put on record").click()
    page.wait_for_url("**/precedents/file/**")


@pytest.mark.parametrize("look", SHOWN)
def test_pages_of_links_and_precedents_have_no_fault(open_page: Open, look: str) -> None:
    page = open_page(GAME, **SHOWN[look])
    settled(page)
    ruled(page)
    for details in page.query_selector_all("details"):
        details.evaluate("element => { element.open = true }")
    faultless(page)
    linked(page)
    assert "The same: the law has not changed since." in page.inner_text(".today")
    faultless(page)
    page.go_back()
    page.wait_for_selector(".answer")
    recorded(page)
    faultless(page)
    page.get_by_role("link", name="Find precedents").click()
    page.get_by_label("Words").fill("falla")
    page.get_by_role("button", name="Find precedents").click()
    page.wait_for_selector(".precedents li")
    faultless(page)


def test_links_and_precedents_need_no_scripts(open_page: Open) -> None:
    page = open_page(GAME, **UNSCRIPTED)
    page.fill("#scenario", DISPUTE.read_text(encoding="utf-8"))
    page.fill("#ask", "falls(Sigeir)")
    page.click("form.case button[value='rule']")
    page.wait_for_selector(".answer")
    page.get_by_role("button", name="Precedents like this one").click()
    page.wait_for_url("**/precedents")
    assert "The most alike first." in page.inner_text("main")
    page.go_back()
    page.wait_for_selector(".answer")
    linked(page)
    assert "1/2 (50 %)" in page.inner_text(".answer")


def test_a_house_rule_is_a_switch_with_a_difference(open_page: Open) -> None:
    page = open_page(GAME, **DESK)
    settled(page)
    begin(page, DISPUTE.read_text(encoding="utf-8"))
    page.fill("#ask", "entered(Farouche, E4)")
    page.wait_for_selector("#live:not(.old) .answer")
    before = page.inner_text("#live .answer .odds >> nth=0")
    page.get_by_text("Optional rules and house rules").click()
    page.get_by_label("A room holds only so many heroes").check()
    page.wait_for_function("() => /only so many heroes/.test(document.querySelector('#live .law')?.textContent ?? '')")
    page.wait_for_selector("#live:not(.old) .answer")
    assert page.inner_text("#live .answer .odds >> nth=0") != before
    page.locator("#live").get_by_role("link", name="What difference do these rules make?").click()
    page.wait_for_selector(".beside, .part")
    assert "room-for-few" in page.inner_text("main")


@pytest.mark.short
def test_fields_have_labels_in_the_language_of_the_page(open_page: Open) -> None:
    page = open_page("/game/drakborgen-atervackt?lang=sv", **DESK)
    settled(page)
    begin(page, f"{BARE}board:\n  places:\n    D4: {{tile: room}}\nfigures:\n  Ann: {{kind: hero, at: D4}}\n")
    for details in page.query_selector_all("#editor details"):
        details.evaluate("element => { element.open = true }")
    page.get_by_label("Vighet").fill("6")
    page.keyboard.press("Tab")
    assert re.search(r"Ann: \{.*agility: 6", settled(page))
    labels = page.locator("#editor label, #editor legend").all_inner_texts()
    assert not {"strength", "agility", "kind", "at", "tile", "exits", "obstacles"} & set(labels)
    assert page.locator("label", has_text="Vighet").get_attribute("lang") == "sv"


@pytest.mark.short
def test_a_list_of_precedents_is_searched_by_keyboard(open_page: Open) -> None:
    page = open_page("/precedents?lang=de")
    page.get_by_label("Wörter").focus()
    page.keyboard.type("drache")
    page.keyboard.press("Enter")
    page.wait_for_url("**words=drache*")
    assert "Präzedenzfällen" in page.inner_text("[role=status]")
    faultless(page)
