"""Converts pictures to PNG by resvg, which is installed with `drakdom[png]` only."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

from drakdom.errors import InputError

ZOOM = 2
"""Greatest number of pixels for a unit of the drawing, so that small letters can be read."""
SOME_PIXELS = 4_000_000
"""Pictures larger than this at full zoom get fewer pixels a unit, but at least one, to save time."""
MOST_PIXELS = 60_000_000
"""Pictures larger than this at one pixel a unit are scaled down."""


def check_png() -> None:
    """Check that resvg is installed. Raises InputError if not."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        help_ = "`pip install 'drakdom[png]'`, or name a file that ends in `.svg`"
        raise InputError.single("PNG pictures need a package that is not installed, `resvg-py`", help=help_) from None


def to_png(svg: str) -> bytes:
    """Return an SVG picture as PNG; its root states width and height."""
    import resvg_py

    root = fromstring(svg)
    width, height = float(root.get("width", "1")), float(root.get("height", "1"))
    area = max(width * height, 1)
    zoom = min(max((SOME_PIXELS / area) ** 0.5, 1), ZOOM, (MOST_PIXELS / area) ** 0.5)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom))
