"""Accessibility: axe finds nothing, nothing scrolls sideways, in light, dark and forced colours, zoomed, on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.drakdom import ROOT
from tests.web.conftest import DESK, PHONE, Open
from tests.web.test_editor import settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow  # each starts a page with the editor; `make test-web` runs them
DISPUTE = ROOT / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOKS: dict[str, dict[str, Any]] = {
    "light": {**DESK, "color_scheme": "light"},
    "dark": {**DESK, "color_scheme": "dark"},
    "forced": {**DESK, "forced_colors": "active"},
    "zoomed": {"viewport": {"width": 640, "height": 450}},
    "narrow": {"viewport": {"width": 320, "height": 700}},
    "phone": PHONE,
}
GAME = "/game/drakborgen-atervackt?lang=en"


def faultless(page: Page) -> None:
    """Check that axe finds no fault, and that nothing scrolls sideways."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra `dev-web` is not installed")
    result = axe.Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    assert result.violations_count == 0, result.generate_report()
    wide, shown = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= shown


def filled(page: Page, claim: str, button: str) -> None:
    """Fill the form without scripts, and wait for the answer."""
    page.fill("#scenario", DISPUTE.read_text(encoding="utf-8"))
    page.fill("#ask", claim)
    page.click(f"form.case button[value='{button}']")
    page.wait_for_selector("html:not(:has(.waiting))")
    page.wait_for_function("() => !document.querySelector('.waiting')")


@pytest.mark.parametrize("look", LOOKS)
def test_the_editor_has_no_fault(open_page: Open, look: str) -> None:
    page = open_page(GAME, **LOOKS[look])
    text = settled(page)
    page.click("[data-square=E4]")
    for details in page.query_selector_all("details"):
        details.evaluate("element => { element.open = true }")
    page.wait_for_selector("#live:not(.old)")
    settled(page)
    faultless(page)
    page.fill("#scenario", text.replace("tile: room, exits: [e, w]", "tile: roo, exits: [e, w]"))
    settled(page)
    page.wait_for_selector(".square.bad")
    faultless(page)


@pytest.mark.parametrize("look", LOOKS)
def test_pages_without_scripts_have_no_fault(open_page: Open, look: str) -> None:
    options = LOOKS[look]
    faultless(open_page("/?lang=en", **options))
    faultless(open_page("/game/diplomacy?lang=de", **options))
    faultless(open_page("/game/none", **options))
    page = open_page(GAME, **options)
    page.fill("#scenario", "title: x\nrulebook: drakborgen-atervackt\nfigurs: 3\n")
    page.click("form.case button[value='rule']")
    faultless(page)


@pytest.mark.parametrize("look", ["light", "dark", "narrow"])
@pytest.mark.parametrize(
    ("claim", "button"), [("falls(Sigeir)", "rule"), ("draws(_, room)", "why-not"), ("falls(Sigeir)", "ask")]
)
def test_answers_have_no_fault(open_page: Open, look: str, claim: str, button: str) -> None:
    page = open_page(GAME, **LOOKS[look])
    settled(page)
    filled(page, claim, button)
    for details in page.query_selector_all("details"):
        details.evaluate("element => { element.open = true }")
    faultless(page)


@pytest.mark.short
def test_without_scripts_there_is_a_ruling_and_a_link_to_it(open_page: Open) -> None:
    page = open_page(GAME, java_script_enabled=False)
    page.fill("#scenario", DISPUTE.read_text(encoding="utf-8"))
    page.fill("#ask", "falls(Sigeir)")
    page.click("form.case button[value='rule']")
    page.wait_for_selector(".answer")
    assert "1/2 (50 %)" in page.inner_text(".answer")
    link = page.get_attribute(".again a", "href")
    assert link
    shared = open_page(link, java_script_enabled=False)
    shared.wait_for_selector(".answer")
    assert shared.inner_text(".answer") == page.inner_text(".answer")


@pytest.mark.parametrize("lang", ["sv", "da", "de", "fi"])
def test_words_fit_their_buttons_in_every_language(open_page: Open, lang: str) -> None:
    page = open_page(f"/game/drakborgen-atervackt?lang={lang}", **LOOKS["narrow"])
    settled(page)
    for button in page.query_selector_all("button"):
        wide, shown = button.evaluate("element => [element.scrollWidth, element.clientWidth]")
        assert wide <= shown + 1, button.inner_text()
    assert page.get_attribute("html", "lang") == lang
