"""Mutated scenarios, laws, rulebooks and maps: commands end with a verdict, an error or a limit."""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.cli.drakdom import GOOD, PIT, ROOT, RULEBOOKS, Ended, drakdom
from tests.cli.house import LAW, SPEC, house_rule
from tests.randomly import on_random_boards, remember

LIMITS = ("--timeout", "4", "--memory", "1500")
#: Texts that have broken readers, put in anywhere.
NASTY = (
    "\0", "\ufeff", "\u2028", "\u200d", "\ud7ff", "\U0001f409", "e\u0301", "\t", "\r", "'", '"', "{", "}", "[",
    "]", "(", ")", ": ", ", ", "- ", "\n", "#", "%", "%*", "*%", "&a ", "*a", "!!python/name:os.system ",
    "<<: ", "? ", "|\n", ">-\n", "null", "~", "yes", "0x10", "1e9", "-1", "0", "999999", "4294967297", "9" * 40,
    "1/0", "1/3", "..", "../", "/etc", "not ", "and ", "or ", "_", "T+1", "0..999999", "#inf", "#sup",
    "#sum { X : p(X) }", "#count { X : q(X, T) }", ":- ", ".", "#include \"/etc/passwd\".\n",
    "#include <round>.\n", "#script (python) print(1) #end.\n", "#show.\n", "#const n=1.\n",
    "f(" * 30 + ")" * 30, "{p(1..9)}.\n", "clause(\"LD-05\")", "not not ", ";", "@f(1)", "a" * 300,
)  # fmt: skip
_PART = re.compile(r"\w+|\s+|[^\w\s]")


@cache
def corpus(pattern: str) -> tuple[Path, ...]:
    """Return the files that match, in a fixed order."""
    return tuple(sorted(ROOT.glob(pattern)))


def mutated(random: Random, text: str, further: str) -> str:
    """Return a text with a few changes: parts left out, doubled, exchanged, taken from another text or NASTY."""
    parts = _PART.findall(text)
    further_parts = _PART.findall(further)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        at = random.randrange(len(parts) + 1)
        size = random.choice((1, 1, 2, 5, 20))
        kind = random.randrange(6)
        if kind == 0:
            del parts[at : at + size]
        elif kind == 1:
            parts[at:at] = parts[at : at + size] * random.choice((1, 2, 40))
        elif kind == 2 and further_parts:
            start = random.randrange(len(further_parts))
            parts[at : at + random.choice((0, 1))] = further_parts[start : start + size]
        elif kind == 3:
            parts[at : at + random.choice((0, 1))] = [random.choice(NASTY)]
        elif kind == 4 and len(parts) > 1:
            first, second = random.randrange(len(parts)), random.randrange(len(parts))
            parts[first], parts[second] = parts[second], parts[first]
        else:
            parts = parts[: at or 1]
    return "".join(parts)


def ends_well(ended: Ended) -> None:
    """Check that a command has ended as it may: no fault of the program, no control characters."""
    page = ended.out + ended.err
    assert ended.code in (0, 1, 2, 3, 5), page[-2000:]
    assert "Traceback" not in page
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", page), ascii(page[-2000:])


def tried(random: Random, folder: Path, name: str, text: str, commands: tuple[tuple[str, ...], ...]) -> None:
    """Write a file and run one of some commands in whose words FOLDER and FILE stand for both."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    remember(f"# {name}\n{text}")
    words = [word.replace("FOLDER", str(folder)).replace("FILE", str(file)) for word in random.choice(commands)]
    ends_well(drakdom(*words))


SCENARIO = (
    ("rule", "FILE", "--rulebook", str(RULEBOOKS), *LIMITS),
    ("rule", "FILE", "--rulebook", str(RULEBOOKS), "--format", "json", *LIMITS),
    ("check", "FILE", "--rulebook", str(RULEBOOKS), "-j", "1", "--format", "junit", *LIMITS),
    ("odds", "FILE", "--rulebook", str(RULEBOOKS), *LIMITS),
    ("draw", "FILE", "--rulebook", str(RULEBOOKS), *LIMITS),
    ("paths", "FILE", "--rulebook", str(RULEBOOKS), *LIMITS),
)


@pytest.mark.slow
@pytest.mark.children
@on_random_boards(quick=6, thorough=1500)
def test_scenarios(random: Random) -> None:
    """Mutate scenarios of the tests' rulebooks and of the games."""
    pattern = random.choice(("tests/rulebooks/*/scenarios/*.yaml", "scenarios/*/*/*.yaml"))
    texts = [random.choice(corpus(pattern)).read_text("utf-8") for _ in range(2)]
    with tempfile.TemporaryDirectory() as folder:
        tried(random, Path(folder), "case.yaml", mutated(random, texts[0], texts[1]), SCENARIO)


