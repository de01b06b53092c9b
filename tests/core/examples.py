"""Examples of the core: law and facts, events with their odds, and the last state."""

from tests.core.tiny import Tiny

ONE = "entry_ends(T) :- is(phase, go, T).\n"
TWO = "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
AGAIN = "becomes(phase, go, T) :- is(phase, stop, T).\n"

POSITIONS = [
    Tiny("what nothing touches stays", ONE, given="colour = red; size = 3", ends="colour = red; size = 3"),
    Tiny(
        "one value replaces another",
        ONE + "becomes(colour, blue, T) :- is(phase, go, T).",
        given="colour = red",
        ends="colour = blue",
    ),
    Tiny(
        "a value comes where there was none",
        ONE + "becomes(colour, blue, T) :- is(phase, go, T).",
        ends="colour = blue",
    ),
    Tiny(
        "the value that becomes is the one there was",
        TWO + "becomes(colour, red, T) :- is(phase, go, T).",
        given="colour = red",
        ends="colour = red",
    ),
    Tiny(
        "a set gains and drops members",
        ONE + "gains(bag, X, T) :- is(phase, go, T), found(X).\ndrops(bag, rope, T) :- is(phase, go, T).",
        facts="found(lamp); found(key)",
        given="bag = rope; bag = bread",
        ends="bag = bread; bag = key; bag = lamp",
    ),
    Tiny(
        "what is gained in the moment in which it is dropped stays",
        ONE + "gains(bag, rope, T) :- is(phase, go, T).\ndrops(bag, rope, T) :- is(phase, go, T).",
        given="bag = rope",
        ends="bag = rope",
    ),
    Tiny(
        "what is dropped and not there is not missed",
        ONE + "drops(bag, key, T) :- is(phase, go, T).",
        given="bag = rope",
        ends="bag = rope",
    ),
    Tiny(
        "changes of a moment are summed, equal ones of different causes too",
        ONE + "changes(hp, -2, Why, T) :- is(phase, go, T), cause(Why).\nchanges(hp, 1, rest, T) :- is(phase, go, T).",
        facts="cause(fire); cause(fall)",
        given="hp = 10",
        ends="hp = 7",
    ),
    Tiny(
        "a counter stops at its least",
        ONE + "least(hp, 0).\nchanges(hp, -9, fire, T) :- is(phase, go, T).",
        given="hp = 5",
        ends="hp = 0",
    ),
    Tiny(
        "a counter stops at its most",
        ONE + "most(hp, 12).\nchanges(hp, 9, rest, T) :- is(phase, go, T).",
        given="hp = 5",
        ends="hp = 12",
    ),
    Tiny(
        "a counter between its bounds moves freely",
        ONE + "least(hp, 0).\nmost(hp, 12).\nchanges(hp, 4, rest, T) :- is(phase, go, T).",
        given="hp = 5",
        ends="hp = 9",
    ),
    Tiny(
        "a counter that gets a value does not change besides",
        ONE + "becomes(hp, 1, T) :- is(phase, go, T).\nchanges(hp, 4, rest, T) :- is(phase, go, T).",
        given="hp = 5",
        ends="hp = 1",
    ),
    Tiny(
        "a counter that nobody gave does not come to be",
        TWO + "changes(hp, 4, rest, T) :- is(phase, go, T).",
        ends="",
    ),
    Tiny(
        "a temporary ends with the entry, another fluent does not",
        TWO + "passing(way).\nbecomes(way, east, T) :- is(phase, go, T).\nbecomes(at, hall, T) :- is(phase, go, T).",
        ends="at = hall",
    ),
    Tiny(
        "a temporary keeps what it becomes in the moment in which the entry ends",
        ONE + "passing(way). passing(size).\nbecomes(way, east, T) :- is(phase, go, T).\n"
        "changes(size, 1, step, T) :- is(phase, go, T).",
        given="size = 3",
        ends="size = 4; way = east",
    ),
    Tiny(
        "play goes through all entries and ends after the last",
        TWO + AGAIN + "changes(laps, 1, lap, T) :- is(phase, go, T).",
        given="laps = 0",
        entries=3,
        ends="laps = 3",
    ),
    Tiny(
        "law asks what is not, and how many are, of fluents that facts name",
        ONE
        + "event(dark(F), T) :- lamp(F), is(phase, go, T), not is(F, on, T).\n"
        + "event(lit(N), T) :- is(phase, go, T), N = #count { F : lamp(F), is(F, on, T) }.\n",
        facts="lamp(red); lamp(blue)",
        given="red = on; blue = off",
        happens={"dark(blue)": "1", "lit(1)": "1"},
    ),
]

