"""What goes with a release: its version in every place, the workflow, the classifiers, the policy."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import yaml
from trove_classifiers import classifiers

import drakdom as court
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LINK = re.compile(r"\[[^]]+\]\(([^)]+)\)")
WORKFLOW = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")


def test_every_place_has_the_same_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == court.__version__
    assert citation["license"] == PROJECT["license"]
    assert drakdom("--version").out == drakdom("-V").out == f"drakdom {court.__version__}\n"
    assert f"## {court.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_classifiers_are_known() -> None:
    assert not {*PROJECT["classifiers"]} - {*classifiers}


def metadata(folder: Path = ROOT, address: str = "") -> Any:
    """Return the metadata that a package built in a folder has."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    env = os.environ | {"DRAKDOM_REPOSITORY": address}
    return json.loads(subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout)


def test_links_on_a_package_index_lead_to_the_version() -> None:
    """Without an address of the repository the words of relative links stay, but no link that leads nowhere."""
    text = (ROOT / "README.md").read_text("utf-8")
    relative = [target for target in LINK.findall(text) if not re.match("[a-z]+:|#", target)]
    assert len(relative) > 10
    local, published = metadata(), metadata(address="https://example.org/court/")
    files = f"https://example.org/court/blob/v{court.__version__}/"
    assert [target for target in LINK.findall(published["readme"]["text"]) if target.startswith(files)] == [
        files + target for target in relative
    ]
    assert published["urls"]["Changelog"] == f"{files}CHANGELOG.md"
    assert not [target for target in LINK.findall(local["readme"]["text"]) if target in relative]
    assert "urls" not in local
    assert re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text) == re.sub(
        r"\[([^]]+)\]\([^)]+\)", r"\1", local["readme"]["text"]
    )


def test_the_workflow_fits_its_schema_and_asks_for_few_rights() -> None:
    workflow = yaml.safe_load(re.sub(r"^on:", '"on":', WORKFLOW, flags=re.M))
    schema = json.loads((ROOT / "tests" / "report" / "schemas" / "github-workflow.json").read_text("utf-8"))
    jsonschema.Draft7Validator(schema).validate(workflow)
    assert workflow["permissions"] == {"contents": "read"}
    assert "contents" not in workflow["jobs"]["publish"]["permissions"]
    scripts = [step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"]]
    assert not [script for script in scripts if "${{" in script], "values of others go through `env`"


def test_the_policy_names_the_spellings_that_are_hidden() -> None:
    """A spelling that is kept and hidden works as the one that replaces it."""
    policy = (ROOT / "docs" / "stability.md").read_text("utf-8")
    for command, word in (("rule", "--json"), ("check", "--report")):
        assert f"`{word}`" in policy
        assert word not in drakdom(command, "--help").out
    listed = [drakdom("rulebooks", *words).out for words in (("--json",), ("--format", "json"))]
    assert listed[0] == listed[1]
