"""Lists and trees."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page, Pool


def navigation(page: Page) -> Markup:
    """Places to go to, one of them chosen."""
    names = page.words.several(page.pick([say.SECTIONS, say.PLACES]), page.whole(5, 14))
    chosen, icons = page.whole(0, len(names) - 1), page.chance(0.75)
    mark = page.pick(["on", "chosen"])
    entries = []
    for at, name in enumerate(names):
        icon = page.icon(page.skin.size + 3) if icons else ""
        more = span(text(page.whole(1, 99)), cls="muted") if page.chance(0.15) else ""
        cls = f"item {mark}" if at == chosen else "item"
        entries.append(div(icon, span(text(name), cls="one grow"), more, cls=cls, control=ITEM))
    return column(*entries, cls="fix clip", style="padding:4px 0")


def tree(page: Page) -> Markup:
    """Folders in folders; the arrow of each is a control of its own."""
    lines, depth = [], 0
    for _ in range(page.whole(8, 26)):
        leaf = page.chance(0.5)
        name = page.icon_named(page.pick(["right", "down"]), 9)
        arrow = div(name, control=c.ICON, style="padding:3px")
        start = div(cls="fix", style="width:15px") if leaf else arrow
        icon = page.icon_named("file" if leaf else "folder", 14) if page.chance(0.8) else ""
        words = span(text(page.words.file() if leaf else page.words.word().lower()), cls="one")
        look = f"padding:2px 6px 2px {6 + 13 * depth}px"
        cls = "gap4 on" if page.chance(0.05) else "gap4"
        lines.append(row(start, icon, words, control="tree_item", cls=cls, style=look))
        depth = max(0, min(4, depth + page.pick([-1, 0, 0, 0] if leaf else [1, 1, 0])))
    return column(*lines, cls="fix clip")


def records(page: Page) -> Markup:
    """Entries of two lines with a picture or an icon, as mail and contacts are listed."""
    side, lined = page.whole(24, 44), page.chance(0.6)
    entries = []
    for _ in range(page.whole(4, 10)):
        when = span(text(page.words.time()), cls="muted nowrap")
        first = row(span(text(page.words.of(say.PEOPLE)), cls="one grow bold"), when, cls="gap4")
        second = div(text(page.words.sentence(4, 10)), cls="one muted")
        face = c.avatar(page, side) if page.chance(0.8) else page.icon(side * 0.6)
        name = page.pick(["star", "more", "trash"])
        more = c.tool(page, 16, 4, name=name) if page.chance(0.3) else ""
        words = column(first, second, cls="grow gap2")
        cls = "gap pad line-bottom" if lined else "gap pad"
        entries.append(row(face, words, more, control=ITEM, cls=cls))
    return column(*entries, cls="fix clip")


def settings(page: Page) -> Markup:
    """Names on the left, a switch or a choice on the right of each line."""
    lines = []
    for name in page.words.several(say.SECTIONS + say.OPTIONS, page.whole(3, 9)):
        more = [span(text(page.words.sentence(4, 9)), cls="muted one small")]
        said = column(span(text(name)), *(more if page.chance(0.4) else []), cls="grow")
        value = page.pick([_switch, _value, _arrow, _choice])(page)
        lines.append(row(said, value, cls="gap between pad line-bottom", control=ITEM))
    return column(*lines, cls="raised fix clip framed round")


def _switch(page: Page) -> Markup:
    return c.switch(page)


def _value(page: Page) -> Markup:
    return span(text(page.words.of(say.VALUES)), cls="muted nowrap")


def _arrow(page: Page) -> Markup:
    return page.icon_named("right", 12)


def _choice(page: Page) -> Markup:
    return c.drop_down(page, "min-width:90px")


def timeline(page: Page) -> Markup:
    """What happened, one below another along a line."""
    entries = []
    for _ in range(page.whole(3, 6)):
        dot = div(cls="chosen disc fix", style=f"{c.square(10)};margin-top:5px")
        words = div(text(page.words.sentence(5, 12)), cls="muted")
        when = div(text(page.words.date()), cls="muted")
        said = column(div(c.link(page, page.words.title())), words, when, cls="gap2")
        entries.append(row(dot, said, cls="gap top", style="padding:6px 0"))
    return column(*entries, cls="fix", style="border-left:2px solid var(--line);padding-left:12px")


def transfer(page: Page) -> Markup:
    """Two lists and arrows between them."""
    arrows = [
        div(page.icon_named(name, 13), control=c.ICON, cls="btn", style="padding:5px 9px")
        for name in ("right", "left")
    ]
    sides = [_few(page), _few(page)]
    return row(sides[0], column(*arrows, cls="gap4"), sides[1], cls="gap fix")


def _few(page: Page) -> Markup:
    names = page.words.several(say.LABELS, page.whole(4, 8))
    entries = [
        div(
            text(name), control=ITEM, style="padding:3px 8px", cls="on" if page.chance(0.15) else ""
        )
        for name in names
    ]
    return column(*entries, cls="raised framed", style="width:160px;min-height:120px")


def accordion(page: Page) -> Markup:
    """Headings that open; one of them is."""
    opened = page.whole(0, 3)
    lines = []
    for at in range(page.whole(3, 6)):
        arrow = page.icon_named("down" if at == opened else "right", 12)
        words = span(text(page.words.title()), cls="grow one")
        lines.append(row(words, arrow, cls="gap pad line-bottom", control=ITEM))
        if at == opened:
            lines.append(c.paragraph(page, 2, "muted pad"))
    return column(*lines, cls="raised framed round fix", style="max-width:520px")


def layers(page: Page) -> Markup:
    """Layers of a picture: an eye, a thumbnail, a name each."""
    entries = []
    for _ in range(page.whole(2, 6)):
        eye = c.tool(page, 13, 4, name="eye")
        thumb = page.picture("34px", "26px", "border:1px solid var(--line)")
        cls = "gap4 on" if page.chance(0.2) else "gap4"
        name = span(text(page.words.title()), cls="one")
        entries.append(row(eye, thumb, name, cls=cls, control=ITEM, style="padding:3px 5px"))
    return column(*entries, cls="raised framed fix")


ITEM = "list_item"

SIDES: Pool = {"navigation": navigation, "tree": tree, "records": records}