FAULTS = [
    Tiny(
        "two values at once",
        ONE + "becomes(at, hall, T) :- is(phase, go, T).\nbecomes(at, yard, T) :- is(phase, go, T).",
        happens={"conflict(two_values(at))": "1"},
        ends="broken",
    ),
    Tiny(
        "the same value twice is no conflict",
        ONE + "becomes(at, X, T) :- is(phase, go, T), goal_of(X, Y), goal_of(X, Z), Y < Z.",
        facts="goal_of(hall, 1); goal_of(hall, 2)",
        ends="at = hall",
    ),
    Tiny(
        "a pledge is not overwritten",
        ONE + "firm(half).\nbecomes(half, west, T) :- is(phase, go, T).",
        given="half = east",
        happens={"conflict(two_values(half))": "1"},
        ends="broken",
    ),
    Tiny(
        "a pledge that is dropped may be replaced, and may be pledged again",
        ONE + "firm(half).\nfirm(word).\nbecomes(half, west, T) :- is(phase, go, T).\ndrops(half, east, T) :- "
        "is(phase, go, T).\nbecomes(word, kept, T) :- is(phase, go, T).",
        given="half = east; word = kept",
        ends="half = west; word = kept",
    ),
    Tiny(
        "a moment in which nothing changes and play does not end",
        "event(idle, T) :- is(phase, go, T).",
        happens={"idle": "1", "unruled(standstill)": "1"},
        ends="broken",
    ),
    Tiny(
        "losing something is a change too",
        "drops(bag, rope, T) :- is(bag, rope, T).\nentry_ends(T) :- is(phase, go, T), not is(bag, rope, T).",
        given="bag = rope",
        ends="",
    ),
    Tiny(
        "gaining something is a change too",
        "gains(bag, rope, T) :- is(phase, go, T), not is(bag, rope, T).\nentry_ends(T) :- is(bag, rope, T).",
        ends="bag = rope",
    ),
    Tiny(
        "a gap of the law ends the branch, and nothing comes after it",
        TWO + "unruled(web, T) :- is(phase, go, T).\nevent(later, T) :- is(phase, stop, T).",
        happens={"unruled(web)": "1"},
        ends="broken",
    ),
    Tiny(
        "a conflict of the law ends the branch",
        TWO + "conflict(orders, T) :- is(phase, go, T).\nevent(later, T) :- is(phase, stop, T).",
        happens={"conflict(orders)": "1"},
        ends="broken",
    ),
    Tiny(
        "a gap ends its own branch alone",
        TWO
        + "due(coin, coin, T) :- is(phase, go, T).\nunruled(edge, T) :- shows(coin, tails, T).\n"
        + "event(later, T) :- is(phase, stop, T).",
        facts="face(coin, heads, 1); face(coin, tails, 1)",
        given="count(coin) = 0",
        happens={"unruled(edge)": "1/2", "later": "1/2..1 broken"},
    ),
    Tiny(
        "a word that no rule mentions is not passed over",
        ONE,
        facts="unencoded(swamp)",
        happens={"unruled(not_encoded(swamp))": "1"},
        ends="broken",
    ),
    Tiny(
        "a roll of dice that nobody knows is a gap",
        ONE + "due(hit, Pool, T) :- is(phase, go, T), dice(Pool).\nevent(hit, T) :- shows(hit, _, T).\n",
        facts="dice(t7)",
        given="count(hit) = 0",
        happens={"unruled(nothing_to_pick(hit))": "1"},
        ends="broken",
    ),
]

DECIDES = """#defined may/1.
asks(P, T)      :- is(phase, go, T), player(P).
option(P, A, T) :- is(phase, go, T), player(P), may(A).
"""
OTHERWISE = "otherwise(P, rest, T) :- asks(P, T).\n"
NOTES = "becomes(did(P), A, T) :- chosen(P, A, T).\n"

THREE = (
    "becomes(phase, stop, T) :- is(phase, go, T).\nbecomes(phase, late, T) :- is(phase, stop, T).\n"
    "entry_ends(T) :- is(phase, late, T).\noption(P, (walk(2);rest), T) :- is(phase, late, T), player(P).\n"
)
WORDS = """player("Ada"); word_of(kindle, kindle); word_of(save, save); word_of(rest, rest); word_of(fly, fly);
word_of(walk(2), walk); word_of(walk(3), walk);"""
LIGHT_THEN_WAY = (
    TWO
    + """asks(P, T) :- player(P), is(phase, _, T).
option(P, (kindle;save), T)  :- is(phase, go, T), player(P).
option(P, (walk(2);rest), T) :- is(phase, stop, T), player(P).
gains(did(P), (F, A), T)     :- chosen(P, A, T), is(phase, F, T).
"""
)

