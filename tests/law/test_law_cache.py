"""Laws that are kept: what was read before is not read again, and nothing that is kept is ever out of date."""

import hashlib
import shutil
from pathlib import Path

import pytest
from clingo import ast

from drakdom.errors import InputError
from drakdom.law import law, law_cache, lawtext, store
from drakdom.law.facts import core_file
from drakdom.law.law import Law, load_law
from drakdom.step import dependency_cache
from tests.cli.drakdom import RULEBOOKS

RULE = "\nevent(falls(H), T) :- tested(H, T).\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(store.FOLDER, str(folder))
    return folder / "drakdom"


@pytest.fixture
def entry(tmp_path: Path) -> Path:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    return tmp_path / "lantern" / "rulebook.lp"


def read(entry: Path) -> Law:
    """The law as another process would get it: nothing is remembered."""
    law._LOADED.clear()
    law._rules_of.cache_clear()
    return load_law((core_file("core.lp"), entry))


def count_reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are parsed from now on."""
    parsed: list[Path] = []

    def parse(text: str, file: Path) -> list[ast.AST]:
        parsed.append(file)
        return lawtext.parse(text, file)

    monkeypatch.setattr(law, "parse", parse)
    return parsed


def test_a_law_is_parsed_once(cache: Path, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read(entry)
    parsed = count_reads(monkeypatch)
    second = read(entry)
    assert not parsed
    assert second.rules == first.rules
    assert [type(rule.head_atom) for rule in second.rules] == [type(rule.head_atom) for rule in first.rules]
    assert len(list(cache.iterdir())) == 1


def test_a_law_that_has_changed_is_parsed_again(entry: Path) -> None:
    before = read(entry)
    pit = entry.parent / "pit.lp"
    pit.write_text(pit.read_text(encoding="utf-8") + RULE, encoding="utf-8")
    assert len(read(entry).rules) == len(before.rules) + 1


@pytest.mark.parametrize("changed", ["law/rules.py", "step/dependencies.py"])
def test_what_is_made_of_a_law_is_not_kept_longer_than_the_code(
    entry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    code, copy = Path(store.__file__), tmp_path / "drakdom"
    for part in ("law", "step"):
        shutil.copytree(code.parent.parent / part, copy / part)
    same = law_cache.entry_name([entry])
    monkeypatch.setattr(store, "__file__", str(copy / "law" / code.name))
    assert law_cache.entry_name([entry]) == same
    (copy / changed).write_text("# other code\n", encoding="utf-8")
    store._code.cache_clear()
    assert law_cache.entry_name([entry]) != same


@pytest.mark.parametrize("broken", ["", "\n", "[]", "{}", "[[1, 2]]", "[" * 99_999, "\xff"])
def test_what_cannot_be_read_is_read_from_the_law(
    cache: Path, entry: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    first = read(entry)
    (file,) = cache.iterdir()
    file.write_bytes(broken.encode("latin-1"))
    parsed = count_reads(monkeypatch)
    assert read(entry).rules == first.rules
    assert parsed
    parsed.clear()
    assert read(entry).rules == first.rules  # it has been mended
    assert not parsed


def test_a_folder_that_cannot_be_used_is_done_without(
    tmp_path: Path, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read(entry)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "file"))
    assert read(entry).rules == first.rules


def test_nothing_is_kept_where_nobody_wants_it(tmp_path: Path, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.FOLDER, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    read(entry)
    parsed = count_reads(monkeypatch)
    read(entry)
    assert parsed
    assert not (tmp_path / "home").exists()


def test_only_the_last_laws_are_kept(cache: Path, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_KEPT", 2)
    pit = entry.parent / "pit.lp"
    for _ in range(4):
        pit.write_text(pit.read_text(encoding="utf-8") + RULE, encoding="utf-8")
        read(entry)
    assert len(list(cache.iterdir())) == 2
    parsed = count_reads(monkeypatch)
    read(entry)
    assert not parsed


def test_faulty_law_is_not_cached(cache: Path, entry: Path) -> None:
    pit = entry.parent / "pit.lp"
    pit.write_text(pit.read_text(encoding="utf-8") + "\n:- tested(H, T).\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(InputError, match="a constraint has no place in law"):
            read(entry)
    assert not cache.exists()


@pytest.mark.usefixtures("cache")
def test_dependencies_are_computed_once(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = read(entry).rules
    computed = dependency_cache.links(rules)
    monkeypatch.setattr(dependency_cache, "dependencies_of", lambda _: pytest.fail("computed again"))
    cached = dependency_cache.links(rules)
    assert cached._replace(uses=[*map(list, cached.uses)]) == computed._replace(uses=[*map(list, computed.uses)])
    assert {type(functors) for numbers in cached.patterns.values() for functors in numbers} == {tuple}


@pytest.mark.parametrize("broken", ["", "[]", "[[], [], [], [], []]", "[[[1]], [], [], [], [], [], true]"])
def test_dependencies_are_computed_again_if_the_cache_cannot_be_read(cache: Path, entry: Path, broken: str) -> None:
    rules = read(entry).rules
    computed = dependency_cache.links(rules)
    (file,) = cache.glob("links-*")
    good = file.read_bytes()
    file.write_bytes(hashlib.sha256(broken.encode()).hexdigest().encode() + b"\n" + broken.encode())
    assert dependency_cache.links(rules).patterns == computed.patterns
    assert file.read_bytes() == good


def test_different_rules_have_different_dependencies(cache: Path, entry: Path) -> None:
    rules = read(entry).rules
    assert dependency_cache.links(rules[1:]) != dependency_cache.links(rules)
    assert len(list(cache.glob("links-*"))) == 2
