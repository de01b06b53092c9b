"""Scenario files: their facts, and the messages about wrong words."""

from dataclasses import replace
from pathlib import Path

import pytest

from drakdom.errors import InputError, LimitError
from drakdom.scenario import read_scenario, read_scenario_text
from drakdom.scenario.under import read_as
from drakdom.terms import Term
from tests.readers.books import BOARD, FIGURES, RULEBOOKS, facts, lantern, problems, scenario

GRID = {f'adjacent("B2",{way},"{to}")' for way, to in {"n": "B3", "e": "C2", "s": "B1", "w": "A2"}.items()}


def test_a_scenario_means_these_facts() -> None:
    read = scenario("play: [{Sigeir: move n, Farouche: [rest, move w]}]\nrolls: {pit Sigeir: [4, 2]}\n")
    assert GRID | {
        'given(room("B2"),floor)',
        'given(exit("B2"),n)',
        'figure("Sigeir",hero)',
        'given(at("Sigeir"),"B2")',
        'stat("Farouche",nerve,5)',
        'carries("Farouche",rope)',
        'given(lantern("Sigeir"),lit)',
        'given(step("Sigeir"),1)',
        "given(entry,1)",
        "given(phase,choose)",
        "entries(1)",
        'stated(1,"Sigeir",1,move(n))',
        'stated(1,"Farouche",2,move(w))',
        'told(pit("Sigeir"),1,4)',
        'told(pit("Sigeir"),2,2)',
        'given(count(pit("Sigeir")),0)',
    } <= facts(read)
    assert read.figures == ("Sigeir", "Farouche")
    assert read.places == ("B2", "C2", "B3")


def test_the_ring_around_named_squares_leads_both_ways() -> None:
    ring = {f for f in facts(scenario("")) if f.startswith("adjacent")}
    assert 'adjacent("B3",n,"B4")' in ring
    assert 'adjacent("B4",s,"B3")' in ring
    assert not any('"B5"' in f or '"@2"' in f or '"A0"' in f for f in ring)


def test_facts_are_traced_to_their_line() -> None:
    read = scenario("play: [{Sigeir: move n}]\n")
    place = read.sources[Term("given", (Term("at", ("Sigeir",)), "B2"))]
    assert str(place) == "case.yaml:7:28"
    assert read.sources[Term("stated", (1, "Sigeir", 1, Term("move", (Term("n"),))))].line == 9
    assert Term("entries", (1,)) not in read.sources


def test_scalars_are_text_that_the_vocabulary_types() -> None:
    read = scenario("title: 12:30\nnote: no\n", figures="figures: {on: {kind: hero, at: b2, nerve: 3, rope: no}}\n")
    assert (read.title, read.note, read.figures) == ("12:30", "no", ("on",))
    assert not any(f.startswith("carries") for f in facts(read))
    assert 'given(at("on"),"B2")' in facts(read)


def test_names_may_be_words_of_the_vocabulary() -> None:
    names = ("rest", "move", "pit", "hero", "e", "phase", "Sir Rohan", "size")
    figures = "figures:\n" + "".join(f"  {n}: {{kind: hero, at: B2, nerve: 3}}\n" for n in names)
    text = (
        "play: [{rest: rest, move: move e, Sir Rohan: rest}]\n"
        "rolls: {pit pit: 3, pit Sir Rohan: 2}\n"
        "expect: [{always: [falls(pit), 'rests(Sir Rohan)']}, {may: Sir Rohan move e}, {illegal: rest rest}]\n"
    )
    read = scenario(text, figures=figures)
    assert {'stated(1,"rest",1,rest)', 'told(pit("Sir Rohan"),1,2)', 'told(pit("pit"),1,3)'} <= facts(read)
    assert [str(c.formula) for c in read.claims] == [
        "falls(pit)",
        "rests(Sir Rohan)",
        "may(Sir Rohan, move(e))",
        "illegal(rest, rest)",
    ]


