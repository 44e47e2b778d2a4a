"""Truth from the page: boxes of controls and leaves, what is cut, what is covered."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from src.data.ui.elements import Element
from src.data.ui_rendered.browser import Browser
from src.data.ui_rendered.grammar import Kept, Source, page_source
from src.data.ui_rendered.skins import sheet
from src.data.ui_synthetic.screen import Drawn
from tests.data.ui_rendered.chromium import skip_without_chromium

PLACE = "position:absolute;background:#369;color:#fff;"


@pytest.fixture(name="browser", scope="module")
def browser_fixture() -> Iterator[Browser]:
    skip_without_chromium()
    with Browser() as browser:
        yield browser


def shown(browser: Browser, body: str, scale: float = 1, kept: Kept | None = None) -> Drawn:
    """A page of 400 × 300 CSS pixels."""
    html = (
        "<!DOCTYPE html><meta charset=utf-8><style>:root{--sans:'DejaVu Sans';--size:16px;"
        f"--ground:#fff;--ink:#000}}{sheet()}</style><body>{body}"
    )
    return browser.render(Source(html, 400, 300, scale, kept or Kept(), frozenset()))


def only(elements: Sequence[Element], level: str, type: str) -> Element:
    found = [one for one in elements if (one.level, one.type) == (level, type)]
    assert len(found) == 1, found
    return found[0]


def rendered_anew(source: Source) -> Drawn:
    """By a browser that was started for it."""
    with Browser() as browser:
        return browser.render(source)


def button(style: str, words: str = "Save", more: str = "") -> str:
    return f'<div data-control="button" style="{PLACE}{style}" {more}>{words}</div>'


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_a_control_is_where_its_pixels_are(browser: Browser, scale: float) -> None:
    drawn = shown(browser, button("left:40px;top:60px;width:120px;height:32px"), scale)
    assert drawn.shape == (300 * scale, 400 * scale)
    control = only(drawn.elements, "control", "button")
    assert control.box == tuple(scale * side for side in (40, 60, 160, 92))
    assert (control.text, control.scored) == ("Save", True)
    coloured = np.argwhere(drawn.pixels[..., 0] < 200)
    low, high = coloured.min(axis=0), coloured.max(axis=0) + 1
    assert (*low[::-1], *high[::-1]) == control.box


@pytest.mark.parametrize("words", ["Save", "typography", "ΑΒΓ-123", "x"])
def test_a_line_of_text_is_its_ink(browser: Browser, words: str) -> None:
    drawn = shown(browser, f'<div style="position:absolute;left:50px;top:80px">{words}</div>', 2)
    line = only(drawn.elements, "leaf", "text")
    assert line.text == words
    dark = np.argwhere(drawn.pixels[..., 0] < 160)
    low, high = dark.min(axis=0), dark.max(axis=0) + 1
    assert np.abs(np.array([*low[::-1], *high[::-1]]) - line.box).max() <= 2


def test_every_line_of_a_paragraph_is_a_leaf_and_they_share_a_block(browser: Browser) -> None:
    words = "several words that need more than a single line to be written on"
    drawn = shown(browser, f'<p style="width:200px">{words}</p><p>another</p>')
    lines = [one for one in drawn.elements if one.type == "text"]
    assert len(lines) > 3
    assert " ".join(line.text or "" for line in lines[:-1]) == words
    assert len({line.columns["block"] for line in lines[:-1]}) == 1
    assert lines[-1].columns["block"] != lines[0].columns["block"]
    tops = [line.box[1] for line in lines if line.box]
    assert tops == sorted(tops)


def test_words_in_bold_stay_on_their_line_and_a_link_is_apart(browser: Browser) -> None:
    drawn = shown(browser, '<p>one <b>two</b> three <span data-control="link">four</span></p>')
    leaves = [one.text for one in drawn.elements if one.level == "leaf"]
    assert leaves == ["one two three", "four"]
    assert only(drawn.elements, "control", "link").text == "four"


def test_an_icon_is_its_ink_and_not_its_field(browser: Browser) -> None:
    source = (
        '<svg data-leaf="icon" data-looks="minus" data-ink="0.1,0.4,0.9,0.6" viewBox="0 0 10 10" '
        'style="position:absolute;left:100px;top:100px;width:50px;height:50px">'
        '<rect x="1" y="4" width="8" height="2"/></svg>'
    )
    icon = only(shown(browser, source).elements, "leaf", "icon")
    assert icon.box == (105, 120, 145, 130)


def test_what_is_covered_in_part_does_not_count_and_what_is_hidden_is_not_there(
    browser: Browser,
) -> None:
    place = "position:absolute;left:100px;top:0;width:300px;height:300px;background:#eee"
    over = f'<div style="{place}"></div>'
    drawn = shown(
        browser,
        button("left:40px;top:20px;width:120px;height:30px", "half")
        + button("left:150px;top:100px;width:80px;height:30px", "under")
        + button("left:10px;top:200px;width:80px;height:30px", "free")
        + over,
    )
    controls = {one.text: one for one in drawn.elements if one.level == "control"}
    assert controls.keys() == {"half", "free"}
    assert not controls["half"].scored
    assert controls["half"].box is not None
    assert controls["half"].box[2] <= 118
    assert controls["free"].scored


def test_a_row_that_consists_of_cells_does_not_count_and_its_cells_do(browser: Browser) -> None:
    cells = "".join(
        f'<div data-control="cell" style="flex:1;padding:4px">{word}</div>' for word in ("a", "b")
    )
    look = f"{PLACE}left:20px;width:300px;display:flex;border-bottom:1px solid red;"
    body = (
        f'<div data-control="row" style="{look}top:20px">{cells}</div>'
        f'<div data-control="card" style="{look}top:90px;padding-left:60px">{cells}</div>'
    )
    controls = [one for one in shown(browser, body).elements if one.level == "control"]
    told = sorted((one.type, one.scored) for one in controls)
    assert told == [("card", True), *[("cell", True)] * 4, ("row", False)]


def test_what_lies_in_the_shade_of_a_dialog_does_not_count(browser: Browser) -> None:
    scrim = '<div class="scrim" data-scrim="1"></div>'
    below = button("left:40px;top:20px;width:120px;height:30px", "below")
    above = button("left:40px;top:120px;width:120px;height:30px", "above")
    drawn = shown(browser, below + scrim + above)
    scored = {one.text: one.scored for one in drawn.elements if one.level == "control"}
    assert scored == {"below": False, "above": True}


def test_what_is_cut_does_not_count(browser: Browser) -> None:
    cut = button("left:10px;top:4px;width:80px;height:40px", "cut")
    place = "position:absolute;top:100px;width:200px;height:20px;overflow:hidden"
    beyond = button("left:360px;top:10px;width:80px;height:30px", "beyond")
    drawn = shown(browser, f'<div style="{place}">{cut}</div>{beyond}')
    boxes = {one.text: (one.box, one.scored) for one in drawn.elements if one.level == "control"}
    assert boxes == {"cut": ((10, 104, 90, 120), False), "beyond": ((360, 10, 400, 40), False)}


def test_a_line_that_ends_in_an_ellipsis_counts(browser: Browser) -> None:
    words = "a line that is far longer than its box"
    drawn = shown(browser, f'<div class="one" style="width:120px">{words}</div>')
    line = only(drawn.elements, "leaf", "text")
    assert line.scored
    assert line.box is not None
    assert line.box[2] == 120


def test_a_line_with_an_ellipsis_that_something_else_cuts_does_not_count(browser: Browser) -> None:
    words = "a line that is far longer than its box"
    outer = "width:80px;overflow:hidden"
    drawn = shown(
        browser, f'<div style="{outer}"><div class="one" style="width:120px">{words}</div></div>'
    )
    assert not only(drawn.elements, "leaf", "text").scored


def test_what_is_left_of_a_covered_control_does_not_reach_over_what_covers_it(
    browser: Browser,
) -> None:
    below = button("left:20px;top:20px;width:200px;height:150px", "below")
    above = button("left:100px;top:100px;width:250px;height:150px;z-index:1", "above")
    drawn = shown(browser, below + above)
    boxes = {one.text: one.box for one in drawn.elements if one.level == "control"}
    assert boxes["above"] == (100, 100, 350, 250)
    left, top, right, bottom = boxes["below"] or (0, 0, 0, 0)
    assert (left, top) == (20, 20)
    assert right <= 102 or bottom <= 102


def test_what_nobody_can_see_is_not_there(browser: Browser) -> None:
    drawn = shown(browser, '<div style="color:#fff">white on white</div><p>black</p>')
    assert [one.text for one in drawn.elements] == ["black"]


def test_the_words_of_a_field_are_a_leaf_of_it(browser: Browser) -> None:
    place = "padding:5px 10px;width:200px;border:1px solid"
    field = f'<div data-control="text_field" style="{place}">Your name</div>'
    drawn = shown(browser, field)
    outer, inner = (
        only(drawn.elements, "control", "text_field"),
        only(drawn.elements, "leaf", "text"),
    )
    assert outer.text == inner.text == "Your name"
    assert outer.box is not None
    assert inner.box is not None
    assert outer.box[0] + 8 < inner.box[0] < inner.box[2] < outer.box[2]
    assert outer.box[1] < inner.box[1] < inner.box[3] < outer.box[3]


def test_a_page_made_smaller_has_its_boxes_made_smaller(browser: Browser) -> None:
    page = button("left:40px;top:60px;width:120px;height:32px")
    small = shown(browser, page, 2, Kept(height=450, quality=80, filter="lanczos"))
    assert small.shape == (450, 600)
    assert only(small.elements, "control", "button").box == pytest.approx((60, 90, 240, 138))


def test_a_browser_that_went_away_is_started_anew(browser: Browser) -> None:
    page = button("left:40px;top:60px;width:120px;height:32px")
    before = shown(browser, page)
    browser._page.context.browser.close()
    assert np.array_equal(shown(browser, page).pixels, before.pixels)


@pytest.mark.parametrize("platform", ["desktop", "phone"])
def test_the_same_page_gives_the_same_bytes(browser: Browser, platform: str) -> None:
    source = page_source(3, "train", 1, platform)
    one, other = browser.render(source), browser.render(replace(source))
    assert np.array_equal(one.pixels, other.pixels)
    assert one.elements == other.elements
    with ThreadPoolExecutor(1) as thread:
        anew = thread.submit(rendered_anew, source).result()
    assert np.array_equal(one.pixels, anew.pixels)
    assert one.elements == anew.elements


def test_boxes_of_pages_lie_within_the_picture_and_hold_something(browser: Browser) -> None:
    for split in ("train", "test"):
        for platform in ("desktop", "phone"):
            drawn = browser.render(page_source(9, split, 0, platform))
            height, width = drawn.shape
            levels = {one.level for one in drawn.elements if one.scored}
            assert levels == {"control", "leaf"}
            for element in drawn.elements:
                x1, y1, x2, y2 = element.box or (0, 0, 0, 0)
                assert 0 <= x1 < x2 <= width + 0.01
                assert 0 <= y1 < y2 <= height + 0.01
