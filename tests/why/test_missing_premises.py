"""What is made of the rules to say what something lacks: clingo must take all of it, whatever is asked for."""

from pathlib import Path

import clingo
import pytest
from clingo import Function, Number, String, Symbol

from drakdom.law.canonical import read_atom
from drakdom.law.facts import ANY
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.step.case import law_of
from drakdom.step.program import Program, program_of
from drakdom.why.one_short import _barred, _lacking, _plain
from tests.tiers import sampled

BOOKS = [resolve_rulebook("drakborgen-atervackt"), Path(__file__).parents[1] / "rulebooks" / "lantern"]


def goals(head: str) -> list[Symbol]:
    """Somebody asks for anything, and for something with a name at each place that a name can have."""
    atom = read_atom(head)
    if atom is None:
        return []
    named = [String("Ada") if text[:1].isupper() else ANY for text in atom.args]
    return [Function(atom.name, [ANY for _ in atom.args]), Function(atom.name, named)]


@pytest.mark.parametrize("folder", sampled(reversed(BOOKS), 2), ids=lambda folder: folder.name)
def test_every_rule_can_be_asked_what_it_lacks(folder: Path) -> None:
    program: Program = program_of(law_of(load_rulebook(folder)), "pinned.lp", "frontier.lp", "show.lp")
    words: list[str] = []
    control = clingo.Control(["--warn=no-atom-undefined"], logger=lambda _code, text: words.append(text))
    made = 0
    for number, rule in enumerate(program.rules):
        if rule.head is None or rule.head_text is None or ":-" not in rule.text:
            continue
        for goal in goals(rule.head_text):
            text = program.bare_text(number)
            for head, body in (*_lacking(text, goal), *_barred(text, goal)):
                given = "".join(f"{atom}," for atom in _plain(body))
                control.add("base", [], f"lacks({number},{head},({given})) :- {'; '.join(body)}.")
                made += 1
    assert made > len(program.rules)
    control.ground([("base", [])])
    assert not words


def test_an_argument_with_a_pool_bounds_nothing() -> None:
    text = "event(held_up(H),T;lights(H),T) :- is(at(H),P,T); is(room(P),shrine,T)."
    made = [body for _, body in _lacking(text, Function("event", [Function("held_up", [ANY]), Number(0)]))]
    assert made
    assert not [part for body in made for part in body if "(;)" in part]
