"""Hints for names in a claim that no event of the play involves, among names that the law makes up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.formula import Formula, patterns
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.terms import Any, Term, Value, bind, show
from drakdom.value.solve import Branch

#: Most known names that a hint lists.
MOST = 8


def unknown_names(book: Rulebook, branches: Iterable[Branch], formula: Formula) -> tuple[str, ...]:
    """Return a sentence for each name of a claim that no event of the play involves."""
    asked = dict.fromkeys(name for pattern in patterns(formula) for name in _made_up(book, pattern) if _whole(name))
    if not asked:
        return ()
    events = [to_value(symbol) for branch in branches for symbol in sorted(branch.evaluation.seen)]
    met = {part for event in events if isinstance(event, Term) for part in event.args}
    named = dict.fromkeys(name for event in events for name in _made_up(book, event))
    listed = ", ".join(f"`{show(name)}`" for name in [*named][:MOST])
    hint = t("; known names: {names}", names=listed) if listed else ""
    return tuple(t("no event here involves `{name}`", name=show(name)) + hint for name in asked if name not in met)


def _made_up(book: Rulebook, event: Value) -> Iterator[Term]:
    """Yield the names in an event that stand where a figure may stand, and are not figures of the scenario."""
    spec = book.events.get(event.name) if isinstance(event, Term) else None
    bindings = bind(spec.term, event) if spec else None
    for number, kind in enumerate(spec.args if spec and bindings else (), 1):
        name = bindings.get(str(number)) if bindings else None
        if "figure" in kind.split("|") and isinstance(name, Term):
            yield name


def _whole(value: Value) -> bool:
    """Test if a term has no wildcard."""
    return not isinstance(value, Any) and (not isinstance(value, Term) or all(map(_whole, value.args)))
