"""A browser and a service for it. Where a machine has none, the tests are skipped and say why."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.conftest import EXTRA
from tests.service.running import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}

Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service, on a free port."""
    for module in EXTRA:
        pytest.importorskip(module, reason="the extra `web` is not installed")
    folder = tmp_path_factory.mktemp("web")
    with Service(folder, "--rate", "10000/minute", "--precedents", str(folder / "precedents")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium."""
    pytest.importorskip("playwright", reason="the extra `dev-web` is not installed")
    if CHROMIUM is None:
        pytest.skip("this machine has no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, service: Service) -> Iterator[Open]:
    """Return a function that opens a page. A fault of a script, or of the content policy, fails the test."""
    faults: list[str] = []
    with ExitStack() as stack:

        def opened(path: str, **options: Any) -> Page:
            context = stack.enter_context(browser.new_context(**({"locale": "en"} | DESK | options)))
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console",
                lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None,
            )
            page.goto(service.address + path)
            return page

        yield opened
    assert not faults, faults
