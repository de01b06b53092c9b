"""The map of docs/architecture.md is true: its files are there, and the packages keep to it."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.project.tree import ROOT

PACKAGE = ROOT / "checker" / "drakdom"
MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILES = sorted(set(re.findall(r"`([\w./-]+\.(?:py|lp|toml|md))`", MAP)))
FOLDERS = sorted(set(re.findall(r"`([\w./-]+/)`", MAP)))
SYMBOLS = sorted(set(re.findall(r"`(\w+)` (?:of|in) `([\w/]+\.py)`", MAP)))
MOST_LAYERS = 7
"""Layers of a package of the five nouns."""
NOUNS = ("law", "step", "graph", "value", "why")
SOLVERS = ("step", "law/unsafe.py", "law/order_of_play.py", "why/clause_activation.py", "paths/ask/query.py")
"""What may ground or solve, as the map has it."""


def test_the_map_names_files_folders_and_symbols() -> None:
    assert (len(FILES) > 100, len(FOLDERS) > 10, len(SYMBOLS) > 10) == (True, True, True)


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_map_is_there(file: str) -> None:
    folders = (PACKAGE, ROOT, ROOT / "docs", ROOT / "asp" / "lib", ROOT / "asp" / "core")
    assert any((folder / file).is_file() for folder in folders), file


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_of_the_map_is_there(folder: str) -> None:
    assert any((parent / folder).is_dir() for parent in (PACKAGE, ROOT)), folder


@pytest.mark.parametrize(("symbol", "file"), SYMBOLS)
def test_a_symbol_of_the_map_is_in_its_file(symbol: str, file: str) -> None:
    assert re.search(rf"\b{symbol}\b", (PACKAGE / file).read_text("utf-8")), f"{file} has no {symbol}"


def test_no_noun_has_more_than_seven_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = {c["containers"][0]: len(c["layers"]) for c in contracts if c["type"] == "layers"}
    assert all(layers[f"drakdom.{noun}"] <= MOST_LAYERS for noun in NOUNS), layers


def test_only_law_reads_the_syntax_tree() -> None:
    readers = [file for file in modules() if "clingo.ast" in imported(file)]
    assert readers
    assert [file for file in readers if file.parts[0] != "law"] == []


def test_only_step_solves_but_for_what_the_map_names() -> None:
    solvers = [file.as_posix() for file in modules() if solves(file)]
    assert solvers
    assert [file for file in solvers if not file.startswith("step/") and file not in SOLVERS] == []
    assert [file for file in SOLVERS if file.endswith(".py") and (file not in solvers or f"`{file}`" not in MAP)] == []


def modules() -> list[Path]:
    """Return the modules of the package, relative to it."""
    return sorted(file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py"))


def imported(file: Path) -> set[str]:
    """Return the modules that a module imports, and what it imports of each."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    return names


def solves(file: Path) -> bool:
    """Test if a module makes a solver, grounds or solves with one."""
    if not any(name.startswith(("clingo", "drakdom.step", "drakdom.law")) for name in imported(file)):
        return False
    calls = [node for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))) if isinstance(node, ast.Call)]
    made = any(isinstance(call.func, ast.Name) and call.func.id in ("Control", "new_control") for call in calls)
    methods = [call.func for call in calls if isinstance(call.func, ast.Attribute)]
    asked = any(
        method.attr in ("ground", "solve") and isinstance(method.value, ast.Name) and method.value.id == "control"
        for method in methods
    )
    return made or asked
