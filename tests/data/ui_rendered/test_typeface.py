"""The font of icons."""

import io

from src.data.ui_rendered.pictograms import FIRST, TYPEFACE
from src.data.ui_rendered.typeface import UNITS, icon_font
from src.data.ui_synthetic.icons import ICONS


def test_every_icon_is_a_letter_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(icon_font()))
    assert font["name"].getDebugName(1) == TYPEFACE
    letters = font.getBestCmap()
    assert [letters[FIRST + number] for number in range(len(ICONS))] == list(ICONS)
    for name in ICONS:
        glyph = font["glyf"][name]
        assert 0 <= glyph.xMin < glyph.xMax <= UNITS
        assert 0 <= glyph.yMin < glyph.yMax <= UNITS


def test_it_is_the_same_file_each_time() -> None:
    assert icon_font() == icon_font()
