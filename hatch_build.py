"""What a build adds to a package: JSON Schemas of the shipped rulebooks, and a README whose links work on an index.

`DRAKDOM_REPOSITORY` is the address of the repository, such as `https://github.com/OWNER/drakdom`. With it, packages
name the addresses of the project, and the README's links lead to the files of the version. Without it, there is nothing
for them to lead to: the words of a link stay, the link goes.
"""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "DRAKDOM_REPOSITORY"
_LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?![a-z]+:|#)([^)]+)\)")
LAW = {"wheel": Path("drakdom/_asp"), "sdist": Path("asp")}
"""The folder of the law in each kind of package."""


class SchemaHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the schemas to a wheel or a source distribution; an editable install reads those of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the schemas into a temporary folder and name each with its place in the package."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "checker")))  # the generator is the project itself
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


class ReadmeHook(MetadataHookInterface):
    """Adds the README as an index can show it, and the addresses of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` and `urls`; a source distribution brings those that it was built with."""
        if "readme" in metadata:
            return
        text = Path(self.root, "README.md").read_text("utf-8")
        address = os.environ.get(REPOSITORY, "").rstrip("/")
        metadata["readme"] = {"content-type": "text/markdown", "text": linked(text, address, metadata["version"])}
        if address:
            files = f"{address}/blob/v{metadata['version']}"
            metadata["urls"] = {
                "Source": address,
                "Documentation": f"{files}/README.md",
                "Changelog": f"{files}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }


def linked(text: str, address: str, version: str) -> str:
    """Return Markdown whose relative links lead to a version in a repository; without its address, without them."""
    target = rf"[\1]({address}/blob/v{version}/\2)" if address else r"\1"
    return _LINK.sub(target, text)
