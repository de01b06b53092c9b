"""Tiny games for the pieces of the library, each with the result that its rules must give."""

from tests.core.tiny import Tiny

END = "entry_ends(T) :- is(phase, go, T).\n"

GRID = [
    Tiny(
        "from each side of a square the other three are seen",
        END + "event(sees(D, D', X), T) :- is(phase, go, T), seen_from(D, D', X).",
        happens={
            f"sees({side},{seen},{word})": "1"
            for number, side in enumerate("nesw")
            for word, quarters in {"back": 0, "left": 1, "straight": 2, "right": 3}.items()
            for seen in ["nesw"[(number + quarters) % 4]]
        },
    ),
    Tiny(
        "a door closes the way from both of its sides, and no other way",
        END
        + "shut(P, D) :- door(P, D).\nshut(P', D') :- door(P, D), adjoins(P, D, P', D').\n"
        + "event(stays(P, D), T) :- is(phase, go, T), wants(P, D), shut(P, D).\n",
        facts='adjacent("A1", e, "B1"); adjacent("B1", w, "A1"); adjacent("A1", n, "A2"); adjacent("A2", s, "A1");'
        'adjacent("A1", down, below("A1")); door("A1", e); wants("A1", e); wants("B1", w); wants("A1", n)',
        happens={'stays("A1",e)': "1", 'stays("B1",w)': "1"},
    ),
]

TILE = [
    Tiny(
        "a tile is laid with its mark to the west",
        END + "mark(P, w, T) :- is(phase, go, T), drawn(P).\nevent(open(D), T) :- laid(hall, D, T).\n",
        facts="drawn(hall); layout(hall, straight); layout(hall, left); fitted(hall, right, door)",
        happens={"open(w)": "1", "open(e)": "1", "open(n)": "1"},
        ends="barrier(hall,s) = door; exit(hall) = e; exit(hall) = n; exit(hall) = w",
    ),
    *(
        Tiny(
            f"a tile is turned, its north to {north}",
            END + f"turned(hall, {north}, T) :- is(phase, go, T).",
            given="exit(hall) = n; exit(hall) = e; exit(yard) = n",
            ends="; ".join(sorted(f"exit(hall) = {side}" for side in sides)) + "; exit(yard) = n",
        )
        for north, sides in {"n": "ne", "e": "es", "s": "sw", "w": "wn"}.items()
    ),
    Tiny(
        "a door that is printed on one of two tiles stands between both",
        END + "event(shut(P, D), T) :- is(phase, go, T), wants(P, D), barrier(P, D, door, T).\n",
        facts="adjacent(hall, e, yard); adjacent(yard, w, hall); wants(hall, e); wants(yard, w); wants(yard, e)",
        given="barrier(hall, e) = door",
        happens={"shut(hall,e)": "1", "shut(yard,w)": "1"},
    ),
]

LIFE = [
    Tiny(
        "harm of several causes kills together, and none hurts nobody",
        END
        + "loses(F, N, Why, T) :- is(phase, go, T), blow(F, N, Why).\n"
        + "dies(F, T) :- harm(F, N, T), is(life(F), N', T), N >= N'.\n"
        + "event(hurt(F, N), T) :- hurt(F, T), harm(F, N, T).\n",
        facts="blow(ann, 2, fire); blow(ann, 2, fall); blow(bo, 3, fire); blow(cy, 0, fire)",
        given="life(ann) = 4; life(bo) = 4; life(cy) = 0",
        happens={"hurt(ann,4)": "1", "hurt(bo,3)": "1", "dies(ann)": "1"},
        ends="dead(ann) = yes; life(ann) = 4; life(bo) = 4; life(cy) = 0",
    ),
]

