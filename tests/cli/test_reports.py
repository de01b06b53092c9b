"""What `drakdom check` reports to machines, held against the schemas and readers of those who take it."""

import contextlib
import json
import os
import pty
import re
import shlex
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
import xmlschema
from jsonschema import Draft7Validator
from tap.parser import Parser

import drakdom as court
from drakdom.report.junit import check_junit
from drakdom.report.tap import check_tap
from drakdom.scenario import Scenario
from drakdom.tools.check import CheckReport, check_paths
from drakdom.verdict import Verdict
from tests.cli.drakdom import FOLDERS, GOOD, ROOT, RULEBOOKS, drakdom, interruptible, written

SCHEMAS = Path(__file__).resolve().parents[1] / "report" / "schemas"
SARIF = json.loads((SCHEMAS / "sarif-2.1.0.json").read_text("utf-8"))
JUNIT = xmlschema.XMLSchema(str(SCHEMAS / "junit-10.xsd"))
PROPERTY = re.compile(r"(?:%25|%0D|%0A|%3A|%2C|[^%\r\n:,])*")
DATA = re.compile(r"(?:%25|%0D|%0A|[^%\r\n])*")
MANY = 3000
STRANGE = 'x: y, 50% "of" <b>&é'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One that holds, one that fails twice, one that errs, one that expects nothing."""
    (tmp_path / "sub").mkdir()
    written(tmp_path, GOOD, "a.yaml")
    two = (
        GOOD.replace("1/3}", "1/2}").replace("title: One", f"title: {json.dumps(STRANGE)} #") + "  - never: falls(_)\n"
    )
    written(tmp_path / "sub", two, "b, 50%: c#.yaml")
    written(tmp_path / "sub", GOOD.replace("room: pit", "room: pitt"), "c.yml")
    written(tmp_path, GOOD.partition("expect:")[0], "d.yaml")
    return tmp_path


def report(folder: Path, form: str, *more: str) -> str:
    ended = drakdom("check", folder, *FOLDERS, "--report", form, *more)
    assert ended.code == 2
    return ended.out


def xml(text: str) -> Element:
    JUNIT.validate(text)
    return fromstring(text)


def test_junit(folder: Path) -> None:
    root = xml(report(folder, "junit"))
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "1",
        "errors": "1",
    }
    assert [(s.get("name"), s.get("tests"), s.get("skipped")) for s in root] == [
        (folder.as_posix(), "2", "1"),
        (f"{folder.as_posix()}/sub", "2", "0"),
    ]
    cases = {case.get("name"): [*case] for suite in root for case in suite}
    assert cases["a.yaml"] == []
    assert [(case.tag, case.get("message")) for case in cases["d.yaml"]] == [("skipped", "expects nothing")]
    [failure], [error] = cases["b, 50%: c#.yaml"], cases["c.yml"]
    assert (failure.tag, failure.get("type"), error.tag) == ("failure", "odds", "error")
    assert failure.get("message") == "does not hold: odds: falls(Ada) = 1/2, and 1 more"
    lines = (failure.text or "").splitlines()
    assert lines[0].endswith("b, 50%: c#.yaml:12:12")
    assert {"found: depends, 1/3", "its clauses: LD-05, LD-02, LD-01"} <= {*lines}
    assert "unknown room kind `pitt`, did you mean `pit`?" in (error.text or "")


def test_tap(folder: Path) -> None:
    lines = [*Parser().parse_text(report(folder, "tap"))]
    assert [line.category for line in lines] == ["version", "plan", "test", "test", "test", "test"]
    tests = lines[2:]
    assert [(test.ok, test.skip) for test in tests] == [(True, False), (True, True), (False, False), (False, False)]
    failed, errored = (test.yaml_block for test in tests[2:])
    assert (failed["severity"], errored["severity"]) == ("fail", "error")
    assert failed["title"] == STRANGE
    assert [trouble["message"] for trouble in failed["troubles"]] == [
        "does not hold: odds: falls(Ada) = 1/2",
        "does not hold: never: falls(_)",
    ]


def test_sarif(folder: Path) -> None:
    log = json.loads(report(folder, "sarif"))
    Draft7Validator(SARIF).validate(log)
    assert [*Draft7Validator(SARIF).iter_errors({**log, "version": "2"})]
    [run] = log["runs"]
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("odds", "error"),
        ("never", "error"),
        ("error", "error"),
    ]
    for entry in run["results"]:
        assert run["tool"]["driver"]["rules"][entry["ruleIndex"]]["id"] == entry["ruleId"]
    [place] = run["results"][0]["locations"]
    assert place["physicalLocation"]["region"] == {"startLine": 12, "startColumn": 12}


def test_sarif_for_services_that_show_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of GitHub want help and a full description of each rule, and keep uploads apart by a name."""
    monkeypatch.chdir(folder)
    [run] = json.loads(report(Path(), "sarif"))["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
    [part] = json.loads(report(Path("sub"), "sarif"))["runs"]
    assert run["automationDetails"]["id"].endswith("/")
    assert part["automationDetails"]["id"].startswith("drakdom-check/sub/")
    marks = [result["partialFingerprints"]["drakdom/1"] for result in run["results"]]
    assert len({*marks}) == len(marks)
    text = (folder / "sub" / "c.yml").read_text("utf-8")
    written(folder / "sub", "# a new first line\n" + text, "c.yml")
    [later] = json.loads(report(Path(), "sarif"))["runs"]
    assert [result["partialFingerprints"]["drakdom/1"] for result in later["results"]] == marks


def test_a_summary_for_the_page_of_a_job(folder: Path) -> None:
    text = report(folder, "summary")
    assert "| 1 | 1 | 1 | 0 | 1 | 0 |" in text
    assert "does not hold: odds: falls(Ada) = 1/2" in text
    assert "`pitt`" not in text, "the words of a file are escaped"
    assert "unknown room kind \\`pitt\\`" in text


def test_folders_of_reports_are_made(folder: Path) -> None:
    file = folder / "new" / "deep" / "junit.xml"
    assert drakdom("check", folder / "a.yaml", *FOLDERS, "--format", f"junit={file}").code == 0
    assert file.is_file()
    below = folder / "a.yaml" / "junit.xml"
    ended = drakdom("check", folder / "a.yaml", *FOLDERS, "--format", f"junit={below}")
    assert (ended.code, ended.out) == (2, "")
    assert "the folder of this report cannot be made" in ended.err


def test_every_failure_has_its_exit_code_and_a_line_that_the_file_has(folder: Path) -> None:
    cases = json.loads(report(folder, "json"))["cases"]
    assert {case["outcome"]: case["exit_code"] for case in cases} == {
        "passed": 0, "silent": 0, "failed": 1, "errored": 2,
    }  # fmt: skip
    written(folder, 'title: "x', "one.yaml")
    assert "one.yaml,line=1" in drakdom("check", folder / "one.yaml", *FOLDERS, "--format", "github").out


def test_files_below_where_one_is_have_relative_uris(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    [run] = json.loads(report(Path("sub"), "sarif"))["runs"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    assert places == ["sub/b%2C%2050%25%3A%20c%23.yaml"] * 2 + ["sub/c.yml"]
    lines = report(Path("sub"), "github").splitlines()
    assert lines[0].startswith("::error file=sub/b%2C 50%25%3A c#.yaml,line=12,col=12,")  # no URI: the file's own name
    assert lines[2].startswith("::error file=sub/c.yml,line=6,col=16,")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder))
    monkeypatch.chdir(folder / "sub")
    assert report(Path(), "github").splitlines()[2].startswith("::error file=sub/c.yml,line=6,col=16,")


def test_no_name_of_a_file_hides_a_failure_or_breaks_a_report(tmp_path: Path) -> None:
    names = ["a # TODO.yaml", "b \\# SKIP.yaml", "c]]>\x1b[1m\n.yaml", "d::%0A<&.yaml", os.fsdecode(b"e\xff.yaml")]
    for name in names:
        try:
            written(tmp_path, GOOD.replace("1/3", "1/2"), name)
        except OSError:
            pytest.skip("no such names on this machine")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    files = {form: tmp_path / f"out.{form}" for form in ("junit", "tap", "sarif", "json", "github")}
    words = [word for form, file in files.items() for word in ("--report", f"{form}={file}")]
    assert drakdom("check", tmp_path, *FOLDERS, *words).code == 2
    texts = {form: file.read_text("utf-8") for form, file in files.items()}
    text = [line for line in Parser().parse_text(texts["tap"]) if line.category == "test"]
    assert [(line.ok, line.skip, line.todo) for line in text] == [(False, False, False)] * 6
    assert all("\\#" not in str(line.description) for line in text)
    assert [entry.get("name") for entry in xml(texts["junit"])[0]][3] == "d::%0A<&.yaml"
    Draft7Validator(SARIF).validate(json.loads(texts["sarif"]))
    assert [Path(case["file"]).name for case in json.loads(texts["json"])["cases"]] == [*names, "loop.yaml"]
    assert len(texts["github"].splitlines()) == 6


def test_a_choice_of_a_matrix_stands_behind_the_name_of_the_file(tmp_path: Path) -> None:
    drakdom("house-rule", "new", "mine", "--base", "lantern", *FOLDERS, tmp_path / "mine")
    matrix = "rulebook: lantern\nmatrix: {house_rules: [none, ./mine]}"
    file = written(tmp_path, GOOD.replace("rulebook: lantern", matrix))
    [suite] = xml(drakdom("check", file, *FOLDERS, "--report", "junit").out)
    assert [entry.get("name") for entry in suite] == ["case.yaml [house_rules=none]", "case.yaml [house_rules=./mine]"]


def test_what_is_wrong_in_no_file_has_a_place_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code scanning refuses a whole log for one result without a place."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, GOOD)
    words = ("check", ".", *FOLDERS, "--house-rule", "nosuch", "--report")
    [result] = json.loads(drakdom(*words, "sarif").out)["runs"][0]["results"]
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "case.yaml"}}}]
    assert drakdom(*words, "github").out.startswith("::error file=case.yaml,title=case.yaml%3A error::there is no")


