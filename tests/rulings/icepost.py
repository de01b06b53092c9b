"""The rulebook of the Ice Post with additions to its law."""

from pathlib import Path
from shutil import copytree

BOOK = Path(__file__).parents[1] / "rulebooks" / "icepost"


def icepost_with(folder: Path, events: str, law: str) -> list[Path]:
    """Write the rulebook into a folder with further events, lines of `rulebook.yaml`, and further law."""
    copytree(BOOK, folder / "icepost")
    with (folder / "icepost/life.lp").open("a", encoding="utf-8") as file:
        file.write(law)
    words = folder / "icepost/rulebook.yaml"
    words.write_text(words.read_text("utf-8").replace("  bell:   {args", f"{events}  bell:   {{args"), "utf-8")
    return [folder]
