"""The order of the rolls of a moment: a roll whose odds another one changes is thrown after it."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol

from drakdom.errors import BugError

#: The fluents of a state, by number.
_Fluents = frozenset[int]


class TooEarly(Exception):  # noqa: N818  (no error: play is explored again)
    """Signals rolls, each with the state of its moment, whose odds another roll of the moment changes."""

    def __init__(self, rolls: Iterable[tuple[_Fluents, Symbol]]) -> None:
        super().__init__()
        self.rolls = frozenset(rolls)


class Turns:
    """Numbers of rolls: of the open rolls of a moment, those with the lowest number are thrown.

    A roll has the same number in all of play. Only if that gives no order, it has a number for each state.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[_Fluents, Symbol], int] = {}
        self._alike = True

    def of(self, fluents: _Fluents, roll: Symbol) -> int:
        """Return the number of a roll in a state."""
        return self._numbers.get(self._key(fluents, roll), 0)

    def put_off(self, early: TooEarly, most: int) -> None:
        """Let rolls be thrown later. Raise BugError if a number grows beyond the number of rolls: there is no order."""
        for key in {self._key(*pair) for pair in early.rolls}:
            self._numbers[key] = self._numbers.get(key, 0) + 1
        if max(self._numbers.values()) > most:
            if not self._alike:
                names = " and ".join(str(roll) for roll in sorted({roll for _, roll in early.rolls}))
                message = f"the odds of {names} depend on other rolls of the moment, and theirs on these"
                raise BugError(message) from None
            self._numbers, self._alike = {}, False

    def _key(self, fluents: _Fluents, roll: Symbol) -> tuple[_Fluents, Symbol]:
        return frozenset() if self._alike else fluents, roll
