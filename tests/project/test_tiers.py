"""The list of tests that `make test` leaves to `.ci/run`."""

import re
from pathlib import Path

from tests.tiers import MEDIUM, name_of, to_write


def test_every_test_of_the_list_is_there(root: Path) -> None:
    lines = MEDIUM.read_text("utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert not [line for line in lines if "[" in line and name_of(line) in lines], "a case of a test that is listed"
    for line in lines:
        file, _, name = name_of(line).partition("::")
        assert f"def {name}(" in (root / file).read_text("utf-8"), f"{line}: renew it by `python -m tests.tiers`"


def test_each_random_family_has_a_property_in_the_quick_tier(root: Path) -> None:
    listed = MEDIUM.read_text("utf-8").splitlines()
    decorated = re.compile(
        r"((?:@.*\n)*)@(?:on_random_boards|examples|FEW|SOME)\b.*\n(?:@.*\n)*(?:    .*\n|\)\n)*def (test_\w+)"
    )
    families = 0
    for file in sorted((root / "tests").rglob("test_*.py")):
        name = file.relative_to(root).as_posix()
        if name == "tests/project/test_randomly.py" or not (found_in := decorated.findall(file.read_text("utf-8"))):
            continue
        families += 1
        quick = [test for marks, test in found_in if "mark.slow" not in marks and f"{name}::{test}" not in listed]
        assert quick, f"{name} has no random property in the quick tier"
    assert families > 15


def test_the_quickest_of_a_file_stays_and_cases_are_listed_one_by_one_where_most_are_quick() -> None:
    seconds = {"a.py::slow": 3.0, "a.py::slower": 4.0, "b.py::alone": 5.0, "c.py::quick": 0.05}
    seconds |= {"c.py::cases[1]": 0.9, "c.py::cases[2]": 0.8, "c.py::some[1]": 0.12, "c.py::some[2]": 0.06}
    assert to_write(seconds, ()) == ["a.py::slower", "c.py::cases", "c.py::some[1]"]
    assert to_write(seconds, {"c.py::cases", "c.py::some"}) == ["a.py::slower"]
