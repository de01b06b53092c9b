"""Verdicts under the ten-clause game with a few rules of law more."""

import shutil
from pathlib import Path

from checker import Verdict, adjudicate
from checker.scenario import read_scenario_text

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
HEAD = "rulebook: lantern\nboard: {places: {B2: {room: floor, exits: [e]}, C2: {room: floor}}}\n"
ADA = HEAD + "figures: {Ada: {kind: hero, at: B2, nerve: 4}}\n"


def ruled(folder: Path, law: str, scenario: str, **words: str) -> Verdict:
    """The verdict under more law; `words` are events with the types of their arguments."""
    shutil.copytree(LANTERN, folder / "lantern")
    book, entry = folder / "lantern" / "rulebook.yaml", folder / "lantern" / "rulebook.lp"
    events = "".join(f'  {name}: {{args: [{types}], says: "{name}"}}\n' for name, types in words.items())
    book.write_text(book.read_text("utf-8").replace("events:\n", "events:\n" + events), encoding="utf-8")
    (folder / "lantern" / "more.lp").write_text(law, encoding="utf-8")
    entry.write_text(entry.read_text("utf-8") + '#include "more.lp".\n', encoding="utf-8")
    return adjudicate(read_scenario_text(scenario, "case.yaml", [folder / "lantern"]))


def test_two_outcomes_that_differ_in_a_number_rest_each_on_its_own_clause(tmp_path: Path) -> None:
    law = (
        'event(loses(H, 1), T) :- clause("LD-03"), is(phase, walk, T), hero(H).\n'
        'event(loses(H, 3), T) :- clause("LD-06"), is(phase, walk, T), hero(H).\n'
    )
    verdict = ruled(tmp_path, law, ADA + "play: [{Ada: rest}]\n", loses="figure, int")
    nearest = {o.text: o.clauses[0] for o in verdict.branches[0].outcomes if o.text.startswith("loses")}
    assert nearest == {"loses(Ada, 1)": "LD-03", "loses(Ada, 3)": "LD-06"}
