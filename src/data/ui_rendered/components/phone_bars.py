"""Bars of phones, and what they type with."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page


def status(page: Page, ink: str) -> Markup:
    """Time, signs and battery; none of it can be tapped."""
    left = [page.icon(12, ink) for _ in range(page.whole(0, 8))]
    right = [page.icon(12, ink) for _ in range(page.whole(1, 4))]
    clock = span(text(page.words.time()), style="font-size:12px")
    (left.insert if page.chance(0.4) else right.insert)(len(right), clock)
    look = f"height:{page.whole(20, 28)}px;padding:0 6px;color:{ink}"
    sides = row(*left, cls="gap4"), row(*right, cls="gap4")
    return row(*sides, cls="between fix", style=look)


def app_bar(page: Page) -> Markup:
    """Back or menu, a title, some tools."""
    ground = "chosen" if page.chance(0.5) else "raised"
    name = page.pick(["back", "menu", "close", "left"])
    first = c.tool(page, 20, page.whole(6, 12), name=name) if page.chance(0.85) else ""
    tools = [c.tool(page, 20, page.whole(5, 9)) for _ in range(page.whole(0, 3))]
    if page.chance(0.12):
        tools = [
            span(
                text(page.pick(["Back", "NEXT", "Save", "Done"])),
                control="button",
                style="padding:10px",
            )
        ]
    size = f"font-size:{page.whole(16, 21)}px;font-weight:{page.pick([400, 500, 700])}"
    words = span(text(page.words.title()), cls="one", style=size)
    middle = " center" if page.chance(0.4) else ""
    title = div(words, cls=f"grow row{middle}", style="padding:0 8px")
    if page.chance(0.15):
        find = c.field(page, hint="Search", style="width:100%", icon="search")
        title = div(find, cls="grow", style="padding:0 6px")
    lift = "box-shadow:0 1px 4px rgba(0,0,0,.3)" if page.chance(0.5) else ""
    look = f"height:{page.whole(44, 60)}px;padding:0 4px;{lift}"
    return row(first, title, *tools, cls=f"{ground} fix", style=look)


def bottom_navigation(page: Page) -> Markup:
    """Three to five places along the lower edge."""
    names, labels = page.words.several(say.PLACES, page.whole(3, 5)), page.chance(0.75)
    chosen = page.whole(0, len(names) - 1)
    entries = []
    for at, name in enumerate(names):
        words = span(text(name), style="font-size:10px") if labels else ""
        cls = "grow mid center gap2 " + ("link" if at == chosen else "muted")
        look = "height:100%"
        entries.append(
            column(page.icon(page.whole(18, 24)), words, control="tab", cls=cls, style=look)
        )
    return row(*entries, cls="raised fix line-top", style=f"height:{page.whole(46, 60)}px")


def system_keys(page: Page) -> Markup:
    """Back, home and overview of the system, or a line to swipe."""
    if page.chance(0.3):
        line = div(cls="oval", style="width:110px;height:4px;background:var(--ink)")
        return row(line, cls="center fix", style="height:18px")
    keys = [
        row(page.icon_named(name, 15), control=c.ICON, cls="center grow", style="height:100%")
        for name in ("left", "grid", "menu")
    ]
    ground = page.pick(["background:#000;color:#fff", "background:var(--raised)"])
    return row(*keys, cls="fix", style=f"height:{page.whole(32, 44)}px;{ground}")


def keyboard(page: Page) -> Markup:
    """The keys to type with."""
    high, gap = page.whole(32, 44), page.whole(3, 6)

    def key(words: Markup, share: float = 1) -> Markup:
        return div(words, cls="key", style=f"height:{high}px;flex:{share:g}", control="key")

    lines = [row(*[key(letter) for letter in "qwertyuiop"], style=f"gap:{gap}px")]
    lines.append(row(*[key(letter) for letter in "asdfghjkl"], style=f"gap:{gap}px;padding:0 16px"))
    ends = [key(page.icon_named(name, 16), 1.5) for name in ("up", "back")]
    lines.append(
        row(ends[0], *[key(letter) for letter in "zxcvbnm"], ends[1], style=f"gap:{gap}px")
    )
    last = [
        key("?123", 1.5),
        key(","),
        key("English", 5),
        key("."),
        key(page.icon_named("check", 16), 1.5),
    ]
    lines.append(row(*last, style=f"gap:{gap}px"))
    return column(*lines, cls="panel fix", style=f"gap:{gap + 3}px;padding:6px 4px")


def dial_pad(page: Page) -> Markup:
    """Numbers to call."""
    side = page.whole(48, 66)
    look = f"{c.square(side)};font-size:22px"
    keys = [
        div(text(key), cls="row center shade disc", control="key", style=look)
        for key in "123456789*0#"
    ]
    number = div(
        text(f"{page.whole(100, 999)} {page.whole(1000, 9999)}"),
        cls="text-mid",
        style="font-size:26px",
    )
    grid = f"display:grid;grid-template-columns:repeat(3,{side}px);gap:12px;justify-content:center"
    return column(number, div(*keys, style=grid), cls="gap16 fix", style="padding:12px")
