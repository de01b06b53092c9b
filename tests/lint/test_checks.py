"""Each check of the lint finds what it is for: a rulebook that is broken in one way, and one finding."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drakdom.lint import LintFinding, lint_rulebook

#: (check, file, what stands there, what stands there instead, a piece of the message). An empty piece of text to
#: replace means that the new text comes last in the file.
BROKEN = {
    "no start": ("start", "rulebook.yaml", "start: {phase: choose}\n", "", "write `start: {phase: choose}`"),
    "no topology": (
        "topology",
        "rulebook.yaml",
        "topology:\n  grid: {n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0]}\n",
        "",
        "nothing states `adjacent/3`: the vocabulary has no `topology`",
    ),
    "not ruled": (
        "must-be-ruled",
        "rulebook.yaml",
        "shrine: a shrine}",
        "shrine: a shrine, well: a well}",
        "`well` must be ruled (type `room_kind`), but no rule mentions it",
    ),
    "no action": (
        "refused",
        "move.lp",
        "",
        'option(H, jmup, T) :- clause("LD-03"), deciding(H, T).',
        "unknown action `jmup`",
    ),
    "no program": ("syntax", "pit.lp", "", "falls(H :- .", "not an answer-set program"),
    "nested too deep": ("syntax", "pit.lp", "", f"deep({'(' * 99}1{')' * 99}).", "nest deeper"),
    "file left out": ("loaded", "rulebook.lp", '#include "variants/narrow-halls.lp".\n', "", "is not included"),
    "file not there": ("loaded", "rulebook.lp", "", '#include "well.lp".\n', "there is no file `well.lp`"),
    "rule in the entry": ("loaded", "rulebook.lp", "", "bare(pit).\n", "more than includes"),
    "no title": ("header", "pit.lp", "%# Pits", "% Pits", "first line"),
    "defines too much": ("header", "pit.lp", "tries/2,", "tries/2, trips/2,", "lists `trips/2`"),
    "defines too little": ("header", "pit.lp", "tries/2,", "", "leaves out `tries/2`"),
    "reads too little": ("header", "move.lp", "standing/2,", "", "leaves out `standing/2`"),
    "choice": ("normal-rules", "pit.lp", "", "{ tested(H, T) } :- tries(H, T).", "a choice rule"),
    "disjunction": ("normal-rules", "pit.lp", "", "tested(H, T) ; tries(H, T) :- tries(H, T).", "a disjunction"),
    "constraint": ("normal-rules", "pit.lp", "", ":- tested(H, T), tries(H, T).", "a constraint"),
    "show": ("normal-rules", "pit.lp", "", "#show tested/2.", "`#show`"),
    "const": ("normal-rules", "pit.lp", "", "#const size = 3.", "`#const`"),
    "optimisation": ("normal-rules", "pit.lp", "", "#minimize { 1, H : tested(H, T) }.", "`#minimize`"),
    "external": ("normal-rules", "pit.lp", "", "#external tested(H, T) : tries(H, T).", "`#external`"),
    "script": ("normal-rules", "pit.lp", "", "#script (lua) #end.", "`#script`"),
    "function": ("normal-rules", "pit.lp", "X <= N", "@least(X) <= N", "external function"),
    "negation": ("normal-rules", "pit.lp", "not except", "not -except", "classical negation"),
    "part": ("normal-rules", "pit.lp", "", "#program later(t).", "`#program`"),
    "unsafe": ("unsafe", "pit.lp", "", "tested(H, T) :- tries(_, T).", "nothing gives `H` a value"),
    "unsafe in another": (
        "unsafe",
        "pit.lp",
        "tested(H, T), shows(pit(H), slips, T)",
        "tested(H, T), shows(pit(H), slips, T), X != Y'",
        "nothing gives `X`, `Y'` a value",
    ),
    "core's own": (
        "reserved",
        "pit.lp",
        "tested(H, T)                :-",
        "next(H, fallen, T) :- tries(H, T).\ntested(H, T) :-",
        "`next/3`",
    ),
    "library's own": (
        "reserved",
        "pit.lp",
        "",
        "#include <grid>.\n#include <tile>.\nlaid(P, down, T) :- tries(_, T), adjacent(P, down, _).\nturn(n, s).",
        "`turn/2` may only be derived by the library",
    ),
    "engine's own": ("reserved", "round.lp", "bare(floor).", "bare(floor).\nentries(1).", "`entries/1`"),
    "arity": (
        "reserved",
        "omen.lp",
        "gust(H, _, T), is",
        "gust(H, _, T), gains(H, T), is",
        "is not the core's `gains/3`",
    ),
    "engine's own facts": (
        "reserved",
        "round.lp",
        "bare(floor).",
        "bare(floor).\nstage(T) :- is(phase, choose, T).",
        "`stage/1`",
    ),
    "two clauses": (
        "one-clause",
        "pit.lp",
        'clause("LD-05"), tries',
        'clause("LD-05"), clause("LD-01"), tries',
        "two clause",
    ),
    "clause not first": (
        "one-clause",
        "pit.lp",
        'clause("LD-05"), tries(H, T)',
        'tries(H, T), clause("LD-05")',
        "come first",
    ),
    "clause under not": (
        "one-clause",
        "pit.lp",
        'clause("LD-05"), tries',
        'not clause("LD-05"), tries',
        "not a plain literal",
    ),
    "clause unknown": ("unknown-clause", "pit.lp", 'clause("LD-06")', 'clause("LD-66")', "did you mean"),
    "restating": (
        "restating",
        "move.lp",
        'option(H, rest, T)        :- clause("LD-03")',
        'option(H, rest, T) :- clause("LD-08")',
        "restates `LD-03`",
    ),
    "no clause": (
        "no-clause",
        "move.lp",
        'asks(H, T)     :- clause("LD-01"), ',
        "asks(H, T) :- ",
        "without a clause",
    ),
    "shape": ("subject", "pit.lp", 'except("LD-05", (H, T)) :-', 'except("LD-05", (H, pit, T)) :-', "differs in shape"),
    "no moment in the subject": (
        "subject",
        "pit.lp",
        'except("LD-05", (H, T)) :-',
        'except("LD-05", (T, H)) :-',
        "ends in `T`",
    ),
    "nobody asks": ("subject", "pit.lp", ', not except("LD-05", (H, T))', "", "no rule of `LD-05` asks"),
    "unknown in a table": (
        "unknown-clause",
        "pit.lp",
        'except("LD-05", (H, T)) :- clause("LD-06"), tries(H, T), carries(H, rope).',
        'spared("LD-05"; "LD-55").\nexcept(ID, (H, T)) :- clause("LD-06"), tries(H, T), carries(H, rope), spared(ID).',
        "unknown clause `LD-55`",
    ),
    "nobody asks for a row": (
        "subject",
        "pit.lp",
        'except("LD-05", (H, T)) :- clause("LD-06"), tries(H, T), carries(H, rope).',
        'spared("LD-05"; "LD-03").\nexcept(ID, (H, T)) :- clause("LD-06"), tries(H, T), carries(H, rope), spared(ID).',
        "no rule of `LD-03` asks",
    ),
    "no table": (
        "subject",
        "pit.lp",
        'except("LD-05", (H, T)) :- clause("LD-06"), tries(H, T), carries(H, rope).',
        'except(ID, (H, T)) :- clause("LD-06"), tries(H, T), carries(H, ID).',
        "nor taken from a table",
    ),
    "asks for another": (
        "subject",
        "pit.lp",
        'clause("LD-06"), tries(H, T)',
        'clause("LD-06"), tries(H, T), not except("LD-02", (H, n, T))',
        "yields to exceptions",
    ),
    "override": (
        "override",
        "variants/narrow-halls.lp",
        'except("LD-02", (H, D, T)) :- clause("LD-09"), held_up(H, D, T).\n',
        "",
        "overrides `LD-02`",
    ),
    "pool": (
        "pool-under-not",
        "round.lp",
        "not is(fallen(H), yes, T)",
        "not is(fallen(H), (yes; no), T)",
        "means `or`",
    ),
    "open pool": (
        "open-pool",
        "pit.lp",
        "tries(H, T), carries",
        "tries(H, T), is(at(H), (nowhere; pit(_)), T), carries",
        "a pool holds `_`",
    ),
    "moment not last": ("moment", "pit.lp", "tries(H, T), carries", "tries(T, H), carries", "is not the last"),
    "moment left open": (
        "moment",
        "pit.lp",
        "tries(H, T), carries",
        "tries(H, _), is(at(H), _, T), carries",
        "has no moment",
    ),
    "reckoning": ("moment", "pit.lp", "tries(H, T), carries", "tries(H, T), T > 3, carries", "cannot calculate"),
    "misspelt": (
        "unknown-predicate",
        "move.lp",
        "adjacent(P, D, P')",
        "adjacnt(P, D, P')",
        "did you mean `adjacent/3`",
    ),
    "never stated": (
        "unstated-predicate",
        "pit.lp",
        "#defined carries/2.",
        "#defined carries/2.\n#defined lame/1.\ntries(H, T) :- tested(H, T), lame(H).",
        "neither a rule nor",
    ),
    "unread": ("unread-predicate", "round.lp", "bare(floor).", "bare(floor).\nbleak(pit).", "no rule reads"),
    "fluent": ("unknown-fluent", "pit.lp", "is(room(P), pit, T)", "is(rooms(P), pit, T)", "did you mean `room/1`"),
    "nameless roll": (
        "chances",
        "pit.lp",
        "#defined carries/2.",
        "#defined carries/2.\ndue(R, t6, T) :- is(trap(_), R, T).",
        "does not tell which rolls `due(R,t6,T)` names",
    ),
    "roll": (
        "unknown-roll",
        "pit.lp",
        "shows(pit(H), slips, T).\nevent",
        "shows(pitt(H), slips, T).\nevent",
        "did you mean `pit/1`",
    ),
    "dead": ("dead", "pit.lp", "", "becomes(fallen(H), no, T) :- is(phase, omen, T), tested(H, T).", "in no phase"),
    "phase unknown": ("phase", "pit.lp", "is(phase, danger, T)", "is(phase, dangers, T)", "did you mean `danger`"),
    "phase open": (
        "phase",
        "pit.lp",
        "is(phase, danger, T)",
        "is(phase, Phase, T), Phase = danger",
        "the phase must be a word",
    ),
    "dice unknown": ("dice", "pit.lp", "face(t6, X, _), X <= N", "face(t8, X, _), X <= N", "unknown dice `t8`"),
    "dice due unknown": ("dice", "pit.lp", "due(pit(H), t6, T)", "due(pit(H), six, T)", "known: `t6`"),
    "roll not told": ("chances", "rulebook.yaml", "pit($1)", "hole($1)", "can state the roll"),
    "roll not asked": (
        "chances",
        "rulebook.yaml",
        "chances:\n",
        "chances:\n  fate: {args: [], type: t6, says: fate}\n",
        "no rule asks",
    ),
    "event without words": ("events", "pit.lp", "event(falls(H), T)", "event(falls_in(H), T)", "has no sentence"),
    "event's arity": (
        "events",
        "rulebook.yaml",
        "  falls:   {args: [figure]",
        "  falls:   {args: [figure, place]",
        "is declared with 2",
    ),
    "event never": (
        "events",
        "rulebook.yaml",
        "events:\n",
        "events:\n  sings: {args: [figure], says: sings}\n",
        "no rule derives it",
    ),
    "gap without words": ("gaps", "pit.lp", "", "unruled(no_rope(H), T) :- tested(H, T).", "has no sentence"),
    "secret never": (
        "secrets",
        "rulebook.yaml",
        "state: {}",
        "state: {}\nsecrets: {lanterns($figure): $figure}",
        "`lanterns(_)` is declared under `secrets`, but no rule sets it",
    ),
    "doubt without readings": ("readings", "omen.lp", 'doubt("LD-07", T)', 'doubt("LD-05", T)', "has no readings"),
    "reading unknown": (
        "readings",
        "omen.lp",
        'read_as("LD-07", room)',
        'read_as("LD-07", rooms)',
        "did you mean `room`",
    ),
}

#: Other checks see these too, and are right (headers become untrue by most changes).
ALSO = {
    "no program": {"unknown-predicate", "unread-predicate", "unknown-roll", "events", "chances", "override", "gaps"},
    "nested too deep": {
        "unknown-predicate",
        "unread-predicate",
        "unknown-roll",
        "events",
        "chances",
        "override",
        "gaps",
    },
    "file left out": {"events"},
    "negation": {"subject"},
    "unknown in a table": {"subject"},
    "no table": {"override"},
    "nameless roll": {"unknown-fluent"},
    "arity": {"unknown-predicate"},
    "pool": {"unknown-word"},
    "open pool": {"unknown-word"},
    "library's own": {"unknown-word"},
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, lantern: Path) -> Path:
    return Path(shutil.copytree(lantern, tmp_path_factory.mktemp("broken") / "lantern"))


@pytest.fixture
def broken(copy: Path, lantern: Path) -> Iterator[Callable[[str, str, str], tuple[LintFinding, ...]]]:
    """Lint a copy of the ten-clause rulebook with one change, which is undone after the test."""
    changed = set()

    def lint(file: str, old: str, new: str) -> tuple[LintFinding, ...]:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} stands not in {file}"
        changed.add(file)
        path.write_text(text.replace(old, new, 1) if old else text + new + "\n", encoding="utf-8")
        return lint_rulebook(copy)

    yield lint
    for file in changed:
        shutil.copy2(lantern / file, copy / file)  # with its time, so that it is not parsed again


def test_the_little_rulebook_is_clean(lantern: Path) -> None:
    assert lint_rulebook(lantern) == ()


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_rulebook_is_found(name: str, broken: Callable[[str, str, str], tuple[LintFinding, ...]]) -> None:
    check, file, old, new, piece = BROKEN[name]
    result = broken(file, old, new)
    assert check in {entry.rule for entry in result}, result
    assert any(piece in entry.message + entry.help for entry in result if entry.rule == check), result
    rest = [entry for entry in result if entry.rule not in {check, "header"} | ALSO.get(name, set())]
    assert not rest, rest


@pytest.mark.parametrize(
    "rule",
    [
        "core_broken(H, W, T) :- tries(H, T), bare(W).",
        "broken(H, T) :- tries(H, T).",
        "next(H, T) :- tries(H, T).",
        "passing(H, W, T) :- tries(H, T), bare(W).",
    ],
)
def test_law_may_use_a_name_of_the_core_with_another_arity(
    broken: Callable[[str, str, str], tuple[LintFinding, ...]], rule: str
) -> None:
    head = rule.partition(" :-")[0]
    findings = broken("pit.lp", "", f"{rule}\ntested(H, T) :- {head}.")
    assert {finding.rule for finding in findings} == {"header"}, findings
