"""The cells of a heat map."""

from fractions import Fraction
from xml.etree.ElementTree import fromstring

import pytest

from drakdom.answer import Odds
from drakdom.language import using_language
from drakdom.report.heat import heat_map
from drakdom.scenario.varied import Axis
from drakdom.tools.sweep import Point, ReadingOdds, Sweep, Swept

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["en", "de", "fi"])
def test_a_long_fraction_is_a_percentage_in_its_cell(language: str) -> None:
    chances = (Fraction(1, 3), Fraction(1001, 46656), Fraction(123_456, 10**7 + 1))
    points = tuple(
        Point((str(number),), (Swept((ReadingOdds((), Odds(chance, chance)),)),))
        for number, chance in enumerate(chances)
    )
    sweep = Sweep("Odds", "case.yaml", (Axis(("nerve",), ("0", "1", "2")),), ("falls(Ada)",), points, "", "")
    with using_language(language):
        svg = fromstring(heat_map(sweep))
    cells = [group for group in svg.iter(f"{SVG}g") if group.get("class") == "cell"]
    assert [cell.findtext(f"{SVG}text") for cell in cells] == ["1/3", "2 %", "1.23 %"]
