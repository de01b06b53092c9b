"""Kinds of actions for which the questions of each phase can ask, so that a stated action finds its question.

The core sets aside an action of another kind (`choice.lp`) until a later question of the entry asks for it. Rules whose
clause is not in force can ask for nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from drakdom.law.canonical import functor, split
from drakdom.law.phases import Heads, phases_of_options
from drakdom.law.rules import KEY_ARGUMENT, Rule

_OPTION = ("option", 3)
#: A predicate, its arity, and the place of an argument.
_Place = tuple[str, int, int]
#: The kind of a term, or the places that bound a variable: the first counts whose kinds are known.
_Source = str | tuple[_Place, ...]


def topics(rules: Sequence[Rule], heads: Heads, in_force: Collection[str]) -> dict[str, frozenset[str]]:
    """Map each phase whose questions name their actions to the kinds that they can ask for; `heads` are of the rules.

    A phase with an option whose kind nothing in the law bounds is left out: its questions can ask for anything.
    """
    kinds = _Kinds(rules, in_force)
    asked: dict[str, frozenset[str] | None] = defaultdict(frozenset)
    for rule, phases in phases_of_options(heads, in_force):
        new = kinds.of(rule)
        for phase in phases:
            before = asked[phase]
            asked[phase] = None if before is None or new is None else before | new
    return {phase: of_phase for phase, of_phase in sorted(asked.items()) if of_phase is not None}


def asking(topics: Mapping[str, Collection[str]], phases: Iterable[str], kind: str) -> frozenset[str]:
    """Return those of some phases whose questions can be about a kind of action."""
    return frozenset(phase for phase in phases if kind in topics.get(phase, (kind,)))


class _Kinds:
    """The kinds of the actions of options: a variable has those that the heads of a predicate of its body write.

    A predicate that only rules out of force derive is not open: it never holds.
    """

    def __init__(self, rules: Iterable[Rule], in_force: Collection[str]) -> None:
        by_head: dict[tuple[str, int], list[Rule]] = defaultdict(list)
        for rule in rules:
            if rule.head:
                by_head[rule.head[:2]].append(rule)
        self._of_rule = {rule.text: _sources(rule, KEY_ARGUMENT["option"]) for rule in by_head[_OPTION]}
        sources: dict[_Place, list[_Source]] = {}
        todo = [place for of_rule in self._of_rule.values() for place in _places(of_rule)]
        for place in todo:
            if place not in sources:
                sources[place] = [
                    source
                    for rule in by_head[place[:2]]
                    if rule.applies(in_force)
                    for source in _sources(rule, place[2])
                ]
                todo += _places(sources[place])
        self._open = {place for place in sources if not by_head[place[:2]]}
        while new := {
            place for place, of_place in sources.items() if place not in self._open and self._are_open(of_place)
        }:
            self._open |= new
        self._kinds: dict[_Place, set[str]] = {place: set() for place in sources}
        while [place for place, of_place in sources.items() if self._grow(place, of_place)]:
            pass

    def of(self, rule: Rule) -> set[str] | None:
        """Return the kinds of the actions that a rule permits; None if nothing bounds them."""
        return None if self._are_open(self._of_rule[rule.text]) else self._union(self._of_rule[rule.text])

    def _are_open(self, sources: Iterable[_Source]) -> bool:
        return any(not isinstance(source, str) and self._open.issuperset(source) for source in sources)

    def _union(self, sources: Iterable[_Source]) -> set[str]:
        bound = (
            {source}
            if isinstance(source, str)
            else self._kinds[next(place for place in source if place not in self._open)]
            for source in sources
        )
        return set[str]().union(*bound)

    def _grow(self, place: _Place, sources: Iterable[_Source]) -> bool:
        """Add kinds to a place; return False if it has them all."""
        before, kinds = len(self._kinds[place]), set() if place in self._open else self._union(sources)
        self._kinds[place] |= kinds
        return len(self._kinds[place]) > before


def _places(sources: Iterable[_Source]) -> Iterator[_Place]:
    for source in sources:
        yield from () if isinstance(source, str) else source


def _sources(rule: Rule, at: int) -> list[_Source]:
    """Return a source for each term that a rule writes in the argument `at` of its head."""
    sources: list[_Source] = []
    terms = [args[at] for args in _alternatives(rule)]
    for term in terms:
        if term.startswith("("):
            terms += split(term[1:-1], ";")
        elif kind := functor(term):
            sources.append(kind)
        else:
            # scenarios state nothing about a moment but what is asked for
            body = [(atom.name, atom.args) for atom in rule.body if atom.args and atom.args[-1] == "T"]
            sources.append(
                tuple((name, len(args), n) for name, args in body for n, arg in enumerate(args) if arg == term)
            )
    return sources


def _alternatives(rule: Rule) -> list[list[str]]:
    """Return the arguments of a head; of each alternative of a pool such as `way(in; out)` that has as many."""
    head, arity = rule.head_text or "()", rule.head[1] if rule.head else 0
    alternatives = (split(arguments, ",") for arguments in split(head[head.index("(") + 1 : -1], ";"))
    return [arguments for arguments in alternatives if len(arguments) == arity]
