"""Finding rulebook folders: the shipped ones and those of the caller."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import InputError
from drakdom.rulebook.textfile import LARGEST
from drakdom.rulebook.words import did_you_mean, short

HOUSE = "house"
"""The folder of a rulebook that holds its own house rules."""

INSTALLED = "_asp"
"""The folder of the law inside an installed package."""

_SLUG = re.compile(r"^slug:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent.parent


def law_folder() -> Path:
    """Return the folder `asp/`: inside an installed package, or beside it in a checkout or an editable install."""
    inside = _PACKAGE / INSTALLED
    return inside if inside.is_dir() else _PACKAGE.parent.parent / "asp"


def is_rulebook(folder: Path) -> bool:
    """Return True for a folder with a `rulebook.yaml`."""
    return (folder / "rulebook.yaml").is_file()


def is_house_rule(folder: Path) -> bool:
    """Return True for a folder with a `house.yaml`."""
    return (folder / "house.yaml").is_file()


def find_house_rules(rulebook: Path) -> dict[str, Path]:
    """Map the names of a rulebook's own house rules to their folders."""
    folders = sorted((rulebook / HOUSE).glob("*/"))
    return {folder.name: folder for folder in folders if is_house_rule(folder)}


def resolve_house_rule(word: str, rulebook: Path, root: Path | None) -> Path:
    """Return the folder of a house rule: one of the rulebook's own by name, or a path from `root`.

    Raises InputError with the nearest name if there is none.
    """
    shipped = find_house_rules(rulebook)
    if word in shipped:
        return shipped[word]
    path = (root or Path()) / word
    try:
        if root is not None and word.strip() and is_house_rule(path):
            return path
        if root is not None and word.strip(".") and path.is_dir():
            raise InputError.single("there is no `house.yaml` in this folder", str(path))
    except (OSError, ValueError):
        pass
    raise InputError.single(
        f"there is no house rule `{short(word)}`", help=did_you_mean(word, shipped, most=len(shipped))
    )


def folder_fault(root: str | Path) -> str:
    """Return the fault of a folder that should hold rulebooks; empty if it holds one."""
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
    """List the slug and folder of each rulebook, in the order of the search."""
    return [(_slug(folder), folder) for folder in _folders(extra)]


def find_rulebooks(extra: Iterable[str | Path] = ()) -> dict[str, Path]:
    """Map slugs to folders: those in `extra` (rulebooks, or folders of rulebooks) before the shipped ones."""
    folders: dict[str, Path] = {}
    for slug, folder in list_rulebooks(extra):
        folders.setdefault(slug, folder)
    return folders


def _folders(extra: Iterable[str | Path], *, shipped: bool = True) -> Iterator[Path]:
    for root in (*map(Path, extra), *([law_folder()] if shipped else [])):
        if is_rulebook(root):
            yield root
        elif root.is_dir():
            yield from filter(is_rulebook, sorted(root.iterdir()))


def _slug(folder: Path) -> str:
    """Return the `slug:` of a rulebook, or its folder's name if there is none or the file cannot be read."""
    try:
        with (folder / "rulebook.yaml").open("rb") as file:
            match = _SLUG.search(file.read(LARGEST).decode("utf-8", "replace"))
    except OSError:
        match = None
    return match[1] if match else folder.resolve().name


def _refuse_two(slug: str, extra: Iterable[str | Path]) -> None:
    """Raise InputError if two rulebooks of the caller have one slug: a scenario that names it means either."""
    own = dict.fromkeys(folder.resolve() for folder in _folders(extra, shipped=False) if _slug(folder) == slug)
    if len(own) > 1:
        first, second, *_ = own
        raise InputError.single(
            f"two rulebooks have the slug `{slug}`: `{first}` and `{second}`",
            help="change the slug of one of them, or add only one",
        )


def shadowed(extra: Iterable[str | Path]) -> dict[str, Path]:
    """Map the slugs of shipped rulebooks to the other rulebook that takes their place."""
    shipped = {_slug(folder): folder.resolve() for folder in _folders(())}
    own = ((_slug(folder), folder) for folder in _folders(extra, shipped=False))
    return {slug: folder for slug, folder in own if slug in shipped and folder.resolve() != shipped[slug]}


def resolve_rulebook(name_or_path: str | Path, extra: Iterable[str | Path] = (), *, paths: bool = True) -> Path:
    """Return the folder of a rulebook by slug, by name of the folder or, if `paths` is set, by path.

    Raises InputError with the nearest name if there is none, and if two of `extra` have the slug.
    """
    extra = tuple(extra)
    folders = find_rulebooks(extra)
    word = str(name_or_path)
    if word in folders:
        _refuse_two(word, extra)
        return folders[word]
    for folder in _folders(extra):
        if folder.resolve().name == word:
            return folder
    try:
        if paths and is_rulebook(Path(word)):
            return Path(word)
        if paths and word.strip(".") and Path(word).is_dir():
            raise InputError.single("there is no `rulebook.yaml` in this folder", word)
    except (OSError, ValueError):
        pass
    raise InputError.single(f"there is no rulebook `{short(word)}`", help=did_you_mean(word, folders, most=20))
