"""Pages of HTML from the templates of the package: well-formed as XML too, without references to other files."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from drakdom.report.page import printable


def html_page(template: str, **values: object) -> str:
    """Return the page of a template. All values are escaped; characters that no page may hold are replaced."""
    return html_text(_environment().get_template(template).render(values))


def html_text(text: str) -> str:
    """Return text with substitutes for the characters that neither HTML nor XML may hold."""
    return "\n".join(map(printable, text.replace("\0", "\N{REPLACEMENT CHARACTER}").split("\n")))


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("drakdom"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
