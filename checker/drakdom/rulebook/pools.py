"""The `pools:` of a vocabulary: dice, lists of faces, sums of dice, and bags of equal dice."""

from __future__ import annotations

from math import comb, prod

from drakdom.errors import LimitError
from drakdom.rulebook.bags import MOST_BAGS, bags_of
from drakdom.rulebook.declarations import Pool
from drakdom.rulebook.specs import Specs
from drakdom.rulebook.words import did_you_mean, number, short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar, Sequence
from drakdom.terms import Term, Value

MOST_POOLS = 100
MOST_FACES, MOST_THROWS = 1_000, 10**9
"""Greatest numbers of the dice of one pool: the solver counts throws in 32 bits."""


def read_pools(specs: Specs, node: Node | None) -> dict[str, Pool]:
    """Read the pools by name; bags last, because they name other pools. Raises LimitError past MOST_POOLS."""
    reader = _PoolReader(specs)
    if len(entries := [*specs.entries(node, "`pools`")]) > MOST_POOLS:
        message = f"there are {len(entries)} pools, at most {MOST_POOLS} are read"
        raise LimitError(message, specs.problems.place(entries[MOST_POOLS][0]))
    pools: dict[str, Pool] = {}
    bags: list[tuple[Scalar, Mapping]] = []
    for key, value in entries:
        if not specs.is_word(key):
            continue
        if isinstance(value, Mapping) and any(name.text == "of" for name, _ in value.entries):
            bags.append((key, value))
        else:
            pools[key.text] = Pool(key.text, reader.faces(key, value))
    return pools | {key.text: reader.bag(key, value, pools) for key, value in bags}


class _PoolReader:
    """Reads single pools of one file."""

    def __init__(self, specs: Specs) -> None:
        self.specs, self.problems = specs, specs.problems

    def bag(self, key: Scalar, node: Mapping, pools: dict[str, Pool]) -> Pool:
        """Read `{dice: 3, of: t6}`: equal dice in any order, with faces such as `bag(1, 1, 3)`."""
        spec = self.specs.keyed(node, f"the pool `{key.text}`", ("dice", "of"))
        dice = self.specs.integer(spec["dice"], "`dice`") if "dice" in spec else None
        of = self.specs.text(spec.get("of"), "`of`")
        if of not in pools:
            self.problems.add(node, f"unknown pool `{short(of)}`", did_you_mean(of, pools))
        elif dice is None or not 1 <= dice <= 10 or comb(len(pools[of].faces) + dice - 1, dice) > MOST_BAGS:
            self.problems.add(node, f"a bag has 1 to 10 dice and at most {MOST_BAGS} different throws")
        elif sum((die := pools[of].faces).values()) ** dice > MOST_THROWS:
            self.problems.add(node, f"the dice of a bag have at most {MOST_THROWS:,} throws")
        else:
            return Pool(key.text, bags_of(die, dice), die)
        return Pool(key.text, {})

    def faces(self, key: Scalar, node: Node) -> dict[Value, int]:
        """Read the faces of a pool: `6` is a die, a list names the faces, `{sum: [6, 6]}` adds dice up."""
        if isinstance(node, Scalar):
            sides = self.specs.integer(node, f"the pool `{key.text}`")
            return self.sums(node, [sides]) if sides is not None else {}
        faces: dict[Value, int] = {}
        if isinstance(node, Sequence):
            if not node.items:
                self.problems.add(key, f"the pool `{key.text}` has no faces")
            for face in self.specs.scalars(node, f"the pool `{key.text}`"):
                value = number(face.text)
                if value is None and not self.specs.is_word(face):
                    continue
                named: Value = Term(face.text) if value is None else value
                faces[named] = faces.get(named, 0) + 1
            return faces
        dice = self.specs.keyed(node, f"the pool `{key.text}`", ("sum",)).get("sum")
        sides_of = [self.specs.integer(scalar, "`sum`") for scalar in self.specs.scalars(dice, "`sum`")]
        return self.sums(node, [sides for sides in sides_of if sides is not None])

    def sums(self, at: Node, dice: list[int]) -> dict[Value, int]:
        """Map each sum of the dice, given by their numbers of faces, to its number of equally likely throws."""
        if not dice or len(dice) > 10 or not all(1 <= sides <= 1000 for sides in dice):
            self.problems.add(at, "a pool has 1 to 10 dice of 1 to 1000 faces")
            return {}
        if sum(dice) > MOST_FACES or prod(dice) > MOST_THROWS:
            message = f"the dice of a pool have at most {MOST_FACES:,} faces in all, and {MOST_THROWS:,} throws"
            self.problems.add(at, message)
            return {}
        ways = {0: 1}
        for sides in dice:
            more: dict[int, int] = {}
            for total, count in ways.items():
                for face in range(1, sides + 1):
                    more[total + face] = more.get(total + face, 0) + count
            ways = more
        return {total: count for total, count in ways.items()}  # noqa: C416  (its keys are values)