CHOICES = [
    Tiny(
        "what is stated and granted is done",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(walk); may(rest); stated(1, "Ada", 1, rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "what is not stated stays open",
        TWO + DECIDES + "event(walks(P), T) :- chosen(P, walk, T).",
        facts='player("Ada"); may(walk); may(rest)',
        given='step("Ada") = 1',
        happens={'walks("Ada")': "0..1"},
    ),
    Tiny(
        "a single option is taken",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "who is asked and may do nothing is a gap",
        TWO + DECIDES,
        facts='player("Ada")',
        given='step("Ada") = 1',
        happens={'unruled(nobody_may("Ada"))': "1"},
        ends="broken",
    ),
    Tiny(
        "what is stated and not granted is void, and decided anew",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(rest); stated(1, "Ada", 1, fly)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = rest',
    ),
    Tiny(
        "after an illegal action the next one answers the same question",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(rest); may(walk); stated(1, "Ada", 1, fly); stated(1, "Ada", 2, walk)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = walk',
    ),
    Tiny(
        "a refusal is told",
        TWO + DECIDES + 'refused("X-1", P, fly, T) :- is(phase, go, T), player(P).',
        facts='player("Ada"); may(rest); stated(1, "Ada", 1, fly)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1", 'refused("X-1","Ada",fly)': "1"},
    ),
    Tiny(
        "a figure does what its player orders, and not what another one does",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(walk); may(rest); may(fly); plays(red, "Ada");'
        'stated(1, "Ada", 1, fly); ordered_by(1, "Ada", 1, blue);'
        'stated(1, "Ada", 2, walk); ordered_by(1, "Ada", 2, red)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1", 'usurped("Ada",fly,blue)': "1"},
        ends='did("Ada") = walk',
    ),
    Tiny(
        "what another player orders leaves the choice open",
        TWO + DECIDES + "event(walks(P), T) :- chosen(P, walk, T).",
        facts='player("Ada"); may(walk); may(rest); plays(red, "Ada"); stated(1, "Ada", 1, walk);'
        'ordered_by(1, "Ada", 1, blue)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",walk)': "1", 'usurped("Ada",walk,blue)': "1", 'walks("Ada")': "0..1"},
    ),
    Tiny(
        "what the player orders as well is not illegal",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(walk); may(rest); plays(red, "Ada"); stated(1, "Ada", 1, walk);'
        'ordered_by(1, "Ada", 1, blue); stated(1, "Ada", 2, walk); ordered_by(1, "Ada", 2, red)',
        given='step("Ada") = 1',
        happens={'usurped("Ada",walk,blue)': "1"},
        ends='did("Ada") = walk',
    ),
    Tiny(
        "a figure may get another player",
        TWO + AGAIN + DECIDES + "becomes(plays(P), blue, T) :- is(phase, stop, T), player(P).\n"
        "gains(did(P), (N, A), T) :- is(entry, N, T), chosen(P, A, T).",
        facts='player("Ada"); may(walk); may(rest); stated(1, "Ada", 1, walk); ordered_by(1, "Ada", 1, red);'
        'stated(2, "Ada", 1, rest); ordered_by(2, "Ada", 1, blue)',
        given='step("Ada") = 1; plays("Ada") = red',
        entries=2,
        ends='did("Ada") = (1,walk); did("Ada") = (2,rest); plays("Ada") = blue',
    ),
    Tiny(
        "whoever states nothing does what law says otherwise",
        TWO + DECIDES + NOTES + OTHERWISE,
        facts='player("Ada"); may(walk); may(rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "whoever states what is not granted does what law says otherwise, and both is told",
        TWO + DECIDES + NOTES + OTHERWISE,
        facts='player("Ada"); may(walk); may(rest); stated(1, "Ada", 1, fly)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1", 'instead("Ada",rest)': "1"},
        ends='did("Ada") = rest',
    ),
    Tiny(
        "what is stated and granted comes before what law says otherwise",
        TWO + DECIDES + NOTES + OTHERWISE,
        facts='player("Ada"); may(walk); may(rest); stated(1, "Ada", 1, fly); stated(1, "Ada", 2, walk)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = walk',
    ),
    Tiny(
        "whoever is not asked does nothing otherwise",
        TWO
        + DECIDES
        + NOTES
        + 'otherwise("Bo", rest, T) :- is(phase, go, T).\noption("Bo", rest, T) :- is(phase, go, T).',
        facts='player("Ada"); may(rest); stated(1, "Ada", 1, rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "what is not granted is done not even otherwise",
        TWO + DECIDES + NOTES + OTHERWISE,
        facts='player("Ada"); may(walk); may(climb)',
        given='step("Ada") = 1',
        happens={'unruled(no_fallback("Ada"))': "1"},
        ends="broken",
    ),
    Tiny(
        "who may do nothing does nothing otherwise",
        TWO + DECIDES + OTHERWISE,
        facts='player("Ada")',
        given='step("Ada") = 1',
        happens={'unruled(nobody_may("Ada"))': "1"},
        ends="broken",
    ),
    Tiny(
        "two things otherwise are a conflict",
        TWO + DECIDES + OTHERWISE + "otherwise(P, walk, T) :- asks(P, T).",
        facts='player("Ada"); may(walk); may(rest)',
        given='step("Ada") = 1',
        happens={'conflict(two_fallbacks("Ada"))': "1"},
        ends="broken",
    ),
    Tiny(
        "law may leave open what is not stated",
        TWO
        + DECIDES
        + "event(walks(P), T) :- chosen(P, walk, T).\notherwise(P, rest, T) :- asks(P, T), answers(P, T).",
        facts='player("Ada"); player("Bo"); may(walk); may(rest); stated(1, "Bo", 1, fly)',
        given='step("Ada") = 1; step("Bo") = 1',
        happens={'walks("Ada")': "0..1", 'illegal("Bo",fly)': "1", 'instead("Bo",rest)': "1"},
    ),
    Tiny(
        "the k-th action answers the k-th question",
        "asks(P, T) :- is(phase, X, T), player(P), question(X).\noption(P, A, T) :- asks(P, T), may(A).\n"
        "gains(did(P), (X, A), T) :- is(phase, X, T), chosen(P, A, T).\n"
        "becomes(phase, stop, T) :- is(phase, go, T).\nbecomes(phase, close, T) :- is(phase, stop, T).\n"
        "entry_ends(T) :- is(phase, close, T).",
        facts='player("Ada"); may(walk); may(rest); question(go); question(stop);'
        'stated(1, "Ada", 1, rest); stated(1, "Ada", 2, walk)',
        given='step("Ada") = 1',
        ends='did("Ada") = (go,rest); did("Ada") = (stop,walk)',
    ),
    Tiny(
        "an action waits for a question that can be about it",
        LIGHT_THEN_WAY,
        facts=WORDS + 'stated(1, "Ada", 1, walk(2)); stated(1, "Ada", 2, kindle)',
        given='step("Ada") = 1',
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,walk(2))',
    ),
    Tiny(
        "what waits comes before later actions",
        LIGHT_THEN_WAY,
        facts=WORDS + 'stated(1, "Ada", 1, walk(2)); stated(1, "Ada", 2, kindle); stated(1, "Ada", 3, rest)',
        given='step("Ada") = 1',
        happens={'unasked("Ada",rest)': "1"},
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,walk(2))',
    ),
    Tiny(
        "what waits and is not granted then is illegal",
        LIGHT_THEN_WAY,
        facts=WORDS + 'stated(1, "Ada", 1, walk(3)); stated(1, "Ada", 2, kindle); stated(1, "Ada", 3, rest)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",walk(3))': "1"},
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,rest)',
    ),
    Tiny(
        "what waits until the entry ends is illegal then, and forgotten",
        LIGHT_THEN_WAY,
        facts=WORDS + 'stated(1, "Ada", 1, fly); stated(1, "Ada", 2, kindle); stated(1, "Ada", 3, rest)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,rest)',
    ),
    Tiny(
        "what waits in the last moment of an entry is illegal, and forgotten",
        LIGHT_THEN_WAY,
        facts=WORDS + 'stated(1, "Ada", 1, kindle); stated(1, "Ada", 2, fly); stated(1, "Ada", 3, rest)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,rest)',
    ),
    Tiny(
        "what waits after the last question of an entry is illegal",
        LIGHT_THEN_WAY.replace("is(phase, _, T)", "is(phase, go, T)"),
        facts=WORDS + 'stated(1, "Ada", 1, fly); stated(1, "Ada", 2, kindle)',
        given='step("Ada") = 1',
        happens={'illegal("Ada",fly)': "1"},
        ends='did("Ada") = (go,kindle)',
    ),
    Tiny(
        "what waited answers one question",
        LIGHT_THEN_WAY.replace(TWO, THREE),
        facts=WORDS + 'stated(1, "Ada", 1, walk(2)); stated(1, "Ada", 2, kindle); stated(1, "Ada", 3, rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = (go,kindle); did("Ada") = (late,rest); did("Ada") = (stop,walk(2))',
    ),
    Tiny(
        "what a clause refuses does not wait",
        LIGHT_THEN_WAY + 'refused("X-1", P, rest, T) :- is(phase, go, T), player(P).',
        facts=WORDS + 'stated(1, "Ada", 1, rest); stated(1, "Ada", 2, kindle); stated(1, "Ada", 3, walk(2))',
        given='step("Ada") = 1',
        happens={'illegal("Ada",rest)': "1", 'refused("X-1","Ada",rest)': "1"},
        ends='did("Ada") = (go,kindle); did("Ada") = (stop,walk(2))',
    ),
    Tiny(
        "nothing waits where a question may be about any action",
        LIGHT_THEN_WAY + "option(P, A, T) :- is(phase, go, T), player(P), may(A).",
        facts=WORDS + 'may(sing); stated(1, "Ada", 1, rest); stated(1, "Ada", 2, sing); stated(1, "Ada", 3, walk(2))',
        given='step("Ada") = 1',
        happens={'illegal("Ada",rest)': "1"},
        ends='did("Ada") = (go,sing); did("Ada") = (stop,walk(2))',
    ),
    Tiny(
        "a standing order answers what nothing stated answers, every time",
        TWO + AGAIN + DECIDES + "gains(did(P), (N, A), T) :- is(entry, N, T), chosen(P, A, T).",
        facts='player("Ada"); may(walk); may(rest); stated(2, "Ada", 1, walk); ordered("Ada", 1, rest)',
        given='step("Ada") = 1',
        entries=3,
        ends='did("Ada") = (1,rest); did("Ada") = (2,walk); did("Ada") = (3,rest)',
    ),
    Tiny(
        "the first standing order that is granted counts, and only it",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); may(walk); may(rest); ordered("Ada", 1, fly); ordered("Ada", 2, rest);'
        'ordered("Ada", 3, walk)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "a standing order with a condition counts only where that holds",
        TWO + AGAIN + DECIDES + "gains(did(P), (N, A), T) :- is(entry, N, T), chosen(P, A, T).\n"
        "changes(hp, -1, fire, T) :- is(phase, stop, T).",
        facts='player("Ada"); may(walk); may(rest); ordered("Ada", 1, rest); ordered_if("Ada", 1, hp);'
        'ordered_value("Ada", 1, hp, 2); ordered_value("Ada", 1, hp, 1); ordered("Ada", 2, walk)',
        given='step("Ada") = 1; hp = 3',
        entries=3,
        ends='did("Ada") = (1,walk); did("Ada") = (2,rest); did("Ada") = (3,rest); hp = 0',
    ),
    Tiny(
        "a standing order comes before what law says otherwise",
        TWO + DECIDES + NOTES + OTHERWISE,
        facts='player("Ada"); may(walk); may(rest); ordered("Ada", 1, walk)',
        given='step("Ada") = 1',
        ends='did("Ada") = walk',
    ),
    Tiny(
        "what nobody is asked for does not come up",
        TWO,
        facts='player("Ada"); stated(1, "Ada", 1, rest)',
        given='step("Ada") = 1',
        happens={'unasked("Ada",rest)': "1"},
    ),
    Tiny(
        "actions that are left over do not come up",
        TWO + DECIDES,
        facts='player("Ada"); may(rest); stated(1, "Ada", 1, rest); stated(1, "Ada", 2, rest);stated(1, "Ada", 3, fly)',
        given='step("Ada") = 1',
        happens={'unasked("Ada",rest)': "1", 'unasked("Ada",fly)': "1"},
    ),
    Tiny(
        "an answer in the last moment of an entry is no left-over one",
        ONE + DECIDES + NOTES,
        facts='player("Ada"); may(rest); stated(1, "Ada", 1, rest)',
        given='step("Ada") = 1',
        ends='did("Ada") = rest',
    ),
    Tiny(
        "each entry has its own actions",
        TWO + AGAIN + DECIDES + "gains(did(P), (N, A), T) :- is(entry, N, T), chosen(P, A, T).",
        facts='player("Ada"); may(walk); may(rest); stated(1, "Ada", 1, walk); stated(2, "Ada", 1, rest)',
        given='step("Ada") = 1',
        entries=2,
        ends='did("Ada") = (1,walk); did("Ada") = (2,rest)',
    ),
    Tiny(
        "several who are asked at once decide each for themselves",
        TWO + DECIDES + NOTES,
        facts='player("Ada"); player("Bo"); may(walk); may(rest); stated(1, "Ada", 1, rest); stated(1, "Bo", 1, walk)',
        given='step("Ada") = 1; step("Bo") = 1',
        ends='did("Ada") = rest; did("Bo") = walk',
    ),
]

