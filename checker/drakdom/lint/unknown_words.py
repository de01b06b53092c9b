"""The check of the law's words: a word of a body that nothing can ever give at its place, such as a misspelt one."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Expr, Signature
from drakdom.lint.possible_values import PossibleValues
from drakdom.lint.source import Law, LintFinding
from drakdom.lint.values import Values
from drakdom.rulebook.words import did_you_mean


def check_words(law: Law) -> Iterator[LintFinding]:
    """Check that each word of a body can stand at its place: by a rule, a field, the board, a choice or a piece."""
    if not law.playable:
        return
    possible = PossibleValues(law)
    pieces = {file.path for file in law.pieces}
    for file, rule in law.rules():
        if file.path in pieces:
            continue  # what a piece can do without is no fault of the rulebook's law
        variables = possible.variables(rule)
        for literal in (*rule.body, *rule.conditions):
            for _, atom in literal.atoms():
                for part, values in zip(atom.args, possible.of(atom, variables), strict=True):
                    for wrong, valid in _strangers(part, values):
                        message = f"nothing ever gives the word `{wrong.name}` in `{atom.source}`"
                        yield law.finding("unknown-word", file, literal.line, message, _help(wrong, valid))


def _strangers(part: Expr, values: Values) -> Iterator[tuple[Expr, Values]]:
    """Yield the words and functors of a term that are not among the values there, with these."""
    if part.kind == "pool":
        for choice in part.args:
            yield from _strangers(choice, values)
    elif not values or part.kind not in ("word", "function", "tuple"):
        return
    elif part.signature in values:
        for inner, inner_values in zip(part.args, values[part.signature], strict=True):
            yield from _strangers(inner, inner_values)
    elif part.kind != "tuple":
        yield part, values


def _help(wrong: Expr, valid: Values) -> str:
    """Return the nearest valid word; of a word with other arguments, how many it has."""
    words = sorted(signature for signature in valid or () if signature[0] and signature[0][0] != "#")
    if any(name == wrong.name for name, _ in words):
        return "write " + " or ".join(f"`{_written(word)}`" for word in words if word[0] == wrong.name)
    return did_you_mean(wrong.name, [name for name, _ in words])


def _written(signature: Signature) -> str:
    name, arity = signature
    return f"{name}({', '.join('_' * arity)})" if arity else name
