"""Findings that come up in a piece of the library: a rulebook cannot mend it, so they say what the rulebook must give.

Each names the piece and has its place in the rulebook: the rule that gives something to the piece, or the include.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from drakdom.law.lawtext import library
from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.files import names
from drakdom.lint.source import Law, LintFinding, SourceFile, read_source
from drakdom.rulebook.stated import stated_facts

#: A rule of the law, with its file.
Sourced = tuple[SourceFile, Statement]


def piece_name(file: SourceFile) -> str:
    """The name of a piece, as an include has it."""
    return f"<{file.path.stem}>"


def place_in_rulebook(law: Law, piece: SourceFile, wanted: Collection[Signature] = ()) -> tuple[SourceFile, int]:
    """The first rule of the rulebook that derives one of the predicates, else the include that leads to the piece."""
    for file, rule in law.rules():
        if file in law.files and any(atom.signature in wanted for atom in rule.head_atoms()):
            return file, rule.line
    for file in law.loaded:
        for include in file.includes:
            if include.of_library and include.file == piece.path:
                return place_in_rulebook(law, file) if file in law.pieces else (file, include.line)
    return piece, 1


def needed_by(piece: SourceFile, rule: Statement) -> frozenset[Signature]:
    """The predicates in the body of a piece's rule that the piece leaves to the rulebook."""
    return frozenset(atom.signature for _, atom in rule.body_atoms()) & piece.input


def given_help(path: str) -> str:
    """The help for what the solver says of a piece; empty for other files."""
    if Path(path).parent != library():
        return ""
    piece = read_source(Path(path))
    return f"look at what the rulebook gives to the piece {piece_name(piece)}: {names(piece.input)}"


def missing_sentence(law: Law, section: str, piece: SourceFile, term: Expr) -> LintFinding:
    """The finding that a vocabulary has no sentence for an event or gap of a piece."""
    slots = ", ".join([".."] * len(term.args))
    message = f"`{section}` has no sentence for `{term.source}`, which the piece {piece_name(piece)} derives"
    return law.in_vocabulary(section, message, f"declare `{term.name}: {{args: [{slots}], says: ..}}` there")


def dead_in_pieces(law: Law, dead: Collection[Sourced]) -> Iterator[LintFinding]:
    """Say of each piece with rules that can fire in no phase what the rulebook does not give to it.

    A piece whose rules are dead for another reason, such as a dead rule of the rulebook, is left out.
    """
    given = law.heads | law.contract | stated_facts(law.rulebook)
    alive = {atom.signature for place in law.rules() if place not in dead for atom in place[1].head_atoms()}
    for piece in dict.fromkeys(file for file, _ in dead if file in law.pieces):
        rules = [rule for file, rule in dead if file == piece and needed_by(piece, rule) & given <= alive]
        derived = frozenset(atom.signature for rule in rules for atom in rule.head_atoms())
        wanted = frozenset[Signature]().union(*(needed_by(piece, rule) for rule in rules))
        if not derived:
            continue
        help_ = [f"no rule gives {names(piece.input - given)}"] if piece.input - given else []
        if any(atom.signature == ("shows", 3) for rule in rules for _, atom in rule.body_atoms()):
            help_.append(f"no rule makes a roll due, `due(R, Pool, T)`, in a phase of {names(wanted)}")
        if help_:
            file, line = place_in_rulebook(law, piece, wanted)
            message = f"the piece {piece_name(piece)} can never derive {names(derived)}"
            yield law.finding("dead", file, line, message, "; ".join(help_))