ROLLS = "due(die, t4, T) :- is(phase, go, T).\n"
FACES = "face(t4, 1, 1); face(t4, 2, 1); face(t4, 3, 1); face(t4, 4, 1)"
FOLDED = ROLLS + "reads(die, X, low, T) :- due(die, _, T), face(t4, X, _), X <= 1.\n"
HIGH = "reads(die, X, high, T) :- due(die, _, T), face(t4, X, _), X > 1.\n"
TOLD = "event(came(M), T) :- shows(die, M, T).\n"

CHANCES = [
    Tiny(
        "faces that law does not fold mean themselves",
        TWO + ROLLS + TOLD,
        facts=FACES,
        given="count(die) = 0",
        happens={f"came({n})": "1/4" for n in (1, 2, 3, 4)},
    ),
    Tiny(
        "folded faces have the weight of all that mean the same",
        TWO + FOLDED + HIGH + TOLD,
        facts=FACES,
        given="count(die) = 0",
        happens={"came(low)": "1/4", "came(high)": "3/4"},
    ),
    Tiny(
        "faces may weigh more than one",
        TWO + ROLLS + TOLD,
        facts="face(t4, 1, 3); face(t4, 2, 1)",
        given="count(die) = 0",
        happens={"came(1)": "3/4", "came(2)": "1/4"},
    ),
    Tiny(
        "a told roll shows what its face means",
        TWO + FOLDED + HIGH + TOLD,
        facts=FACES + "; told(die, 1, 3)",
        given="count(die) = 0",
        happens={"came(high)": "1"},
    ),
    Tiny(
        "a roll may have its name from a fluent",
        TWO + "trial(climb; jump).\nbecomes(awaited, S, T) :- is(phase, go, T), trial(S), hard(S).\n"
        "due(S, t4, T) :- is(phase, stop, T), is(awaited, S, T).\n"
        "event(came(S, X), T) :- shows(S, X, T).\n",
        facts="face(t4, 1, 1); face(t4, 2, 1); hard(jump)",
        given="count(jump) = 0",
        happens={"came(jump,1)": "1/2", "came(jump,2)": "1/2"},
    ),
    Tiny(
        "what folds a roll may have its name from a fluent too",
        TWO + "becomes(awaited, jump, T) :- is(phase, go, T).\n"
        "due(S, t4, T) :- is(phase, stop, T), is(awaited, S, T).\n"
        "reads(S, X, low, T) :- is(phase, stop, T), is(awaited, S, T), face(t4, X, _).\n"
        "event(came(S, X), T) :- shows(S, X, T).\n",
        facts="face(t4, 1, 1); face(t4, 2, 1)",
        given="count(jump) = 0",
        happens={"came(jump,low)": "1"},
    ),
    Tiny(
        "a face that a folded roll leaves unread is a gap",
        TWO + FOLDED + TOLD,
        facts=FACES + "; told(die, 1, 3)",
        given="count(die) = 0",
        happens={"unruled(unread(die,3))": "1"},
        ends="broken",
    ),
    Tiny(
        "an open face that is left unread is a gap with its odds",
        TWO + FOLDED + TOLD,
        facts="face(t4, 1, 1); face(t4, 2, 1)",
        given="count(die) = 0",
        happens={"came(low)": "1/2..1 broken", "unruled(unread(die,2))": "1/2"},
    ),
    Tiny(
        "a face that is read in two ways is a conflict",
        TWO + FOLDED + HIGH + "reads(die, 1, high, T) :- due(die, _, T).\n",
        facts=FACES + "; told(die, 1, 1)",
        given="count(die) = 0",
        happens={"conflict(two_meanings(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "an open face that is read in two ways is a conflict",
        TWO + FOLDED + HIGH + "reads(die, 1, high, T) :- due(die, _, T).\n",
        facts="face(t4, 1, 1); face(t4, 2, 1)",
        given="count(die) = 0",
        happens={"conflict(two_meanings(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "a told face that cannot come up is misstated",
        TWO + ROLLS + "event(later, T) :- is(phase, stop, T).",
        facts=FACES + "; told(die, 1, 9)",
        given="count(die) = 0",
        happens={"misstated(die,9)": "1"},
        ends="broken",
    ),
    Tiny(
        "the k-th told roll answers the k-th due of its name",
        TWO + AGAIN + ROLLS + "gains(seen, (N, M), T) :- is(entry, N, T), shows(die, M, T).",
        facts=FACES + "; told(die, 1, 3); told(die, 2, 1)",
        given="count(die) = 0",
        entries=2,
        ends="seen = (1,3); seen = (2,1)",
    ),
    Tiny(
        "a pick is among what law names, all equally likely",
        TWO + "due(die, pick, T) :- is(phase, go, T).\namong(die, X, T) :- due(die, pick, T), door(X).\n" + TOLD,
        facts="door(north); door(south); door(east)",
        given="count(die) = 0",
        happens={f"came({door})": "1/3" for door in ("north", "south", "east")},
    ),
    Tiny(
        "a told pick",
        TWO + "due(die, pick, T) :- is(phase, go, T).\namong(die, X, T) :- due(die, pick, T), door(X).\n" + TOLD,
        facts="door(north); door(south); told(die, 1, south)",
        given="count(die) = 0",
        happens={"came(south)": "1"},
    ),
    Tiny(
        "a pick among nothing is a gap",
        TWO + "due(die, pick, T) :- is(phase, go, T).\n",
        given="count(die) = 0",
        happens={"unruled(nothing_to_pick(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "a deck that is described gives odds",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 1)",
        given="count(die) = 0",
        happens={"came(calm)": "3/4", "came(gust)": "1/4"},
    ),
    Tiny(
        "a told draw from a deck that is described",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 1); told(die, 1, gust)",
        given="count(die) = 0",
        happens={"came(gust)": "1"},
    ),
    Tiny(
        "a told draw from a deck that nobody described",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="told(die, 1, gust)",
        given="count(die) = 0",
        happens={"came(gust)": "1"},
    ),
    Tiny(
        "a told draw that the described deck does not hold",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); told(die, 1, gust)",
        given="count(die) = 0",
        happens={"misstated(die,gust)": "1"},
        ends="broken",
    ),
    Tiny(
        "a draw that nobody told from a deck that nobody described is a gap",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        given="count(die) = 0",
        happens={"unruled(unstated(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "an open draw from a deck that was drawn from is a gap",
        TWO
        + "due(die, deck(omens), T) :- is(phase, go, T).\ndue(other, deck(omens), T) :- is(phase, stop, T).\n"
        + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 1); told(die, 1, gust)",
        given="count(die) = 0",
        happens={"came(gust)": "1", "unruled(second_draw(omens))": "1"},
        ends="broken",
    ),
    Tiny(
        "and nothing is known of what it shows",
        TWO
        + "due(other, deck(omens), T) :- is(phase, go, T).\ndue(die, deck(omens), T) :- is(phase, stop, T).\n"
        + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 1)",
        given="count(die) = 0",
        happens={"unruled(second_draw(omens))": "1"},
        ends="broken",
    ),
    Tiny(
        "a told draw after an open one from the same described deck is a gap",
        TWO
        + "due(die, deck(omens), T) :- is(phase, stop, T).\ndue(other, deck(omens), T) :- is(phase, go, T).\n"
        + TOLD,
        facts="deck(omens, calm, 1); deck(omens, gust, 1); told(die, 1, gust)",
        given="count(die) = 0",
        happens={"came(gust)": "1", "unruled(second_draw(omens))": "1"},
        ends="broken",
    ),
    Tiny(
        "what a described deck holds no card of does not come up",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 0)",
        given="count(die) = 0",
        happens={"came(calm)": "1"},
    ),
    Tiny(
        "what a described deck holds no card of cannot be told",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 0); told(die, 1, gust)",
        given="count(die) = 0",
        happens={"misstated(die,gust)": "1"},
        ends="broken",
    ),
    Tiny(
        "a draw from a deck without cards is a gap",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 0)",
        given="count(die) = 0",
        happens={"unruled(nothing_to_pick(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "one roll from two pools is a contradiction",
        TWO + ROLLS + "due(die, t2, T) :- is(phase, go, T).\n",
        facts=FACES + "; face(t2, 1, 1); face(t2, 2, 1)",
        given="count(die) = 0",
        happens={"conflict(two_pools(die))": "1"},
        ends="broken",
    ),
    Tiny(
        "two open draws from one deck at once are a gap",
        TWO + "due(die, deck(omens), T) :- is(phase, go, T).\ndue(other, deck(omens), T) :- is(phase, go, T).\n" + TOLD,
        facts="deck(omens, calm, 3); deck(omens, gust, 1)",
        given="count(die) = 0",
        happens={
            "came(calm)": "3/4..1 broken",
            "came(gust)": "1/4..1 broken",
            "unruled(second_draw(omens))": "1",
        },
        ends="broken",
    ),
    Tiny(
        "choices come before chance",
        TWO
        + DECIDES
        + "due(die, t4, T) :- chosen(P, walk, T).\nevent(falls(P), T) :- chosen(P, walk, T), shows(die, 1, T).",
        facts=FACES + '; player("Ada"); may(walk); may(rest)',
        given='count(die) = 0; step("Ada") = 1',
        happens={'falls("Ada")': "0..1/4"},
    ),
    Tiny(
        "an event that law reads happens also where many rolls fall at once",
        TWO
        + "due(die(P), t3, T) :- is(phase, go, T), player(P).\n"
        + "event(hit(P), T) :- shows(die(P), X, T), X > 2.\n"
        + "becomes(hurt(P), yes, T) :- event(hit(P), T).\n"
        + "event(safe(P), T) :- is(phase, stop, T), player(P), not is(hurt(P), yes, T).\n",
        facts="face(t3, 1, 1); face(t3, 2, 1); face(t3, 3, 1); player(ann); player(bo); player(cy)",
        happens={f"hit({player})": "1/3" for player in ("ann", "bo", "cy")}
        | {f"safe({player})": "2/3" for player in ("ann", "bo", "cy")},
    ),
]

