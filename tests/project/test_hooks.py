"""What others' tools read of us: the action, the hooks, the workflow that we show, the container file."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from drakdom.cli.app import COMMANDS
from tests.cli.drakdom import GOOD, RULEBOOKS, drakdom, written
from tests.project.tree import ROOT

SCHEMAS = ROOT / "tests" / "report" / "schemas"
CI = (ROOT / "docs" / "ci.md").read_text("utf-8")


def read(name: str) -> Any:
    return yaml.load((ROOT / name).read_text("utf-8"), Loader=yaml.SafeLoader)


def shown(first: str) -> Any:
    """The YAML block of our document that begins with a key."""
    [text] = re.findall(rf"^```yaml\n({first}:.*?)^```$", CI, re.M | re.S)
    return yaml.load(re.sub(r"^on:", '"on":', text, flags=re.M), Loader=yaml.SafeLoader)


def fits(value: Any, name: str) -> None:
    jsonschema.Draft7Validator(json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))).validate(value)


def test_the_action_and_the_workflow_fit_their_schemas() -> None:
    action, workflow = read("action.yml"), shown("name")
    fits(action, "github-action")
    fits(workflow, "github-workflow")
    [step] = [step for step in workflow["jobs"]["scenarios"]["steps"] if "drakdom@" in step.get("uses", "")]
    assert step["with"].keys() <= action["inputs"].keys()
    asked = set(re.findall(r"inputs\.([\w-]+)\b", (ROOT / "action.yml").read_text("utf-8")))
    assert asked == set(action["inputs"])


def test_commands_and_options_that_are_named_exist() -> None:
    elements = set(re.findall(r"--[a-z-]+", drakdom("check", "--help").out))
    lines = [line for line in checking().replace("\\\n", "").splitlines() if "drakdom check" in line]
    lines += [" ".join([hook["entry"], *hook.get("args", ())]) for hook in read(".pre-commit-hooks.yaml")]
    lines += re.findall(r"^docker run.* (drakdom \w+ .*)$", CI, re.M)
    assert len(lines) == 4
    for line in lines:
        words = shlex.split(line[line.index("drakdom") :])
        assert words[1] in COMMANDS
        assert {word for word in words if word.startswith("--")} <= elements, line


def checking() -> str:
    """The script with which the action checks."""
    [script] = [step["run"] for step in read("action.yml")["runs"]["steps"] if "drakdom check" in step.get("run", "")]
    return str(script)


def test_the_script_of_the_action(tmp_path: Path) -> None:
    """It runs as in a workflow: with the outputs and the summary of the step in files."""
    written(tmp_path, GOOD)
    written(tmp_path, GOOD.replace("1/3", "1/2"), "fails.yaml")
    written(tmp_path, f'rulebooks = ["{RULEBOOKS}"]\npaths = ["."]\n', "drakdom.toml")
    env = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    env |= {"PATHS": "", "OPTIONS": "--jobs 1", "REPORTS": "made/reports"}
    env |= {"GITHUB_OUTPUT": str(tmp_path / "outputs"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    ended = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", checking()],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.startswith("::error file=fails.yaml,line=12,col=12")
    assert (tmp_path / "outputs").read_text("utf-8").splitlines() == [
        "exit-code=1", "passed=1", "failed=1", "errored=0",
    ]  # fmt: skip
    assert "| 1 | 1 | 0 |" in (tmp_path / "summary").read_text("utf-8")
    assert {file.name for file in (tmp_path / "made" / "reports").iterdir()} == {
        "drakdom.json", "drakdom.sarif", "junit.xml", "summary.md",
    }  # fmt: skip


def test_the_hooks() -> None:
    hooks = {hook["id"]: hook for hook in read(".pre-commit-hooks.yaml")}
    assert {hook["id"] for hook in shown("repos")["repos"][0]["hooks"]} == set(hooks)
    for hook in hooks.values():
        assert {"name", "entry", "language", "files"} <= hook.keys()
        assert hook["language"] == "python"
    scenario = "scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml"
    names = (scenario, "my-game/pit.lp", "my-game/clauses.yaml", "scenarios/pits/no-pits/house.yaml", "README.md")
    matched = [
        [name for name, hook in hooks.items() if re.search(hook["files"], entry) and not _excluded(hook, entry)]
        for entry in names
    ]
    assert matched == [["drakdom-check"], *[["drakdom-check-law"]] * 3, []]


def _excluded(hook: dict[str, str], name: str) -> bool:
    return "exclude" in hook and re.search(hook["exclude"], name) is not None


def test_the_container_has_what_the_wheel_is_built_of() -> None:
    """What the build needs must not be kept out of the container."""
    kept_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert not {"asp", "checker", "pyproject.toml", "README.md", "LICENSE", "constraints.txt"} & set(kept_out)
    assert 'ENTRYPOINT ["drakdom"]' in (ROOT / "Dockerfile").read_text("utf-8")
