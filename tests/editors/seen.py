"""A YAML file as an editor sees it (YAML 1.2: `yes` is a word), and what a schema says of it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator

from drakdom.editors import schema
from drakdom.rulebook import Rulebook


class Loader(yaml.SafeLoader):
    """The core schema of YAML 1.2, which editors read by."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", "tTfF"),
    ("int", r"[-+]?[0-9]+\Z", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z", "-+.0123456789"),
    ("null", r"(?:~|null|Null|NULL|)\Z", ["~", "n", "N", ""]),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))
Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))


def seen(text: str) -> Any:
    """Return the value of a text."""
    return _keyed(yaml.load(text, Loader))


def _keyed(value: Any) -> Any:
    """Keys are text to an editor, whatever they look like."""
    if isinstance(value, dict):
        return {("null" if key is None else str(key)): _keyed(entry) for key, entry in value.items()}
    return [_keyed(entry) for entry in value] if isinstance(value, list) else value


@cache
def validator(book: Rulebook, kind: str = "scenario", *house_rules: Path) -> Draft7Validator:
    """The schema of one kind of files, which must be one."""
    made = schema(book, kind, house_rules)
    Draft7Validator.check_schema(made)
    return Draft7Validator(made)


def faults(held: Any, by: Draft7Validator) -> list[str]:
    """Return the deepest errors of a schema, with their places."""
    result = []
    for error in by.iter_errors(held):
        entry = error
        while entry.context:
            entry = max(entry.context, key=lambda inner: len(inner.absolute_path))
        result.append(f"{'/'.join(map(str, entry.absolute_path))}: {entry.message}"[:300])
    return result
