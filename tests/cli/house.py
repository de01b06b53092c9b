"""Folders of house rules for the ten-clause rulebook."""

from pathlib import Path

SPEC = """\
title: A rope for the weak
intent: Nobody falls who has little nerve.
base: lantern
clauses:
- id: HOUSE-SOFT-PITS-001
  kind: exception
  text: Whoever has no more nerve than the rule says does not have to throw at a pit.
  overrides: [LD-05]
parameters:
  nerve: {default: 2, range: [0, 6], says: the most nerve that is spared}
events:
  spared: {args: [figure], says: "{1} is spared"}
"""

LAW = """\
%# House rule: soft pits
%
% Reads:   tries/2, stat/3, parameter/3
% Defines: spared/2, except/2, event/2

spared(H, T)            :- tries(H, T), stat(H, nerve, N), parameter(soft_pits, nerve, N'), N <= N'.

% HOUSE-SOFT-PITS-001  Whoever has no more nerve than the rule says does not have to throw at a pit.
except("LD-05", (H, T)) :- clause("HOUSE-SOFT-PITS-001"), spared(H, T).
event(spared(H), T)     :- clause("HOUSE-SOFT-PITS-001"), spared(H, T).
"""

NO_REST = """\
intent: Nobody dawdles.
base: lantern
clauses:
- id: HOUSE-NO-REST-001
  kind: prohibition
  text: Nobody rests.
replaced: [LD-03]
"""

NO_REST_LAW = """\
%# House rule: no rest
%
% Reads:   deciding/2
% Defines: refused/4

% HOUSE-NO-REST-001  Nobody rests.
refused("HOUSE-NO-REST-001", H, rest, T) :- clause("HOUSE-NO-REST-001"), deciding(H, T).
"""


def house_rule(parent: Path, name: str = "soft-pits", spec: str = SPEC, law: str | bytes = LAW) -> Path:
    """The folder of a house rule."""
    folder = parent / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "house.yaml").write_text(spec, encoding="utf-8")
    (folder / "house.lp").write_bytes(law if isinstance(law, bytes) else law.encode())
    return folder


def no_rest(parent: Path) -> Path:
    """A house rule that replaces a clause."""
    return house_rule(parent, "no-rest", NO_REST, NO_REST_LAW)
