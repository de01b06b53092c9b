"""The bank of faults fits the repository, and the runner tries the copy that has the fault."""

import ast
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from clingo.ast import parse_string

from tests.faults.bank import Fault, apply, faulty, read_bank
from tests.faults.copies import ROOT, commit_all, copy_checkout, imported_from, run
from tests.tiers import MEDIUM

FAULTS = read_bank()
EACH = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)


def test_ids_are_unique_and_in_kebab_case() -> None:
    assert [name for name, times in Counter(fault.id for fault in FAULTS).items() if times > 1] == []
    assert [fault.id for fault in FAULTS if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", fault.id)] == []


def test_the_bank_is_large_and_covers_law_of_two_rulebooks_and_court() -> None:
    law = [Path(fault.file).parts[1] for fault in FAULTS if fault.file.startswith("asp/")]
    assert len(FAULTS) >= 60
    assert len(law) >= 40
    assert len(set(law)) >= 2
    assert sum(fault.file.startswith("checker/drakdom/") for fault in FAULTS) >= 20


@pytest.mark.parametrize(
    "kind", ["literal dropped", "comparison", "exception lifted|exception removed", "phase misplaced"]
)
def test_each_kind_of_law_is_there_in_two_rulebooks(kind: str) -> None:
    books = {Path(fault.file).parts[1] for fault in FAULTS if fault.kind in kind.split("|")} & {
        folder.name for folder in (ROOT / "asp").iterdir()
    }
    assert len(books) >= 2


@EACH
def test_a_fault_changes_its_file_and_leaves_it_readable(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    wrong = faulty(fault, text)
    assert wrong != text
    assert fault.what.endswith(".")
    if fault.file.endswith(".lp"):
        statements: list[object] = []
        parse_string(wrong, statements.append)
        assert len(statements) > 1
    else:
        assert ast.dump(ast.parse(wrong)) != ast.dump(ast.parse(text))


def test_every_fault_of_the_court_names_a_test_and_no_fault_of_the_law_does() -> None:
    assert [fault.id for fault in FAULTS if bool(fault.test) != fault.file.startswith("checker/")] == []
    assert [fault.test for fault in FAULTS if not (ROOT / fault.test.partition("::")[0]).exists()] == []


def test_what_catches_a_fault_of_the_court_is_a_test_of_the_quick_tier() -> None:
    listed = MEDIUM.read_text(encoding="utf-8").splitlines()
    for fault in FAULTS:
        if fault.test:
            file, _, name = fault.test.partition("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), fault.test
            assert fault.test not in listed, fault.test


def test_all_scenarios_are_tried_on_a_fault_of_no_single_rulebook() -> None:
    fault = FAULTS[0]
    assert set(fault.scenarios) > {"scenarios/drakborgen-atervackt"}
    for file in ("asp/core/chance.lp", "checker/drakdom/terms.py"):
        assert replace(fault, file=file).scenarios == ("scenarios",)


def test_an_old_text_that_is_not_there_once_is_refused() -> None:
    fault = FAULTS[0]
    with pytest.raises(ValueError, match=f"`{fault.id}`.* 0 times .*renew `old`"):
        faulty(fault, "nothing of it")
    with pytest.raises(ValueError, match="2 times"):
        faulty(fault, fault.old * 2)


def test_a_fault_is_tried_in_a_copy(tmp_path: Path) -> None:
    fault = next(fault for fault in FAULTS if fault.id == "limit-ends-like-an-input-error")
    copy = tmp_path / "copy"
    copy.mkdir()
    copy_checkout(copy)
    assert imported_from(copy) == (copy / "checker" / "drakdom" / "__init__.py").resolve()
    with pytest.raises(RuntimeError, match="runs no test"):
        run("python -c 'raise SystemExit(5)'", copy, 60)
    asks = "python -c 'import sys; from drakdom.errors import LimitError; sys.exit(LimitError.exit_code != 3)'"
    assert not run(asks, copy, 60).caught
    apply(fault, copy)
    commit_all(copy)
    assert run(asks, copy, 60).caught
    assert fault.old in (ROOT / fault.file).read_text(encoding="utf-8")
    assert not run("git status --porcelain --untracked-files=no", copy, 60).caught
