"""Finding rulebook folders: those that ship with Drakdom, and those that the caller names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import InputError
from drakdom.rulebook.words import did_you_mean, short

HOUSE = "house"
"""The folder in a rulebook's folder that holds the house rules which come with it."""

INSTALLED = "_asp"
"""The folder of the law inside an installed package."""

_SLUG = re.compile(r"^slug:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent.parent


def law_folder() -> Path:
    """The folder `asp/`: inside the package of a wheel, beside it in a checkout or an editable install."""
    inside = _PACKAGE / INSTALLED
    return inside if inside.is_dir() else _PACKAGE.parent.parent / "asp"


def is_rulebook(folder: Path) -> bool:
    """True for a folder with a vocabulary in it."""
    return (folder / "rulebook.yaml").is_file()


def is_house_rule(folder: Path) -> bool:
    """True for a folder with a house rule in it."""
    return (folder / "house.yaml").is_file()


def find_house_rules(rulebook: Path) -> dict[str, Path]:
    """The house rules that come with a rulebook's folder, by name."""
    folders = sorted((rulebook / HOUSE).glob("*/"))
    return {folder.name: folder for folder in folders if is_house_rule(folder)}


def resolve_house_rule(word: str, rulebook: Path, root: Path | None) -> Path:
    """The folder of a house rule: one that comes with the rulebook, by its name, or a path from `root`.

    Raises InputError with the nearest name if there is none.
    """
    known = find_house_rules(rulebook)
    if word in known:
        return known[word]
    path = (root or Path()) / word
    try:
        if root is not None and word.strip() and is_house_rule(path):
            return path
        if root is not None and word.strip(".") and path.is_dir():
            raise InputError.one("there is no `house.yaml` in this folder", str(path))
    except (OSError, ValueError):
        pass
    raise InputError.one(f"there is no house rule `{short(word)}`", help=did_you_mean(word, known, most=len(known)))


def no_rulebooks(root: str | Path) -> str:
    """What is wrong with a folder that a caller names for its rulebooks; empty if there is one in it."""
    folder = Path(root)
    try:
        if not folder.exists():
            return "no such folder"
        if not folder.is_dir():
            return "this is a file, not a folder with a rulebook"
        if is_rulebook(folder) or any(map(is_rulebook, folder.iterdir())):
            return ""
    except (OSError, ValueError) as error:
        return f"this folder cannot be read: {getattr(error, 'strerror', None) or error}"
    return "there is no rulebook in this folder: no `rulebook.yaml` in it, nor in a folder in it"


def list_rulebooks(extra: Iterable[str | Path] = ()) -> list[tuple[str, Path]]:
    """All folders of rulebooks with the `slug` of each, in the order in which they are looked for."""
    return [(_slug(folder), folder) for folder in _folders(extra)]


def find_rulebooks(extra: Iterable[str | Path] = ()) -> dict[str, Path]:
    """Folders by the `slug` of each: those in `extra` (rulebooks, or folders of rulebooks) before the shipped ones."""
    found: dict[str, Path] = {}
    for slug, folder in list_rulebooks(extra):
        found.setdefault(slug, folder)
    return found


def _folders(extra: Iterable[str | Path]) -> Iterator[Path]:
    for root in (*map(Path, extra), law_folder()):
        if is_rulebook(root):
            yield root
        elif root.is_dir():
            yield from filter(is_rulebook, sorted(root.iterdir()))


def _slug(folder: Path) -> str:
    """What a rulebook is called; its folder's name where it does not say, or cannot be read."""
    try:
        said = _SLUG.search((folder / "rulebook.yaml").read_text("utf-8", errors="replace"))
    except OSError:
        said = None
    return said[1] if said else folder.resolve().name


def resolve_rulebook(name_or_path: str | Path, extra: Iterable[str | Path] = (), *, paths: bool = True) -> Path:
    """The folder of a rulebook, by its name, the name of its folder, or (unless `paths` is off) as a path to it.

    Raises InputError with the nearest name if there is none.
    """
    extra = tuple(extra)
    known = find_rulebooks(extra)
    word = str(name_or_path)
    if word in known:
        return known[word]
    for folder in _folders(extra):
        if folder.resolve().name == word:
            return folder
    try:
        if paths and is_rulebook(Path(word)):
            return Path(word)
        if paths and word.strip(".") and Path(word).is_dir():
            raise InputError.one("there is no `rulebook.yaml` in this folder", word)
    except (OSError, ValueError):
        pass
    raise InputError.one(f"there is no rulebook `{short(word)}`", help=did_you_mean(word, known))
