"""Gaps that an answer must name: those in the moment of the event that is asked about, or those that stop play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from drakdom.answer import Stop
from drakdom.formula import Atom, Formula, atoms_of, stays_true, truth
from drakdom.graph.play import Node, Place, Play
from drakdom.graph.scopes import covered
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say
from drakdom.rulings.untaken import GAPS, gaps_if_refused, gaps_if_taken, is_unstated
from drakdom.terms import Term, is_ground, match
from drakdom.value.solve import Branch
from drakdom.why.naming import figures_of, names_in, words_in
from drakdom.why.reasons import Reasons

#: Most gaps that are named with one answer.
MOST_NAMED = 2
#: Entry and phase in which play breaks off, and the sentences of the gaps.
Break = tuple[Place, tuple[str, ...]]


def undecided(
    book: Rulebook, question: Open, *, never: bool, stops: bool, turned: bool
) -> tuple[Stop, tuple[str, ...]]:
    """Return where play stops as seen from a formula, with the sentences of the gaps.

    `never` is true if nothing makes the formula true, `stops` if play then also stops before its end. `turned` is true
    if a clause is known without which the formula could be true. A formula that only the end of play makes true is open
    wherever play stops.
    """
    branches, atoms = question.branches, atoms_of(question.formula)
    patterns = [atom.pattern for atom in atoms]
    permission = all(pattern.name == "may" for pattern in patterns)
    with_events = [(branch, {atom: _with_event(branch, atom) for atom in atoms}) for branch in branches]
    if gaps := [gap for _, by_atom in with_events for atom_gaps in by_atom.values() for gap in atom_gaps]:
        # an event that is seen happens, even if its moment is not decided in full; a permission is no event
        is_doubtful = permission and any(
            not _holds_anyhow(branch, question.formula, by_atom)
            and not all(is_unstated(gap) for atom_gaps in by_atom.values() for gap in atom_gaps)
            for branch, by_atom in with_events
        )
        return "there" if is_doubtful else "beside", _sentences(book, gaps)
    if never and (gaps := [gap for branch in branches for gap in _with_refused(branch, question.formula)]):
        return "there", _sentences(book, gaps)
    if not stops:
        return "nowhere", ()
    sentences = _sentences(book, [gap for branch in branches for gap in _first(branch.play)])
    if not stays_true(question.formula):
        return ("there" if sentences else "nowhere"), sentences
    names = question.figures & frozenset[str]().union(*map(names_in, patterns))
    if turned and names and all(question.breaks_later(branch.play, names) for branch in branches):
        return "later", sentences
    rests = [rest for pattern in patterns if (rest := words_in(pattern) - question.figures)]
    about = [
        any(names & names_in(to_value(gap)) or any(rest <= words_in(to_value(gap)) for rest in rests) for gap in gaps)
        for branch in branches
        for gaps in map(_gaps, _broken(branch.play))
    ]
    lacks_draws = all(is_unstated(gap) for branch in branches for gap in _first(branch.play))
    if not turned and about and all(about) and question.always_breaks and not (permission and lacks_draws):
        return "there", sentences
    return "earlier", sentences


@dataclass(frozen=True, slots=True)
class Open:
    """A formula and its play. `figures` are those of the scenario, `acting` those for which it states an action.

    `always_breaks` is true if every course of play breaks off before the formula is decided.
    """

    formula: Formula
    branches: Sequence[Branch]
    figures: frozenset[str]
    acting: frozenset[str]
    always_breaks: bool

    def breaks_later(self, play: Play, names: frozenset[str]) -> bool:
        """Test if play breaks off only by gaps about other figures, after choices of theirs that are not stated."""
        apart = names | self.acting
        reached, todo = {0}, [0]
        for index in todo:
            node = play.nodes[index]
            if _breaks(node):
                return False
            for edge in node.edges:
                chosen = [to_value(figure) for (kind, figure, _, _), _ in node.resolved(edge) if kind == "choice"]
                if all(str(chooser) in apart for chooser in chosen) and edge.target not in reached:
                    reached.add(edge.target)
                    todo.append(edge.target)
        return not any(names & names_in(to_value(gap)) for node in _broken(play) for gap in _gaps(node))


def _sentences(book: Rulebook, gaps: Sequence[Symbol]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(say(book, to_value(gap)) for gap in sorted(set(gaps))))[:MOST_NAMED]


def first_break(book: Rulebook, play: Play) -> Break | None:
    """Return the entry and phase in which play first breaks off, with the sentences of the gaps; None if it does not.

    A law can break off without a gap of its own; such a break is not meant.
    """
    node = _first_node(play)
    gaps = dict.fromkeys(say(book, to_value(gap)) for gap in sorted(_gaps(node))) if node else {}
    return ((node.entry, node.phase), tuple(gaps)[:MOST_NAMED]) if node and gaps else None


def clauses_at_stop(book: Rulebook, why: Reasons, sentences: Sequence[str]) -> list[str]:
    """Return the nearest clause behind each of the gaps with these sentences by which play first breaks off.

    That a draw is not stated is no clause's doing.
    """
    if (node := _first_node(why.branch.play)) is None:
        return []
    gaps = [gap for gap in sorted(_gaps(node)) if not is_unstated(gap) and say(book, to_value(gap)) in sentences]
    return [book.principal(clause) for gap in gaps for clause in why.clauses(gap, node.place)[:1]]


def lacks_of_event(branch: Branch, formula: Formula) -> bool:
    """Test if play first breaks off by a gap that names all that an event of a formula names, not figures alone."""
    figures = figures_of(branch.case)
    wanted = [words for atom in atoms_of(formula) if not (words := words_in(atom.pattern)) <= figures]
    return any(words <= words_in(to_value(gap)) for words in wanted for gap in _first(branch.play))


def _broken(play: Play) -> list[Node]:
    return [node for node in play.nodes if _breaks(node)]


def _first_node(play: Play) -> Node | None:
    return min(_broken(play), key=lambda node: node.entry, default=None)


def _first(play: Play) -> list[Symbol]:
    broken = _first_node(play)
    return _gaps(broken) if broken else []


def _with_event(branch: Branch, atom: Atom) -> list[Symbol]:
    """Return the gaps of the moments with an event, or with a permitted action, if each of these breaks off.

    A permitted action that no play takes is tried where it is permitted.
    """
    play = branch.play
    covered = _covered(play, atom)
    nodes = [n for n in covered if any(match(atom.pattern, to_value(symbol)) for symbol in play.nodes[n].seen)]
    gaps = [_gaps(play.nodes[n]) if _breaks(play.nodes[n]) else [] for n in nodes]
    if atom.pattern.name == "may":
        taken = [*_taken(play, covered, atom.pattern)]
        gaps = [_gaps(node) if _breaks(node) else [] for node in taken] or gaps
        if not taken and not all(gaps):
            gaps = [*gaps_if_taken(branch, nodes, atom.pattern)]
    return [gap for moment in gaps for gap in moment] if all(gaps) else []


def _holds_anyhow(branch: Branch, formula: Formula, gaps: Mapping[Atom, Sequence[Symbol]]) -> bool:
    """Test if a formula of permissions holds for any answer to those that meet gaps, or that play leaves open."""

    def granted(atom: Atom) -> bool | None:
        return True if not gaps[atom] and branch.evaluation.value(atom).results == {True} else None

    return truth(formula, granted) is True


def _with_refused(branch: Branch, formula: Formula) -> list[Symbol]:
    """Return the gaps that come with the action of a question for a permission, if it is stated and refused."""
    match formula:
        case Atom(Term("may", (figure, action)) as pattern) if is_ground(pattern):
            gaps = [*gaps_if_refused(branch, _covered(branch.play, formula), figure, action)]
            return [gap for gap in gaps if names_in(figure) & names_in(to_value(gap))] or gaps
    return []


def _covered(play: Play, atom: Atom) -> Sequence[int]:
    """Return the nodes of which an atom speaks; what is permitted after a chosen event is permitted later."""
    opening = atom.scope.value if atom.scope else None
    chosen = isinstance(opening, Term) and opening.name in play.of_choices
    return covered(play, atom.scope, later=chosen and atom.pattern.name == "may")


def _taken(play: Play, nodes: Iterable[int], pattern: Term) -> Iterator[Node]:
    """Yield the nodes to which an open choice of the action leads."""
    for node in map(play.nodes.__getitem__, nodes):
        for edge in node.edges:
            for (kind, figure, _, _), action in node.resolved(edge):
                if kind == "choice" and match(pattern, Term("may", (to_value(figure), to_value(action)))):
                    yield play.nodes[edge.target]


def _breaks(node: Node) -> bool:
    return node.kind == "end" and node.final is None and bool(_gaps(node))


def _gaps(node: Node) -> list[Symbol]:
    return [symbol for symbol in node.seen if symbol.name in GAPS]
