"""House rules for the ten-clause rulebook with one planted fault each, and harmless ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.cli.house import house_rule


class Planted(NamedTuple):
    """A house rule: its law (one line for each clause), what it replaces, and what the audit must say of it.

    `finds` are (kind, what, a clause of its core or ``""``); further findings are no mistake, these must be there.
    """

    name: str
    law: tuple[str, ...]
    finds: tuple[tuple[str, str, str], ...]
    replaced: tuple[str, ...] = ()
    reads: str = "hero/1"
    defines: str = "becomes/3"
    helpers: str = ""
    more: str = ""
    scope: str = ""


def written(parent: Path, planted: Planted) -> Path:
    """The folder of the house rule."""
    ids = [f"HOUSE-{planted.name.upper()}-{number:03}" for number in range(1, len(planted.law) + 1)]
    clauses = "".join(f"- {{id: {one}, kind: outcome, text: A planted rule.}}\n" for one in ids)
    spec = f"title: {planted.name}\nintent: It is planted.\nbase: lantern\nclauses:\n{clauses}"
    spec += f"replaced: [{', '.join(planted.replaced)}]\n{planted.more}"
    head = f"%# House rule: {planted.name}\n%\n% Reads:   {planted.reads}\n% Defines: {planted.defines}\n\n"
    lines = [line.replace("CLAUSE", f'clause("{one}")') for one, line in zip(ids, planted.law, strict=True)]
    law = head + "\n".join([planted.helpers, *lines]) + "\n"
    return house_rule(parent, planted.name, spec, law)


FAULTY = (
    # two values for one thing in one moment
    Planted(
        "lit-shrines",
        ("becomes(lantern(H), lit, T) :- CLAUSE, gust(H, _, T).",),
        (("conflict", "two_values(lantern(Ada))", "LD-07"),),
        reads="gust/3",
    ),
    Planted(
        "pushed-back",
        ("becomes(at(H), P, T) :- CLAUSE, walks(H, _, T), is(at(H), P, T).",),
        (("conflict", "two_values(at(Ada))", "HOUSE-PUSHED-BACK-001"),),
        reads="walks/3",
    ),
    Planted(
        "two-dice",
        ("due(pit(H), two_coins, T) :- CLAUSE, tested(H, T).",),
        (("conflict", "two_pools(pit(Ada))", "LD-05"),),
        reads="tested/2",
        defines="due/3",
        more="pools: {two_coins: [heads, tails]}\n",
    ),
    Planted(
        "firm-footing",
        ("reads(pit(H), 6, keeps, T) :- CLAUSE, tested(H, T).",),
        (("conflict", "two_meanings(pit(Ada))", "LD-05"),),
        reads="tested/2",
        defines="reads/4",
    ),
    # something must be ruled and nothing does
    Planted(
        "no-rest",
        ('refused("HOUSE-NO-REST-001", H, rest, T) :- CLAUSE, deciding(H, T).',),
        (("gap", "nobody_may(Ada)", "LD-01"),),
        replaced=("LD-03",),
        reads="deciding/2",
        defines="refused/4",
    ),
    Planted(
        "half-a-die",
        (
            "reads(pit(H), X, keeps, T) :- CLAUSE, tries(H, T), face(t6, X, _), X < 6.",
            "due(pit(H), t6, T) :- CLAUSE, tries(H, T).",
        ),
        (("gap", "unread(pit(Ada), 6)", ""),),
        replaced=("LD-05",),
        reads="tries/2, face/3",
        defines="due/3, reads/4",
    ),
    Planted(
        "unruled-company",
        ("unruled(crowd(P), T) :- CLAUSE, is(phase, walk, T), is(at(H), P, T), is(at(H'), P, T), H < H'.",),
        (("gap", "crowd(B2)", "HOUSE-UNRULED-COMPANY-001"),),
        reads="hero/1",
        defines="unruled/2",
        more='gaps: {crowd: {args: [place], says: "what a crowd does in {1}"}}\n',
        scope="size=2",
    ),
    # clauses that never apply, or are always beaten
    Planted(
        "brave",
        ("becomes(lantern(H), lit, T) :- CLAUSE, stat(H, nerve, 6), dark(H, T).",),
        (("never applies", "clause(HOUSE-BRAVE-001)", "HOUSE-BRAVE-001"),),
        reads="stat/3, dark/2",
    ),
    Planted(
        "soft-floor",
        ('except("LD-05", (H, T)) :- CLAUSE, tries(H, T).',),
        (("always beaten", "clause(LD-05)", "LD-05"),),
        reads="tries/2",
        defines="except/2",
    ),
    Planted(
        "no-walking",
        ('except("LD-02", (H, D, T)) :- CLAUSE, deciding(H, T), is(at(H), P, T), is(exit(P), D, T).',),
        (("always beaten", "clause(LD-02)", "LD-02"), ("never applies", "clause(LD-05)", "LD-05")),
        reads="deciding/2",
        defines="except/2",
    ),
    Planted(
        "self-made",
        (
            'event(stumbles(H), T) :- CLAUSE, tries(H, T), not except("HOUSE-SELF-MADE-001", (H, T)).',
            'except("HOUSE-SELF-MADE-001", (H, T)) :- CLAUSE, tries(H, T).',
        ),
        (("always beaten", "clause(HOUSE-SELF-MADE-001)", "HOUSE-SELF-MADE-001"),),
        reads="tries/2",
        defines="event/2, except/2",
        more='events: {stumbles: {args: [figure], says: "{1} stumbles"}}\n',
    ),
    # what must always hold does not
    Planted(
        "doubles",
        ("gains(at(H), P', T) :- CLAUSE, walks(H, D, T), is(at(H), P, T), adjacent(P, D, P'), tested_way(P).",),
        (("never applies", "clause(HOUSE-DOUBLES-001)", "HOUSE-DOUBLES-001"),),
        reads="walks/3, adjacent/3",
        defines="gains/3, tested_way/1",
        helpers='tested_way("Z9").',
    ),
    Planted(
        "shadows",
        ("gains(at(H), P, T) :- CLAUSE, is(way(H), _, T), is(phase, danger, T), is(at(H'), P, T), hero(H'), hero(H).",),
        (("invariant", "two_places(Bo)", "HOUSE-INVARIANTS-001"),),
        defines="gains/3",
        scope="size=3",
    ),
    Planted(
        "crawling",
        (
            "asks(H, T) :- CLAUSE, is(phase, omen, T), is(fallen(H), yes, T).",
            "option(H, rest, T) :- CLAUSE, is(phase, omen, T), is(fallen(H), yes, T).",
        ),
        (("invariant", "fallen_acts(Ada)", "HOUSE-INVARIANTS-002"),),
        defines="asks/2, option/3",
    ),
)

HARMLESS = (
    Planted(
        "rest-well",
        ("event(rests_well(H), T) :- CLAUSE, chosen(H, rest, T).",),
        (),
        defines="event/2",
        more='events: {rests_well: {args: [figure], says: "{1} rests well"}}\n',
    ),
    Planted(
        "relight", ("becomes(lantern(H), lit, T) :- CLAUSE, is(phase, close, T), hero(H), is(lantern(H), out, T).",), ()
    ),
    Planted(
        "no-fear",
        ('except("LD-04", (H, T)) :- CLAUSE, dark(H, T), carries(H, rope).',),
        (),
        reads="dark/2, carries/2",
        defines="except/2",
    ),
    Planted("waiting", ("option(H, rest, T) :- CLAUSE, deciding(H, T).",), (), reads="deciding/2", defines="option/3"),
    Planted(
        "same-again",
        ("becomes(fallen(H), yes, T) :- CLAUSE, tested(H, T), shows(pit(H), slips, T).",),
        (),
        reads="tested/2",
    ),
)
