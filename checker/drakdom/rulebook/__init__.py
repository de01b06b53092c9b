"""Rulebook folders: their vocabulary, their ledger, where they are found."""

from drakdom.rulebook.declarations import (
    BUILT_IN,
    Chance,
    Choice,
    Clause,
    Enumeration,
    Field,
    Fluent,
    Graph,
    Link,
    ListOf,
    MapOf,
    Phrase,
    Pool,
    Reading,
    Shape,
    Single,
    Site,
    Topology,
    Variant,
)
from drakdom.rulebook.find import find_rulebooks, is_rulebook, law_folder, resolve_rulebook
from drakdom.rulebook.house import HouseRule, with_house_rules
from drakdom.rulebook.house_read import load_house_rule
from drakdom.rulebook.read import load_rulebook
from drakdom.rulebook.vocabulary import Rulebook

__all__ = [
    "BUILT_IN",
    "Chance",
    "Choice",
    "Clause",
    "Enumeration",
    "Field",
    "Fluent",
    "Graph",
    "HouseRule",
    "Link",
    "ListOf",
    "MapOf",
    "Phrase",
    "Pool",
    "Reading",
    "Rulebook",
    "Shape",
    "Single",
    "Site",
    "Topology",
    "Variant",
    "find_rulebooks",
    "is_rulebook",
    "law_folder",
    "load_house_rule",
    "load_rulebook",
    "resolve_rulebook",
    "with_house_rules",
]