#: A face of 1 is low; once `die` has shown a 1, all faces but 4 are.
SWAYED = """due(NAME, t4, T)       :- is(phase, go, T).
reads(NAME, X, low, T)  :- due(NAME, _, T), face(t4, X, _), X <= 1.
reads(NAME, X, low, T)  :- due(NAME, _, T), face(t4, X, _), X <= 3, shows(die, 1, T).
reads(NAME, X, high, T) :- due(NAME, _, T), face(t4, X, _), not reads(NAME, X, low, T).
event(came(NAME, M), T) :- shows(NAME, M, T).
"""
TAKE = "due(NAME, pick, T) :- is(phase, go, T).\nevent(takes(NAME, X), T) :- shows(NAME, X, T).\n"
DOOR = "among(NAME, X, T) :- due(NAME, pick, T), door(X)"

#: Dependent rolls of one moment. A roll is thrown after the rolls that it depends on, whatever their names.
HANGING = [
    Tiny(
        "a roll that another makes needless",
        TWO + ROLLS + "due(again, t4, T) :- is(phase, go, T), not shows(die, 1, T).\n"
        "event(twice, T) :- shows(again, 1, T).\nevent(never, T) :- shows(die, 1, T), not due(again, t4, T).\n",
        facts=FACES,
        given="count(die) = 0",
        happens={"twice": "3/16", "never": "1/4"},  # 3/4 * 1/4
    ),
    *(
        Tiny(
            f"the meaning of {name} depends on the die",
            TWO + ROLLS + SWAYED.replace("NAME", name),
            facts=FACES,
            given="count(die) = 0",
            happens={f"came({name},low)": "3/8", f"came({name},high)": "5/8"},  # 1/4 * 3/4 + 3/4 * 1/4
        )
        for name in ("axe", "spear")
    ),
    Tiny(
        "the meaning of a stated roll depends on an open one",
        TWO + ROLLS + SWAYED.replace("NAME", "axe"),
        facts=FACES + "; told(axe, 1, 2)",
        given="count(die) = 0; count(axe) = 0",
        happens={"came(axe,low)": "1/4", "came(axe,high)": "3/4"},
    ),
    Tiny(
        "the meaning of an open roll depends on a stated one",
        TWO + ROLLS + SWAYED.replace("NAME", "axe"),
        facts=FACES + "; told(die, 1, 1)",
        given="count(die) = 0; count(axe) = 0",
        happens={"came(axe,low)": "3/4", "came(axe,high)": "1/4"},
    ),
    Tiny(
        "three rolls, each depends on the next by name",
        TWO + "due(c, t4, T) :- is(phase, go, T).\ndue(b, t4, T) :- is(phase, go, T), not shows(c, 1, T).\n"
        "due(a, t4, T) :- is(phase, go, T), not shows(b, 1, T).\nevent(came(R), T) :- shows(R, 1, T).\n",
        facts=FACES,
        given="count(a) = 0; count(b) = 0; count(c) = 0",
        happens={"came(c)": "1/4", "came(b)": "3/16", "came(a)": "13/64"},  # (1 - 3/16) * 1/4
    ),
    *(
        Tiny(
            f"{second} takes what {first} left",
            TWO + "".join(TAKE.replace("NAME", hero) for hero in (first, second)) + DOOR.replace("NAME", first) + ".\n"
            f"{DOOR.replace('NAME', second)}, not shows({first}, X, T).\n"
            f"event(crossed, T) :- shows({first}, north, T), shows({second}, south, T).\n",
            facts="door(north); door(south); door(east)",
            given="count(ada) = 0; count(bo) = 0",
            happens={f"takes({hero},{door})": "1/3" for hero in ("ada", "bo") for door in ("north", "south", "east")}
            | {"crossed": "1/6"},
        )
        for first, second in (("ada", "bo"), ("bo", "ada"))
    ),
    Tiny(
        "two rolls of which each in its turn makes the other needless",
        ONE
        + "due(die(P), t2, T) :- is(phase, go, T), is(lead, P, T).\n"
        + "due(die(P), t2, T) :- is(phase, go, T), next_to(P, P'), is(lead, P', T), not shows(die(P'), 1, T).\n"
        + "becomes(lead, P, T) :- is(phase, go, T), next_to(P, P'), is(lead, P', T).\n"
        + "event(two(P), T) :- shows(die(P), 2, T).\n",
        facts="face(t2, 1, 1); face(t2, 2, 1); next_to(ada, bo); next_to(bo, ada)",
        given="lead = ada; count(die(ada)) = 0; count(die(bo)) = 0",
        entries=2,
        happens={"two(ada)": "5/8", "two(bo)": "5/8"},  # 1/2 + 1/2 * 1/4, and 1/4 + 3/4 * 1/2
        ends="lead = ada",
    ),
]