def test_begin_and_state_replace_the_usual_start() -> None:
    for text in ("begin: {phase: danger}\n", "begin: danger\n"):
        stated = facts(scenario(text))
        assert "given(phase,danger)" in stated
        assert "given(phase,choose)" not in stated


def test_begin_goes_over_what_figures_and_defaults_say() -> None:
    stated = facts(scenario("begin: {at(Sigeir): C2, lantern(Sigeir): out}\n"))
    assert {'given(at("Sigeir"),"C2")', 'given(lantern("Sigeir"),out)'} <= stated
    assert not {'given(at("Sigeir"),"B2")', 'given(lantern("Sigeir"),lit)'} & stated


def test_one_thing_under_two_spellings_stands_twice() -> None:
    assert problems('play: [{keeper: rest, "keeper ": rest}]\n') == ["duplicate `keeper` in this entry"]


def test_suppositions_and_readings_and_variants() -> None:
    read = scenario("suppose: {omens: {calm: 3, gust: 1}}\nreadings: {LD-07: room}\nvariants: [narrow-halls]\n")
    assert {"deck(omens,calm,3)", "deck(omens,gust,1)"} <= facts(read)
    assert read.readings == {"LD-07": "room"}
    assert read.sources[Term("fixed", ("LD-07", Term("room")))].line
    assert "LD-09" in read.in_force


def test_readings_come_in_the_order_of_their_ids_however_they_are_written() -> None:
    text = "rulebook: drakborgen-atervackt\nreadings: {%s}\n"
    read = read_scenario_text(text % "DA-TRAP-027: each, DA-DOOR-003: all_spent")
    assert [*read.readings] == ["DA-DOOR-003", "DA-TRAP-027"]
    again = read_as(read_scenario_text(text % "DA-TRAP-027: each"), ["DA-DOOR-003=all_spent"])
    assert [*again.readings] == ["DA-DOOR-003", "DA-TRAP-027"]


def test_who_is_not_on_the_board_may_act_and_be_claimed_of() -> None:
    read = scenario("play: [{Sigeir: rest, keeper: rest}]\nexpect:\n  - illegal: keeper rest\n")
    assert {"stated(1,keeper,1,rest)", "given(step(keeper),1)"} <= facts(read)
    assert [str(claim.formula) for claim in read.claims] == ["illegal(keeper, rest)"]
    [message] = problems("play: [{keper: rest}]\n")
    assert "no figure `keper`" in message
    assert "did you mean `keeper`?" in message


def test_clauses_may_be_struck() -> None:
    read = scenario("without: [LD-03]\n")
    assert read.without == ("LD-03",)
    assert {"LD-03", "LD-08"} & set(read.in_force) == set()  # LD-08 restates it
    assert problems("without: [LD-3]\n") == ["unknown clause `LD-3`, did you mean `LD-03`?"]


