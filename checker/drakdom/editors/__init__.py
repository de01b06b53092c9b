"""JSON Schemas of a rulebook's files for editors, and the line of a file that names its schema."""

from drakdom.editors.modeline import modeline, schema_file
from drakdom.editors.schema import KINDS, schema, schema_files, schema_text

__all__ = ["KINDS", "modeline", "schema", "schema_file", "schema_files", "schema_text"]
