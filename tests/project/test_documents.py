"""What we tell people is run: every command of our documents."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from _pytest.mark import ParameterSet

from drakdom.rulebook import load_rulebook
from tests.cli.drakdom import drakdom
from tests.project.documents import (
    FENCE,
    MARK,
    QUIET,
    Command,
    Example,
    commands,
    documents,
    examples,
    fits,
    joined,
    renewed,
    rewrite,
    run,
    sections,
)
from tests.project.tree import ROOT, files, rulebooks, short

DOCUMENTS = documents()
COMMANDS = [command for document in DOCUMENTS for command in commands(document)]
EXAMPLES = [example for document in DOCUMENTS for example in examples(document)]
LONG = re.compile(r"drakdom (audit|compare|coverage|lint|sweep|why-not)\b|pytest ")
SAFE = re.compile(r"drakdom( |$)|python -m drakdom( |$)|make help$|pytest scenarios/")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LONGEST = 120
WIDE = {"docs/architecture.md"}


def test_there_are_commands() -> None:
    pages = {command.place.partition(":")[0] for command in COMMANDS}
    assert {"README.md", "CONTRIBUTING.md", "docs/running.md", "docs/ci.md"} <= pages
    assert "docs/scenario.md" in {example.place.partition(":")[0] for example in EXAMPLES}


def marked(command: Command) -> ParameterSet:
    """A command as a test; those that work on a whole rulebook leave the quick tier."""
    slow = [pytest.mark.slow] if LONG.match(command.text) else []
    return pytest.param(command, id=f"{command.place} {command.text}", marks=slow)


@pytest.mark.medium
@pytest.mark.parametrize("command", [marked(command) for command in COMMANDS])
def test_what_we_tell_people_works(command: Command) -> None:
    if command.by_ci:
        assert run_by_ci(command), f"{command.place}: .ci/run does not run `{command.text}`"
        return
    if command.reason:
        pytest.skip(command.reason)
    assert SAFE.match(command.text), f"{command.place}: `{command.text}` cannot be run by a test; say why above it"
    ended = run(command)
    printed = ended.out + ended.err
    assert ended.code == command.exit_code, f"{command.place}: ended with {ended.code}\n{printed}"
    if command.output is not None:
        renew = f"python -m tests.project.documents --write {command.place.partition(':')[0]}"
        message = f"{command.place}: prints something else; `{renew}` renews what the document shows"
        assert fits(command.output, printed), f"{message}\n{printed}"


@pytest.mark.medium
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.place)
def test_scenarios_of_documents_hold(example: Example, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(example.text, encoding="utf-8")
    ended = drakdom(example.command, path, **QUIET)
    printed = f"{example.place}: ended with {ended.code}\n{ended.out}{ended.err}\n{example.text}"
    assert ended.code == example.exit_code, printed


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if PYTHON.search(path.read_text("utf-8"))], ids=short)
def test_python_of_documents_runs(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for block in PYTHON.finditer(document.read_text(encoding="utf-8")):
        exec(compile(block[1], short(document), "exec"), {})


def run_by_ci(command: Command) -> bool:
    """Whether .ci/run gives make the same targets, alone or among others."""
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    asked = {word for line in lines if re.match(r"(\w+=\S+ )?(part )?make ", line) for word in line.split()}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = {
        result[1]: set(result[2].split()) for result in re.finditer(r"^([\w-]+):([^#\n]*)", makefile, re.MULTILINE)
    }
    program, *targets = command.words
    return program == "make" and all(
        target in asked or (target in parts and bool(parts[target]) and parts[target] <= asked) for target in targets
    )


def test_every_block_of_commands_is_marked_rightly() -> None:
    """A mark that nobody understands would be a mark that nobody obeys."""
    odd = [
        f"{short(document)}: {mark}"
        for document in DOCUMENTS
        for mark in re.findall(r"<!--(.*?)-->\n\n? *```(?:console|sh|yaml)\n", document.read_text(encoding="utf-8"))
        if not MARK.fullmatch(mark.strip())
    ]
    assert not odd, odd


def test_documents_point_to_files_that_exist() -> None:
    broken = [
        f"{short(path)} -> {target}"
        for path, target in link_targets(r"(?!\w+:|#)([^)#\s]+)")
        if not (path.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)


def test_documents_point_to_headings_that_exist() -> None:
    broken = [
        f"{short(path)} -> {target}"
        for path, target in link_targets(r"(?!\w+:)([^)#\s]*\.md#[^)\s]+|#[^)\s]+)")
        if target.partition("#")[2] not in headings(path.parent / (target.partition("#")[0] or path.name))
    ]
    assert not broken, "\n".join(broken)


def link_targets(pattern: str) -> Iterator[tuple[Path, str]]:
    """Yield the targets of links that fit a pattern, each with its document."""
    for path in files():
        if path.suffix == ".md":
            for target in re.findall(rf"\]\({pattern}", path.read_text(encoding="utf-8")):
                yield path, target


def headings(document: Path) -> set[str]:
    """Names by which links call the headings of a document."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


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
    listed = list(commands(document))
    assert listed.pop().reason == "it writes"
    assert [(command.place, command.words, command.output, command.exit_code) for command in listed] == [
        ("a.md:3", ["make", "help"], None, 0),
        ("a.md:8", ["drakdom", "check", "x"], ("no",), 1),
        ("a.md:10", ["drakdom"], None, 1),
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=short)
def test_lines_of_documents_are_short(document: Path) -> None:
    """Tables and code may be longer."""
    if short(document) in WIDE:
        pytest.skip("its lines are one paragraph each")
    prose = FENCE.sub("", document.read_text(encoding="utf-8"))
    prose = re.sub(r"^ *```.*?^ *```$", "", prose, flags=re.MULTILINE | re.DOTALL)
    long = [line for line in prose.splitlines() if len(line) > LONGEST and not re.match(r" *\|", line)]
    assert not long, "\n".join(long)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 200