CHECK = [
    Tiny(
        "a check of a value, another one of a value that nobody stated",
        END
        + "check(climb(P), P, strength, T) :- is(phase, go, T), climbs(P).\n"
        + "value_of(P, A, N, T) :- is(phase, go, T), stat(P, A, N).\n"
        + "check_dice(t4).\ndue(R, t4, T) :- check(R, P, A, T), valued(P, A, T).\n"
        + "reads(R, X, success, T) :- low_enough(R, X, T).\nreads(R, X, failure, T) :- too_high(R, X, _, T).\n"
        + "event(up(R), T) :- passed(R, T).\nevent(down(R), T) :- missed(R, T).\n",
        facts="face(t4, 1, 1); face(t4, 2, 1); face(t4, 3, 1); face(t4, 4, 1); stat(ann, strength, 3);"
        "stat(bo, luck, 4); climbs(ann)",
        happens={"up(climb(ann))": "3/4", "down(climb(ann))": "1/4"},
    ),
    Tiny(
        "how much a roll is above the value",
        END
        + "check(jump, ann, strength, T) :- is(phase, go, T).\nvalue_of(ann, strength, 1, T) :- is(phase, go, T).\n"
        + "check_dice(t4).\nevent(above(X, N), T) :- too_high(jump, X, N, T).",
        facts="face(t4, 1, 1); face(t4, 2, 1); face(t4, 4, 1)",
        happens={"above(2,1)": "1", "above(4,3)": "1"},
    ),
    Tiny(
        "a value that nobody stated",
        END + "check(climb, ann, strength, T) :- is(phase, go, T).\nvalue_of(ann, luck, 3, T) :- is(phase, go, T).",
        happens={"unruled(no_value(ann,strength))": "1"},
        ends="broken",
    ),
]

WAYS = [
    Tiny(
        "back, on and out of nowhere",
        END
        + "elsewhere(none).\nevent(goes(D, D', X), T) :- is(phase, go, T), asked(D, D'), sense(D, D', X).\n"
        + "event(keeps(F, V), T) :- is(phase, go, T), path_holds(F, V).\n",
        facts="asked(n, n); asked(n, w); asked(none, w); asked(down, w)",
        happens={
            "goes(n,n,back)": "1",
            "goes(n,w,on)": "1",
            "goes(none,w,out)": "1",
            "keeps(at(figure),place)": "1",
            "keeps(came(figure),side)": "1",
        },
    ),
]

ROUND_THE_TABLE = """
first_seat(F, T) :- is(first, F, T).
in_line(turn, F, T) :- is(phase, go, T), player(F), not is(had, F, T), not is(out(F), yes, T).
gains(had, F, T) :- first_in_line(turn, F, T).
event(turn(F, N), T) :- first_in_line(turn, F, T), N = #count { F' : is(had, F', T) }.
event(left(F, F'), T) :- first_in_line(turn, F, T), left(F, F').
more(T) :- first_in_line(turn, _, T).
entry_ends(T) :- is(phase, go, T), not more(T).
"""
SEATS = [
    Tiny(
        "four sit round the table, and who is out has no turn",
        ROUND_THE_TABLE,
        facts="player(ann); player(bo); player(cy); player(dee);"
        "left_of(ann, bo); left_of(bo, cy); left_of(cy, dee); left_of(dee, ann); left_of(dee, nobody)",
        given="first = cy; out(ann) = yes",
        happens={
            "turn(cy,0)": "1",
            "turn(dee,1)": "1",
            "turn(bo,2)": "1",
            "left(cy,dee)": "1",
            "left(dee,ann)": "1",
            "left(bo,cy)": "1",
        },
    ),
    Tiny(
        "two sit to the left of each other",
        ROUND_THE_TABLE,
        facts="player(ann); player(bo)",
        given="first = bo",
        happens={"turn(bo,0)": "1", "turn(ann,1)": "1", "left(bo,ann)": "1", "left(ann,bo)": "1"},
    ),
    Tiny(
        "of three the left neighbour of the last need not be stated",
        ROUND_THE_TABLE,
        facts="player(ann); player(bo); player(cy); left_of(ann, bo); left_of(bo, cy)",
        given="first = cy",
        happens={
            "turn(cy,0)": "1",
            "turn(ann,1)": "1",
            "turn(bo,2)": "1",
            "left(cy,ann)": "1",
            "left(ann,bo)": "1",
            "left(bo,cy)": "1",
        },
    ),
    Tiny(
        "who sits nowhere and loses a turn by it is a gap, after the turns of those who sit somewhere",
        ROUND_THE_TABLE,
        facts="player(ann); player(bo); player(cy); left_of(ann, bo)",
        given="first = ann",
        happens={"turn(ann,0)": "1", "turn(bo,1)": "1", "left(ann,bo)": "1", "unruled(no_seat(cy))": "1"},
        ends="broken",
    ),
    Tiny(
        "who sits nowhere and has no turn to lose is no gap, nor is who is in line and sits somewhere",
        "in_line(turn, F, T) :- is(phase, go, T), waits(F).\nfirst_seat(ann, T) :- is(phase, go, T).\n"
        "event(first(F), T) :- first_in_line(turn, F, T).\nentry_ends(T) :- is(phase, go, T).\n",
        facts="player(ann); player(bo); player(cy); left_of(ann, bo); waits(bo)",
        happens={"first(bo)": "1"},
        ends="",
    ),
    Tiny(
        "who is in line when no entry ends has not yet lost a turn",
        "in_line(turn, F, T) :- is(phase, go, T), player(F).\nfirst_seat(ann, T) :- is(phase, go, T).\n"
        "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
        "event(first(F), T) :- first_in_line(turn, F, T).\n",
        facts="player(ann); player(bo); player(cy); left_of(ann, bo)",
        happens={"first(ann)": "1"},
        ends="",
    ),
]