def test_an_action_of_a_fallen_figure_is_no_error_of_the_reader() -> None:
    figures = "figures: {Sigeir: {kind: hero, at: B2, nerve: 3, fallen: yes}}\n"
    assert problems("play: [{Sigeir: rest}]\n", figures=figures) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("borad: {}", "unknown key `borad` in a scenario, did you mean `board`?"),
        ("house_rules: [mine]", "there is no house rule `mine`, known: `invariants`"),
        (
            "variants: [narrow_halls]",
            "unknown optional rule `narrow_halls` in this rulebook, did you mean `narrow-halls`?",
        ),
        ("readings: {LD-07: rooms}", "unknown reading `rooms` of `LD-07`, did you mean `room`?"),
        ("readings: {LD-02: room}", "the clause `LD-02` has no readings, did you mean `LD-07`?"),
        ("readings: {LD-7: room}", "unknown clause `LD-7`, did you mean `LD-07`?"),
        ("play: {Sigeir: rest}", "`play` must be a list of entries, not a mapping, put `- ` before each entry"),
        ("play: [Sigeir rest]", "an entry of `play` must be a mapping, not `Sigeir rest`, write `{Name: action}`"),
        ("play: [{Sigier: rest}]", "there is no figure `Sigier`, did you mean `Sigeir`?"),
        ("play: [{SIGEIR: rest}]", "there is no figure `SIGEIR`, did you mean `Sigeir`?"),
        ("play: [{Sigeir: mvoe n}]", "unknown action `mvoe`, did you mean `move`? (<figure> walks <direction>)"),
        ("play: [{Sigeir: move}]", "`move` takes 1 word (direction), not 0"),
        ("play: [{Sigeir: rest n}]", "`rest` takes no word, not 1"),
        ("play: [{Sigeir: move x}]", "unknown direction `x`, known: `n`, `e`, `s`, `w`"),
        (
            "draws: {omne Sigeir: calm}",
            "unknown draw or roll `omne`, did you mean `omen`? (the omen that <figure> draws)",
        ),
        ("draws: {omen Sigeir: clam}", "unknown omen `clam`, did you mean `calm`?"),
        ("rolls: {pit Sigeir: 7}", "`7` is not a face of t6, it shows 1 to 6"),
        ("begin: {phase: dangr}", "unknown phase `dangr`, did you mean `danger`?"),
        ("begin: {phase: pits}", "unknown phase `pits`, it is now `danger`"),
        ("begin: {fase: danger}", "unknown fluent `fase`, did you mean `phase`?"),
        ("begin: {phase: danger, 'phase ': walk}", "duplicate `phase`, first in line 9"),
        *(
            (
                f"begin: {{{fluent}: 2}}",
                f"`{fluent}` cannot be stated: it is counted from the entries of `play` and `rolls`, "
                "leave out what came before, play begins with its first entry",
            )
            for fluent in ("entry", "step(Sigeir)", "count(pit(Sigeir))")
        ),
        ("suppose: {omens: {clam: 1}}", "unknown omen `clam`, did you mean `calm`?"),
        ("suppose: {omens: {calm: many}}", "`many` is not a whole number, write one in digits, such as `3`"),
        ("state: {sun: 3}", "unknown field `sun` of `state`"),
        ("title: [x]", "`title` must be a single value, not a list"),
        ("note: x\nnote: y", "duplicate `note`, first in line 9"),
    ],
)
def test_a_wrong_word_is_quoted_and_the_nearest_offered(text: str, message: str) -> None:
    assert problems(text + "\n") == [message]


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        ("kind: hero, at: B2", ["`Sigeir` has no `nerve`, the nerve of the hero, for tests at a pit"]),
        ("kind: hreo, at: B2, nerve: 1", ["unknown figure kind `hreo`, did you mean `hero`?"]),
        ("kind: hero, at: 2B, nerve: 1", ["`2B` is not a square, a square is a column letter and a row number: `E4`"]),
        ("kind: hero, at: [B2, C2], nerve: 1", ["`Sigeir` cannot be in several places, `B2` and `C2`"]),
        ("kind: hero, at: B2, nerve: 9", ["`nerve` of `Sigeir` is `9`, it must be between 0 and 6"]),
        ("kind: hero, at: B2, nerve: 1, rope: 3", ["`rope` of `Sigeir` must be `yes` or `no`, not `3`"]),
        (
            "kind: hero, at: B2, nerv: 1",
            [
                "`Sigeir` has no `nerve`, the nerve of the hero, for tests at a pit",
                "unknown field `nerv` of `Sigeir`, did you mean `nerve`? (the nerve of the hero, for tests at a pit)",
            ],
        ),
    ],
)
def test_fields_of_figures(fields: str, messages: list[str]) -> None:
    assert problems("", figures=f"figures: {{Sigeir: {{{fields}}}}}\n") == messages


@pytest.mark.parametrize(
    ("rooms", "message"),
    [
        ("B2: {rom: floor}", "unknown field `rom` of a place, did you mean `room`? (the kind of room)"),
        ("B2: {room: flor}", "unknown room kind `flor`, did you mean `floor`?"),
        ("B2: {exits: [n, up]}", "unknown direction `up`, known: `n`, `e`, `s`, `w`"),
        ("B2: {exits: [n, e, n]}", "duplicate `n` in `exits` of `B2`"),
        ("B2: floor", "`B2` must be a mapping, not `floor`, write `key: value` lines"),
        ("b2: {}, B2: {}", "duplicate `B2`, first in line 1"),
        ("Hall: {}", "`Hall` is not a square, a square is a column letter and a row number: `E4`"),
    ],
)
def test_fields_of_places(rooms: str, message: str) -> None:
    assert problems("", board=f"board: {{rooms: {{{rooms}}}}}\n") == [message]


