"""Bodies of requests: a scenario and the arguments of a command."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from drakdom.rulebook.textfile import LARGEST
from drakdom.service.question import Kind, Question, canonical

Word = Annotated[str, Field(max_length=2_000)]
Words = Annotated[list[Word], Field(max_length=50)]
Lang = Annotated[str, Field(max_length=8, description="Language of the sentences: `da`, `de`, `fi` or `sv`.")]
SCENARIO = "The text of a scenario file. It names rulebooks and house rules by name, never by a path."


class Body(BaseModel):
    """A scenario, and the language of the answer."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: ClassVar[Kind]

    scenario: Annotated[str, Field(max_length=LARGEST, description=SCENARIO)]
    lang: Lang = "en"

    def question(self) -> Question:
        """Return the question. Raises InputError and LimitError for text that cannot be read."""
        options: dict[str, Any] = self.model_dump(exclude={"scenario"}, exclude_defaults=True)
        return Question(self.kind, canonical(self.scenario), options)


class UnderLaw(Body):
    """A scenario under further optional rules and readings."""

    variants: Annotated[Words, Field(description="Optional rules to put in force.")] = []
    readings: Annotated[Words, Field(description="Readings of ambiguous clauses to fix, each `ID=OPTION`.")] = []


class RuleBody(UnderLaw):
    """Arguments of `drakdom rule`."""

    kind = "rule"
    claims: Annotated[Words, Field(description="Claims to answer instead of those that the scenario asks.")] = []


class OddsBody(UnderLaw):
    """Arguments of `drakdom odds`."""

    kind = "odds"
    claims: Annotated[Words, Field(description="Claims; by default those of the scenario, or all that is open.")] = []


class WhyNotBody(UnderLaw):
    """Arguments of `drakdom why-not`."""

    kind = "why-not"
    claim: Annotated[Word, Field(min_length=1, description="The claim that does not hold.")]


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
