"""What is built from this repository works where it is installed."""

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from drakdom.editors import KINDS, schema_files
from drakdom.rulebook import load_rulebook
from tests.project.tree import ROOT, files, rulebooks


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; it must end well."""
    ended = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", folder, cwd=ROOT)
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


@pytest.mark.slow
def test_an_installed_wheel_knows_its_rulebooks(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", "fresh", cwd=tmp_path)
    python = tmp_path / "fresh" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(python)]
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    # What the project needs comes from the environment of the tests, but not its editable install.
    (packages,) = (tmp_path / "fresh").glob("lib/*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(python, "-I", "-c", "import drakdom; print(drakdom.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(packages)
    printed = run(python, "-I", "-m", "drakdom", "rulebooks", cwd=tmp_path)
    assert rulebooks()
    assert all(folder.name in printed for folder in rulebooks())
