"""The editor in a browser: taps, keys, text and board together, links, nothing lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import PHONE, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow  # each starts a page with the editor; `make test-web` runs them
GAME = "/game/drakborgen-atervackt?lang=en"
BARE = "# mine\ntitle: Two heroes   # and one room\nrulebook: drakborgen-atervackt\n"
HEROES = {
    "Sigeir": {"strength": 7, "agility": 6, "psyche": 4, "armour": 8, "hp": 16},
    "Farouche": {"strength": 4, "agility": 9, "psyche": 6, "armour": 3, "hp": 12},
}
OPEN_MENU = 2
"""Taps that a drop-down list takes: one opens it, one chooses."""


def settled(page: Page) -> str:
    """Wait until the editor has made the last change, and return the text."""
    page.wait_for_function("() => document.body.classList.contains('scripted')")
    before = ""
    while (now := str(page.input_value("#scenario"))) != before:
        before = now
        page.wait_for_timeout(350)
    return now


def said(page: Page) -> str:
    """Return what the live region says."""
    return page.text_content("#editor .spoken") or ""


def begin(page: Page, text: str) -> None:
    page.fill("#scenario", text)
    settled(page)


def choose(page: Page, name: str) -> None:
    page.locator(".brush", has_text=re.compile(f"^{name}$")).click()


def test_the_disputed_room_is_set_up_by_taps_on_a_phone(open_page: Open) -> None:
    page = open_page(GAME, **PHONE)
    taps = 0
    begin(page, BARE)

    def tap(selector: str) -> None:
        nonlocal taps
        taps += 1
        page.tap(selector)

    page.select_option(".brushes select", label="an ordinary room")
    taps += OPEN_MENU
    for square in ("D4", "F4"):
        tap(f"[data-square={square}]")
    settled(page)
    for name, values in HEROES.items():
        tap("[data-key=figure-new]")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        settled(page)
        for field, value in values.items():
            page.fill(f'[data-key="figure/{name}/{field}"]', str(value))
            page.keyboard.press("Tab")  # the key for the next field
            settled(page)
        tap(f".brush:text-is('{name}')")
        tap(f"[data-square={'D4' if name == 'Sigeir' else 'F4'}]")
        settled(page)
    tap(".brush:text-is('Look')")
    for square, side in (("D4", "e"), ("F4", "w")):
        tap(f"[data-square={square}]")
        tap(f'[data-key="square/{square}/exits/{side}"]')
        settled(page)
    for name, word in (("Sigeir", "move e"), ("Farouche", "move w")):
        page.select_option(f'[data-key="act/0/{name}"]', value=word)
        taps += OPEN_MENU
        settled(page)
    text = settled(page)
    assert text.startswith("# mine\ntitle: Two heroes   # and one room\n")
    assert "D4: {tile: room, exits: [e]}" in text
    assert re.search(r"Farouche: \{kind: hero, at: F4, .*agility: 9", text)
    assert "  - {Sigeir: move e, Farouche: move w}" in text
    assert taps <= 25, taps
    page.fill("#ask", "falls(Sigeir)")
    page.wait_for_selector("#live .answer")
    assert "Sigeir falls" in page.inner_text("#live")


@pytest.mark.short
def test_one_choice_places_many(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, BARE)
    page.select_option(".brushes select", label="a corridor")
    for square in ("C4", "D4", "E4", "D3"):
        page.click(f"[data-square={square}]")
    text = settled(page)
    assert text.count("tile: corridor") == len(("C4", "D4", "E4", "D3"))
    page.click("[data-square=D3]")
    assert "D3: {}" in settled(page)


@pytest.mark.short
def test_the_board_goes_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}board:\n  places:\n    D4: {{tile: room}}\nfigures:\n  Ann: {{kind: hero, at: D4}}\n")
    page.focus(".skip")
    seen = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.outerHTML.slice(0, 120), e.matches(':focus-visible'), s.outlineStyle, e === document.body] }"
        )
        if focused[3]:
            break
        assert focused[1], focused
        assert focused[2] != "none", f"the focus cannot be seen: {focused}"
        seen.add(focused[0])
    else:
        pytest.fail("Tab does not lead out of the page")
    assert any("data-square" in element for element in seen)
    page.focus(".brush:text-is('Ann')")
    page.keyboard.press("Space")
    page.focus("[data-square=D4]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.square") == "E5"
    page.keyboard.press("Enter")
    assert "at: E5" in settled(page)
    assert said(page).startswith("E5")
    assert "Ann" in said(page)
    assert page.evaluate("() => document.activeElement.dataset.square") == "E5"
    page.keyboard.press("Control+z")
    assert "at: D4" in settled(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    assert "D4: {" not in settled(page)


def test_each_edit_is_announced_once(open_page: Open) -> None:
    page = open_page(GAME)
    settled(page)
    page.evaluate(
        "() => { window.heard = []; const spoken = document.querySelector('.spoken');"
        " new MutationObserver(() => heard.push(spoken.textContent)).observe("
        "spoken, { childList: true, characterData: true, subtree: true }) }"
    )
    choose(page, "Ann")
    page.click("[data-square=E4]")
    settled(page)
    assert page.evaluate("() => heard") == ["E4, an ordinary room, Ann, exits: east and west"]
    assert len(page.query_selector_all("[aria-live]")) == 1


@pytest.mark.short
def test_a_board_is_read_aloud(open_page: Open) -> None:
    page = open_page(GAME)
    begin(
        page,
        f"{BARE}board:\n  places:\n    E4: {{tile: trap_room}}\n"
        "figures:\n  Sigeir: {kind: hero, at: E4}\n  Farouche: {kind: hero, at: E4}\n",
    )
    assert 'gridcell "E4, a trap room, Sigeir and Farouche"' in page.locator("drak-board").aria_snapshot()


@pytest.mark.short
def test_text_and_board_are_both_live(open_page: Open) -> None:
    page = open_page(GAME)
    text = settled(page)
    page.fill("#scenario", text.replace("E4: {tile: room", "E4: {tile: trap_roo"))
    settled(page)
    page.wait_for_selector(".square.bad")
    assert "unknown tile `trap_roo`" in (page.get_attribute("[data-square=E4]", "aria-label") or "")
    assert page.inner_text(".gutter .bad") == "6"
    page.click(".faults button")
    assert "trap_roo" in page.evaluate("() => getSelection().toString()")
    page.fill("#scenario", text.replace("at: D4", "at: E4"))
    settled(page)
    assert page.inner_text("[data-square=E4] .token") == "A"
    page.fill("#scenario", f"{text}\n  x: [")
    settled(page)
    assert page.query_selector("#editor.unread") is not None
    assert "this is not YAML" in page.inner_text(".faults")


def test_a_link_holds_the_scenario(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: \N{LATIN SMALL LETTER A WITH DIAERESIS}\n")
    page.click("text=Copy a link")
    page.wait_for_function("() => location.hash.startsWith('#s1.')")
    link = page.evaluate("() => location.pathname + location.hash")
    again = open_page(link)
    assert settled(again) == page.input_value("#scenario")
    from_start = open_page(f"/{link[link.index('#') :]}")
    from_start.wait_for_url("**/game/drakborgen-atervackt*")
    assert settled(from_start) == page.input_value("#scenario")
    cut = open_page(link[:-3])
    cut.wait_for_selector("#note:not([hidden])")
    assert "cut or changed" in cut.inner_text("#note")


def test_what_was_typed_survives_a_reload_and_the_way_back(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: kept\n")
    page.reload()
    assert "note: kept" in settled(page)
    page.click(".mark")
    page.wait_for_url("**/?lang=en")
    page.go_back()
    assert "note: kept" in settled(page)


def test_what_was_typed_after_a_link_survives_a_reload(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: linked\n")
    page.click("text=Copy a link")
    page.wait_for_function("() => location.hash.startsWith('#s1.')")
    again = open_page(page.evaluate("() => location.pathname + location.hash"))
    begin(again, f"{settled(again)}state: {{}}\n")
    again.reload()
    assert settled(again) == f"{BARE}note: linked\nstate: {{}}\n"


def test_a_link_that_is_opened_in_the_page_is_followed_and_can_be_undone(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: linked\n")
    page.click("text=Copy a link")
    page.wait_for_function("() => location.hash.startsWith('#s1.')")
    link = page.evaluate("() => location.hash")
    again = open_page(GAME)
    begin(again, f"{BARE}note: typed\n")
    again.evaluate("link => { location.hash = link }", link)
    again.wait_for_function("() => document.getElementById('scenario').value.includes('note: linked')")
    settled(again)
    again.click("text=Undo")
    assert "note: typed" in settled(again)


@pytest.mark.short
def test_undo_takes_back_one_change_and_not_what_was_typed(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}board:\n  places:\n    D4: {{tile: room}}\nfigures:\n  Ann: {{kind: hero, at: D4}}\n")
    choose(page, "Ann")
    page.click("[data-square=E4]")
    placed = settled(page)
    begin(page, f"{placed}note: typed\n")
    page.click("text=Undo")
    assert settled(page) == placed
    page.click("text=Undo")
    assert "at: D4" in settled(page)


def test_another_language_in_mid_edit_loses_nothing(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: kept\n")
    page.fill("#ask", "falls(Ann)")
    page.click("button[value='lang:sv']")
    page.wait_for_selector("html[lang=sv]")
    assert "note: kept" in settled(page)
    assert page.input_value("#ask").strip() == "falls(Ann)"


def test_a_board_that_is_a_graph_is_a_list_of_spaces(open_page: Open) -> None:
    page = open_page("/game/diplomacy?lang=en")
    settled(page)
    choose(page, "Ann")
    page.select_option("[data-key='space/other']", label="Vienna")
    assert re.search(r"Ann: \{.*at: vie", settled(page))
    assert "Ann" in page.inner_text("[data-key='space/vie']")


def test_a_newer_question_takes_the_place_of_an_older(open_page: Open) -> None:
    page = open_page(GAME)
    settled(page)
    page.fill("#ask", "falls(Ann)")
    page.wait_for_timeout(450)
    page.fill("#ask", "falls(Bo)")
    page.wait_for_selector("#live:not(.old) .answer")
    assert "Bo falls" in page.inner_text("#live")
    assert "Ann falls" not in page.inner_text("#live")
