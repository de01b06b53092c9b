"""The `expect:` section: claims about the outcome of a scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from drakdom.errors import Place
from drakdom.formula import Atom, Formula, Not, Or, RawTerm, patterns, read_formula, within
from drakdom.rulebook import Rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, did_you_mean_of, fold, short
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar
from drakdom.scenario.condition import Condition
from drakdom.scenario.misfit import Misfit, arity, combined, raw_of
from drakdom.scenario.model import KINDS, Claim
from drakdom.scenario.moments import read_moment, split_moment
from drakdom.scenario.phrases import arguments, read_phrase
from drakdom.scenario.typing import Words
from drakdom.terms import Any, Term, TermError, Value, fill

_CHANCE = re.compile(r"([0-9]{1,9})(?:/([0-9]{1,9})|(\.[0-9]{1,9}))?(%?)\Z")
_BOUNDS = ("at_best", "at_worst")
#: Greatest number of words in the name of a figure, which has at most 60 characters.
_MOST_WORDS = 30
_CORE_EVENTS = ("finally", "may", "illegal", "unasked", "instead")
Interval = tuple[Fraction, Fraction]


class ClaimReader(Nodes):
    """Reads claims, in which `_` matches anything.

    `condition` selects expectations by their `when:`. `passed_over` maps the places of the others to the nearest word
    for an unknown one in their `when:`.
    """

    def __init__(self, problems: Problems, words: Words, book: Rulebook, condition: Condition | None = None) -> None:
        super().__init__(problems)
        self.words, self.book, self.condition = words, book, condition
        self.passed_over: dict[Place, str] = {}

    def read(self, node: Node | None) -> tuple[Claim, ...]:
        """Read all claims, one for each formula."""
        self.words.wild = True
        try:
            return tuple(claim for item in self.items(node, "`expect`") for claim in self.expectation(item))
        finally:
            self.words.wild = False

    def expectation(self, node: Node) -> Iterator[Claim]:
        """Yield the claims of one item of `expect:`."""
        if not isinstance(node, Mapping):
            message = f"an expectation must be a mapping, not {self.seen(node)}"
            self.problems.add(node, message, "write `always: ...`")
            return
        when = node.get("when")
        if self.condition and when is not None and not self.condition.fits(self, when):
            self.passed_over[self.problems.place(node)] = self.condition.nearest
            return
        spec = self.keyed_kinds(node)
        because = self.clauses(spec.get("because"), "`because`", self.book.ledger)
        not_because = self.clauses(spec.get("not_because"), "`not_because`", self.book.ledger)
        if not set(spec) & set(KINDS) and len(spec) == len(node.entries):
            self.problems.add(node, "the expectation claims nothing", did_you_mean("", KINDS))
        for kind in KINDS:
            if kind in spec:
                for scalar, formula, want in self.formulas(kind, spec[kind]):
                    place = self.problems.place(scalar)
                    yield Claim(kind, scalar.text, formula, place, want, because, not_because)

    def keyed_kinds(self, node: Mapping) -> dict[str, Node]:
        """Map the kinds of claims and other keys of an expectation to their nodes; note unknown keys."""
        keys = (*KINDS, "because", "not_because", "when")
        values: dict[str, Node] = {}
        for key, value in node.entries:
            name = fold(key.text)
            if name not in keys:
                message = f"unknown kind of claim `{short(key.text)}`"
                self.problems.add(key, message, did_you_mean(key.text, keys))
            elif name in values:
                self.problems.add(key, f"duplicate `{short(key.text)}` in this expectation", "write a list")
            else:
                values[name] = value
        return values

    def formulas(self, kind: str, node: Node) -> Iterator[tuple[Scalar, Formula, Interval | None]]:
        """Yield each formula of a claim with its node; for odds, also the expected interval."""
        if kind == "odds" or kind in _BOUNDS:
            for key, value in self.entries(node, f"`{kind}`"):
                formula, want = self.formula(key, self.pattern), self.interval(value)
                if want and kind in _BOUNDS and want[0] != want[1]:
                    self.problems.add(value, f"`{kind}` is one probability, not an interval")
                elif formula and want:
                    yield key, formula, want
            return
        how: dict[str, Callable[[RawTerm], Term]] = {"gap": self.gap, "contradiction": self.gap}
        scalars = self.scalars(node, f"`{kind}`")
        if not scalars and not isinstance(node, Mapping):
            self.problems.add(node, f"`{kind}` claims nothing")
        for scalar in scalars:
            if kind in ("may", "may_not", "illegal", "unasked"):
                formula = self.action_claim(kind, scalar)
            else:
                formula = self.formula(scalar, how.get(kind, self.pattern))
                if formula and kind in how:
                    name = "unruled" if kind == "gap" else "conflict"
                    formula = _inside(formula, name)
            if formula:
                yield scalar, formula, None

    def note(self, at: Scalar, misfit: Misfit) -> None:
        """Note the faults of a misfit, each at the word itself."""
        for fault in misfit.faults:
            column = at.column + (fault.offset or 0) + (0 if at.plain or not fault.offset else 1)
            spot = Scalar(at.text, at.line, at.column if at.block else column)
            self.problems.add(spot, fault.message, fault.help)

    def formula(self, scalar: Scalar, atom: Callable[[RawTerm], Term]) -> Formula | None:
        """Read one formula; None, with a problem, if it is not valid."""
        misfits: list[Misfit] = []
        moment, text, offset = split_moment(scalar.text)

        def read(raw: RawTerm) -> Term:
            try:
                return atom(raw)
            except Misfit as misfit:
                misfits.append(misfit.moved(offset))
                return Term("")

        try:
            scope = read_moment(self.book, self.event, moment) if moment else None
            formula = read_formula(text, read)
        except Misfit as misfit:
            misfits.append(misfit)
        except TermError as error:
            message = f"`{short(scalar.text)}` cannot be read: {error.message}"
            misfits.append(Misfit(message, offset=error.offset + offset))
        if misfits:
            self.note(scalar, combined(misfits))
            return None
        whole = self.either_way(formula)
        if scope and any(pattern.name == "finally" for pattern in patterns(whole)):
            message = f"`finally` is about the end of play, so it does not go with `{short(moment)}:`"
            self.note(scalar, Misfit(message, "`until:` ends play at a moment", offset))
            return None
        return within(whole, scope) if scope else whole

    def event(self, text: str) -> tuple[Term, ...]:
        """Read the pattern of an event, and with its arguments turned if either order fits; raises Misfit."""
        return patterns(self.either_way(Atom(self.pattern(raw_of(text)))))

    # -- patterns ------------------------------------------------------------------------------------------

    def pattern(self, raw: RawTerm) -> Term:
        """Read a pattern of an event; raises Misfit."""
        name = fold(raw.text)
        args = raw.args or ()
        if name in self.book.events and not raw.quoted:
            spec = self.book.events[name]
            return fill(spec.term, self.typed(raw, name, spec.args, args))
        if name == "finally":
            return self.last(raw, args)
        if name in ("may", "illegal", "unasked", "instead"):
            if len(args) != 2:
                raise Misfit(arity(name, ("figure", "action"), len(args)), offset=raw.offset)
            return Term(name, (self.words.value("actor", args[0]), self.action(args[1].written(), args[1].offset)))
        valid = (*self.book.events, *_CORE_EVENTS)
        raise Misfit(f"unknown event `{short(raw.text)}`", did_you_mean_of(raw.text, valid, self.book.slug), raw.offset)

    def either_way(self, formula: Formula) -> Formula:
        """Return the formula with interchangeable arguments in the order of the law, the lesser first."""
        if isinstance(formula, Not):
            return Not(self.either_way(formula.item))
        if not isinstance(formula, Atom):
            return type(formula)(tuple(map(self.either_way, formula.items)))
        name, args = formula.pattern.name, formula.pattern.args
        spec = self.book.events.get(name) or self.book.gaps.get(name)
        if spec is None or not spec.either_order:
            return formula
        first, second, *rest = args
        turned = Atom(Term(name, (second, first, *rest)))
        if isinstance(first, str) and isinstance(second, str):
            return formula if first <= second else turned
        return formula if first == second else Or((formula, turned))

    def typed(self, raw: RawTerm, name: str, kinds: tuple[str, ...], args: tuple[RawTerm, ...]) -> dict[str, Value]:
        """Type the arguments of a pattern; raises Misfit."""
        if len(kinds) != len(args):
            raise Misfit(arity(name, kinds, len(args)), offset=raw.offset)
        return arguments(self.words, name, kinds, args)

    def last(self, raw: RawTerm, args: tuple[RawTerm, ...]) -> Term:
        """Read a pattern of the final state, finally(Fluent, Value); raises Misfit."""
        if len(args) != 2:
            raise Misfit(arity("finally", ("fluent", "value"), len(args)), offset=raw.offset)
        fluent, kind = self.words.fluent(args[0])
        return Term("finally", (fluent, self.words.value(kind, args[1])))

    def gap(self, raw: RawTerm) -> Term:
        """Read a pattern of a gap or a conflict; raises Misfit."""
        name = fold(raw.text)
        if name == "_" and raw.args is None:
            return Term("", (Any(),))
        spec = self.book.gaps.get(name)
        if spec is None:
            help_ = did_you_mean_of(raw.text, self.book.gaps, self.book.slug)
            raise Misfit(f"unknown gap `{short(raw.text)}`", help_, raw.offset)
        return fill(spec.term, self.typed(raw, name, spec.args, raw.args or ()))

    # -- actions -------------------------------------------------------------------------------------------

    def action(self, text: str, offset: int) -> Value:
        """Read an action, or `_`, that begins at an offset of the claim; raises Misfit."""
        if text.strip() == "_":
            return Any()
        try:
            spec, env = read_phrase(self.words, self.book.actions, text, "action")
        except Misfit as misfit:
            raise misfit.moved(offset) from None
        return fill(spec.term, env)

    def action_claim(self, kind: str, scalar: Scalar) -> Formula | None:
        """Read `Sigeir move w`: the figure, then the action; None, with a problem, if it is not valid."""
        name = "may" if kind == "may_not" else kind
        try:
            figure, offset = self.figure_first(scalar.text)
            if not scalar.text[offset:]:
                raise Misfit(f"`{short(scalar.text)}` names no action", "write `Name action`, or `Name _`")
            return Atom(Term(name, (figure, self.action(scalar.text[offset:], offset))))
        except Misfit as misfit:
            self.note(scalar, misfit)
            return None

    def figure_first(self, text: str) -> tuple[Value, int]:
        """Return the figure or actor that begins a text, and the offset of the rest; raises Misfit."""
        tokens = [*re.finditer(r'"[^"]*"|\S+', text)]
        for size in range(min(len(tokens), _MOST_WORDS), 0, -1):
            head = " ".join(token[0] for token in tokens[:size])
            rest = tokens[size].start() if size < len(tokens) else len(text)
            if head in self.words.figures:
                return head, rest
            if fold(head) in self.words.book.actors:
                return Term(fold(head)), rest
            if size == 1 and head == "_":
                return Any(), rest
            if size == 1 and head.startswith('"'):
                return self.words.value("figure", raw_of(head)), rest
        self.words.value("actor", RawTerm(tokens[0][0] if tokens else "", 0))
        raise AssertionError  # no figure has this name, so value has raised

    # -- odds ----------------------------------------------------------------------------------------------

    def interval(self, node: Node) -> Interval | None:
        """Read a probability or an interval: `1/2`, `0.25`, `50%`, `1/4..1/2`."""
        scalar = self.scalar(node, "a probability")
        if scalar is None:
            return None
        low, dots, high = scalar.text.partition("..")
        least = _fraction(low)
        most = _fraction(high) if dots else least
        if least is None or most is None:
            message = f"`{short(scalar.text)}` is not a probability"
            self.problems.add(scalar, message, "write `1/2`, `0.5` or `1/4..1/2`")
        elif not 0 <= least <= most <= 1:
            message = f"`{short(scalar.text)}` is not a probability"
            self.problems.add(scalar, message, "it lies between 0 and 1, the smaller bound first")
        else:
            return least, most
        return None


def _fraction(text: str) -> Fraction | None:
    match = _CHANCE.match(text.strip())
    if not match or (match[2] and not int(match[2])):
        return None
    value = Fraction(int(match[1]), int(match[2] or 1)) + (Fraction("0" + match[3]) if match[3] else 0)
    return value / 100 if match[4] else value


def _inside(formula: Formula, name: str) -> Formula:
    """Return the formula with unruled(..) or conflict(..) around every pattern."""
    if isinstance(formula, Atom):
        inner: Value = formula.pattern
        if formula.pattern.name == "":
            inner = Any()
        return Atom(Term(name, (inner,)))
    if isinstance(formula, Not):
        return Not(_inside(formula.item, name))
    return type(formula)(tuple(_inside(item, name) for item in formula.items))
