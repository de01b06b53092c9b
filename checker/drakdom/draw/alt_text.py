"""Text alternatives of scenes, and the captions that a picture shows."""

from __future__ import annotations

from collections.abc import Mapping

from drakdom.draw.people import figure_words
from drakdom.draw.scene import Cell, Figure, Frame, Glyph, Scene
from drakdom.draw.ways import KINDS
from drakdom.language import mark, t, tn

_ARROWS = {
    "walk": mark("goes"),
    "run": mark("runs"),
    "flight": mark("flees"),
    "fall": mark("falls"),
    "thrown": mark("is thrown"),
    "out": mark("leaves the board"),
    "shot": mark("attacks along a line"),
    "blocked": mark("a blocked line"),
    "way": mark("a sure way"),
    "trial": mark("a way that may fail"),
}
_HITS = {"hit": mark("is struck"), "death": mark("dies")}


def caption(scene: Scene) -> str:
    """Return the caption that names the way to play and the reading."""
    text = scene.says or _way_read(scene)
    if scene.combinations == 1:
        return text
    return text + t("; the first of {n} combinations of the matrix", n=scene.combinations)


def _way_read(scene: Scene) -> str:
    suffix = tn(
        "; the clauses in doubt can be read in {n} way", "; the first of {n} ways to read the clauses in doubt",
        scene.readings,
    )  # fmt: skip
    return _way(scene) + (suffix if scene.readings > 1 else "")


def _way(scene: Scene) -> str:
    if scene.count == 1:
        return t("nothing is open: there is one way to play")
    of = t("way {number} of {count}", number=scene.number, count=scene.count) if scene.count else ""
    of = of or t("way {number} of too many to count", number=scene.number)
    likeliest = t(", the likeliest") if scene.number == 1 else ""
    odds = t("probability {odds} if open choices are made at random", odds=scene.odds)
    return f"{of}{likeliest}: {odds}"


def resolved_line(scene: Scene) -> str:
    """Return the results of open choices and chances as one line, or nothing."""
    return t("in it: {things}", things="; ".join(scene.resolved)) if scene.resolved else ""


def summary(scene: Scene) -> str:
    """Return the text alternative of the whole picture."""
    boards = tn("{n} board", "{n} boards", len(scene.frames))
    parts = [
        scene.law,
        f"{boards}, {caption(scene)}",
        resolved_line(scene),
        ", ".join(f"{sign}: {says}" for sign, says in used_symbols(scene)),
        *ways_in_words(scene),
        *(description(frame, scene.side_words) for frame in scene.frames),
    ]
    return "\n".join(filter(None, parts))


def ways_in_words(scene: Scene, onward: str = "→", two_ways: str = "-") -> list[str]:
    """Return for each kind of ways a line that names them all; `onward` and `two_ways` stand between their ends."""
    names = {cell.name: cell.label or cell.name for frame in scene.frames for cell in frame.cells}
    lines = []
    for kind, says in enumerate(scene.kinds):
        ways = [way for way in scene.ways if way.kind == kind]
        listed = (f"{names[way.start]} {onward if way.one_way else two_ways} {names[way.end]}" for way in ways)
        if ways:
            lines.append(f"{says}: {', '.join(listed)}")
    return lines


def description(frame: Frame, sides: Mapping[str, str]) -> str:
    """Return the text alternative of one board: figures, places and events."""
    lines = [
        f"{number}. {line.text}" + (f" ({', '.join(line.clauses)})" if line.clauses else "")
        for number, line in enumerate(frame.lines, 1)
    ]
    return "\n".join(
        [f"{frame.title}:", *(_place(cell, frame, sides) for cell in frame.cells), *_beside(frame), *lines]
    )


def legend(scene: Scene) -> list[Glyph]:
    """Return each sign of a scene once, in order of appearance."""
    glyphs: dict[Glyph, None] = {}
    for frame in scene.frames:
        for cell in frame.cells:
            glyphs |= dict.fromkeys((*(glyph for _, glyph in cell.barriers), *cell.markers))
            glyphs |= {Glyph("stairs", "", way): None for way in cell.ways}
        for figure in frame.figures:
            glyphs |= dict.fromkeys(figure.notes)
    return list(glyphs)


def used_symbols(scene: Scene) -> list[tuple[str, str]]:
    """Return the symbols before numbers and words that occur in the scene, with their meanings."""
    seen = {text.split()[0] for frame in scene.frames for figure in frame.figures for text in figure.numbers}
    seen |= {text.split()[0] for frame in scene.frames for text in frame.table}
    return [symbol for symbol in scene.symbols if symbol[0] in seen]


def marks(scene: Scene) -> list[tuple[str, str]]:
    """Return the kinds of marks over the boards (arrows, hits, figures that left) with their meanings."""
    arrows = {arrow.look for frame in scene.frames for arrow in frame.arrows}
    hits = {hit.look for frame in scene.frames for hit in frame.hits}
    standing = [{(figure.name, figure.place, figure.below) for figure in frame.figures} for frame in scene.frames]
    has_left = any(
        figure.place and (figure.name, figure.place, figure.below) not in keys
        for frame, keys in zip(scene.frames, standing, strict=True)
        for figure in frame.before
    )
    is_below = any(figure.below for frame in scene.frames for figure in frame.figures)
    kinds = (
        *((f"arrow {look}", t(says)) for look, says in _ARROWS.items() if look in arrows),
        *((f"way way-{kind % KINDS}", scene.kinds[kind]) for kind in dict.fromkeys(way.kind for way in scene.ways)),
        *((f"hit {look}", t(says)) for look, says in _HITS.items() if look in hits),
        *([("ghost", t("left this place"))] if has_left else []),
        *([("below", t("below the place"))] if is_below else []),
    )
    return [*kinds]


def _place(cell: Cell, frame: Frame, sides: Mapping[str, str]) -> str:
    figures = [figure for figure in frame.figures if figure.place == cell.name]
    parts = [cell.says or (t("nothing is known of it") if not cell.floor else "")]
    if cell.exits or cell.ways:
        parts.append(t("exits: {sides}", sides=", ".join((*(sides[side] for side in cell.exits), *cell.ways))))
    parts += [f"{sides[side]}: {glyph.says}" for side, glyph in cell.barriers]
    parts += [glyph.says for glyph in cell.markers]
    parts.append(cell.description)
    parts += [figure_words(figure) for figure in figures if not figure.below]
    parts += [t("below: {figure}", figure=figure_words(figure)) for figure in figures if figure.below]
    return f"{cell.label or cell.name}: {'; '.join(filter(None, parts))}"


def _beside(frame: Frame) -> list[str]:
    absent = [f"{figure_words(figure)}: {whereabouts(figure)}" for figure in frame.figures if not figure.place]
    return [t("beside the board: {things}", things="; ".join((*absent, *frame.table)))] if absent or frame.table else []


def whereabouts(figure: Figure) -> str:
    """Return the state of a figure that is not on the board, in words."""
    if figure.state == "dead":
        return t("dead")
    return t("has left the board") if figure.state == "out" else figure.where or t("nowhere")
