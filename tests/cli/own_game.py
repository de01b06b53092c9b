"""A third game, as somebody might write one into a folder of their own: five clauses, a roll, a choice, a reading."""

from pathlib import Path

FILES = {
    "rulebook.yaml": """\
title: Toll Bridge
slug: toll-bridge
language: en
edition: by hand
source: made up for one evening
entry_name: day

phases: {morning: in the morning, night: at night}
start: {phase: morning}
pools: {die: 6}

types:
  figure_kind:
    values: {hero: a hero}
  bank:
    must_be_ruled: true
    values: {near: the near bank, far: the far bank}

board:
  places:
    bank: {type: bank, fact: "given(bank($place), $value)"}

figures:
  kind: {type: figure_kind, fact: "figure($figure, $value)", required: true}
  at:   {type: place, fact: "given(at($figure), $value)", required: true}
  rope: {type: bool, fact: "rope($figure)"}

actions:
  cross: {args: [], term: cross, says: "{figure} crosses the bridge"}
  wait:  {args: [], term: wait, says: "{figure} waits"}

chances:
  slip: {args: [figure], type: die, key: "slip($1)", says: "the die of {1} on the bridge"}

variants: {}

readings:
  TB-05:
    question: Does whoever waits get wet?
    options: {dry: "no", wet: "yes, it rains there"}

events:
  crosses: {args: [figure], says: "{1} comes across"}
  falls:   {args: [figure], says: "{1} falls into the river"}
  waits:   {args: [figure], says: "{1} stays on the bank"}
  soaked:  {args: [figure], says: "{1} gets wet"}
""",
    "clauses.yaml": """\
rulebook: toll-bridge
title: Toll Bridge
language: en
source: made up for one evening
clauses:
- {id: TB-01, section: The day, topic: day, kind: procedure, text: Every morning each hero who has not fallen decides.}
- {id: TB-02, section: The day, topic: day, kind: permission, text: A hero on the near bank may cross the bridge.}
- {id: TB-03, section: The bridge, topic: bridge, kind: outcome, text: Whoever crosses throws a die and falls on a 1.}
- id: TB-04
  section: The bridge
  topic: bridge
  kind: exception
  text: A hero with a rope does not throw.
  overrides: [TB-03]
- {id: TB-05, section: The day, topic: day, kind: permission, text: A hero may wait in the rain instead.}
""",
    "rulebook.lp": """\
%# Toll Bridge: its law in reading order
%
% Reads:   nothing of its own
% Defines: nothing of its own

#include "day.lp".
#include "bridge.lp".
""",
    "day.lp": """\
%# The day: who decides what (TB-01, TB-02, TB-05)
%
% Reads:   figure/2
% Defines: deciding/2, asks/2, option/3, dry/1, waiting/2, event/2, doubt/2, becomes/3, entry_ends/1

#defined figure/2.

deciding(H, T) :- is(phase, morning, T), figure(H, hero), is(at(H), _, T), not is(fallen(H), yes, T).

% TB-01  Every morning each hero who has not fallen decides.
asks(H, T) :- clause("TB-01"), deciding(H, T).

% TB-02  A hero on the near bank may cross the bridge.
option(H, cross, T) :- clause("TB-02"), deciding(H, T), is(at(H), P, T), is(bank(P), near, T).

% TB-05  A hero may wait in the rain instead, on whichever bank. Whether that makes wet is not said.
option(H, wait, T) :- clause("TB-05"), deciding(H, T), is(at(H), P, T), is(bank(P), K, T), dry(K).
dry(near; far).
waiting(H, T)       :- chosen(H, wait, T).
event(waits(H), T)  :- clause("TB-05"), waiting(H, T).
doubt("TB-05", T)   :- clause("TB-05"), waiting(_, T).
event(soaked(H), T) :- clause("TB-05"), waiting(H, T), read_as("TB-05", wet).

becomes(phase, night, T)   :- is(phase, morning, T).
becomes(phase, morning, T) :- is(phase, night, T).
entry_ends(T)              :- is(phase, night, T).
""",
    "bridge.lp": """\
%# The bridge (TB-03, TB-04)
%
% Reads:   rope/1, face/3
% Defines: on_bridge/2, slippery/2, due/3, reads/4, becomes/3, event/2, except/2

#defined rope/1.

on_bridge(H, T) :- chosen(H, cross, T).

% TB-03  Whoever crosses throws a die and falls on a 1.
slippery(H, T)                :- clause("TB-03"), on_bridge(H, T), not except("TB-03", (H, T)).
due(slip(H), die, T)          :- slippery(H, T).
reads(slip(H), 1, slips, T)   :- slippery(H, T).
reads(slip(H), X, stands, T)  :- slippery(H, T), face(die, X, _), X > 1.
becomes(fallen(H), yes, T)    :- slippery(H, T), shows(slip(H), slips, T).
event(falls(H), T)            :- slippery(H, T), shows(slip(H), slips, T).
event(crosses(H), T)          :- on_bridge(H, T), not shows(slip(H), slips, T).

% TB-04  A hero with a rope does not throw.
except("TB-03", (H, T)) :- clause("TB-04"), on_bridge(H, T), rope(H).
""",
    "scope.lp": """\
%# Small tables of Toll Bridge: what an audit searches
%
% Reads:   bound/2
% Defines: default/2, hero/1, far/1, rope/1, says/3, size/1, feature/1

default(heroes, 1).
default(rounds, 1).
default(size, 3).

hero("Ann").
{ hero("Bo") } :- bound(heroes, N), N > 1.
{ far("here") }.
{ rope(H) } :- hero(H).

says(place("here"), bank, far)  :- far("here").
says(place("here"), bank, near) :- not far("here").
says(figure(H), kind, hero)     :- hero(H).
says(figure(H), at, "here")     :- hero(H).
says(figure(H), rope, yes)      :- rope(H).
says(play, entries, N)          :- bound(rounds, N).

feature(far(P))  :- far(P).
feature(rope(H)) :- rope(H).
feature(hero(H)) :- hero(H).
size(N) :- N = #count { X : feature(X) }.
:- size(N), bound(size, M), N > M.
""",
    "house/no-waiting/house.yaml": """\
title: Nobody dawdles
intent: The game gets on.
base: toll-bridge
clauses:
- {id: HOUSE-NO-WAITING-001, kind: prohibition, text: Nobody waits.}
replaced: [TB-05]
""",
    "house/no-waiting/house.lp": """\
%# House rule: no waiting
%
% Reads:   deciding/2
% Defines: refused/4

% HOUSE-NO-WAITING-001  Nobody waits.
refused("HOUSE-NO-WAITING-001", H, wait, T) :- clause("HOUSE-NO-WAITING-001"), deciding(H, T).
""",
    "scenarios/the-bridge-is-slippery.yaml": """\
title: One crosses with a rope and one without
rulebook: toll-bridge
board:
  places: {here: {bank: near}}
figures:
  Ann: {kind: hero, at: here}
  Bo: {kind: hero, at: here, rope: yes}
play:
  - {Ann: cross, Bo: cross}
expect:
  - odds: {falls(Ann): 1/6}
    because: [TB-03, TB-02]
  - always: crosses(Bo)
    because: TB-02
  - never: falls(Bo)
    because: TB-04
""",
    "scenarios/a-wet-morning.yaml": """\
title: One waits
rulebook: toll-bridge
board:
  places: {here: {bank: near}}
figures:
  Ann: {kind: hero, at: here}
play:
  - {Ann: wait}
expect:
  - always: waits(Ann)
    because: [TB-05, TB-01]
  - ambiguous: soaked(Ann)
    because: TB-05
""",
}
"""The files of the game, by their places in its folder."""


def own_game(folder: Path) -> Path:
    """The folder of the game."""
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
