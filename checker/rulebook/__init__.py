"""Rulebook folders: their vocabulary, their ledger, where they are found."""

from checker.rulebook.find import find_rulebooks, is_rulebook, law_folder, resolve_rulebook
from checker.rulebook.read import load_rulebook
from checker.rulebook.vocabulary import (
    BUILT_IN,
    Chance,
    Choice,
    Clause,
    Enumeration,
    Field,
    Fluent,
    ListOf,
    MapOf,
    One,
    Phrase,
    Pool,
    Reading,
    Rulebook,
    Shape,
    Topology,
    Variant,
)

__all__ = [
    "BUILT_IN",
    "Chance",
    "Choice",
    "Clause",
    "Enumeration",
    "Field",
    "Fluent",
    "ListOf",
    "MapOf",
    "One",
    "Phrase",
    "Pool",
    "Reading",
    "Rulebook",
    "Shape",
    "Topology",
    "Variant",
    "find_rulebooks",
    "is_rulebook",
    "law_folder",
    "load_rulebook",
    "resolve_rulebook",
]
