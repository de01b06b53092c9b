"""Names that law makes up in play, in a claim that uses one which nobody has in this play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drakdom.formula import Formula, patterns
from drakdom.language import t
from drakdom.law.facts import to_value
from drakdom.rulebook import Rulebook
from drakdom.terms import Any, Term, Value, bind, show
from drakdom.value.solve import Branch

MOST = 8
"""So many names that there are are listed."""


def strangers(book: Rulebook, branches: Iterable[Branch], formula: Formula) -> tuple[str, ...]:
    """A sentence for each name of a claim that nothing which happens in the play has to do with."""
    asked = dict.fromkeys(name for pattern in patterns(formula) for name in _made_up(book, pattern) if _whole(name))
    if not asked:
        return ()
    events = (to_value(symbol) for branch in branches for symbol in sorted(branch.evaluation.seen))
    met = dict.fromkeys(name for event in events for name in _made_up(book, event))
    listed = ", ".join(f"`{show(name)}`" for name in [*met][:MOST])
    hint = t("; there is {names}", names=listed) if listed else ""
    return tuple(
        t("nothing that happens here has to do with `{name}`", name=show(name)) + hint
        for name in asked
        if name not in met
    )


def _made_up(book: Rulebook, event: Value) -> Iterator[Term]:
    """What stands in an event where a figure may stand, and is no figure of the scenario."""
    spec = book.events.get(event.name) if isinstance(event, Term) else None
    bindings = bind(spec.term, event) if spec else None
    for number, kind in enumerate(spec.args if spec and bindings else (), 1):
        name = bindings.get(str(number)) if bindings else None
        if "figure" in kind.split("|") and isinstance(name, Term):
            yield name


def _whole(value: Value) -> bool:
    """Whether nothing in a term is left open."""
    return not isinstance(value, Any) and (not isinstance(value, Term) or all(map(_whole, value.args)))
