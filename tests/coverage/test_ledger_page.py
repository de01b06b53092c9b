"""The ledger as a page: well-formed, every clause on it, every way leads somewhere, nothing from elsewhere."""

import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from drakdom.report.html import html_text
from drakdom.report.ledger import STATUSES
from drakdom.rulebook import load_rulebook
from tests.cli.drakdom import CASES, FOLDERS, PIT, RULEBOOKS, drakdom

X = "{http://www.w3.org/1999/xhtml}"
VOID = {"meta", "link", "img", "br", "hr", "input", "base"}
SHOWN = """<script>alert(1)</script><img src=x onerror="a"> ]]> & ' </style><!--"""
HOSTILE = SHOWN.replace('"', '\\"')


class Nested(HTMLParser):
    """Fails where a browser would have to guess: what is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.names.add(name)
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        assert name in VOID, name
        self.names.add(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name


class Page:
    """A page, read by two parsers."""

    def __init__(self, file: Path) -> None:
        self.text = file.read_text("utf-8")
        self.nested = Nested()
        self.nested.feed(self.text)
        self.nested.close()
        assert self.nested.open == []
        self.root = ElementTree.fromstring(self.text)
        elements = [element for element in self.root.iter() if element.get("id")]
        self.by_id = {element.get("id", ""): element for element in elements}
        assert len(self.by_id) == len(elements)

    def said(self, name: str) -> str:
        """The text of an element by its id."""
        return " ".join("".join(self.by_id[name].itertext()).split())

    def ways(self, name: str) -> dict[str, str]:
        """The links in an element: their words, and the ids that they lead to."""
        links = self.by_id[name].iter(f"{X}a")
        return {"".join(link.itertext()): link.get("href", "").removeprefix("#") for link in links}

    def told(self, name: str, heading: str) -> str:
        """The words of a list of an article under a heading."""
        under = {
            "".join(term.itertext()): " ".join("".join(words.itertext()).split())
            for block in self.by_id[name].iter(f"{X}dl")
            for term, words in zip(block.findall(f"{X}dt"), block.findall(f"{X}dd"), strict=True)
        }
        return under.get(heading, "")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Page:
    file = tmp_path_factory.mktemp("page") / "ledger.html"
    ended = drakdom("coverage", "lantern", CASES, *FOLDERS, "--html", file)
    assert (ended.code, ended.err) == (0, "")
    assert "8 of 8 clauses are covered" in ended.out
    return Page(file)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Page:
    file = tmp_path_factory.mktemp("page") / "ledger.html"
    drakdom("coverage", "lantern", PIT, *FOLDERS, "--html", file)
    return Page(file)


def self_contained(page: Page) -> None:
    assert not page.nested.names & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    for element in page.root.iter():
        assert not {key for key in element.attrib if key.startswith("on") or key in ("src", "action", "srcset")}
        if (href := element.get("href")) is not None:
            assert href.startswith("#")
            assert href[1:] in page.by_id, href
    assert "url(" not in page.text
    assert "@import" not in page.text


def test_it_needs_nothing_but_itself_and_every_link_leads_somewhere(whole: Page, pit: Page) -> None:
    self_contained(whole)
    self_contained(pit)


def test_every_clause_is_on_it(whole: Page) -> None:
    book = load_rulebook(RULEBOOKS / "lantern")
    assert len(book.ledger) == 10
    for clause in book.ledger.values():
        assert clause.text in whole.said(clause.id)


def test_it_is_read_without_colours(pit: Page) -> None:
    """A sign and a word say what the colour says: from the ledger and what stands in the one scenario."""
    expected = {
        "LD-01": "covered",
        "LD-03": "fired",
        "LD-04": "never reached",
        "LD-06": "covered",
        "LD-08": "does not count",
        "LD-09": "never reached",
    }
    for name, status in expected.items():
        assert pit.said(name).startswith(f"{name} {STATUSES[status][0]} {status} "), name  # type: ignore[index]
    assert len({sign for sign, _ in STATUSES.values()}) == len(STATUSES)
    style = next(pit.root.iter(f"{X}style")).text or ""
    assert all(f".{status.replace(' ', '-')} {{ --tone:" in style for status in STATUSES)
    assert {*pit.ways("LD-08")} == {"LD-08", "LD-03"}


def test_from_a_clause_to_its_rules_and_scenarios_and_back(whole: Page) -> None:
    ways = whole.ways("LD-05")
    rule, case = ways["pit.lp:12"], ways["two-walk-into-the-pit-room"]
    assert 'tested(H, T) :- clause("LD-05"), tries(H, T), not except("LD-05", (H, T)).' in whole.said(rule)
    assert "Two heroes walk into the room with the pit from two sides" in whole.said(case)
    assert PIT.name in whole.said(case)
    assert whole.ways(rule)["LD-05"] == whole.ways(case)["LD-05"] == "LD-05"
    assert whole.told("LD-05", "Gave way") == "to LD-06 in two-walk-into-the-pit-room"
    assert whole.told("LD-06", "Others gave way to it") == "LD-05"
    assert whole.told(case, "Give way") == "LD-05 to LD-06"
    assert "LD-05" in whole.told(case, "Expected as a reason").split(", ")


def test_gave_way_to_two(whole: Page) -> None:
    dark = "a-dark-lantern-keeps-its-bearer"
    narrow = "nobody-squeezes-into-a-narrow-hall"
    assert whole.told("LD-02", "Gave way") == f"to LD-04 in {dark}; to LD-09 in {narrow}"
    assert "optional rule narrow-halls" in whole.said("LD-09")


def test_what_is_not_covered_stands_first(pit: Page) -> None:
    first = next(pit.root.iter(f"{X}header"))
    assert [link.get("href") for link in first.iter(f"{X}a")][1:] == ["#LD-03", "#LD-04", "#LD-07", "#LD-09"]
    assert "4 of 8 clauses are covered (50 %, rounded down)" in "".join(first.itertext())


def test_words_of_strangers_are_only_words(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    ledger = folder / "clauses.yaml"
    text = ledger.read_text("utf-8").replace("text: Without a burning lantern nobody walks.", f'text: "{HOSTILE}"')
    ledger.write_text(text.replace("section: Lanterns", f'section: "{HOSTILE}"'), "utf-8")
    case = folder / "scenarios" / PIT.name
    case.write_text(case.read_text("utf-8").replace("title: Two heroes", f'title: "{HOSTILE}" #'), "utf-8")
    strange = folder / "scenarios" / "<b>&\"' #_s0.yaml"
    shutil.copy(case, strange)
    (folder / "scenarios" / "a<i>.yaml").write_text("title: x\nrulebook: lantern\nplay: [{'<u>': rest}]\n", "utf-8")
    ended = drakdom(
        "coverage", folder, strange, case, folder / "scenarios" / "a<i>.yaml", "--html", tmp_path / "l.html"
    )
    assert ended.code == 2
    page = Page(tmp_path / "l.html")
    self_contained(page)
    assert page.said("LD-04").count(SHOWN) == 2
    assert SHOWN in page.said(page.ways("LD-05")[case.stem])
    assert page.ways("LD-05")["<b>&\"' #_s0"].startswith("_s")
    assert "<u>" in "".join(page.root.itertext())


def test_what_no_page_may_hold_is_replaced() -> None:
    text = html_text("<p>a\0b\x07\x1b[1m\ud800\ufffe\u202e|\u2028\t|\nc</p>")
    assert text == "<p>a?b??[1m???|  |\nc</p>".replace("?", "\N{REPLACEMENT CHARACTER}")
    ElementTree.fromstring(text)


def test_only_what_is_asked_for(tmp_path: Path) -> None:
    """Of LD-05 alone: the clause that it gave way to is named, and leads nowhere."""
    file = tmp_path / "five.html"
    assert drakdom("coverage", "lantern", PIT, *FOLDERS, "--clause", "LD-05", "--html", file, "--json").code == 0
    page = Page(file)
    self_contained(page)
    assert "LD-06" not in page.by_id
    assert page.told("LD-05", "Gave way") == "to LD-06 in two-walk-into-the-pit-room"


def test_the_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "ledger.html"
    file.write_text("of somebody else", "utf-8")
    words = ("coverage", "lantern", PIT, *FOLDERS, "--clause", "LD-05", "--html")
    assert drakdom(*words, file).code == 2
    assert file.read_text("utf-8") == "of somebody else"
    file.write_text("<!DOCTYPE html>\nolder", "utf-8")
    assert drakdom(*words, file).code == 0
    assert "LD-05" in file.read_text("utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.html"]
    for wrong in (tmp_path, tmp_path / "nowhere" / "l.html"):
        ended = drakdom(*words, wrong)
        assert (ended.code, ended.out) == (2, "")


def test_a_full_disk(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this machine")
    ended = drakdom("coverage", "lantern", PIT, *FOLDERS, "--clause", "LD-05", "--html", full, COLUMNS="200")
    assert ended.code == 2
    assert "LD-05" in ended.out
    assert "/dev/full: the page cannot be written: no space left on device" in ended.err
    assert list(tmp_path.iterdir()) == []
