"""House rules for the ten-clause rulebook: with one planted fault each, with a changed outcome, and harmless ones."""

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
    clauses = "".join(f"- {{id: {entry}, kind: outcome, text: A planted rule.}}\n" for entry in ids)
    spec = f"title: {planted.name}\nintent: It is planted.\nbase: lantern\nclauses:\n{clauses}"
    spec += f"replaced: [{', '.join(planted.replaced)}]\n{planted.more}"
    head = f"%# House rule: {planted.name}\n%\n% Reads:   {planted.reads}\n% Defines: {planted.defines}\n\n"
    named = [line.replace("CLAUSE_ID", f'"{entry}"') for entry, line in zip(ids, planted.law, strict=True)]
    lines = [line.replace("CLAUSE", f'clause("{entry}")') for entry, line in zip(ids, named, strict=True)]
    law = head + "\n".join([planted.helpers, *lines]) + "\n"
    return house_rule(parent, planted.name, spec, law)


FAULTY = (
    # a prohibition of what stays granted
    Planted(
        "no-rest-in-vain",
        ("refused(CLAUSE_ID, H, rest, T) :- CLAUSE, deciding(H, T).",),
        (("never matters", "clause(HOUSE-NO-REST-IN-VAIN-001)", "HOUSE-NO-REST-IN-VAIN-001"),),
        reads="deciding/2",
        defines="refused/4",
    ),
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
    # clauses that apply and make no difference
    Planted(
        "waiting",
        ("option(H, rest, T) :- CLAUSE, deciding(H, T).",),
        (("never matters", "clause(HOUSE-WAITING-001)", "HOUSE-WAITING-001"),),
        reads="deciding/2",
        defines="option/3",
    ),
    Planted(
        "ropes-for-all",
        (
            'except("LD-05", (H, T)) :- CLAUSE, tries(H, T), stat(H, nerve, 3), is(way(H), e, T).',
            'except("LD-05", (H, T)) :- CLAUSE, tries(H, T), carries(H, rope).',
        ),
        (
            ("never matters", "clause(LD-06)", "LD-06"),
            ("never matters", "clause(HOUSE-ROPES-FOR-ALL-002)", "HOUSE-ROPES-FOR-ALL-002"),
        ),
        reads="tries/2, stat/3, carries/2",
        defines="except/2",
        scope="size=4,heroes=1",
    ),
    Planted(
        "no-fear",
        ('except("LD-06", (H, T)) :- CLAUSE, dark(H, T), carries(H, rope).',),
        (("never matters", "clause(HOUSE-NO-FEAR-001)", "HOUSE-NO-FEAR-001"),),  # who is in the dark comes to no pit
        reads="dark/2, carries/2",
        defines="except/2",
        scope="size=4,heroes=1",
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
    # a pledge that a later moment overwrites; a choice among nothing
    Planted(
        "eternal-light",
        ("firm(lantern(H)) :- CLAUSE, hero(H).",),
        (("conflict", "two_values(lantern(Ada))", "HOUSE-ETERNAL-LIGHT-001"),),
        defines="firm/1",
    ),
    Planted(
        "helping-hands",
        (
            "due(hand(H), pick, T) :- CLAUSE, tested(H, T).",
            "among(hand(H), H', T) :- CLAUSE, tested(H, T), is(at(H), P, T), is(at(H'), P, T), H != H'.",
            "reads(hand(H), X, X, T) :- CLAUSE, among(hand(H), X, T).",
        ),
        (("gap", "nothing_to_pick(hand(Ada))", "HOUSE-HELPING-HANDS-001"),),
        reads="tested/2",
        defines="due/3, among/3, reads/4",
        more='chances: {hand: {args: [figure], type: figure, key: "hand($1)", says: "whose hand {1} gets hold of"}}\n',
        scope="size=4",
    ),
)

#: What only a comparison with the book shows; `finds` are the kind of outcome, and what becomes of it.
CHANGED = (
    Planted(
        "eastward-safe",
        ('except("LD-05", (H, T)) :- CLAUSE, tries(H, T), is(way(H), e, T).',),
        (("tested", "stricter", ""), ("falls", "stricter", "")),
        reads="tries/2",
        defines="except/2",
    ),
    Planted(
        "no-way-west",
        ('except("LD-02", (H, w, T)) :- CLAUSE, deciding(H, T), is(at(H), P, T), is(exit(P), w, T).',),
        (("may move", "stricter", ""),),
        reads="deciding/2",
        defines="except/2",
    ),
    Planted(
        "dim-eyes",
        (
            "becomes(lantern(H), out, T) :- CLAUSE, shows(omen(H), calm, T).",
            "event(goes_out(H), T) :- CLAUSE, shows(omen(H), calm, T).",
        ),
        (("goes_out", "looser", ""),),
        defines="becomes/3, event/2",
    ),
    Planted(
        "wind-from-the-east",
        (
            'except("LD-02", (H, e, T)) :- CLAUSE, deciding(H, T), is(at(H), P, T), is(exit(P), e, T).',
            "option(H, move(w), T) :- CLAUSE, deciding(H, T), dark(H, T), is(at(H), P, T), is(exit(P), w, T).",
        ),
        (("may move", "incomparable", ""),),
        reads="deciding/2, dark/2",
        defines="except/2, option/3",
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
        "well-rested",
        ("becomes(rested(H), yes, T) :- CLAUSE, chosen(H, rest, T).",),
        (),
        reads="chosen/3",
    ),
    Planted(
        "been-there",
        ("gains(been(H), P, T) :- CLAUSE, walks(H, _, T), is(at(H), P, T).",),
        (),
        reads="walks/3",
        defines="gains/3",
    ),
    Planted(
        "greetings",
        (
            "event(greets(H, H'), T) :- CLAUSE, is(phase, close, T), hero(H), hero(H'), H < H', "
            "is(at(H), P, T), is(at(H'), P, T).",
        ),
        (),
        defines="event/2",
        more='events: {greets: {args: [figure, figure], says: "{1} greets {2}"}}\n',
        scope="size=3",
    ),
    Planted(
        "silent-shrines",
        ("event(prays(H), T) :- CLAUSE, is(phase, omen, T), is(entered(H), P, T), is(room(P), shrine, T).",),
        (),
        replaced=("LD-07",),
        reads="is/3",
        defines="event/2",
        more='events: {prays: {args: [figure], says: "{1} prays"}}\n',
    ),
    Planted(
        "one-rope-for-two",
        (
            'except("LD-05", (H, T)) :- CLAUSE, tries(H, T), is(at(H), P, T), '
            "is(at(H'), P, T), carries(H', rope), H != H'.",
        ),
        (),
        reads="tries/2, carries/2",
        defines="except/2",
        scope="size=5",
    ),
    Planted(
        "no-way-back",
        (
            'except("LD-02", (H, w, T)) :- CLAUSE, deciding(H, T), is(at(H), P, T), is(exit(P), w, T).',
            'refused("HOUSE-NO-WAY-BACK-001", H, move(w), T) :- CLAUSE, deciding(H, T), is(at(H), P, T), '
            "is(exit(P), w, T).",
        ),
        (),
        reads="deciding/2",
        defines="except/2, refused/4",
    ),
    Planted(
        "listening",
        ("option(H, listen, T) :- CLAUSE, deciding(H, T).", "event(listens(H), T) :- CLAUSE, chosen(H, listen, T)."),
        (),
        reads="deciding/2",
        defines="option/3, event/2",
        more='actions: {listen: {args: [], term: listen, says: "{figure} listens"}}\n'
        'events: {listens: {args: [figure], says: "{1} listens"}}\n',
    ),
    Planted(
        "cold-nights",
        ("event(shivers(H), T) :- CLAUSE, chosen(H, rest, T), dark(H, T).",),
        (),
        reads="dark/2",
        defines="event/2",
        more='events: {shivers: {args: [figure], says: "{1} shivers in the dark"}}\n',
    ),
)

#: A roll that two clauses ask for from different dice, and one clause only should; an omen that means two things.
TO_MEND = (
    Planted(
        "eastward-coins",
        (
            "due(pit(H), coin, T) :- CLAUSE, tries(H, T), is(way(H), e, T).",
            "reads(pit(H), heads, keeps, T) :- CLAUSE, tries(H, T), is(way(H), e, T).",
            "reads(pit(H), tails, slips, T) :- CLAUSE, tries(H, T), is(way(H), e, T).",
        ),
        (),
        reads="tries/2",
        defines="due/3, reads/4",
        more="pools: {coin: [heads, tails]}\n",
    ),
    Planted(
        "warm-winds",
        (
            "due(omen(H), deck(omens), T) :- CLAUSE, is(phase, omen, T), is(entered(H), P, T), is(room(P), shrine, T).",
            "reads(omen(H), X, X, T) :- CLAUSE, is(phase, omen, T), is(entered(H), P, T), is(room(P), shrine, T), "
            "omen(X).",
            "becomes(lantern(H), ablaze, T) :- CLAUSE, is(phase, omen, T), shows(omen(H), gust, T).",
        ),
        (),
        reads="omen/1",
        defines="due/3, reads/4, becomes/3",
    ),
)
