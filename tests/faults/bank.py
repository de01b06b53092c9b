"""The bank of seeded faults: read, checked for its place in a file, applied."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
BANK = Path(__file__).with_name("faults.yaml")


@dataclass(frozen=True)
class Fault:
    """A plausible slip: a text of a file and the text that takes its place."""

    id: str
    file: str
    kind: str
    what: str
    old: str
    new: str

    @property
    def digest(self) -> str:
        """A short name of the edit, so that results of an older edit are not taken for results of this one."""
        return hashlib.sha256(f"{self.file}\0{self.old}\0{self.new}".encode()).hexdigest()[:12]

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Folders of the scenarios that the file has a say in: the topic of its name, its whole rulebook, or all."""
        parts = Path(self.file).parts
        if parts[0] != "asp":
            return ("scenarios",)
        whole = f"scenarios/{parts[1]}"
        topic = f"{whole}/{Path(self.file).stem}"
        return (topic, whole) if (ROOT / topic).is_dir() else (whole,)


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
