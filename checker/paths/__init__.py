"""Ways on a board: what figures can reach, by which exits they flee, who chases whom. Law stays in `asp/`.

What one answer of the law says of ways (`paths.lp` of the rulebook) becomes a graph; what a move takes is found by
letting the law play it.
"""

from checker.paths.chase import Chased, chased
from checker.paths.flight import Exit, Flight, flight
from checker.paths.homeward import Homes, HomeWay, Spent, homes
from checker.paths.model import Leg, Reach, Reached, Reaches
from checker.paths.reach import reaches

__all__ = [
    "Chased", "Exit", "Flight", "HomeWay", "Homes", "Leg", "Reach", "Reached", "Reaches", "Spent",
    "chased", "flight", "homes", "reaches",
]  # fmt: skip
