"""Packages hold the JSON Schemas of the shipped rulebooks: a build makes them, the repository does not keep them."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LAW = {"wheel": Path("drakdom/_asp"), "sdist": Path("asp")}
"""The folder of the law in each kind of package."""


class SchemaHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the schemas to a wheel or a source distribution; an editable install reads those of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the schemas into a temporary folder and name each with its place in the package."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # the generator is the project itself
        from drakdom.editors import schema_files
        from drakdom.rulebook import load_rulebook

        law = Path(self.root, "asp")
        self.folder = tempfile.TemporaryDirectory(prefix="drakdom-schemas-")
        for vocabulary in sorted(law.glob("*/rulebook.yaml")):
            for file, text in schema_files(load_rulebook(vocabulary.parent)).items():
                place = file.relative_to(law)
                written = Path(self.folder.name, place)
                written.parent.mkdir(parents=True, exist_ok=True)
                written.write_text(text, encoding="utf-8")
                build_data["force_include"][str(written)] = (LAW[self.target_name] / place).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the temporary folder."""
        if version != "editable":
            self.folder.cleanup()
