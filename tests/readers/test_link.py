"""Links with a whole scenario: what is encoded is decoded, and what is damaged says so."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.errors import InputError, LimitError
from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.service.running import timeless

KEPT = Path(__file__).parent / "links.txt"
"""Links of former versions, each with its text in the line below; they must open for ever."""


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_what_is_encoded_is_decoded(text: str) -> None:
    from drakdom.scenario.link import decoded, encoded

    code = encoded(text)
    assert decoded(code) == text
    assert decoded(f"https://example.org/game/x#{code}") == text
    assert decoded(f"https://example.org/game/x/ruling?ask=y&s={code}&lang=sv") == text


def test_links_of_former_versions_open() -> None:
    from drakdom.scenario.link import decoded

    lines = KEPT.read_text(encoding="utf-8").splitlines()
    assert lines
    for link, text in zip(lines[::2], lines[1::2], strict=True):
        assert decoded(link) == text.replace("|", "\n")


def test_a_damaged_link_says_so() -> None:
    from drakdom.scenario.link import decoded, encoded

    code = encoded("title: a dispute\nrulebook: lantern\n")
    damaged = [
        code[:-1],
        code[: len(code) // 2],
        code[:5] + code[6:],
        code.replace(code[6], "~", 1),
        "s1..",
        "s1.",
        "s1.AA",
    ]
    for link in damaged:
        with pytest.raises(InputError, match=r"cut or changed|holds no scenario"):
            decoded(link)
    with pytest.raises(InputError, match="version `s9`"):
        decoded(code.replace("s1.", "s9.", 1))
    with pytest.raises(InputError, match="holds no scenario"):
        decoded("https://example.org/")


def test_a_bomb_is_not_inflated() -> None:
    from drakdom.scenario.link import decoded

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"\0" * 50_000_000) + packer.flush()
    with pytest.raises(LimitError):
        decoded(f"s1.{base64.urlsafe_b64encode(data).decode().rstrip('=')}.00000000")
    with pytest.raises(LimitError):
        decoded("s1." + "A" * 3_000_000)


def test_the_command_line_reads_links() -> None:
    from drakdom.scenario.link import encoded

    text = PIT.read_text(encoding="utf-8")
    printed = drakdom("rule", "-", "falls(Bo)", "--json", *FOLDERS, text=text)
    link = f"https://example.org/game/lantern#{encoded(text)}"
    assert timeless(drakdom("rule", link, "falls(Bo)", "--json", *FOLDERS).out) == timeless(printed.out)
    cut = drakdom("rule", link[:-1], *FOLDERS)
    assert cut.code != 0
    assert "cut or changed" in cut.err + cut.out