@pytest.mark.parametrize("name", ["_", "' x'", "'a\"b'", "''", "x" * 61])
def test_names_that_no_figure_can_have(name: str) -> None:
    assert len(problems("", figures=f"figures: {{{name}: {{kind: hero, at: B2, nerve: 3}}}}\n")) == 1


@pytest.mark.parametrize(
    ("figures", "message"),
    [
        ("[Sigeir]", "`figures` must be a mapping, not a list, write `key: value` lines"),
        ("{Sig\u200beir: {kind: hero, at: B2, nerve: 3}}", "it has an invisible character, U+200B"),
    ],
)
def test_figures_that_cannot_be_read_cause_no_further_problems(figures: str, message: str) -> None:
    name = "Sig\u200beir" if "\u200b" in figures else "Sigeir"
    mentions = f"play: [{{{name}: rest}}]\nrolls: {{pit {name}: 2}}\nexpect: [{{never: falls({name})}}]\n"
    [problem] = problems(mentions, figures=f"figures: {figures}\n")
    assert message in problem


def test_no_figure_is_called_as_an_actor_of_the_rulebook_is() -> None:
    with pytest.raises(InputError) as caught:
        scenario("", figures="figures: {keeper: {kind: hero, at: B2, nerve: 3}}\n")
    message = "`keeper` cannot be the name of a figure, it is the word for the keeper of the lamp"
    assert [str(problem) for problem in caught.value.problems] == [f"case.yaml:6:11: {message}"]


def test_all_problems_are_reported_in_the_order_of_the_file() -> None:
    text = "play: [{Sigeir: mvoe n}]\nrolls: {pit Sigeir: 7}\nnote: x\nexpect: [{always: fals(Sigeir)}]\n"
    with pytest.raises(InputError) as caught:
        scenario(text, board=BOARD.replace("shrine", "shrin"))
    assert [(p.line, p.column) for p in caught.value.problems] == [(5, 16), (9, 17), (10, 21), (12, 19)]
    assert caught.value.exit_code == 2


def test_the_rulebook_must_be_named_and_known(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="case:1:1: the scenario names no `rulebook`"):
        read_scenario_text("title: x\n", "case")
    with pytest.raises(InputError, match="case:1:11: there is no rulebook `lantren`, did you mean `lantern`"):
        read_scenario_text("rulebook: lantren\n", "case", [RULEBOOKS])
    path = tmp_path / "case.yaml"
    path.write_text("rulebook: ./lantern\n", encoding="utf-8")
    with pytest.raises(InputError, match="there is no rulebook"):
        read_scenario(path, [RULEBOOKS])
    (tmp_path / "lantern").symlink_to(RULEBOOKS / "lantern")
    assert read_scenario(path).rulebook.slug == "lantern"


def test_a_scenario_may_hold_next_to_nothing() -> None:
    read = read_scenario_text("rulebook: lantern\n", "case", [RULEBOOKS])
    assert (read.title, read.entries, read.figures, read.claims) == ("case", 1, (), ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("figures:\n" + "".join(f"  F{n}: {{}}\n" for n in range(61)), "61 figures, at most 60"),
        ("play:\n" + "  - {}\n" * 201, "201 entries, at most 200"),
        (
            "board:\n  rooms:\n" + "".join(f"    {a}{n}: {{}}\n" for a in "AB" for n in range(1, 501)) + "    C1: {}\n",
            "1001 places, at most 1000",
        ),
    ],
)
def test_bounds(text: str, message: str) -> None:
    with pytest.raises(LimitError, match=message):
        read_scenario_text("rulebook: lantern\n" + text, "case", [RULEBOOKS])


