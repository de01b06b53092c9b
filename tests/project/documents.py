"""The examples of our documents: commands with their output, and scenarios.

Commands stand in `console` blocks (`$ command`, its output below it) and in `sh` blocks (one a line). Output that a
document shows must come out like that; a line `...` stands for any lines.

A `yaml` block with a `title:` and a `rulebook:` is a scenario. It is checked, or ruled on if it expects nothing.

A comment directly before a block changes how it is run:

- `<!-- exit: 1 -->`: the commands, or the scenario, end with this exit code (otherwise 0);
- `<!-- in the first scenario -->`: the sections of this `yaml` block replace those of the document's first scenario;
- `<!-- run by .ci/run -->`: too slow here; CI runs these very commands, and a test holds it to that;
- `<!-- not run: REASON -->`: cannot be run here at all.

`python -m tests.project.documents --write [FILE..]` runs the examples and renews the output that the documents show.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, indent

import yaml

from tests.cli.drakdom import Ended, drakdom
from tests.project.tree import ROOT, files, short

FENCE = re.compile(
    r"(?:^ *<!-- *(?P<mark>[^\n]*?) *-->\n\n?)?"
    r"^(?P<pad> *)```(?P<kind>console|sh|yaml)\n(?P<body>.*?)^(?P=pad)```$",
    re.MULTILINE | re.DOTALL,
)
MARK = re.compile(
    r"exit: (?P<exit>\d+)|(?P<ci>run by \.ci/run)|not run: (?P<reason>.+)"
    r"|(?P<inside>in the first scenario)(?:, exit: (?P<code>\d+))?"
)
QUIET = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "110"}
ALIKE = 0.45
"""How similar a printed line must be to a shown one to take its place."""
SURE = 0.7
"""How similar it must be for nobody to have to look."""
TOGETHER = 0.3
"""The worth of two lines that stand together as before."""


@dataclass(frozen=True)
class Command:
    """One command of a document: its place, the output shown (None: none), its exit code."""

    place: str
    text: str
    output: tuple[str, ...] | None
    exit_code: int
    by_ci: bool
    reason: str

    @property
    def words(self) -> list[str]:
        """The command as its words, without a comment at its end."""
        return shlex.split(self.text, comments=True)


@dataclass(frozen=True)
class Example:
    """One scenario of a document: its place, its text and its exit code."""

    place: str
    text: str
    exit_code: int

    @property
    def command(self) -> str:
        """The command that tries it."""
        return "check" if "expect" in yaml.safe_load(self.text) else "rule"


def documents() -> list[Path]:
    """All documents with examples, the README first; reports that another program writes are left out."""
    pages = [path for path in files() if path.parent == ROOT / "docs" and path.suffix == ".md"]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(p for p in pages if not p.name.startswith("audit-"))]


def commands(path: Path) -> Iterator[Command]:
    """Yield every command of a document, in order."""
    text = path.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        if block["kind"] == "yaml":
            continue
        line = text.count("\n", 0, block.start("body")) + 1
        for offset, command, output in entries(block["kind"], dedent(block["body"]).splitlines()):
            yield _command(f"{short(path)}:{line + offset}", block["mark"], command, output)


def _command(place: str, mark_text: str | None, text: str, output: tuple[str, ...] | None) -> Command:
    mark = MARK.fullmatch(mark_text) if mark_text else None
    return Command(
        place=place,
        text=text,
        output=output,
        exit_code=int(mark["exit"] or 0) if mark else 0,
        by_ci=bool(mark and mark["ci"]),
        reason=(mark["reason"] or "") if mark else "",
    )


def examples(path: Path) -> Iterator[Example]:
    """Yield every scenario of a document, with fragments put into the first one."""
    text = path.read_text(encoding="utf-8")
    whole: dict[str, str] = {}
    for block in FENCE.finditer(text):
        mark = MARK.fullmatch(block["mark"]) if block["mark"] else None
        if block["kind"] != "yaml" or (mark and mark["reason"]):
            continue
        body = dedent(block["body"])
        inside = bool(mark and mark["inside"])
        read = yaml.safe_load(body)
        if not inside and not (isinstance(read, dict) and {"title", "rulebook"} <= read.keys()):
            continue
        if inside:
            body = joined(whole, body)
        elif not whole:
            whole = sections(body)
        code = int(mark["code"] or mark["exit"] or 0) if mark else 0
        yield Example(f"{short(path)}:{text.count(chr(10), 0, block.start('body')) + 1}", body, code)


def sections(text: str) -> dict[str, str]:
    """Split a scenario into its top-level sections, each with its text."""
    parts = re.split(r"^(?=\w+:)", text, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts if part.strip() and part[0] != "#"}


def joined(whole: dict[str, str], body: str) -> str:
    """Replace sections of a scenario; what it expects stays only where the fragment says so itself."""
    own = sections(body)
    kept = {name: part for name, part in whole.items() if name != "expect"}
    parts = list((kept | own).values())
    return "".join(part if part.endswith("\n") else part + "\n" for part in parts)


def entries(kind: str, lines: list[str]) -> Iterator[tuple[int, str, tuple[str, ...] | None]]:
    """Yield the commands of one block: offset, text and the output shown below, if any."""
    if kind == "sh":
        yield from ((at, line, None) for at, line in enumerate(lines) if line.strip() and line[0] != "#")
        return
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output = tuple(line.rstrip() for line in lines[at + 1 : end])
        yield at, lines[at][2:], output if any(output) else None


def fits(shown: tuple[str, ...], printed: str) -> bool:
    """Return True if the output that a document shows is the printed one."""
    while shown and not shown[-1]:
        shown = shown[:-1]
    parts = ["(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in shown]
    lines = "".join(line + "\n" for line in _lines(printed))
    return re.fullmatch("".join(parts), lines) is not None


def _lines(printed: str) -> list[str]:
    return [line.rstrip() for line in printed.rstrip().splitlines()]


def run(command: Command) -> Ended:
    """Run a command of a document in the root of the repository."""
    program, *words = command.words
    with chdir(ROOT):
        return drakdom(*words, **QUIET) if program == "drakdom" else in_a_process(command.words)


def in_a_process(words: list[str]) -> Ended:
    """Run another program as in a fresh terminal, apart from a make that runs these tests."""
    around = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = around | QUIET | {"PATH": path}
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


# -- renewing what documents show ------------------------------------------------------------------------------


def renewed(shown: tuple[str, ...], printed: str) -> tuple[list[str], list[str]]:
    """Return the output to show now, and what a reader has to decide.

    A shown line becomes the printed line that it resembles most, in the same order; `...` stands for the rest.
    """
    lines = _lines(printed)
    while shown and not shown[-1]:
        shown = shown[:-1]
    if fits(shown, printed):
        return list(shown), []
    if not any(line.strip() == "..." for line in shown):
        return lines, []
    wanted = [line for line in shown if line.strip() != "..."]
    tied = _tied(shown)
    places = _between(aligned(wanted, lines, tied), tied)
    result: list[str] = []
    last = -1
    for place in places:
        if place is not None:
            skipped = lines[last + 1 : place]
            result += skipped if skipped == [""] else ["..."] * bool(skipped)
            result.append(lines[place])
            last = place
    result += ["..."] * (last + 1 < len(lines) or shown[-1].strip() == "...")
    return result, list(_doubts(wanted, lines, places))


def _doubts(wanted: list[str], lines: list[str], places: list[int | None]) -> Iterator[str]:
    for line, place in zip(wanted, places, strict=True):
        if place is None and line:
            yield f"nothing like this is printed any more: {line.strip()}"
        elif place is not None and _likeness(line, lines[place]) < SURE:
            yield f"is `{lines[place].strip()}` the new form of `{line.strip()}`?"


def _tied(shown: tuple[str, ...]) -> list[bool]:
    """Say for each wanted line if it stands directly below the wanted line before it."""
    tied: list[bool] = []
    below = False
    for line in shown:
        if line.strip() == "...":
            below = False
        else:
            tied.append(below)
            below = True
    return tied


def _between(places: list[int | None], tied: list[bool]) -> list[int | None]:
    """Give lines without a place the printed lines between their neighbours, if there are as many of them."""
    placed = [n for n, place in enumerate(places) if place is not None]
    result = list(places)
    for first, last in pairwise(placed):
        low, high = places[first], places[last]
        if low is not None and high is not None and high - low == last - first and all(tied[first + 1 : last + 1]):
            result[first:last] = range(low, high)
    return result


def aligned(wanted: list[str], lines: list[str], tied: list[bool]) -> list[int | None]:
    """Find for each wanted line its place among the lines, in order, so that the similarity is greatest.

    Lines that stand together are worth more if they still do.
    """
    scores = [[_likeness(line, other_line) for other_line in lines] for line in wanted]
    best = [[0.0] * (len(lines) + 1) for _ in range(len(wanted) + 1)]
    taken = [[0.0] * (len(lines) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(lines) - 1, -1, -1):
            if scores[i][j]:
                joined_on = TOGETHER + taken[i + 1][j + 1] if i + 1 < len(wanted) and tied[i + 1] else 0.0
                rest = max(best[i + 1][j + 1], joined_on if taken[i + 1][j + 1] else 0.0)
                taken[i][j] = scores[i][j] + rest
            best[i][j] = max(best[i + 1][j], best[i][j + 1], taken[i][j])
    return _traced(best, taken, tied)


def _traced(best: list[list[float]], taken: list[list[float]], tied: list[bool]) -> list[int | None]:
    places: list[int | None] = []
    j, count = 0, len(best) - 1
    held = False
    for i in range(count):
        if not held:
            while j < len(best[i]) - 1 and best[i][j] == best[i][j + 1] and best[i][j] != best[i + 1][j]:
                j += 1
        if taken[i][j] and (held or best[i][j] == taken[i][j]):
            places.append(j)
            j += 1
            held = (
                i + 1 < count and tied[i + 1] and TOGETHER + taken[i + 1][j] > best[i + 1][j] and bool(taken[i + 1][j])
            )
        else:
            places.append(None)
            held = False
    return places


def _likeness(line: str, second: str) -> float:
    if line == second:
        return 1.0 if line else 0.01
    matcher = SequenceMatcher(None, line, second, autojunk=False)
    if not line or not second or matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= ALIKE else 0.0


def rewrite(path: Path) -> Iterator[str]:
    """Renew the outputs of one document in place; yields one line for each change and each doubt."""
    text = path.read_text(encoding="utf-8")
    parts: list[str] = []
    done = 0
    for block in FENCE.finditer(text):
        if block["kind"] != "console":
            continue
        at = text.count("\n", 0, block.start("body")) + 1
        body: list[str] = []
        for offset, words, output in entries("console", dedent(block["body"]).splitlines()):
            command = _command(f"{short(path)}:{at + offset}", block["mark"], words, output)
            shown = list(output or ())
            if not command.reason and not command.by_ci:
                ended = run(command)
                if ended.code != command.exit_code:
                    yield f"{command.place}: ends with {ended.code}, not with {command.exit_code}: {words}"
                if output is not None:
                    shown, doubts = renewed(output, ended.out + ended.err)
                    yield from (f"{command.place}: {doubt}" for doubt in doubts)
                    if not fits(output, ended.out + ended.err):
                        yield f"{command.place}: renewed"
            body += [f"$ {words}", *shown]
        parts += [text[done : block.start("body")], indent("\n".join(body), block["pad"]), "\n"]
        done = block.end("body")
    new = "".join(parts) + text[done:]
    if new != text:
        path.write_text(new, encoding="utf-8")


def main() -> None:
    """Renew the outputs of documents; the exit code is 1 if something is left for a reader to decide."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.documents", description=main.__doc__)
    parser.add_argument("--write", action="store_true", required=True, help="rewrite the documents in place")
    parser.add_argument("files", nargs="*", type=Path, help="documents (default: all)")
    asked = parser.parse_args()
    doubts = 0
    for path in [file.resolve() for file in asked.files] or documents():
        for line in rewrite(path):
            print(line, flush=True)
            doubts += not line.endswith(": renewed")
    sys.exit(bool(doubts))


if __name__ == "__main__":
    main()
