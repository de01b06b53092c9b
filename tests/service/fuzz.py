"""Let schemathesis ask whatever the OpenAPI of the service allows, or forbids: `python -m tests.service.fuzz [N]`.

It fails if an answer has status 500, or a status, a type or a form that the description does not have. N is the number
of requests, 10,000 if none is named. It needs `schemathesis`, of the extra `dev-web`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cli.drakdom import RULEBOOKS
from tests.service.running import Service

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
COUNT = 10_000
WORDS = (
    "--rulebook",
    str(RULEBOOKS),
    "--rate",
    "1000000/minute",
    "--queue",
    "50",
    "--timeout",
    "5",
    "--memory",
    "1000",
)


def fuzzed(service: Service, count: int, folder: Path) -> tuple[int, str]:
    """Send about `count` requests; return the exit code of schemathesis, and what it printed."""
    described = json.loads(service.request("/api/openapi.json").text)["paths"]
    operations = sum(len(methods) for methods in described.values())
    options = ["--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--seed", "1", "--no-color"]
    options += ["--max-examples", str(max(1, count // operations)), "--generation-database", "none"]
    options += ["--suppress-health-check", "all", "--continue-on-failure", "--warnings", "off"]
    command = [sys.executable, "-m", "schemathesis.cli", "run", *options, f"{service.address}/api/openapi.json"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return ended.returncode, ended.stdout + ended.stderr


def main() -> None:
    """Print what schemathesis found."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.fuzz", description=main.__doc__)
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top)
        with Service(folder, *WORDS, "--precedents", str(folder / "precedents")) as service:
            code, printed = fuzzed(service, count, folder)
    sys.stdout.write(printed)
    sys.exit(code)


if __name__ == "__main__":
    main()
