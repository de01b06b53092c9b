"""What is done on the page while a change is made: nothing typed is lost, and the ruling follows every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.test_editor import BARE, GAME, begin, choose, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow  # each starts a page with the editor; `make test-web` runs them

ANN = f"{BARE}figures:\n  Ann: {{kind: hero, at: D4, strength: 5, agility: 5, psyche: 5, armour: 5, hp: 5}}\n"
PLACES = "board:\n  places:\n    D4: {tile: room}\n    E4: {tile: room}\n"
BOARD = f"{BARE}{PLACES}figures:\n  Ann: {{kind: hero, at: D4}}\n"


def unfolded(open_page: Callable[..., Page], text: str) -> Page:
    """Return the page of a scenario with the form of Ann open."""
    page = open_page(GAME)
    begin(page, text)
    page.click("[data-key='figure/Ann'] summary")
    return page


def held_back(page: Page) -> list[Route]:
    """Hold the changes that the page asks for from now on."""
    held: list[Route] = []
    page.route("**/page/edit/**", lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> str:
    """Let the change that is held be made, and return the text."""
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    page.unroute("**/page/edit/**")
    return settled(page)


def test_the_ruling_follows_the_board_a_form_and_undo(open_page: Callable[..., Page]) -> None:
    page = open_page(GAME)
    begin(page, BOARD)
    page.fill("#ask", "finally(at(Ann), D4)")
    page.wait_for_selector("#live:not(.old) .answer")
    choose(page, "Ann")
    with page.expect_response("**/live"):
        page.click("[data-square=E4]")
    settled(page)
    with page.expect_response("**/live"):
        page.click("text=Undo")
    settled(page)
    page.click("[data-key='figure/Ann'] summary")
    with page.expect_response("**/live"):
        page.fill("[data-key='figure/Ann/strength']", "7")
        page.keyboard.press("Tab")
    page.wait_for_selector("#live:not(.old) .answer")


def test_a_number_that_is_not_finished_keeps_its_field(open_page: Callable[..., Page]) -> None:
    page = unfolded(open_page, ANN)
    held = held_back(page)
    page.fill("[data-key='figure/Ann/strength']", "12")
    page.focus("[data-key='figure/Ann/agility']")
    page.keyboard.press("Control+a")
    page.keyboard.type("-")
    let_go(page, held)
    page.keyboard.press("Tab")
    assert "agility: 5" in settled(page)


def test_what_is_typed_in_a_folded_part_stays(open_page: Callable[..., Page]) -> None:
    page = unfolded(open_page, ANN)
    page.click("[data-key='figure/Ann/more'] summary")
    page.wait_for_selector("[data-key='figure/Ann/sits_out']")
    held = held_back(page)
    page.fill("[data-key='figure/Ann/strength']", "12")
    page.focus("[data-key='figure/Ann/sits_out']")
    page.keyboard.type("2")
    let_go(page, held)
    page.keyboard.press("Tab")
    text = settled(page)
    assert "strength: 12" in text
    assert "sits_out: 2" in text


def test_the_caret_stays_in_a_part_that_is_made_anew(open_page: Callable[..., Page]) -> None:
    page = unfolded(open_page, ANN)
    held = held_back(page)
    page.fill("[data-key='figure/Ann/strength']", "12")
    page.focus("[data-key=figure-new]")
    page.keyboard.type("o")
    page.keyboard.press("Home")
    let_go(page, held)
    page.keyboard.type("B")
    assert page.input_value("[data-key=figure-new]") == "Bo"


def test_undo_takes_back_the_change_that_is_being_made(open_page: Callable[..., Page]) -> None:
    page = open_page(GAME)
    begin(page, BOARD)
    choose(page, "Ann")
    page.click("[data-square=E4]")
    settled(page)
    page.click("[data-key='figure/Ann'] summary")
    held = held_back(page)
    page.fill("[data-key='figure/Ann/strength']", "7")
    page.click("text=Undo")  # its press ends the typing: the field is changed
    text = let_go(page, held)
    assert "at: E4" in text
    assert "strength" not in text


def test_a_name_that_is_not_added_stays(open_page: Callable[..., Page]) -> None:
    page = unfolded(open_page, ANN)
    page.route("**/page/edit/**", lambda route: route.abort())
    page.fill("[data-key=figure-new]", "Bo")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-key=figure-new]').value === 'Bo'")
    assert page.text_content(".refusal")
    page.unroute("**/page/edit/**")
    page.keyboard.press("Enter")
    assert "Bo:" in settled(page)
