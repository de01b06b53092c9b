"""What Drakdom rules on a board, compared with what the oracle says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any

import yaml

from drakdom import adjudicate
from drakdom.errors import LimitError
from drakdom.scenario import read_scenario_text
from drakdom.verdict import Verdict
from tests.oracle.chance import Chance, NotDecided, TooMany, plays
from tests.randomly import remember

#: An event in its entry and phase: `(1, "card", "draws_cards(E4, room, 1)")`.
Event = tuple[int, str, str]
#: The events of one play, each as often as it happens, and the claims that hold of its end.
Told = tuple[tuple[tuple[Event, int], ...], tuple[str, ...]]

#: Ends that are compared as a whole, of each board.
MOST_WHOLE = 6

#: Boards and single comparisons, by test, for the report of a run.
COUNTS: Counter[str] = Counter()


class Record:
    """The events of one play of the oracle, in the phase that is due."""

    def __init__(self) -> None:
        self.entry = 1
        self.phase = ""
        self.events: Counter[Event] = Counter()

    def say(self, name: str, *args: object) -> None:
        """Note an event."""
        text = f"{name}({', '.join(str(arg) for arg in args)})" if args else name
        self.events[self.entry, self.phase, text] += 1

    def told(self, claims: Iterable[str]) -> Told:
        """Return the play as a value."""
        return tuple(sorted(self.events.items())), tuple(claims)


def compared(
    name: str,
    scenario: dict[str, Any],
    play: Callable[[Chance], Told],
    events: Collection[str],
    besides: Collection[str] = (),
) -> bool:
    """Compare every event of these names, and the whole state at the end, with exact odds; False if left aside.

    Events that begin with one of `besides` are not looked at.
    """
    try:
        wanted: dict[Told, Fraction] | None = plays(play)
    except NotDecided as gap:
        wanted, reason = None, str(gap)
    except TooMany:
        return False
    if wanted is not None:
        scenario = {**scenario, "expect": [*scenario.get("expect", []), *_ends(wanted)]}
    text = remember(_dump(scenario))
    try:
        verdict = adjudicate(read_scenario_text(text, "random.yaml"), why="none")
    except LimitError:
        return False
    COUNTS[f"{name} boards"] += 1
    if wanted is None:
        COUNTS[f"{name} not decided"] += 1
        silent = len(verdict.branches) > 1 or verdict.branches[0].findings
        assert silent, f"the source does not decide {reason}, the law does"
        return True
    assert len(verdict.branches) == 1, [branch.readings for branch in verdict.branches]
    assert not verdict.branches[0].findings, [str(finding.what) for finding in verdict.branches[0].findings]
    law = {key: odds for key, odds in _of_law(verdict, events).items() if not key[0][2].startswith(tuple(besides))}
    oracle = _of_oracle(wanted, events)
    differing = {
        key: (oracle.get(key), law.get(key)) for key in oracle.keys() | law.keys() if oracle.get(key) != law.get(key)
    }
    if differing:
        remember(_dump({**scenario, "expect": [*scenario.get("expect", []), *_happenings(wanted)]}))
    assert not differing, f"(event: oracle, law) {differing}"
    failed = [(claim.claim, claim.wanted, claim.found) for claim in verdict.claims if not claim.passed]
    assert not failed, failed
    COUNTS[f"{name} comparisons"] += len(oracle.keys() | law.keys()) + len(verdict.claims)
    return True


def _dump(scenario: dict[str, Any]) -> str:
    return yaml.safe_dump(scenario, sort_keys=False, allow_unicode=True, width=1000)


def _happenings(wanted: Mapping[Told, Fraction]) -> list[dict[str, Any]]:
    """Return a claim about each event, whenever it happens, for the scenario of a disagreement."""
    odds: dict[str, Fraction] = {}
    for (events, _), share in wanted.items():
        for text in {event[2] for event, _ in events}:
            odds[text] = odds.get(text, Fraction(0)) + share
    return [{"odds": {text: str(share)}} for text, share in sorted(odds.items())]


def _of_oracle(wanted: Mapping[Told, Fraction], names: Collection[str]) -> dict[tuple[Event, int], Fraction]:
    """Return the odds that an event happens at least so many times."""
    result: dict[tuple[Event, int], Fraction] = {}
    for (events, _), odds in wanted.items():
        for event, count in events:
            assert event[2].split("(")[0] in names, event
            for time in range(1, count + 1):
                result[event, time] = result.get((event, time), Fraction(0)) + odds
    return result


def _of_law(verdict: Verdict, names: Collection[str]) -> dict[tuple[Event, int], Fraction]:
    result: dict[tuple[Event, int], Fraction] = {}
    for outcome in verdict.branches[0].outcomes:
        if outcome.text.split("(")[0] in names:
            assert outcome.odds.low == outcome.odds.high, outcome.text
            assert outcome.odds.unruled == 0, outcome.text
            result[(outcome.entry, outcome.phase, outcome.text), outcome.time] = outcome.odds.low
    return result


def _ends(wanted: Mapping[Told, Fraction]) -> list[dict[str, Any]]:
    """Return claims about the end: one by one and, of as many plays as are cheap to ask for, all together."""
    single: dict[str, Fraction] = {}
    whole: dict[str, Fraction] = {}
    for (_, claims), share in wanted.items():
        for claim in claims:
            single[claim] = single.get(claim, Fraction(0)) + share
        if len(claims) > 1:
            together = " and ".join(claims)
            whole[together] = whole.get(together, Fraction(0)) + share
    whole_ends = dict(list(whole.items())[:MOST_WHOLE])
    return [{"odds": {claim: str(share)}} for claim, share in (single | whole_ends).items()]
