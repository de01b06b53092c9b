"""What we tell people is run: every command of our documents."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.cli.drakdom import Ended, drakdom
from tests.project.documents import Command, commands, fits
from tests.project.tree import ROOT, files, short

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TOLD = [command for document in DOCUMENTS for command in commands(document)]
QUIET = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "110"}
LONG = re.compile(r"drakdom (audit|compare|coverage|lint)\b|pytest ")
SAFE = re.compile(r"drakdom( |$)|python -m drakdom( |$)|make help$|pytest scenarios/")


def test_there_are_commands() -> None:
    assert {short(document) for document in DOCUMENTS} == {told.place.partition(":")[0] for told in TOLD}


def marked(told: Command) -> ParameterSet:
    """A command as a test; those that work on a whole rulebook leave the quick tier."""
    slow = [pytest.mark.slow] if LONG.match(told.text) else []
    return pytest.param(told, id=f"{told.place} {told.text}", marks=slow)


@pytest.mark.parametrize("told", [marked(told) for told in TOLD])
def test_what_we_tell_people_works(told: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    if told.by_ci:
        assert run_by_ci(told), f"{told.place}: .ci/run does not run `{told.text}`"
        return
    if told.reason:
        pytest.skip(told.reason)
    assert SAFE.match(told.text), f"{told.place}: `{told.text}` cannot be run by a test; say why before its block"
    monkeypatch.chdir(ROOT)
    program, *words = told.words
    ended = drakdom(*words, **QUIET) if program == "drakdom" else in_a_process(told.words)
    printed = ended.out + ended.err
    assert ended.code == told.exit_code, f"{told.place}: ended with {ended.code}\n{printed}"
    if told.output is not None:
        assert fits(told.output, printed), f"{told.place}: shows something else than what is printed:\n{printed}"


def in_a_process(words: list[str]) -> Ended:
    """Run another program as in a fresh terminal: a make that runs these tests must not speak to one that they run."""
    around = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = around | QUIET | {"PATH": path}
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def run_by_ci(told: Command) -> bool:
    """Whether .ci/run gives make the same targets, alone or among others."""
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    asked = {word for line in lines if re.match(r"(\w+=\S+ )?(part )?make ", line) for word in line.split()}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = {found[1]: set(found[2].split()) for found in re.finditer(r"^([\w-]+):([^#\n]*)", makefile, re.MULTILINE)}
    program, *targets = told.words
    return program == "make" and all(
        target in asked or (target in parts and bool(parts[target]) and parts[target] <= asked) for target in targets
    )


def test_every_block_of_commands_is_marked_rightly() -> None:
    """A mark that nobody understands would be a mark that nobody obeys."""
    odd = [
        f"{short(document)}: {mark}"
        for document in DOCUMENTS
        for mark in re.findall(r"<!--(.*?)-->\n\n? *```(?:console|sh)\n", document.read_text(encoding="utf-8"))
        if not re.fullmatch(r" *(exit: \d+|run by \.ci/run|not run: .+?) *", mark)
    ]
    assert not odd, odd


def test_documents_point_to_files_that_exist() -> None:
    broken = [
        f"{short(path)} -> {target}"
        for path in files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    ("shown", "printed", "right"),
    [
        (("a", "b"), "a\nb\n", True),
        (("a", "...", "d", ""), "a\nb\nc\nd\n", True),
        (("a", "..."), "a\n", True),
        (("a",), "a\nb\n", False),
        (("a", "...", "e"), "a\nb\n", False),
    ],
)
def test_shown_output_is_compared(shown: tuple[str, ...], printed: str, *, right: bool) -> None:
    assert fits(shown, printed) is right


DOCUMENT = """
```sh
make help  # all targets
```

<!-- exit: 1 -->
```console
$ drakdom check x
no
$ drakdom
```

1. In a list:

   <!-- not run: it writes -->
   ```sh
   drakdom coverage --write
   ```
"""


def test_commands_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.project.documents.short", lambda path: path.name)
    document = tmp_path / "a.md"
    document.write_text(DOCUMENT, encoding="utf-8")
    found = list(commands(document))
    assert found.pop().reason == "it writes"
    assert [(told.place, told.words, told.output, told.exit_code) for told in found] == [
        ("a.md:3", ["make", "help"], None, 0),
        ("a.md:8", ["drakdom", "check", "x"], ("no",), 1),
        ("a.md:10", ["drakdom"], None, 1),
    ]