OWN = ("--rulebook", "FOLDER/book")
RULEBOOK = (
    ("rule", str(PIT), *OWN, *LIMITS),
    ("lint", "FOLDER/book", "--only-text"),
    ("clauses", "FOLDER/book", "gust"),
    ("rulebooks", *OWN),
    ("rulebooks", "lantern", *OWN),
    ("schema", "FOLDER/book"),
    ("words", "FOLDER/book", "nerve"),
    ("new", "lantern", "-", *OWN),
    ("draw", str(PIT), *OWN, *LIMITS),
)


@pytest.mark.slow
@pytest.mark.children
@on_random_boards(quick=6, thorough=1500)
def test_laws_and_rulebooks(random: Random) -> None:
    """Mutate a file of a rulebook: its law, its vocabulary, its ledger, its scope."""
    names = ["rulebook.yaml", "clauses.yaml", "move.lp", "omen.lp", "pit.lp", "round.lp", "rulebook.lp", "scope.lp"]
    name = random.choice(names)
    text = (RULEBOOKS / "lantern" / name).read_text("utf-8")
    further = random.choice(corpus(f"asp/**/*{Path(name).suffix}")).read_text("utf-8")[:50_000]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(RULEBOOKS / "lantern", Path(folder, "book"), ignore=shutil.ignore_patterns("scenarios"))
        tried(random, Path(folder), f"book/{name}", mutated(random, text, further), RULEBOOK)


@pytest.mark.slow
@pytest.mark.children
@on_random_boards(quick=4, thorough=800)
def test_maps(random: Random) -> None:
    """Mutate the map of a rulebook."""
    commands = (
        ("rule", str(RULEBOOKS / "straits" / "scenarios" / "two-coasts-of-one-province.yaml"), *OWN, *LIMITS),
        ("rulebooks", *OWN),
        ("words", "FOLDER/book", "place"),
        ("schema", "FOLDER/book"),
    )
    text = (RULEBOOKS / "straits" / "board.yaml").read_text("utf-8")
    further = random.choice(corpus("asp/*/board.yaml")).read_text("utf-8")[:50_000]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(RULEBOOKS / "straits", Path(folder, "book"), ignore=shutil.ignore_patterns("scenarios"))
        tried(random, Path(folder), "book/board.yaml", mutated(random, text, further), commands)


@pytest.mark.slow
@pytest.mark.children
@on_random_boards(quick=4, thorough=1000)
def test_house_rules(random: Random) -> None:
    """Mutate a house rule: its law or its declaration."""
    is_law = random.random() < 0.5
    text = LAW if is_law else SPEC
    further = random.choice(corpus(f"asp/*/house/*/house.{'lp' if is_law else 'yaml'}")).read_text("utf-8")
    commands = (
        ("rule", str(PIT), "--rulebook", str(RULEBOOKS), "--house-rule", "FOLDER/soft-pits", *LIMITS),
        ("lint", "lantern", "--rulebook", str(RULEBOOKS), "--house-rule", "FOLDER/soft-pits", "--only-text"),
    )
    with tempfile.TemporaryDirectory() as folder:
        house_rule(Path(folder))
        tried(
            random,
            Path(folder),
            f"soft-pits/house.{'lp' if is_law else 'yaml'}",
            mutated(random, text, further),
            commands,
        )


@pytest.mark.children
@on_random_boards(quick=1, thorough=1000)
def test_claims(random: Random) -> None:
    """Mutate claims about a good scenario."""
    claims = [
        "falls(Ada) and not rests(_)",
        "round 1: enters(Ada, C2)",
        "first move: moves(Ada, e) or finally(at(Ada), B2)",
        "after falls(Ada): dies(_)",
        "finally(stat(Ada, nerve), 4)",
    ]
    claim = mutated(random, random.choice(claims), random.choice(claims))
    commands = tuple(
        (command, "--rulebook", str(RULEBOOKS), *LIMITS, "FILE", "--", claim.replace("\0", ""))
        for command in ("odds", "explain", "why-not", "rule")
    )
    with tempfile.TemporaryDirectory() as folder:
        tried(random, Path(folder), "case.yaml", f"{GOOD}# {claim!a}\n", commands)
