"""Bars of programs: menus, tools, status, what lies along an edge."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page, Pool


def menu_bar(page: Page) -> Markup:
    """File, Edit, View …"""
    names = ["File", "Edit", "View", *page.words.several(say.MENUS[3:], page.whole(3, 8))]
    look = f"padding:{4 - 2 * page.skin.tight:.0f}px {page.whole(4, 9)}px"
    entries = [div(text(name), control="menu", style=look) for name in names]
    return row(*entries, cls="panel fix clip", style="padding:1px 4px")


def tool_bar(page: Page) -> Markup:
    """Many small icons, some with arrows, drop-downs between them."""
    size, pad = page.pick([14, 16, 16, 18, 20, 22, 24]), page.whole(1, 5)
    count = page.pick([page.whole(6, 18), page.whole(20, 60)])
    things = [_tool_or_more(page, size, pad) for _ in range(count)]
    look = f"padding:2px 5px;gap:{page.whole(0, 4)}px"
    return row(*things, cls="panel fix clip line-bottom", style=look)


def _tool_or_more(page: Page, size: int, pad: int) -> Markup:
    high, lot = size + 2 * pad, page.rng.random()
    if lot < 0.07:
        return div(cls="sep", style=f"height:{high - 6}px;margin:0 4px")
    if lot < 0.11:
        look = f"width:{page.whole(50, 170)}px;height:{high}px;padding:0 5px"
        return c.drop_down(page, look)
    if lot < 0.24:
        return c.arrow_tool(page, size, pad)
    if lot < 0.28:
        return c.button(page, page.words.deed(), style=f"height:{high}px;padding:0 7px")
    return c.tool(page, size, pad, on=page.chance(0.06))


def labelled_tools(page: Page) -> Markup:
    """Icons with their names below them or beside."""
    size, below = page.pick([16, 18, 20, 24, 28]), page.chance(0.6)
    tools = []
    for _ in range(page.whole(5, 14)):
        name = span(text(page.words.deed()), cls="nowrap small")
        cls = "tile" if below else "row gap4 pad2 fix"
        tools.append(div(page.icon(size), name, cls=cls, control="button"))
    return row(*tools, cls="panel fix clip line-bottom gap2", style="padding:2px 6px")


def ribbon(page: Page) -> Markup:
    """Tabs over groups of large and small tools."""
    names = ["Home", *page.words.several(say.MENUS[3:], page.whole(4, 7))]
    look = "padding:4px 11px;"
    chosen = "border-bottom:2px solid var(--accent)"
    tabs = [
        div(text(name), control="tab", style=look if at else look + chosen)
        for at, name in enumerate(names)
    ]
    groups = row(*[_ribbon_group(page) for _ in range(page.whole(3, 6))], cls="raised clip tall")
    return column(row(*tabs, cls="panel"), groups, cls="fix line-bottom")


def _ribbon_group(page: Page) -> Markup:
    big = span(text(page.words.of(say.DEEDS).split()[0].capitalize()))
    large = div(page.icon(26), big, cls="tile", control="button")
    small = [
        row(
            page.icon(14),
            span(text(page.words.deed()), cls="nowrap"),
            cls="gap4 pad2",
            control="button",
        )
        for _ in range(page.whole(2, 6))
    ]
    look = "display:grid;grid-template-rows:repeat(3,auto);grid-auto-flow:column;column-gap:4px"
    name = div(text(page.words.word()), cls="muted small text-mid")
    return column(row(large, div(*small, style=look), cls="grow"), name, cls="fix pad2 line-right")


def status_bar(page: Page) -> Markup:
    """Facts along the lower edge, and a slider for the zoom."""
    said = (
        f"Page {page.whole(1, 9)} of {page.whole(9, 40)}",
        f"{page.whole(100, 9000)} words",
        page.words.title(),
        f"Ln {page.whole(1, 400)}, Col {page.whole(1, 80)}",
    )
    parted = "line-right" if page.chance(0.4) else ""
    facts = [
        span(text(words), cls=f"nowrap {parted}", style="padding-right:8px",
             control="button" if page.chance(0.5) else "")
        for words in said[: page.whole(1, 4)]
    ]  # fmt: skip
    tools = [c.tool(page, 12, 3) for _ in range(page.whole(0, 4))]
    zoom = span(text(f"{page.whole(5, 20)}0%"), control="button")
    wide = "width:110px;padding:0 5px"
    choices = [c.drop_down(page, wide) for _ in range(page.whole(1, 2))]
    end = choices if page.chance(0.5) else [*tools, c.slider(page, "width:90px")]
    tinted = page.pick(["panel", "panel", "branded"])
    return row(
        *facts,
        div(cls="grow"),
        row(*end, zoom, cls="gap4"),
        cls=f"{tinted} gap fix clip small line-top",
        style="padding:2px 8px",
    )


def find_bar(page: Page) -> Markup:
    """A field to find with, and what to do with it."""
    tools = [c.tool(page, 12, 4, name=name) for name in ("up", "down", "close")]
    checks = [c.check(page) for _ in range(page.whole(0, 2))]
    look = f"width:{page.whole(140, 260)}px"
    find = c.field(page, hint="Find", style=look)
    return row(
        tools[2],
        find,
        *tools[:2],
        c.button(page, "Find all"),
        *checks,
        cls="panel fix clip gap4 line-top pad2",
    )


def sheet_tabs(page: Page) -> Markup:
    """The sheets of a file, below it."""
    arrows = [c.tool(page, 9, 3, name=name) for name in ("left", "right", "plus")]
    chosen = page.whole(0, 1)
    names = [
        div(text(f"Sheet{n + 1}" if page.chance(0.6) else page.words.word()), control="tab",
            cls="raised bold line-right" if n == chosen else "line-right", style="padding:2px 12px")
        for n in range(page.whole(1, 5))
    ]  # fmt: skip
    return row(*arrows, *names, cls="panel fix clip line-top")


def rail(page: Page) -> Markup:
    """A narrow column of icons along an edge."""
    size, pad = page.pick([16, 18, 20, 24]), page.whole(4, 9)
    tools = [c.tool(page, size, pad, on=page.chance(0.1)) for _ in range(page.whole(5, 11))]
    look = f"padding:5px 3px;gap:{page.whole(0, 8)}px"
    return column(*tools, cls="panel fix clip mid line-right", style=look)


TOOLS: Pool = {"tool_bar": tool_bar, "labelled_tools": labelled_tools, "ribbon": ribbon}
