"""Every shipped file fits its schema."""

import json

import pytest

from drakdom.rulebook import Rulebook, load_rulebook
from tests.editors.seen import faults, seen, validator
from tests.project.test_schemas import files_of
from tests.project.tree import rulebooks, short


@pytest.fixture(params=rulebooks(), ids=lambda folder: folder.name)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param)


@pytest.mark.slow
def test_they_fit(book: Rulebook) -> None:
    wrong = {
        short(path): result
        for kind, path in files_of(book.folder)
        if (result := faults(seen(path.read_text(encoding="utf-8")), validator(book, kind)))
    }
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)
