"""What editors are told of a rulebook: the JSON Schemas of its files, and the line of a file that names one."""

from drakdom.editors.modeline import modeline, schema_file
from drakdom.editors.schema import KINDS, schema, schema_files, schema_text

__all__ = ["KINDS", "modeline", "schema", "schema_file", "schema_files", "schema_text"]
