"""The list of tests that `make test` leaves to `.ci/run`."""

from pathlib import Path

from tests.tiers import MEDIUM, name_of, to_write


def test_every_test_of_the_list_is_there(root: Path) -> None:
    lines = MEDIUM.read_text("utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert not [line for line in lines if "[" in line and name_of(line) in lines], "a case of a test that is listed"
    for line in lines:
        file, _, name = name_of(line).partition("::")
        assert f"def {name}(" in (root / file).read_text("utf-8"), f"{line}: renew it by `python -m tests.tiers`"


def test_the_quickest_of_a_file_stays_and_cases_are_listed_one_by_one_where_most_are_quick() -> None:
    seconds = {"a.py::slow": 3.0, "a.py::slower": 4.0, "b.py::alone": 5.0, "c.py::quick": 0.05}
    seconds |= {"c.py::cases[1]": 0.9, "c.py::cases[2]": 0.8, "c.py::some[1]": 0.12, "c.py::some[2]": 0.06}
    assert to_write(seconds, ()) == ["a.py::slower", "c.py::cases", "c.py::some[1]"]
    assert to_write(seconds, {"c.py"}) == ["a.py::slower"]
