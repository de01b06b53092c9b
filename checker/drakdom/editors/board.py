"""The JSON Schema of a map: the `graph` of a `rulebook.yaml`, or a `board.yaml`."""

from __future__ import annotations

from drakdom.editors.words import (
    FLAG,
    LINE,
    NOTHING,
    SCALAR,
    Schema,
    Words,
    closed,
    described,
    number,
    offered,
    one_or_more,
    or_nothing,
)
from drakdom.rulebook import Graph, Rulebook
from drakdom.rulebook.graph import KEYS, LINK_KEYS, SITE_KEYS

NAME = r"^[a-z][A-Za-z0-9_]*$"
"""A word of lower case, as a term needs it."""
_SAYS = {
    "sorts": "The sorts of places, with their words.",
    "places": "The places, each with its words, or with its words, sorts, spot on the map and parts.",
    "kinds": "The kinds of links, with their words.",
    "links": "The links of each kind: the neighbours of each place, or a list of roads, rings and stars.",
    "says": "Its words for people.",
    "sort": "Its sort, or a list of sorts.",
    "at": "Its spot on the map, east and north.",
    "parts": "Its parts, which are places themselves.",
    "from": "The place that links lead from.",
    "to": "The places that they lead to.",
    "road": "Places in a row, each linked with the next.",
    "ring": "Places in a circle, each linked with the next, the last with the first.",
    "one_way": "Whether the links lead only onward.",
    "directions": "The words for onward and back; of a ring `clockwise` and `counterclockwise`.",
}


def board_schema(book: Rulebook) -> tuple[Schema, Words]:
    """Return the schema of a board.yaml, with its definitions."""
    words = Words(book)
    return graph(words), words


def graph(words: Words) -> Schema:
    """Return the schema of a map. The file declares its words, so known words are offered and none is refused."""
    own = words.book.topology.graph or Graph()
    sites = {site.name: site.says for site in own.sites.values()}
    site = words.refer("site", {"anyOf": [*offered(sites), SCALAR]})
    sort = {"anyOf": [*offered(own.sorts), SCALAR]}
    meanings: Schema = {"anyOf": [{"type": "array", "items": SCALAR}, _named(LINE), SCALAR, NOTHING]}
    pair: Schema = {"type": "array", "items": number(), "minItems": 2, "maxItems": 2}
    fields: dict[str, Schema] = {"says": LINE, "sort": one_or_more(sort), "at": pair}
    part = {"anyOf": [LINE, _closed(fields)]}
    place = {"anyOf": [LINE, _closed({**fields, "parts": _named(part)})]}
    row: Schema = {"type": "array", "items": site, "minItems": 2}
    link = _closed(
        {
            "from": site,
            "to": one_or_more(site),
            "road": row,
            "ring": {**row, "minItems": 3},
            "one_way": or_nothing(FLAG),
            "directions": {"type": "array", "items": SCALAR, "minItems": 2, "maxItems": 2},
        }
    )
    link["oneOf"] = [{"required": ["road"]}, {"required": ["ring"]}, {"required": ["from", "to"]}]
    neighbours = {"type": ["object", "null"], "additionalProperties": one_or_more(site)}
    links = {"anyOf": [{"type": "array", "items": link}, neighbours]}
    kinds = {kind: described(links, says) for kind, says in own.kinds.items()}
    sections = {"sorts": meanings, "places": _named(place), "kinds": meanings}
    sections["links"] = {"type": ["object", "null"], "properties": kinds, "additionalProperties": links}
    return closed({key: described(sections[key], _SAYS[key]) for key in KEYS}, required=["places"])


def _closed(fields: dict[str, Schema]) -> Schema:
    keys = (key for key in (*SITE_KEYS, *LINK_KEYS) if key in fields)
    return closed({key: described(fields[key], _SAYS[key]) for key in keys})


def _named(value: Schema) -> Schema:
    return {"type": ["object", "null"], "additionalProperties": value, "propertyNames": {"pattern": NAME}}