COINS = """due(hand, POOL, T) :- is(phase, go, T).
rethrows(hand, P, N, T) :- is(phase, go, T), granted(P, N).
event(both_heads, T)    :- shows(hand, bag(2, 2), T).
"""
PAIR = """die_of(pair, 1, 1); die_of(pair, 2, 1)
face(pair, bag(1, 1), 1); face(pair, bag(1, 2), 2); face(pair, bag(2, 2), 1)
"""

#: Dice that may be thrown again, played by one engine alone.
RETHROWN = [
    Tiny(
        "two coins, of which any may be thrown again once",
        TWO + COINS.replace("POOL", "pair"),
        facts=PAIR + 'granted("Ada", 1)',
        happens={
            "both_heads": "1/16..9/16"
        },  # thrown away, and there again: 1/4 * 1/4; each within two throws: 3/4 * 3/4
    ),
    Tiny(
        "two clauses that grant a different number of throws",
        TWO + COINS.replace("POOL", "pair"),
        facts=PAIR + 'granted("Ada", 1); granted("Ada", 2)',
        happens={"both_heads": "1/64..1 broken", "conflict(two_rethrows(hand))": "1"},
        ends="broken",
    ),
    Tiny(
        "dice that do not stand side by side",
        TWO + COINS.replace("POOL", "t2"),
        facts='face(t2, 1, 1); face(t2, 2, 1); granted("Ada", 1)',
        happens={"unruled(no_bag(hand))": "1"},
        ends="broken",
    ),
]

