"""Bodies of requests: a scenario and the arguments of a command."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from drakdom.audit.laws import read_seconds
from drakdom.errors import InputError
from drakdom.rulebook.textfile import LARGEST
from drakdom.service.question import Kind, Question, canonical

Word = Annotated[str, Field(max_length=2_000)]
Words = Annotated[list[Word], Field(max_length=50)]
Key = Annotated[str, Field(max_length=200)]
Claim = Annotated[str, Field(max_length=LARGEST)]
Claims = Annotated[list[Claim], Field(max_length=50)]
Lang = Annotated[str, Field(max_length=8, description="Language of the sentences: `da`, `de`, `fi` or `sv`.")]
HOUSE_LAW = "A house rule of one's own, as the texts of its files; it is in force beside those of the scenario."
SCENARIO = "The text of a scenario file. It names rulebooks and house rules by name, never by a path."


class HouseLaw(BaseModel):
    """The files of a house rule of one's own, as text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    spec: Annotated[str, Field(alias="house.yaml")]
    law: Annotated[str, Field(alias="house.lp")]


class Body(BaseModel):
    """A scenario, and the language of the answer."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: ClassVar[Kind]

    scenario: Annotated[str, Field(description=SCENARIO)]
    lang: Lang = "en"
    house_law: Annotated[HouseLaw | None, Field(description=HOUSE_LAW)] = None

    def question(self) -> Question:
        """Return the question. Raises InputError and LimitError for text that cannot be read."""
        return Question(self.kind, canonical(self.scenario), self.options())

    def options(self) -> dict[str, Any]:
        """Return the arguments beside the scenario that are stated."""
        return self.model_dump(exclude={"scenario"}, exclude_defaults=True, by_alias=True)


class UnderLaw(Body):
    """A scenario under further optional rules, house rules and readings."""

    variants: Annotated[Words, Field(description="Optional rules to put in force.")] = []
    house_rules: Annotated[Words, Field(description="House rules of the rulebook to put in force, by name.")] = []
    readings: Annotated[Words, Field(description="Readings of ambiguous clauses to fix, each `ID=OPTION`.")] = []


class RuleBody(UnderLaw):
    """Arguments of `drakdom rule`."""

    kind = "rule"
    claims: Annotated[Claims, Field(description="Claims to answer instead of those that the scenario asks.")] = []


class OddsBody(UnderLaw):
    """Arguments of `drakdom odds`."""

    kind = "odds"
    claims: Annotated[Claims, Field(description="Claims; by default those of the scenario, or all that is open.")] = []


class WhyNotBody(UnderLaw):
    """Arguments of `drakdom why-not`."""

    kind = "why-not"
    claim: Annotated[Claim, Field(min_length=1, description="The claim that does not hold.")]


class PathsBody(UnderLaw):
    """Arguments of `drakdom paths`."""

    kind = "paths"
    figures: Annotated[Words, Field(description="Only these figures.")] = []


class CompareBody(Body):
    """Arguments of `drakdom compare`: each item names one law to compare with."""

    kind = "compare"
    variants: Annotated[Words, Field(description="Optional rules; several as `A,B`.")] = []
    readings: Annotated[Words, Field(description="Readings, `ID=OPTION`; several as `A=x,B=y`.")] = []
    house_rules: Annotated[Words, Field(description="House rules of the rulebook, by name; several as `A,B`.")] = []
    rulebooks: Annotated[Words, Field(description="Other rulebooks, by name.")] = []


class DrawBody(UnderLaw):
    """Arguments of `drakdom draw`."""

    kind = "draw"
    board: Annotated[bool, Field(description="Draw the starting board; rule on nothing.")] = False
    animate: Annotated[bool, Field(description="Step through the boards in one place.")] = False
    outcome: Annotated[int, Field(ge=1, le=10**9, description="Draw this likeliest course of play.")] = 1


class Subject(BaseModel):
    """The place of an answer in a scenario, as the question named it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Key
    path: Annotated[list[Key], Field(max_length=6)]
    entry: Annotated[int, Field(ge=0, le=10**6)] = 0
    time: Annotated[int, Field(ge=1, le=10**6)] = 1


class Given(BaseModel):
    """An answer of an interview."""

    model_config = ConfigDict(extra="forbid", strict=True)

    subject: Subject
    word: Annotated[Word, Field(description="The answer in the words of a scenario; empty: left open.")] = ""


class AskBody(UnderLaw):
    """Arguments of `drakdom ask`: the scenario that the interview began with, and all answers."""

    kind = "ask"
    claims: Annotated[Claims, Field(description="Claims to ask about instead of those of the scenario.")] = []
    answers: Annotated[list[Given], Field(max_length=200, description="The answers so far, the first first.")] = []


class AuditBody(BaseModel):
    """Arguments of `drakdom audit --out -`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: ClassVar[Kind] = "audit"

    rulebook: Annotated[Word, Field(min_length=1, description="The rulebook, by name.")]
    variants: Annotated[Words, Field(description="Optional rules to put in force.")] = []
    house_rules: Annotated[Words, Field(description="House rules of the rulebook to audit, by name.")] = []
    house_law: Annotated[HouseLaw | None, Field(description="A house rule of one's own to audit.")] = None
    settings: Annotated[Words, Field(description="Parameters of house rules, each `NAME=N`.")] = []
    readings: Annotated[Words, Field(description="Readings of ambiguous clauses, each `ID=OPTION`.")] = []
    scope: Annotated[Word, Field(description="Size of the situations: `rooms=4,heroes=2`.")] = ""
    budget: Annotated[Word, Field(description="Stop after this time: `60s`, `2m`.")] = "55s"

    def question(self, most: float) -> Question:
        """Return the question. Raises InputError for a budget of more than `most` seconds."""
        seconds = read_seconds(self.budget)
        if not 0 < seconds <= most:
            raise InputError.single(f"`budget`: an audit takes at most {most:g} seconds here", help="write `60s`")
        return Question(self.kind, "", self.model_dump(exclude_defaults=True, by_alias=True))


class PrecedentBody(BaseModel):
    """Arguments of `drakdom precedents add`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: ClassVar[Kind] = "precedent"

    scenario: Annotated[str, Field(description=SCENARIO)]
    claims: Annotated[Claims, Field(description="The claims that were ruled on; else what the scenario expects.")] = []
    by: Annotated[Word, Field(min_length=1, description="Who ruled so.")]
    when: Annotated[Word, Field(min_length=1, description="The day of the ruling, such as `2026-11-28`.")]
    source: Annotated[Word, Field(min_length=1, description="Where the ruling stands, or was made.")]
    status: Annotated[Word, Field(description="`standing`, `overruled` or `distinguished`.")] = "standing"
    note: Annotated[Word, Field(description="Why; by what it is overruled.")] = ""

    def question(self) -> Question:
        """Return the question. Raises InputError and LimitError for text that cannot be read."""
        options = self.model_dump(exclude={"scenario"})
        return Question(self.kind, canonical(self.scenario), options)


class LikeBody(BaseModel):
    """A search for precedents: `scenario` orders them by likeness, everything else must be there."""

    model_config = ConfigDict(extra="forbid", strict=True)

    scenario: Annotated[str, Field(description=SCENARIO)] = ""
    deciding: Annotated[Words, Field(description="Clauses that decide the scenario, if it names none.")] = []
    words: Annotated[Words, Field(description="Words in the players' languages.")] = []
    clauses: Annotated[Words, Field(description="Clauses that decided the precedents.")] = []
    rulebook: Word = ""
    status: Word = ""
    most: Annotated[int, Field(ge=1, le=1000)] = 20
