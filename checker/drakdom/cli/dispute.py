"""The arguments and options of every command that rules on one scenario, declared once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from drakdom.cli import options

if TYPE_CHECKING:
    from drakdom.sandbox import Limits
    from drakdom.scenario import Scenario


@dataclass(frozen=True)
class Dispute:
    """A scenario file, and the rules and readings that the command line puts in force beside it."""

    file: options.File
    readings: options.Readings
    variants: options.Variants
    house_rules: options.HouseRules
    settings: options.Settings
    folders: options.Folders
    lang: options.Lang = options.ENGLISH
    timeout: options.Seconds = options.SECONDS
    memory: options.Megabytes = options.MEGABYTES

    def scenarios(self) -> list[Scenario]:
        """Read the scenario under each combination of its matrix that agrees with `--reading`. Raises InputError."""
        from drakdom.cli.reading import added_rules, read_under, spoken

        added = added_rules(self.house_rules, self.settings, self.variants)
        return spoken(read_under(self.file, self.folders, added, self.variants, self.readings), self.lang)

    def asking(self, claims: list[str]) -> list[Scenario]:
        """Read the scenario as `scenarios` does, with the questions of the command line instead of its own."""
        from drakdom.scenario.asked import asking

        return [asking(scenario, claims) for scenario in self.scenarios()]

    @property
    def limits(self) -> Limits:
        """The limits of time and memory that the options name."""
        from drakdom.cli.reading import limits

        return limits(self.timeout, self.memory)


def on_a_dispute(command: Callable[..., None]) -> Callable[..., None]:
    """Let typer pass a `Dispute` as the command's first parameter, made from the shared arguments and options."""
    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    hints = get_type_hints(Dispute, include_extras=True)
    file, *shared = (
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=[] if get_type_hints(Dispute)[field.name] == list[str] else field.default,
            annotation=hints[field.name],
        )
        for field in fields(Dispute)
    )
    file = file.replace(default=inspect.Parameter.empty)
    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]

    def run(**words: Any) -> None:
        dispute = Dispute(**{field.name: words.pop(field.name) for field in fields(Dispute)})
        command(dispute, **words)

    parameters = [file, *own, *shared]
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