def test_figures_of_the_usual_board_are_fine() -> None:
    assert problems("", figures=FIGURES) == []


def stray(at: str, more: str = "", board: str = BOARD) -> list[str]:
    return problems(more, board=board, figures=f"figures: {{Ada: {{kind: hero, nerve: 3, at: {at}}}}}\n")


def test_a_figure_far_from_everything_is_a_slip() -> None:
    (complaint,) = stray("Z99")
    assert complaint.startswith("`Ada` is on `Z99`, far from every square that the scenario describes")
    assert complaint.endswith("name an undiscovered square on the board: `Z99: {}`")
    assert "did you mean `C2`?" in stray("C22")[0]


@pytest.mark.parametrize(
    ("at", "more", "board"),
    [
        ("D2", "", BOARD),  # beside a room that is described
        ("D3", "", BOARD),
        ("Z99", "", ""),  # nothing is described
        ("Z99", "", BOARD + "    Z99: {}\n"),
    ],
)
def test_a_square_that_nobody_has_seen_may_be_stood_on(at: str, more: str, board: str) -> None:
    assert stray(at, more, board) == []


def test_a_square_that_a_draw_names_may_be_stood_on() -> None:
    text = "rulebook: drakborgen-atervackt\nboard: {rooms: {D4: {tile: room}}}\nfigures: {Ann: {kind: hero, at: K9}}\n"
    assert read_scenario_text(text + "draws: {tile K9: room}").figures == ("Ann",)
    with pytest.raises(InputError, match="is on `K9`, far from"):
        read_scenario_text(text)


def test_the_board_ends_where_the_rulebook_says() -> None:
    book = lantern()
    small = replace(book, topology=replace(book.topology, size=(8, 5)))
    for square, near in (("Z99", "its last square is `H5`"), ("Z3", "the last square is `H5`, the nearest `H3`")):
        text = f"board: {{rooms: {{B2: {{}}}}}}\nfigures: {{Ada: {{kind: hero, nerve: 3, at: {square}}}}}"
        with pytest.raises(InputError) as caught:
            read_scenario_text(text, "case.yaml", rulebook=small)
        assert f"`{square}` is off the board, {near}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("suppose: {omens: {calm: -1, gust: 2}}\n", "is `-1`, it must be between 0 and 1000000"),
        ("suppose: {omens: {calm: 1, 'calm ': 2}}\n", "duplicate `calm` in `omens` of `suppose`, first in line 9"),
        ("rolls: {pit Sigeir: 1, pit(Sigeir): 2}\n", "duplicate `pit(Sigeir)`, first in line 9, write a list"),
        ("rolls: {pit Sigeir: }\n", "`pit Sigeir` is empty"),
        ("readings: {LD-07: }\n", "the reading of `LD-07` is empty, known: `drawer`, `room`"),
        ("play: [{Sigeir: {move: e}}]\n", "an action must be a few words, not a mapping, write `{Name: action}`"),
    ],
)
def test_what_would_count_wrongly_or_for_nothing(text: str, message: str) -> None:
    (complaint,) = problems(text)
    assert message in complaint


def test_what_a_deck_does_not_hold_cannot_come_up() -> None:
    stated = facts(scenario("suppose: {omens: {calm: 3, gust: 0}}\n"))
    assert {fact for fact in stated if fact.startswith("deck")} == {"deck(omens,calm,3)"}
    assert not {fact for fact in facts(scenario("suppose: {omens: {calm: 0}}\n")) if fact.startswith("deck")}


def test_a_value_that_a_list_has_twice_is_refused() -> None:
    """The law sees each value once."""
    text = """\
title: Two swords
rulebook: talisman
board: {places: {a: {region: outer, clockwise: a}}}
figures:
  Ann: {kind: character, at: a, strength: 4, craft: 4, has: [sword, mule, sword]}
"""
    with pytest.raises(InputError, match="duplicate `sword` in `has` of `Ann`"):
        read_scenario_text(text, "case.yaml")