READINGS = [
    Tiny(
        "a clause switches its rule, and a doubt opens its readings",
        TWO
        + 'doubt("X-1", T) :- clause("X-1"), is(phase, go, T).\n'
        + 'event(all_hit, T) :- is(phase, go, T), read_as("X-1", all).\n'
        + 'event(one_hit, T) :- is(phase, go, T), read_as("X-1", one).\n',
        readings={"X-1": ("all", "one")},
        happens={"all_hit if X-1 all": "1", "one_hit if X-1 one": "1"},
    ),
    Tiny(
        "a doubt that arises only under one reading of an earlier one is not asked under the other",
        "becomes(phase, later, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, later, T).\n"
        + 'doubt("X-2", T) :- clause("X-2"), is(phase, go, T).\n'
        + 'gains(over_and_done, yes, T) :- is(phase, go, T), read_as("X-2", stops).\n'
        + 'doubt("X-1", T) :- clause("X-1"), is(phase, later, T), not is(over_and_done, yes, T).\n'
        + 'event(stops, T) :- is(phase, later, T), read_as("X-2", stops).\n'
        + 'event(hit(X), T) :- is(phase, later, T), read_as("X-2", goes_on), read_as("X-1", X).\n',
        readings={"X-1": ("all", "one"), "X-2": ("stops", "goes_on")},
        happens={
            "stops if X-2 stops": "1",
            "hit(all) if X-2 goes_on if X-1 all": "1",
            "hit(one) if X-2 goes_on if X-1 one": "1",
        },
    ),
]

EXAMPLES = [*POSITIONS, *FAULTS, *CHOICES, *CHANCES, *HANGING, *READINGS]