RING = """
next_field(P, D, S) :- along(P, ring, D, S).
next_field(P, D, S) :- along(P, road, D, S).
line_ends(P, D) :- along(P, road, _, _), along(_, road, D, _), not along(P, road, D, _).
longest(3).
due(steps, t3, T) :- is(phase, go, T).
becomes(at, S, T) :- shows(steps, N, T), is(at, P, T), is(heading, D, T), line(P, D, N, S).
becomes(at, S, T) :- shows(steps, N, T), is(at, P, T), is(heading, D, T), line_to_end(P, D, K, S), K < N.
event(lands(S), T) :- becomes(at, S, T).
"""
FIELDS = """face(t3, 1, 1); face(t3, 2, 1); face(t3, 3, 1)
along(inn, ring, clockwise, ford); along(ford, ring, clockwise, port); along(port, ring, clockwise, inn)
along(ford, ring, counterclockwise, inn); along(port, ring, counterclockwise, ford)
along(inn, ring, counterclockwise, port)
along(quay, road, out, mole); along(mole, road, out, light); along(mole, road, in, quay); along(light, road, in, mole)
"""
LINE = [
    Tiny(
        "on a ring a throw leads round",
        END + RING,
        FIELDS,
        given="at = inn; heading = counterclockwise",
        happens={"lands(port)": "1/3", "lands(ford)": "1/3", "lands(inn)": "1/3"},
    ),
    Tiny(
        "along a road a throw leads to its end and no further",
        END + RING,
        FIELDS,
        given="at = quay; heading = out",
        happens={"lands(mole)": "1/3", "lands(light)": "2/3"},
    ),
    Tiny(
        "from the end of a road nothing leads on",
        END + RING,
        FIELDS,
        given="at = quay; heading = in",
        happens={"lands(quay)": "1"},
        ends="at = quay; heading = in",
    ),
]

PILE = [
    Tiny(
        "two cards are drawn of two black ones and a white one",
        "due(card, pick, T) :- is(phase, (go; stop), T).\n"
        "left_in_pile(card, X, N, T) :- is(phase, (go; stop), T), is(left(X), N, T).\n"
        "reads(card, X, X, T) :- left_in_pile(card, X, _, T).\n"
        "changes(left(X), -1, drawn, T) :- shows(card, X, T).\n"
        "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
        "event(draws(X, P), T) :- shows(card, X, T), is(phase, P, T).\n",
        given="left(black) = 2; left(white) = 1; left(red) = 0",
        happens={
            "draws(black,go)": "2/3",
            "draws(white,go)": "1/3",
            "draws(black,stop)": "2/3",
            "draws(white,stop)": "1/3",
        },
    ),
    Tiny(
        "cards of one kind are the likelier, the more of them are left",
        END
        + "due(card, pick, T) :- is(phase, go, T).\nleft_in_pile(card, X, N, T) :- is(phase, go, T), left(X, N).\n"
        + "reads(card, X, X, T) :- left_in_pile(card, X, _, T).\nevent(draws(X), T) :- shows(card, X, T).",
        facts="left(black, 3); left(white, 1); left(red, 0)",
        happens={"draws(black)": "3/4", "draws(white)": "1/4"},
    ),
]

PIECES = {
    "check": CHECK,
    "grid": GRID,
    "life": LIFE,
    "line": LINE,
    "pile": PILE,
    "seats": SEATS,
    "tile": TILE,
    "ways": WAYS,
}