def test_the_readme_counts_clauses_and_optional_rules() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for folder in rulebooks():
        book = load_rulebook(folder)
        row = next(line for line in text.splitlines() if line.startswith(f"| [`{book.slug}`]"))
        assert row.endswith(f" | {len(book.ledger)} | {len(book.variants) or 'none'} |")


SCENARIO = """
```yaml
title: A
rulebook: x
figures:
  Ada: {at: B2}
expect:
  - never: falls(Ada)
```

<!-- in the first scenario, exit: 2 -->
```yaml
figures: {}
```

```yaml
name: a workflow
```
"""


def test_scenarios_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.project.documents.short", lambda path: path.name)
    document = tmp_path / "a.md"
    document.write_text(SCENARIO, encoding="utf-8")
    whole, part = examples(document)
    assert (whole.place, whole.command, whole.exit_code) == ("a.md:3", "check", 0)
    assert (part.place, part.command, part.exit_code) == ("a.md:13", "rule", 2)
    assert yaml.safe_load(part.text) == {"title": "A", "rulebook": "x", "figures": {}}


def test_a_fragment_replaces_sections_of_a_scenario() -> None:
    whole = sections("title: A\nplay:\n  - {Ada: rest}\nexpect:\n  - never: a\n")
    assert yaml.safe_load(joined(whole, "play: []\nnote: b\n")) == {"title": "A", "play": [], "note": "b"}


@pytest.mark.parametrize(
    ("shown", "printed", "new"),
    [
        (("Anna runs (X-1)",), "Anna goes (X-1)\n\nBo\n", ["Anna goes (X-1)", "", "Bo"]),
        (("...", "Anna runs (X-1)", "..."), "a\nAnna goes (X-1)\n", ["...", "Anna goes (X-1)", "..."]),
        (("head", "...", "  Anna is hit"), "head\n  Anna gets hit\nend\n", ["head", "  Anna gets hit", "..."]),
        (("...", "as it was", "..."), "1\nas it was\n", ["...", "as it was", "..."]),
        (("...", "Anna", "  1/2", "..."), "0\nAnna\n  none\nAnna\n  1/3\n", ["...", "Anna", "  1/3", "..."]),
    ],
)
def test_shown_output_is_renewed(shown: tuple[str, ...], printed: str, new: list[str]) -> None:
    assert renewed(shown, printed) == (new, [])
    assert fits(tuple(new), printed)


@pytest.mark.parametrize(
    ("shown", "printed", "new", "doubt"),
    [
        (("...", "Anna falls", "gone", "..."), "1\n2\nAnna fell\n", ["...", "Anna fell", "..."], "nothing like"),
        (
            ("...", "Anna 1", "otherwise", "Bo 2"),
            "0\nAnna 1\nif not\nBo 2\n",
            ["...", "Anna 1", "if not", "Bo 2"],
            "is `if",
        ),
    ],
)
def test_a_reader_decides_the_rest(shown: tuple[str, ...], printed: str, new: list[str], doubt: str) -> None:
    lines, doubts = renewed(shown, printed)
    assert lines == new
    assert fits(tuple(new), printed)
    assert len(doubts) == 1
    assert doubts[0].startswith(doubt)


def test_a_document_is_renewed_in_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.project.documents.short", lambda path: path.name)
    document = tmp_path / "a.md"
    before = "1. Try:\n\n   ```console\n   $ drakdom --version\n   drakdom 0.0.0 (old)\n   ```\n\nend\n"
    document.write_text(before, encoding="utf-8")
    assert list(rewrite(document)) == ["a.md:4: renewed"]
    after = document.read_text(encoding="utf-8")
    assert "0.0.0" not in after
    assert after.startswith("1. Try:\n\n   ```console\n   $ drakdom --version\n   ")
    assert after.endswith("\n   ```\n\nend\n")
    assert list(rewrite(document)) == []
