"""The tables of the library in `asp/README.md`, made from the headers of its pieces, `asp/lib/*.lp`.

`python -m tests.project.library --write` renews them; without `--write` they are printed.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from drakdom.law.meanings import read_meanings
from drakdom.lint.files import read_header
from drakdom.lint.source import read_source
from tests.project.tree import CORE, ROOT

PAGE = ROOT / "asp" / "README.md"
LIBRARY = CORE.parent / "lib"
BEGIN = "<!-- made from the headers of lib/ by `python -m tests.project.library --write` -->\n"
END = "<!-- so far from the headers -->\n"
WITHIN = "\n% Within the piece:\n"
"""What a header says below this line is of no use to a rulebook."""


def tables(folder: Path = LIBRARY) -> str:
    """Return the table of the pieces and that of their predicates as Markdown."""
    files = sorted(folder.glob("*.lp"))
    pieces = [f"| `<{file.stem}>` | {_cell(read_header(file.read_text('utf-8')).title)} |" for file in files]
    predicates = [row for file in files for row in _rows(file)]
    heads = ("| piece | what it has |\n|---|---|", "| predicate | meaning | piece |\n|---|---|---|")
    return "\n\n".join("\n".join((head, *rows)) for head, rows in zip(heads, (pieces, predicates), strict=True)) + "\n"


def _rows(file: Path) -> Iterator[str]:
    source = read_source(file)
    for meaning in read_meanings(source.text.partition(WITHIN)[0], file):
        call = f"{meaning.name}({', '.join(meaning.args)})" if meaning.args else f"{meaning.name}/0"
        word = "gives" if meaning.signature in source.defines else "needs"
        yield f"| `{call}` | {_cell(meaning.text)} | `{file.name}` {word} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def renewed(text: str, made: str) -> str:
    """Return a page with other tables. Raises ValueError if it has no place for them."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError("the page has no place for the tables of the library")
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.library", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="write asp/README.md")
    if parser.parse_args().write:
        PAGE.write_text(renewed(PAGE.read_text("utf-8"), tables()), encoding="utf-8")
    else:
        sys.stdout.write(tables())


if __name__ == "__main__":
    main()
