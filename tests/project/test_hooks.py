"""What others' tools read of us: the action, the hooks, the workflow that we show, the container file."""

import json
import re
import shlex
from typing import Any

import jsonschema
import yaml

from drakdom.cli.app import COMMANDS
from tests.cli.drakdom import drakdom
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
    asked = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text("utf-8")))
    assert asked == set(action["inputs"])


def test_commands_and_options_that_are_named_exist() -> None:
    elements = set(re.findall(r"--[a-z-]+", drakdom("check", "--help").out))
    lines = [step["run"] for step in read("action.yml")["runs"]["steps"] if "drakdom check" in step.get("run", "")]
    lines += [" ".join([hook["entry"], *hook.get("args", ())]) for hook in read(".pre-commit-hooks.yaml")]
    lines += re.findall(r"^docker run.* (drakdom \w+ .*)$", CI, re.M)
    assert len(lines) == 4
    for line in lines:
        words = shlex.split(line[line.index("drakdom") :])
        assert words[1] in COMMANDS
        assert {word for word in words if word.startswith("--")} <= elements, line


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
