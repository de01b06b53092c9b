"""The bank of seeded faults: read, checked for its place in a file, applied."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
BANK = Path(__file__).with_name("faults.yaml")
LINES_NEAR = 8


@dataclass(frozen=True)
class Fault:
    """A plausible slip: a text of a file and the text that takes its place.

    `test` is the file of quick tests that catches a fault of the court; faults of the law are caught by scenarios.
    """

    id: str
    file: str
    kind: str
    what: str
    old: str
    new: str
    test: str = ""

    @property
    def digest(self) -> str:
        """A short name of the edit, so that results of an older edit are not taken for results of this one."""
        return hashlib.sha256(f"{self.file}\0{self.old}\0{self.new}".encode()).hexdigest()[:12]

    @property
    def scenarios(self) -> tuple[str, ...]:
        """What to check, nearest first: scenarios that name its clauses, its topic, its rulebook, or all."""
        parts = Path(self.file).parts
        if parts[:2] not in {("asp", folder.name) for folder in (ROOT / "scenarios").iterdir()}:
            return ("scenarios",)
        whole = f"scenarios/{parts[1]}"
        topic = f"{whole}/{Path(self.file).stem}"
        near = " ".join(_naming(self._clauses(), ROOT / whole))
        return tuple(paths for paths in (near, topic, whole) if paths and (paths != topic or (ROOT / topic).is_dir()))

    def _clauses(self) -> set[str]:
        """The clauses that are named within a few lines of the fault."""
        before, _, after = (ROOT / self.file).read_text(encoding="utf-8").partition(self.old)
        near = before.splitlines()[-LINES_NEAR:] + self.old.splitlines() + after.splitlines()[:LINES_NEAR]
        return set(re.findall(r"[A-Z]{2}-[A-Z]+-\d+", "\n".join(near)))


def _naming(clauses: set[str], folder: Path) -> list[str]:
    """The scenarios of a folder that name one of the clauses."""
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted(folder.rglob("*.yaml"))
        if any(clause in path.read_text(encoding="utf-8") for clause in clauses)
    ]


def read_bank(path: Path = BANK) -> list[Fault]:
    """The faults of a bank, in their order."""
    return [Fault(**entry) for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]


def faulty(fault: Fault, text: str) -> str:
    """The text of the fault's file with the fault in it."""
    times = text.count(fault.old)
    if times != 1:
        raise ValueError(
            f"fault `{fault.id}`: its old text occurs {times} times in {fault.file}, not once; renew `old`"
        )
    return text.replace(fault.old, fault.new)


def apply(fault: Fault, folder: Path) -> None:
    """Put a fault into its file in a copy of the repository."""
    path = folder / fault.file
    path.write_text(faulty(fault, path.read_text(encoding="utf-8")), encoding="utf-8")
