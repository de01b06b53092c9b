"""Precedents over HTTP: put on record, found, given whole; the index is made anew from the files."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drakdom.errors import InputError
from tests.cli.drakdom import CASES, FOLDERS, GUST, PIT, RULEBOOKS, drakdom
from tests.service.running import Reply, Service
from tests.service.test_court import Clock

TEXT = PIT.read_text(encoding="utf-8")
RECORD = {"by": "Ada's table", "when": "2026-11-28", "source": "the second evening"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("record") / "precedents"


@pytest.fixture(scope="module")
def recording(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that keeps precedents."""
    words = ("--rulebook", str(RULEBOOKS), "--precedents", str(folder), "--rate", "10000/minute")
    with Service(tmp_path_factory.mktemp("recording"), *words) as running:
        add(running, TEXT, claims=["falls(Ada)"])
        add(running, GUST.read_text(encoding="utf-8"))
        yield running


def add(service: Service, text: str, **body: object) -> Reply:
    asked = {"scenario": text, **RECORD, **body}
    reply = service.request("/api/precedents", asked)
    while reply.status == 202:
        service.wait(reply)
        reply = service.request("/api/precedents", asked)
    return reply


def titles(reply: Reply) -> list[str]:
    assert reply.status == 200, reply.text
    return [match["title"] for match in json.loads(reply.text)["matches"]]


def test_a_precedent_is_a_file_that_holds(recording: Service, folder: Path) -> None:
    reply = add(recording, TEXT, claims=["falls(Ada)"])
    data = json.loads(reply.text)
    assert (reply.status, reply.headers["location"]) == (201, f"/api/precedents/files/{data['file']}")
    assert (folder / data["file"]).read_text(encoding="utf-8") == data["text"]
    assert recording.request(reply.headers["location"]).text == data["text"]
    ended = drakdom("check", folder, *FOLDERS)
    assert (ended.code, "2 passed" in ended.out) == (0, True), ended.out


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"status": "standin"}, "did you mean `standing`?"),
        ({"when": "yesterday"}, "`when` must be a date"),
        ({"by": ""}, "`by`"),
        ({"claims": ["dances(Ada)"]}, "dances"),
        ({"scenario": TEXT.replace("1/3", "1/2")}, "the law rules otherwise"),
        ({"scenario": TEXT.partition("expect:")[0]}, "name the claims that were ruled on"),
        ({"scenario": TEXT + "house_rules: [../../etc]\n"}, ""),
        ({"file": "../../etc/passwd"}, "extra inputs"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_faulty_precedent_is_refused(recording: Service, folder: Path, body: dict[str, Any], words: str) -> None:
    before = sorted(folder.rglob("*"))
    reply = add(recording, **({"text": TEXT} | body) if "scenario" not in body else {"text": body["scenario"]})
    assert (reply.status, words in reply.text) == (400, True), reply.text
    assert sorted(folder.rglob("*")) == before


def test_it_is_found_as_on_the_command_line(recording: Service, folder: Path) -> None:
    reply = recording.request("/api/precedents?word=pit&word=heroes")
    printed = drakdom("precedents", "search", folder, "pit", "heroes", "--json", *FOLDERS)
    assert json.loads(reply.text) == json.loads(printed.out) | {"unread": 0}
    assert titles(recording.request("/api/precedents?clause=LD-05")) == titles(reply)
    assert len(titles(recording.request("/api/precedents?rulebook=lantern&status=standing"))) == 2
    assert titles(recording.request("/api/precedents?word=nowhere")) == []
    assert recording.request("/api/precedents?most=0").status == 400


def test_it_is_found_by_likeness(recording: Service) -> None:
    text = (CASES / "a-free-choice-at-the-pit.yaml").read_text(encoding="utf-8")
    reply = recording.request("/api/precedents/search", {"scenario": text})
    assert titles(reply)[0].startswith("Two heroes walk")
    assert recording.request("/api/precedents/search", {"scenario": "a: &x [1]"}).status == 400


@pytest.mark.parametrize("name", ["../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/etc/passwd", "lantern", ""])
def test_only_precedents_are_given(recording: Service, name: str) -> None:
    assert recording.request(f"/api/precedents/files/{name}").status == 404


def test_the_whole_record_is_a_folder_that_holds(recording: Service, tmp_path: Path) -> None:
    import urllib.request

    with urllib.request.urlopen(f"{recording.address}/api/precedents/export") as reply:
        zipfile.ZipFile(io.BytesIO(reply.read())).extractall(tmp_path)
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert (ended.code, "2 passed" in ended.out) == (0, True), ended.out


def test_without_a_folder_there_are_no_precedents(service: Service) -> None:
    assert service.request("/api/precedents").status == 404


def test_the_index_follows_the_files(engine: Any, tmp_path: Path) -> None:
    from drakdom.service.record import Record

    text = f"{TEXT}precedent: {{by: a, when: 2026-11-28, source: b, status: standing}}\n"
    folder = tmp_path / "record"
    folder.mkdir()
    (folder / "one.yaml").write_text(text, encoding="utf-8")
    (folder / "none.yaml").write_text(TEXT, encoding="utf-8")
    (tmp_path / "outside.yaml").write_text(text, encoding="utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")

    def files() -> list[str]:
        return [entry.file for entry in Record(engine, folder, (str(RULEBOOKS),)).index().entries]

    assert files() == files() == ["one.yaml"]
    (folder / "two.yaml").write_text(text, encoding="utf-8")
    assert files() == ["one.yaml", "two.yaml"]
    (folder / "one.yaml").unlink()
    (folder / "two.yaml").write_text(text.replace("status: standing", "status: no"), encoding="utf-8")
    assert files() == []


def test_the_index_follows_the_law(engine: Any, tmp_path: Path) -> None:
    from drakdom.service.record import Record

    books, folder = tmp_path / "books", tmp_path / "record"
    shutil.copytree(RULEBOOKS / "lantern", books / "lantern")
    folder.mkdir()
    (folder / "one.yaml").write_text(f"{TEXT}precedent: {{by: a, when: 2026-11-28, source: b, status: standing}}\n")
    clock = Clock()
    running = Record(engine, folder, (str(books),), clock)

    def files() -> list[list[str]]:
        """Return the files in the index of a running service, and of one that is started now."""
        clock.time += 60
        records = running, Record(engine, folder, (str(books),))
        return [[entry.file for entry in record.index().entries] for record in records]

    assert files() == [["one.yaml"]] * 2
    spec = books / "lantern" / "rulebook.yaml"
    text = spec.read_text(encoding="utf-8")
    spec.write_text("slug: lantern\n", encoding="utf-8")
    assert files() == [[]] * 2
    spec.write_text(text, encoding="utf-8")
    assert files() == [["one.yaml"]] * 2


def test_a_database_that_cannot_be_used_hides_no_precedent(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    from drakdom.service.record import Record

    def fail(*_: object) -> None:
        raise OperationalError("", {}, Exception("database is locked"))

    record = Record(engine, tmp_path, (str(RULEBOOKS),), lambda: 0.0)
    assert record.index().entries == []
    name = record.add(f"{TEXT}precedent: {{by: a, when: 2026-11-28, source: b, status: standing}}\n")
    with monkeypatch.context() as broken:
        broken.setattr(record, "_keep", fail)
        with pytest.raises(OperationalError):
            record.index()
    assert [entry.file for entry in record.index().entries] == [name]
    (tmp_path / name).unlink()
    with pytest.raises(InputError):
        record.text(name)
    assert zipfile.ZipFile(io.BytesIO(record.packed())).namelist() == []
