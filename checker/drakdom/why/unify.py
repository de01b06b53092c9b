"""Terms of the law, as text with variables, matched with values."""

from __future__ import annotations

from drakdom.law.canonical import ANY_OF_A_POOL, Atom, read_atom, split
from drakdom.terms import Any, Term, TermError, Value, parse

#: What is known of the variables of a rule.
Bound = dict[str, Value]


def fits(text: str, value: Value, bound: Bound) -> bool:
    """Test if a term of the law, as text, can be a value; note the values of its variables."""
    if isinstance(value, Any) or text in ("_", ANY_OF_A_POOL):
        return True
    if text[0].isupper() or text[0] == "_":
        return bound.setdefault(text, value) in (value, Any())
    if text[0] == "(" and len(pool := split(text[1:-1], ";")) > 1:
        return any(fits(part, value, bound) for part in pool)
    atom = read_atom(text)
    if atom and atom.args:
        alike = isinstance(value, Term) and atom.name == value.name and len(atom.args) == len(value.args)
        return alike and all(fits(part, inner, bound) for part, inner in zip(atom.args, value.args, strict=True))  # type: ignore[union-attr]
    try:
        return parse(text) == value
    except TermError:  # arithmetic, a range
        return True


def instance(atom: Atom, bound: Bound) -> Term:
    """Return an atom of a body with the known values of its variables, and wildcards for the others."""
    return Term(atom.name, tuple(_value(text, bound) for text in atom.args))


def _value(text: str, bound: Bound) -> Value:
    if text in bound:
        return bound[text]
    atom = read_atom(text)
    if atom and atom.args:
        return Term(atom.name, tuple(_value(part, bound) for part in atom.args))
    if text[0].isupper():
        return Any()
    try:
        return parse(text)
    except TermError:
        return Any()
