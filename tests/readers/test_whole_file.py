"""A file that a command writes anew is the old one until all of the new one is on the disk."""

from pathlib import Path

import pytest

from drakdom.rulebook.whole_file import save_whole


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "list.txt"
    save_whole(file, "old\n")
    file.chmod(0o640)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        save_whole(file, "new\n")
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_text("utf-8") == "old\n"
    monkeypatch.undo()
    save_whole(file, b"new\n")
    assert (file.read_text("utf-8"), file.stat().st_mode & 0o777) == ("new\n", 0o640)
