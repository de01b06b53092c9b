"""What is built from this repository works where it is installed."""

import json
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from drakdom.editors import KINDS, schema_files
from drakdom.rulebook import load_rulebook
from tests.project.packages import build, install, run
from tests.project.tree import ROOT, files, rulebooks


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build(folder, "wheel", "sdist")
    return folder


def below(name: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in files() if path.is_relative_to(ROOT / name)}


@pytest.mark.slow
def test_the_wheel_holds_the_law(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    court = {name.removeprefix("checker/") for name in below("checker")}
    assert {f"drakdom/_{name}" for name in below("asp")} | court <= held


@pytest.mark.slow
def test_the_source_distribution_holds_everything(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert below("asp") | below("checker") | below("scenarios") | below("tests") <= held


@pytest.mark.slow
def test_the_tests_run_from_the_source_distribution(built: Path, tmp_path: Path) -> None:
    """There is no git in it: files are those that lie there."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"]
    collected = run(*pytest_, "--collect-only", "tests/project", "tests/step", cwd=source)
    assert "error" not in collected.splitlines()[-1], collected[-2000:]
    passed = run(*pytest_, "tests/project/test_files.py", cwd=source)
    assert " passed" in passed


def schemas(law: str) -> dict[str, str]:
    """Return what the generator makes for each shipped rulebook, by its place in a package."""
    made = {file: text for folder in rulebooks() for file, text in schema_files(load_rulebook(folder)).items()}
    return {f"{law}/{file.relative_to(ROOT / 'asp').as_posix()}": text for file, text in made.items()}


@pytest.mark.slow
def test_packages_hold_the_schemas(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        expected = schemas("drakdom/_asp")
        assert len(expected) == len(rulebooks()) * len(KINDS)
        names = [name for name in packed.namelist() if name.startswith("drakdom/_asp/") and "/schema/" in name]
        assert sorted(names) == sorted(expected)
        assert {name: packed.read(name).decode() for name in names} == expected
    with tarfile.open(sdist) as archive:
        files = {name.partition("/")[2]: archive.extractfile(name) for name in archive.getnames() if "/schema/" in name}
        texts = {name: file.read().decode() for name, file in files.items() if file and name.startswith("asp/")}
        assert texts == schemas("asp")


@pytest.mark.slow
def test_the_source_distribution_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again", cwd=source)
    (again,) = (tmp_path / "again").glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


ALONE = """
import sys
sys.path = [path for path in sys.path if not path.endswith("checker")]
from importlib.util import find_spec
assert find_spec("drakdom") is None
from hatchling.build import build_wheel
print(build_wheel("{folder}"))
"""


@pytest.mark.slow
def test_a_wheel_is_built_where_drakdom_is_not_installed(tmp_path: Path) -> None:
    """So do `pip install .`, the container, the action and the hooks; `make install` would hide that it fails."""
    name = run(sys.executable, "-c", ALONE.format(folder=tmp_path), cwd=ROOT).split()[-1]
    assert [name for name in zipfile.ZipFile(tmp_path / name).namelist() if name.endswith("schema/scenario.json")]


@pytest.mark.slow
def test_a_wheel_from_the_source_distribution_has_its_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address of the repository is asked for once, when the source distribution is made."""
    monkeypatch.setenv("DRAKDOM_REPOSITORY", "https://example.org/court")
    build(tmp_path, "sdist")
    monkeypatch.delenv("DRAKDOM_REPOSITORY")
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (folder for folder in tmp_path.iterdir() if folder.is_dir())
    metadata = json.loads(run(sys.executable, "-m", "hatchling", "metadata", cwd=source))
    assert metadata["urls"]["Source"] == "https://example.org/court"
    assert "](https://example.org/court/blob/v" in metadata["readme"]["text"]


@pytest.mark.slow
def test_an_installed_wheel_knows_its_rulebooks(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    printed = run(install(wheel, tmp_path), "-I", "-m", "drakdom", "rulebooks", cwd=tmp_path)
    assert rulebooks()
    assert all(folder.name in printed for folder in rulebooks())
