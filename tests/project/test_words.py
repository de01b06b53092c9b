"""Names and docstrings keep to the rules of CONTRIBUTING: no pronouns in all Python, no riddles, short files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.project.tree import ROOT

FILES = sorted((ROOT / "checker" / "drakdom").rglob("*.py"))
ALL_FILES = FILES + sorted((ROOT / "tests").rglob("*.py"))
PRONOUNS = {
    "both", "each", "every", "few", "found", "here", "known", "many", "one", "other", "others", "said", "several",
    "some", "that", "there", "these", "thing", "things", "this", "those", "told", "what", "which",
    "who", "whom", "whose",
}  # fmt: skip
"""Names that tell neither what a value is nor where it comes from."""
NO_BEGINNING = re.compile(r"(what|who|whom|whose|which|how|when|where|why|whether|whoever|whatever|so many)\b", re.I)
MOST_LINES = 300


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names of parameters and of variables, with their lines; fields of classes are no variables."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.ClassDef):
                    yield from bound_names(ast.Module([part], []))
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name, node.lineno
        yield from bound_names(node)


def docstrings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Docstrings of the module, its classes and functions, and strings below constants, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for part in node.body:
                text = part.value.value if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) else None
                if isinstance(text, str):
                    yield text, part.lineno


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def test_no_name_is_a_pronoun() -> None:
    names = ((file, line, name) for file in ALL_FILES for name, line in bound_names(parsed(file)))
    assert [f"{file}:{line}: {name}" for file, line, name in names if name in PRONOUNS] == []


def loop_targets(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Names that loops and comprehensions bind, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            yield from ((name.id, name.lineno) for name in ast.walk(node.target) if isinstance(name, ast.Name))


def test_loop_variables_are_words() -> None:
    """But for numbers and keys; `draw/people.py` computes a curve from three coordinates."""
    names = ((file, line, name) for file in FILES for name, line in loop_targets(parsed(file)) if len(name) == 1)
    short = [f"{file.name}:{line}: {name}" for file, line, name in names if name not in "nxyik_"]
    assert [place for place in short if not place.startswith("people.py")] == []


def test_no_docstring_begins_like_a_question() -> None:
    texts = ((file, line, text) for file in FILES for text, line in docstrings(parsed(file)))
    assert [f"{file}:{line}: {text[:60]}" for file, line, text in texts if NO_BEGINNING.match(text)] == []


def test_no_file_is_long() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {str(file): length for file, length in lengths.items() if length > MOST_LINES} == {}


def test_pronouns_are_seen_wherever_they_are_bound() -> None:
    text = """
class Thing:
    what: str
    def told(self, who, *, n=1):
        for one in n:
            some = [other for other in who if (found := other)]
        return lambda said: said
match n:
    case [each, *rest]: pass
"""
    assert {name for name, _ in bound_names(ast.parse(text))} & PRONOUNS == {
        "who", "one", "some", "other", "found", "said", "each",
    }  # fmt: skip


def test_questions_are_seen_in_every_docstring() -> None:
    text = '"""Whether so."""\nX = 1\n"""So many."""\ndef f():\n    """Which one."""\n'
    assert [bool(NO_BEGINNING.match(text)) for text, _ in docstrings(ast.parse(text))] == [True, True, True]
