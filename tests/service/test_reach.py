"""The service opens no connection outwards, and believes no header about who asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.drakdom import PIT, RULEBOOKS
from tests.cli.house import LAW, SPEC
from tests.service.browsing import fill, seen
from tests.service.running import Service

TEXT = PIT.read_text(encoding="utf-8")
HOOK = """\
import os, sys

def seen(event, args):
    if event in ("import", "compile", "exec", "open") or not noted:
        return
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.gethostbyname", "subprocess.Popen"):
        os.write(noted, f"{event} {args[1]!r}\\n".encode())

noted = os.open(NOTES, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
os.write(noted, f"process {sys.argv!r} {sys.orig_argv!r}\\n".encode())
sys.addaudithook(seen)
"""


@pytest.mark.slow
def test_no_process_connects_to_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes.txt"
    (tmp_path / "sitecustomize.py").write_text(f"NOTES = {str(notes)!r}\n{HOOK}", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    house = {"house.yaml": f"name: soft-pits\n{SPEC}", "house.lp": LAW}
    with Service(tmp_path, "--rulebook", str(RULEBOOKS), "--precedents", str(tmp_path / "precedents")) as service:
        for kind, more in (("rule", {"house_law": house}), ("draw", {}), ("ask", {"claims": ["falls(Ada)"]})):
            assert service.ask(kind, TEXT, **more).status == 200
        text = f"{TEXT}note: http://127.0.0.1:9/ and file:///etc/passwd\n"
        assert fill(service, "/game/lantern", scenario=text, lang="en", do="rule").status == 200
        fill(
            service,
            "/precedents/new",
            scenario=text,
            by="a",
            when="2026-11-28",
            source="http://127.0.0.1:9/x",
            lang="en",
        )
    lines = notes.read_text(encoding="utf-8").splitlines()
    for module in ("service.web", "service.court"):
        assert any(line.startswith("process") and module in line for line in lines), lines
    assert any(line.startswith("subprocess.Popen") for line in lines), lines  # the hook hears what is done
    assert not [line for line in lines if line.startswith("socket")]


def test_a_forged_host_leads_nowhere(service: Service) -> None:
    forged = {"Host": "evil.example", "X_Forwarded_Host": "evil.example", "X_Forwarded_Proto": "gopher"}
    for path in ("/", "/game/lantern", "/game/none", "/health", "/api/openapi.json", "/r/aaaaaaaaaa"):
        reply = service.request(path, Accept="text/html", **forged)
        assert "evil.example" not in reply.text + str(reply.headers), path
        if reply.headers["content-type"].startswith("text/html"):
            assert all(link.get("href", "/")[0] in "/#" for link in seen(reply.text).all("a"))
