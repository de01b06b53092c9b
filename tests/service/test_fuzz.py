"""A few requests of the fuzzer; `python -m tests.service.fuzz` makes ten thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.fuzz import fuzzed
from tests.service.running import Service


@pytest.mark.slow
def test_the_service_does_what_its_description_says(service: Service, tmp_path: Path) -> None:
    pytest.importorskip("schemathesis", reason="the extra `dev-web` is not installed")
    code, printed = fuzzed(service, 100, tmp_path)
    assert code == 0, printed
