"""What people write, draw and show, and the panels beside it."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.components import grids, lists
from src.data.ui_rendered.markup import Markup, column, div, node, row, span, text
from src.data.ui_rendered.page import Page

TABLES = ("#ddd", "#c8c8c8", "#555", "var(--hover)", "#f4f4f4")


def sheet(page: Page) -> Markup:
    """A slide or a sheet of paper on a grey table, under a ruler at times."""
    width, wide = page.whole(420, 760), page.chance(0.5)
    high = round(width * (0.5625 if wide else 1.3))
    face = page.pick(["serif", ""])
    blocks = [node("h2", text(page.words.title()), style=f"font-size:{page.whole(20, 40)}px")]
    blocks += [_block(page) for _ in range(page.whole(1, 6))]
    size = f"font-size:{page.whole(12, 18)}px;width:{width}px;height:{high}px"
    paper = column(
        *blocks, cls=f"paper gap16 {face}", style=f"{size};padding:{page.whole(24, 70)}px"
    )
    look = f"background:{page.pick(TABLES)};padding:{page.whole(8, 30)}px"
    table = div(paper, cls="grow clip row center top fill", style=look)
    inside = column(ruler(page) if page.chance(0.4) else "", table, cls="grow clip fill")
    return div(inside, c.scroll_bar(page), cls="grow clip here")


def _block(page: Page) -> Markup:
    lot = page.rng.random()
    if lot < 0.7:
        marked = "background:#b9d6fb" if page.chance(0.15) else ""
        return div(span(text(page.words.paragraph(page.whole(1, 5))), style=marked))
    if lot < 0.85:
        return column(
            *[div(text(f"• {page.words.sentence(3, 8)}")) for _ in range(page.whole(2, 4))]
        )
    return page.picture(f"{page.whole(120, 300)}px", f"{page.whole(80, 160)}px")


def ruler(page: Page) -> Markup:
    """Numbers along the upper edge of a sheet."""
    numbers = [
        span(text(n), cls="tiny muted", style="flex:1") for n in range(1, page.whole(10, 22))
    ]
    return row(*numbers, cls="raised fix line-bottom", style="height:15px;padding:0 60px")


def thumbnails(page: Page) -> Markup:
    """Small pictures of all slides."""
    width, entries = page.whole(100, 170), []
    for at in range(page.whole(3, 9)):
        words = span(text(page.words.title()), style="font-size:8px")
        slide = column(
            words,
            page.picture("70%", "40%"),
            cls="paper pad4",
            style=f"width:{width}px;height:{round(width * 0.5625)}px",
        )
        number = span(text(at + 1), cls="muted")
        cls = "gap4 top pad4 on" if not at else "gap4 top pad4"
        entries.append(row(number, slide, control="slide", cls=cls))
    return column(*entries, cls="panel fix clip line-right")


def side_panel(page: Page) -> Markup:
    """Properties of what is chosen, in groups."""
    groups = []
    for _ in range(page.whole(2, 4)):
        name = span(text(page.words.of(say.SECTIONS)), cls="bold grow")
        more = c.tool(page, 12, 3, name="more")
        head = row(page.icon_named("down", 9), name, more, cls="gap4 pad2", control="list_item")
        groups.append(column(head, column(*_properties(page), cls="gap4 pad4"), cls="line-bottom"))
    look = f"width:{page.whole(200, 290)}px"
    return column(*groups, cls="panel fix clip line-left", style=look)


def _properties(page: Page) -> list[Markup]:
    lot = page.rng.random()
    if lot < 0.12:
        return [grids.shapes(page)]
    if lot < 0.22:
        return [grids.swatches(page)]
    if lot < 0.32:
        return [lists.layers(page)]
    lines = []
    for _ in range(page.whole(1, 5)):
        if page.chance(0.25):
            lines.append(c.full_slider(page))
        else:
            control = c.any_entry(page)
            lines.append(c.labelled(page, div(control, cls="grow"), False, 80))
    lines += [c.check(page) for _ in range(page.whole(0, 2))]
    if page.chance(0.3):
        lines.append(row(*[c.tool(page, 16, 4) for _ in range(page.whole(3, 7))], cls="gap2 wrap"))
    return lines
