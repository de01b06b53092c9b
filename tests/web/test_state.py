"""Nothing is lost or mixed: two tabs, two people, the way back, a full queue, a lost connection, a closed tab."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.running import PATIENCE, Service
from tests.web.conftest import Open
from tests.web.test_editor import BARE, GAME, begin, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow  # each starts a page with the editor; `make test-web` runs them
LONG = """title: A long one
rulebook: drakborgen-atervackt
board:
  rooms:
    D4: {tile: room, exits: [n, e, s, w]}
figures:
"""


def test_two_tabs_and_two_people_do_not_mix(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}note: the first tab\n")
    tab = page.context.new_page()
    tab.goto(page.url)
    begin(tab, f"{BARE}note: the second tab\n")
    stranger = open_page(GAME)
    begin(stranger, f"{BARE}note: another person\n")
    for opened, words in ((page, "the first tab"), (tab, "the second tab"), (stranger, "another person")):
        opened.reload()
        assert words in settled(opened)


@pytest.mark.short
@pytest.mark.parametrize("fault", ["full", "gone"])
def test_the_text_is_there_after_a_fault_and_the_ruling_comes_when_it_is_over(open_page: Open, fault: str) -> None:
    page = open_page(GAME)
    settled(page)
    refusals = []

    def refuse(route: Route) -> None:
        refusals.append(route.request.url)
        if fault == "gone":
            route.abort()
        else:
            route.fulfill(
                status=503, content_type="text/html", body="<body><p class=trouble>the queue is full</p></body>"
            )

    page.route("**/live", refuse)
    page.fill("#ask", "falls(Ann)")
    words = "cannot be reached" if fault == "gone" else "the queue is full"
    page.wait_for_function("words => document.getElementById('live').innerText.includes(words)", arg=words)
    assert refusals
    assert page.input_value("#ask") == "falls(Ann)"
    page.unroute("**/live")
    page.fill("#ask", "falls(Ann)")
    page.wait_for_selector("#live:not(.old) .answer")


def test_a_question_that_was_given_up_is_asked_again(open_page: Open) -> None:
    page = open_page(GAME)
    text = settled(page)
    with page.expect_request("**/live"):
        page.fill("#scenario", f"{text}note: one\n")
    page.fill("#scenario", f"{text}note: two\n")  # it gives up the question about the first note
    with page.expect_request("**/live"):
        page.fill("#scenario", f"{text}note: one\n")


def test_an_edit_without_a_connection_is_said_and_not_lost(open_page: Open) -> None:
    page = open_page(GAME)
    text = settled(page)
    page.route("**/page/edit/**", lambda route: route.abort())
    page.fill("#scenario", f"{text}note: offline\n")
    page.wait_for_function("() => /cannot be reached/.test(document.querySelector('.refusal').textContent)")
    page.unroute("**/page/edit/**")
    page.fill("#scenario", f"{text}note: online\n")
    assert "note: online" in settled(page)


@pytest.mark.short
def test_what_is_typed_while_the_last_change_is_made_stays(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}figures:\n  Ann: {{kind: hero, strength: 5, agility: 5, psyche: 5, armour: 5, hp: 5}}\n")
    page.click("[data-key='figure/Ann'] summary")
    page.fill("[data-key=figure-new]", "B")
    held: list[Route] = []
    for last in ("2", ""):  # typed on, or not
        page.route("**/page/edit/**", lambda route: held.append(route))
        page.fill("[data-key='figure/Ann/strength']", f"1{last}")
        page.focus("[data-key='figure/Ann/agility']")
        page.keyboard.press("Control+a")
        page.keyboard.type("1")
        while not held:
            page.wait_for_timeout(20)
        held.pop().continue_()
        page.unroute("**/page/edit/**")
        assert f"strength: 1{last}, agility: 5" in settled(page)
        page.keyboard.type(last)
        page.keyboard.press("Tab")
        assert f"strength: 1{last}, agility: 1{last}" in settled(page)
        assert page.input_value("[data-key=figure-new]") == "B"
        begin(page, page.input_value("#scenario").replace("agility: 12", "agility: 5"))


@pytest.mark.short
def test_a_number_that_is_none_removes_nothing(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{BARE}figures:\n  Ann: {{kind: hero, strength: 5, agility: 5, psyche: 5, armour: 5, hp: 5}}\n")
    page.click("[data-key='figure/Ann'] summary")
    page.focus("[data-key='figure/Ann/strength']")
    page.keyboard.press("Control+a")
    page.keyboard.type("-")
    page.keyboard.press("Tab")
    assert "strength: 5" in settled(page)


def test_the_way_back_from_a_ruling_leads_to_the_form_as_it_was(open_page: Open) -> None:
    page = open_page(GAME)
    begin(page, f"{settled(page)}note: before the ruling\n")
    page.click("form.case button[value='rule']")
    page.wait_for_selector(".again")
    assert "note: before the ruling" in page.input_value("#scenario")
    page.go_back()
    assert "note: before the ruling" in settled(page)


def solvers(service: Service) -> list[str]:
    """Return the children of the court."""
    court = service.child("court")
    return Path(f"/proc/{court}/task/{court}/children").read_text(encoding="ascii").split()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to find the processes in")
def test_a_tab_that_is_closed_leaves_no_solver(open_page: Open, service: Service) -> None:
    page: Page = open_page(GAME)
    heroes = "".join(
        f"  H{number}: {{kind: hero, at: D4, strength: 5, agility: 5, psyche: 5, armour: 5, hp: 9}}\n"
        for number in range(6)
    )
    rounds = "play:\n" + "  - {}\n" * 4
    begin(page, LONG + heroes + rounds)
    page.fill("#ask", "falls(H1)")
    until = time.monotonic() + PATIENCE
    while not solvers(service):
        assert time.monotonic() < until, "it was ruled on at once"
        time.sleep(0.05)
    page.close(run_before_unload=True)
    while solvers(service):
        assert time.monotonic() < until
        time.sleep(0.05)
    states = service.request("/api/jobs/none")
    assert json.loads(states.text)["schema"] == "drakdom/error/1"