def test_every_failure_tells_its_clauses_and_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, GOOD.partition("    because")[0].replace("1/3", "1/2"), "-a.yaml")
    ended = drakdom("check", ".", *FOLDERS, "--timeout", "50")
    assert "         its clauses: LD-05, LD-02, LD-01" in ended.lines
    [again] = [line.removeprefix("  again: ") for line in ended.lines if line.startswith("  again: ")]
    assert again == f"drakdom check ./-a.yaml --rulebook {RULEBOOKS} --timeout 50"
    ended = drakdom(*shlex.split(again)[1:], "--json")
    [case] = json.loads(ended.out)["cases"]
    assert (case["outcome"], case["again"]) == ("failed", again)


def test_annotations_keep_to_the_grammar_of_workflow_commands(folder: Path) -> None:
    lines = report(folder, "github").splitlines()
    assert len(lines) == 3
    for line in lines:
        command, properties, data = re.fullmatch(r"::(\w+) (.*?)::(.*)", line, re.DOTALL).groups()  # type: ignore[union-attr]
        assert command == "error"
        result = dict(part.split("=", 1) for part in properties.split(","))
        assert [*result] == ["file", "line", "col", "title"]
        assert all(PROPERTY.fullmatch(value) for value in result.values())
        assert DATA.fullmatch(data)
    assert "%0Afound: depends, 1/3%0A" in lines[0]


