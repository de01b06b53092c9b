"""The number of shipped scenarios in which each clause applies: a clause that always applies explains little."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from drakdom.errors import InputError

FILE = "frequency.json"
MOST_BYTES = 1_000_000


@lru_cache(maxsize=32)
def read_frequency(folder: Path) -> Mapping[str, int]:
    """Return the numbers by clause id; empty for a rulebook without the file. Raises InputError if it has a fault."""
    file = folder / FILE
    try:
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError.single(f"the file cannot be read: {(error.strerror or '').lower()}", str(file)) from None
    try:
        numbers = json.loads(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        numbers = None
    if not isinstance(numbers, dict) or not all(type(n) is int and n >= 0 for n in numbers.values()):
        raise InputError.single("this is not a JSON object that maps clause ids to numbers", str(file))
    return dict(numbers)
