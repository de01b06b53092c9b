"""The commands that our documents tell people to run.

Commands stand in `console` blocks (`$ command`, its output below it) and in `sh` blocks (one a line). A
comment directly before a block says what is special about it:

- `<!-- exit: 1 -->`: the commands end with this exit code (otherwise 0);
- `<!-- run by .ci/run -->`: too slow here; CI runs these very commands, and a test holds it to that;
- `<!-- not run: REASON -->`: cannot be run here at all.

Output that a document shows must come out like that; a line `...` stands for any lines.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from tests.project.tree import short

FENCE = re.compile(
    r"(?:^ *<!-- *(?P<mark>[^\n]*?) *-->\n\n?)?"
    r"^(?P<pad> *)```(?P<kind>console|sh)\n(?P<body>.*?)^(?P=pad)```$",
    re.MULTILINE | re.DOTALL,
)
MARK = re.compile(r"exit: (?P<exit>\d+)|(?P<ci>run by \.ci/run)|not run: (?P<reason>.+)")


@dataclass(frozen=True)
class Command:
    """One command of a document: where it stands, what it prints (None: not said), how it ends."""

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


def commands(path: Path) -> Iterator[Command]:
    """Every command of a document, in order."""
    text = path.read_text(encoding="utf-8")
    for block in FENCE.finditer(text):
        mark = MARK.fullmatch(block["mark"]) if block["mark"] else None
        line = text.count("\n", 0, block.start("body")) + 1
        for offset, command, output in entries(block["kind"], dedent(block["body"]).splitlines()):
            yield Command(
                place=f"{short(path)}:{line + offset}",
                text=command,
                output=output,
                exit_code=int(mark["exit"] or 0) if mark else 0,
                by_ci=bool(mark and mark["ci"]),
                reason=(mark["reason"] or "") if mark else "",
            )


def entries(kind: str, lines: list[str]) -> Iterator[tuple[int, str, tuple[str, ...] | None]]:
    """The commands of one block: offset, text and the output shown below, if any."""
    if kind == "sh":
        yield from ((at, line, None) for at, line in enumerate(lines) if line.strip() and line[0] != "#")
        return
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output = tuple(line.rstrip() for line in lines[at + 1 : end])
        yield at, lines[at][2:], output if any(output) else None


def fits(shown: tuple[str, ...], printed: str) -> bool:
    """Whether what was printed is what a document shows."""
    while shown and not shown[-1]:
        shown = shown[:-1]
    parts = ["(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in shown]
    lines = "".join(line.rstrip() + "\n" for line in printed.rstrip().splitlines())
    return re.fullmatch("".join(parts), lines) is not None
