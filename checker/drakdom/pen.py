"""The writer of SVG: elements with short names, numbers with one decimal place, and text that is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement

Point = tuple[float, float]
Attribute = str | float | None


def fixed(number: float) -> str:
    """Return the number with one decimal place at most."""
    return f"{number:.1f}".removesuffix(".0")


class Pen:
    """Draws into one element. Attributes are named as in SVG, `_` for `-`; `style` is a class of the style sheet."""

    def __init__(self, element: Element) -> None:
        self.element = element

    def draw(self, tag: str, style: str = "", text: str = "", **attributes: Attribute) -> Pen:
        """Add an element and return a pen that draws into it. Attributes that are None are left out."""
        return self._add(tag, style, attributes, text)

    def _add(self, tag: str, style: str, attributes: Mapping[str, Attribute], text: str = "") -> Pen:
        child = SubElement(self.element, tag)
        if style:
            child.set("class", style)
        for name, value in attributes.items():
            if value is not None:
                child.set(name.replace("_", "-"), value if isinstance(value, str) else fixed(value))
        child.text = text or None
        return Pen(child)

    def group(self, style: str = "", at: Point | None = None, **attributes: Attribute) -> Pen:
        """Add a group whose origin is `at`."""
        moved = f"translate({fixed(at[0])} {fixed(at[1])})" if at else None
        return self._add("g", style, {"transform": moved, **attributes})

    def named(self, title: str) -> Pen:
        """Add a title, the text alternative of this element, and return this pen."""
        if title:
            self.draw("title", text=title)
        return self

    def rect(self, style: str, x: float, y: float, wide: float, high: float, **more: Attribute) -> Pen:
        """Add a rectangle."""
        return self._add("rect", style, {"x": x, "y": y, "width": wide, "height": high, **more})

    def circle(self, style: str, x: float, y: float, radius: float) -> Pen:
        """Add a circle."""
        return self.draw("circle", style, cx=x, cy=y, r=radius)

    def line(self, style: str, start: Point, end: Point) -> Pen:
        """Add a straight line."""
        return self.draw("line", style, x1=start[0], y1=start[1], x2=end[0], y2=end[1])

    def polygon(self, style: str, points: Iterable[Point]) -> Pen:
        """Add a closed shape."""
        return self.draw("polygon", style, points=" ".join(f"{fixed(x)},{fixed(y)}" for x, y in points))

    def path(self, style: str, shape: str, **more: Attribute) -> Pen:
        """Add a path; `shape` is its `d` attribute."""
        return self._add("path", style, {"d": shape, **more})

    def words(self, style: str, x: float, y: float, text: str, anchor: str = "", size: float | None = None) -> Pen:
        """Add a line of text."""
        return self.draw("text", style, text, x=x, y=y, text_anchor=anchor or None, font_size=size)

    def use(self, name: str, x: float = 0, y: float = 0) -> Pen:
        """Add a copy of a named definition."""
        return self.draw("use", href=f"#{name}", x=x or None, y=y or None)
