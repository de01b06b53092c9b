"""Law from a stranger: what is no law is refused by every command, with its place and the reason."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from drakdom.law.facts import core_file
from drakdom.law.forbidden import OF_ENGINES
from drakdom.law.law import read_rules
from drakdom.law.lawtext import law_files
from tests.cli.drakdom import PIT, RULEBOOKS, drakdom

Broken = Callable[[str | bytes], tuple[Path, int]]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)

    def add(text: str | bytes) -> tuple[Path, int]:
        file = folder / "pit.lp"
        before = file.read_bytes()
        file.write_bytes(before + (text if isinstance(text, bytes) else text.encode()) + b"\n")
        return folder, before.count(b"\n") + 1

    return add


def test_the_lint_names_what_cannot_be_read_at_all(broken: Broken) -> None:
    folder, _ = broken("")
    file, words = folder / "pit.lp", ("lint", folder, "--only-text")
    file.write_bytes(os.urandom(99) + b"\xff")
    ended = drakdom(*words)
    assert (ended.code, ended.out) == (2, "")
    assert "pit.lp" in ended.err
    file.write_bytes(b"%" * 60_000_000)
    ended = drakdom(*words)
    assert ended.code == 3
    assert "pit.lp: a law file of 60,000,000 bytes is too large" in ended.err
    file.unlink()
    os.mkfifo(file)  # reading it would never end
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "pit.lp" in ended.out + ended.err
    file.unlink()
    file.symlink_to("/etc/passwd")
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "outside of the law's folder" in ended.out + ended.err
    file.unlink()
    file.symlink_to("pit.lp")  # leads to itself
    ended = drakdom(*words)
    assert ended.code in (1, 2)
    assert "pit.lp" in ended.out + ended.err


def test_what_every_editor_writes_is_read(broken: Broken) -> None:
    folder, _ = broken('% a comment may say #include "/etc/passwd".\n%* or\n#include "nowhere.lp".\n*%')
    for path in folder.rglob("*.lp"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    ended = drakdom("check", PIT, "--rulebook", folder)
    assert ended.code == 0, ended


def test_the_predicates_of_the_engines_are_known() -> None:
    core = core_file("core.lp")
    shared = {rule.head[:2] for rule in read_rules(law_files(core)) if rule.head}
    own = [path for path in core.parent.glob("*.lp") if path.resolve() not in law_files(core)]
    result = {rule.head[:2] for rule in read_rules(own) if rule.head} - shared - {("is", 3)}
    assert result | {("seen_by", 3)} == OF_ENGINES  # in place of event/2, where stages are taken apart
