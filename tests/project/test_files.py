"""What no committed file may hold."""

import re
import tomllib

from tests.project.tree import ROOT, files, rulebooks, short

KNOWN = ("drakborgen", "dungeonquest", "talisman", "kalahen", "dystopia")
ORDINARY = {"against", "demonstration", "edition", "example", "heroes", "rulebook", "rules"}
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(?:work|farm|root|tmp|home|Users)/\w")


def names_of_games() -> set[str]:
    """Slugs of the rulebooks and the telling words of their titles, lower case."""
    names = set(KNOWN)
    for folder in rulebooks():
        title = re.search(r"^title:(.*)$", (folder / "rulebook.yaml").read_text(encoding="utf-8"), re.MULTILINE)
        assert title, f"{short(folder)}/rulebook.yaml has no title"
        telling = re.findall(r"[^\W\d_]{5,}", re.sub(r"\(.*?\)", " ", title[1]).lower())
        names |= {folder.name.lower(), *telling} - ORDINARY
    return names


def test_checker_names_no_game() -> None:
    named = re.compile("|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in names_of_games()))
    result = [
        f"{short(path)}:{number}: {line.strip()}"
        for path in files()
        if path.is_relative_to(ROOT / "checker") and path.suffix in {".py", ".yaml", ".json", ".txt"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line.lower())
    ]
    assert not result, "\n".join(result)


def test_core_names_no_game() -> None:
    named = re.compile("|".join(map(re.escape, names_of_games())))
    core = [path for path in files() if path.is_relative_to(ROOT / "asp" / "core")]
    result = [short(path) for path in core if named.search(path.read_text(encoding="utf-8").lower())]
    assert not result, result


def test_a_rulebook_names_no_other_rulebook() -> None:
    slugs = [folder.name for folder in rulebooks()]
    result = [
        f"{short(path)} names {other_slug}"
        for folder in rulebooks()
        for path in files()
        if path.is_relative_to(folder) and path.suffix == ".lp"
        for other_slug in slugs
        if other_slug != folder.name and other_slug in path.read_text(encoding="utf-8")
    ]
    assert not result, "\n".join(result)


def test_no_path_of_one_machine() -> None:
    result = [
        f"{short(path)}:{number}: {line.strip()[:100]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert not result, "\n".join(result)


def test_constraints_pin_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)]
    assert not odd, odd
    pinned = {normal(line.split("==")[0]) for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    free = {normal(re.split(r"[^A-Za-z0-9._-]", text)[0]) for text in asked} - pinned
    assert not free, f"no line in constraints.txt: {sorted(free)}"


def normal(name: str) -> str:
    """The name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