def test_the_command_that_is_told_finds_the_same_again(folder: Path) -> None:
    [run] = json.loads(report(folder, "sarif"))["runs"]
    words = shlex.split(run["results"][0]["properties"]["again"])
    assert words[:2] == ["drakdom", "check"]
    ended = drakdom(*words[1:])
    assert ended.code == 1
    assert "FAILS  odds: falls(Ada) = 1/2" in ended.out


def test_several_at_once(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.xml"
    out.write_text('<?xml version="1.0"?><testsuites name="drakdom"/>', encoding="utf-8")
    ended = drakdom("check", folder, *FOLDERS, "--report", f"junit={out}", "--report", f"sarif={tmp_path / 'o.sarif'}")
    assert ended.lines[-1].startswith("1 passed, 1 failed, 1 errored, 1 without expectations in ")
    xml(out.read_text("utf-8"))
    assert json.loads((tmp_path / "o.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert stat.S_IMODE(out.stat().st_mode) & 0o400
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "d.yaml", "o.sarif", "out.xml", "sub"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--report", "junitt"), "unknown format `junitt`, did you mean `junit`?"),
        (("--report", "x"), "known: `table`, `json`, `junit`, `tap`, `sarif`, `github`"),
        (("--report", "tap="), "`--format tap=` names no file, write `tap=FILE` or `tap`"),
        (("--report", "tap", "--report", "sarif"), "`tap` and `sarif` cannot both go to standard output"),
        (("--json", "--report", "tap"), "`json` and `tap` cannot both go to standard output"),
        (("--report", "tap=a", "--report", "junit=a"), "a: two reports cannot be written into one file"),
        (("--report", "tap=a", "--report", f"junit={Path.cwd()}/a"), "two reports cannot be written into one file"),
        (("--report", "tap=-", "--report", "sarif=/dev/stdout"), "`tap` and `sarif` cannot both go to standard output"),
        (("--report", f"tap={'x' * 300}"), "cannot be written: file name too long"),
    ],
)
def test_a_report_that_cannot_be_made_is_refused_first(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    ended = drakdom("check", file, *FOLDERS, *words)
    assert ended.code == 2
    assert message in ended.err + ended.out
    assert "passed" not in ended.out


@pytest.mark.parametrize("selected", [(), ("--name", "no such scenario")])
def test_a_report_is_not_written_over_a_scenario(selected: tuple[str, ...], tmp_path: Path) -> None:
    """Nor through a link to it, nor where it is not among those that are meant."""
    file = written(tmp_path, GOOD)
    link = tmp_path / "link.xml"
    link.symlink_to(file)
    for place in (file, link):
        ended = drakdom("check", tmp_path, *FOLDERS, "--report", f"junit={place}", *selected)
        assert ended.code == 2
        assert f"{place}: this file is no report of drakdom" in " ".join(ended.err.split())
        assert Path(file).read_text("utf-8") == GOOD


def test_a_full_disk_keeps_the_older_report_and_the_others(folder: Path, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this machine")
    out = tmp_path / "out.tap"
    ended = drakdom("check", folder, *FOLDERS, "--report", f"junit={full}", "--report", f"tap={out}")
    assert ended.code == 2
    assert "/dev/full: the junit report cannot be written: no space left on device" in ended.err
    assert out.read_text("utf-8").startswith("TAP version 13\n1..4\n")
    assert ended.lines[-1].startswith("1 passed, 1 failed")


def test_what_fails_while_a_report_is_written_leaves_the_older_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.tap"
    out.write_text("older", encoding="utf-8")

    def no_room(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_room)
    assert drakdom("check", folder, *FOLDERS, "--report", f"tap={out}").code == 2
    assert out.read_text("utf-8") == "older"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_link_is_written_through_and_a_long_name_is_no_obstacle(tmp_path: Path) -> None:
    file, real, long = written(tmp_path, GOOD), tmp_path / "real.xml", tmp_path / ("x" * 250)
    (tmp_path / "out.xml").symlink_to(real)
    real.write_text('<?xml version="1.0"?><testsuites name="drakdom"/>', encoding="utf-8")
    real.chmod(0o640)
    words = ("--report", f"junit={tmp_path / 'out.xml'}", "--report", f"tap={long}")
    assert drakdom("check", file, *FOLDERS, *words).code == 0
    assert (tmp_path / "out.xml").is_symlink()
    xml(real.read_text("utf-8"))
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert long.read_text("utf-8").startswith("TAP version 13")


def test_nothing_to_check_is_a_failure_unless_it_may_be(tmp_path: Path) -> None:
    assert drakdom("check", tmp_path, *FOLDERS).code == 5
    ended = drakdom("check", tmp_path, *FOLDERS, "--allow-empty", "--report", "junit")
    assert ended.code == 0
    assert [*xml(ended.out)] == []
    written(tmp_path, GOOD + "skip: later\n")
    assert [drakdom("check", tmp_path, *FOLDERS, *more).code for more in ((), ("--allow-empty",))] == [5, 0]


@pytest.mark.slow
@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_what_was_found(asked: signal.Signals, tmp_path: Path) -> None:
    for number in range(MANY):
        written(tmp_path, GOOD, f"{number:04}.yaml")
    out = tmp_path / "out.tap"
    command = [sys.executable, "-m", "drakdom", "check", str(tmp_path), *FOLDERS, "-j", "1", "--report", f"tap={out}"]
    ours, theirs = pty.openpty()
    around = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=theirs, env=around, preexec_fn=interruptible
    ) as running:
        os.close(theirs)
        shown = b""
        while b"checking" not in shown:  # its bar is there once some are done
            shown += os.read(ours, 4096)
        running.send_signal(asked)
        with contextlib.suppress(OSError):  # its end closes the terminal
            while os.read(ours, 4096):  # what nobody reads would hold it up
                pass
        assert running.wait(timeout=30) == 130
    os.close(ours)
    lines = [*Parser().parse_text(out.read_text("utf-8"))]
    done = sum(line.category == "test" and line.ok for line in lines)
    assert done < MANY
    assert lines[-1].category == "bail"
    assert f"Bail out! {MANY - done} were not checked" in out.read_text("utf-8")


def test_lines_are_those_that_editors_count(tmp_path: Path) -> None:
    text = GOOD.replace("1/3", "1/2").replace("title: One", "# a \x85 b \u2028 c \u2029 d\ntitle: One")
    for name, ends in (("unix", "\n"), ("windows", "\r\n")):
        (tmp_path / f"{name}.yaml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", ends).encode())
    log = json.loads(drakdom("check", tmp_path, *FOLDERS, "--report", "sarif").out)
    places = [result["locations"][0]["physicalLocation"]["region"] for result in log["runs"][0]["results"]]
    assert places == [{"startLine": 13, "startColumn": 12}] * 2


def test_an_unfinished_report_is_whole(tmp_path: Path) -> None:
    result = check_paths([written(tmp_path, GOOD)], [RULEBOOKS])
    cut = CheckReport(result.cases, result.seconds, 3, interrupted=True)
    assert cut.exit_code == 130
    root = xml(check_junit(cut))
    assert (root.get("tests"), root.get("errors")) == ("2", "1")
    assert check_tap(cut).splitlines()[-1] == "Bail out! 3 were not checked"


@pytest.mark.children
def test_what_takes_too_long_or_ends_its_worker_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five scenarios one never ends and one kills its process: three hold, and every report is whole."""
    for name in ("a", "b-dies", "c", "d-never-ends", "e"):
        written(tmp_path, GOOD.replace("title: One", f"title: {name}, one"), f"{name}.yaml")

    def adjudicate(scenario: Scenario, **more: Any) -> Verdict:
        if "dies" in scenario.title:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "never-ends" in scenario.title:
            os.kill(os.getpid(), signal.SIGXCPU)  # as the system ends what used up its time
        return ruled(scenario, **more)

    ruled = court.adjudicate
    monkeypatch.setattr(court, "adjudicate", adjudicate)
    files = {form: tmp_path / f"out.{form}" for form in ("junit", "tap", "sarif", "json")}
    words = [word for form, file in files.items() for word in ("--report", f"{form}={file}")]
    ended = drakdom("check", tmp_path, *FOLDERS, *words)
    assert ended.code == 4  # a crash is our bug, and weighs more than a limit
    suite = xml(files["junit"].read_text("utf-8"))[0]
    assert {key: suite.get(key) for key in ("tests", "errors", "failures")} == {
        "tests": "5",
        "errors": "2",
        "failures": "0",
    }
    parse_text = Parser().parse_text(files["tap"].read_text("utf-8"))
    assert [line.ok for line in parse_text if line.category == "test"] == [True, False, True, False, True]
    sarif = json.loads(files["sarif"].read_text("utf-8"))
    Draft7Validator(SARIF).validate(sarif)
    assert len(sarif["runs"][0]["results"]) == 2
    data = json.loads(files["json"].read_text("utf-8"))
    assert [case["exit_code"] for case in data["cases"]] == [0, 4, 0, 3, 0]
