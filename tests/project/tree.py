"""The files of the repository: what is committed or about to be."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "asp" / "core"


#: Folders that are made, not written; a source distribution has no git to ask.
MADE = {".venv", "build", "dist", "__pycache__"}


@cache
def files() -> tuple[Path, ...]:
    """All files that git tracks or would track, without those that somebody just removed; without git, all written."""
    if not (ROOT / ".git").exists():
        written = sorted(path for path in ROOT.rglob("*") if path.is_file() and path.name != "PKG-INFO")
        return tuple(path for path in written if not _is_made(path.relative_to(ROOT)))
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = (ROOT / name for name in sorted(names.split("\0")) if name)
    return tuple(path for path in paths if path.is_file())


def _is_made(path: Path) -> bool:
    is_schema = path.parts[0] == "asp" and path.parent.name == "schema"
    is_cache = any(part.startswith(".") and part.endswith("_cache") for part in path.parts)
    return is_schema or is_cache or bool(MADE & {*path.parts})


def law_files() -> list[Path]:
    """Every answer-set program under `asp/`."""
    return [path for path in files() if path.suffix == ".lp" and path.is_relative_to(ROOT / "asp")]


def rulebooks() -> list[Path]:
    """The folder of every rulebook."""
    return [path.parent for path in files() if path.name == "rulebook.yaml" and path.parent.parent == ROOT / "asp"]


def short(path: Path) -> str:
    """A path as people write it: from the root of the repository."""
    return path.relative_to(ROOT).as_posix()
