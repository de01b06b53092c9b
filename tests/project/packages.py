"""Packages built from this repository, and an environment in which the wheel is installed."""

import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.project.tree import ROOT


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; it must end well."""
    ended = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def build(folder: Path, *targets: str) -> None:
    """Build packages (`wheel`, `sdist`) into a folder."""
    words = [word for target in targets for word in ("-t", target)]
    run(sys.executable, "-m", "hatchling", "build", *words, "-d", folder, cwd=ROOT)


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment in a folder; return its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", "fresh", cwd=folder)
    python = folder / "fresh" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(python)]
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=folder)
    # What the project needs comes from the environment of the tests, but not its editable install.
    (packages,) = (folder / "fresh").glob("lib/*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(python, "-I", "-c", "import drakdom; print(drakdom.__file__)", cwd=folder)
    assert Path(where.strip()).is_relative_to(packages)
    return python
