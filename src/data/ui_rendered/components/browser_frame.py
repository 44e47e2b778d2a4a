"""The frame of a browser."""

from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, div, row, span, text
from src.data.ui_rendered.page import Page


def browser_frame(page: Page) -> Markup:
    """Tabs, the address, buttons for back and forth, bookmarks."""
    tabs = [_tab(page, not at) for at in range(page.whole(1, 7))]
    names = ("minus", "copy", "close")
    ends = [c.tool(page, 10, 7, name=name) for name in names] if page.chance(0.7) else []
    plus = c.tool(page, 12, 6, name="plus")
    strip = row(
        *tabs, plus, div(cls="grow"), *ends, cls="panel fix clip gap2", style="padding:6px 8px 0"
    )
    marks = _bookmarks(page) if page.chance(0.35) else ""
    return strip + _address_bar(page) + marks


def _tab(page: Page, chosen: bool) -> Markup:
    cross = div(page.icon_named("close", 8), cls="fix", control=c.ICON, style="padding:4px")
    words = span(text(page.words.title()), cls="one grow")
    look = f"width:{page.whole(110, 230)}px"
    cls = "gap4 web-tab raised" if chosen else "gap4 web-tab"
    return row(page.icon(14), words, cross, control="tab", cls=cls, style=look)


def _address_bar(page: Page) -> Markup:
    sign = page.icon_named(page.pick(["lock", "search", "info"]), 13)
    place = (
        f"{page.words.word().lower()}.example/{page.words.word().lower()}?id={page.whole(1, 999)}"
    )
    star = div(page.icon_named("star", 14), control=c.ICON, style="padding:2px")
    look = f"padding:5px 12px;border-radius:{page.pick([4, 99])}px"
    words = span(text(place), cls="one grow")
    address = row(sign, words, star, cls="grow gap4 shade", control=c.FIELD, style=look)
    before = ("back", "forward", "refresh", "home")[: page.whole(3, 4)]
    tools = [c.tool(page, 15, 5, name=name) for name in before]
    more = [*(c.tool(page, 15, 5) for _ in range(page.whole(1, 5))), c.avatar(page, 20)]
    dots = c.tool(page, 15, 5, name="more")
    return row(
        *tools, address, *more, dots, cls="raised fix gap4 line-bottom", style="padding:5px 8px"
    )


def _bookmarks(page: Page) -> Markup:
    entries = [
        row(page.icon(13), span(text(page.words.word())), control="link", cls="gap4 fix pad2")
        for _ in range(page.whole(3, 9))
    ]
    return row(*entries, cls="raised fix clip line-bottom", style="padding:2px 6px")
