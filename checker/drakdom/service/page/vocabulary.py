"""The words of a rulebook that scenarios may use, as JSON for the forms of the page, in the language of the page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from drakdom.rulebook import Field, ListOf, MapOf, Rulebook, Shape, Single
from drakdom.rulebook.words import unslotted
from drakdom.service.page.view import place_field

Json = dict[str, Any]


def vocabulary(book: Rulebook) -> Json:
    """Return fields, actions, draws and types of a rulebook, with their words."""
    graph = book.topology.graph
    return {
        "slug": book.slug,
        "speaks": book.speaks,
        "grid": {side: list(step) for side, step in book.topology.grid.items()},
        "size": list(book.topology.size or ()),
        "spaces": {site.name: site.says for site in graph.sites.values()} if graph else {},
        "spot": place_field(book),
        "places": _fields(book.places.values()),
        "figures": _fields(book.figures.values()),
        "state": _fields(book.state.values()),
        "actors": dict(book.actors),
        "actions": [
            {"word": phrase.name, "args": list(phrase.args), "says": unslotted(phrase.says, phrase.args)}
            for phrase in book.actions.values()
        ],
        "draws": [
            {
                "word": chance.name,
                "args": list(chance.args),
                "type": chance.type,
                "says": unslotted(chance.says, chance.args),
                "rolled": chance.type not in book.types,
            }
            for chance in book.chances.values()
        ],
        "types": {
            kind.name: [
                {"word": choice.name, "args": list(choice.args), "says": unslotted(choice.says, choice.args)}
                for choice in kind.choices.values()
            ]
            for kind in book.types.values()
        },
        "entry": book.entry_word,
    }


def vocabulary_text(book: Rulebook) -> str:
    """Return the vocabulary as the text of a JSON file."""
    return json.dumps(vocabulary(book), ensure_ascii=False, separators=(",", ":"))


def _fields(specs: Iterable[Field]) -> list[Json]:
    return [
        {
            "name": spec.name,
            "label": spec.label,
            "says": spec.says,
            "required": spec.required,
            "range": list(spec.range or ()),
            "default": spec.default,
            **_shape(spec.shape),
        }
        for spec in specs
    ]


def _shape(shape: Shape) -> Mapping[str, str]:
    if isinstance(shape, Single):
        return {"shape": "single", "type": shape.type}
    if isinstance(shape, ListOf):
        return {"shape": "list", "type": shape.type}
    if isinstance(shape, MapOf) and isinstance(shape.value, Single):
        return {"shape": "map", "key": shape.key, "type": shape.value.type}
    return {"shape": "deep", "type": ""}
