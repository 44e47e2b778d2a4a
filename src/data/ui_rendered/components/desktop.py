"""Desktops: windows with their frames, docks, panels, what lies behind."""

from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, node, row, span, text
from src.data.ui_rendered.page import Page
from src.data.ui_rendered.pictures import source

LIGHTS = ("#ff5f57", "#febc2e", "#28c840")
DOCKS = ("#2c001e", "#1d1d1d", "#26262cee", "#3b1230", "#10253b", "#3a2a35")


def title_bar(page: Page) -> Markup:
    """The title of a window, and buttons to close it."""
    high = page.whole(26, 46)
    title = span(text(f"{page.words.file()} – {page.words.word()}"), cls="one bold")
    words = div(title, cls="grow row pad4" + (" center" if page.chance(0.7) else ""))
    parts = [_header_tools(page, high), words, _header_tools(page, high), _closers(page, high)]
    if page.chance(0.2):
        lights = [
            div(cls="disc", style=f"{c.square(12)};background:{hue}", control=c.ICON, leaf="icon")
            for hue in LIGHTS
        ]
        parts = [row(*lights, cls="gap8", style="padding:0 8px"), words, parts[0]]
    return row(*parts, cls="panel fix line-bottom", style=f"height:{high}px")


def _closers(page: Page, high: int) -> Markup:
    disc, wide, size = page.chance(0.4), page.pick([24, 28, 44]), page.whole(8, 12)
    side = min(wide, high - 6)
    look = c.square(min(side, 24)) if disc else f"width:{wide}px;height:{side}px"
    cls = "tool shade disc" if disc else "tool"
    names = ("minus", "copy", "close")[page.pick([0, 0, 0, 2]) :]
    tools = [
        div(page.icon_named(name, size), cls=cls, style=look, control=c.ICON) for name in names
    ]
    return row(*tools, cls="gap4", style="padding:0 4px")


def _header_tools(page: Page, high: int) -> Markup:
    """Tools that some desktops put beside the title."""
    if not page.chance(0.2):
        return ""
    look = f"height:{high - 10}px;padding:0 10px"
    words = [c.button(page, page.words.deed(), style=look) for _ in range(page.whole(0, 1))]
    tools = [c.tool(page, 15, 4) for _ in range(page.whole(1, 3))]
    return row(*words, *tools, cls="gap2")


def window(page: Page, *children: Markup) -> Markup:
    """A window with its frame, as large as it may be."""
    radius = page.pick([0, 6, 10])
    look = f"border-radius:{radius}px {radius}px 0 0"
    title = div(title_bar(page), style="display:contents", data_part="title_bar")
    return column(title, *children, cls="raised window fill", style=look)


def dock(page: Page) -> Markup:
    """Large coloured icons of programs along an edge."""
    side, pad = page.whole(26, 46), page.whole(4, 6)
    entries = []
    for _ in range(page.whole(6, 14)):
        mark = (
            _program_icon(page, side)
            if page.chance(0.75)
            else page.picture(f"{side}px", f"{side}px", "border-radius:8px")
        )
        look = f"padding:{pad}px" + (";background:#fff2" if page.chance(0.15) else "")
        entries.append(div(mark, cls="fix", control="application", style=look))
    dots = div(
        page.icon_named("grid", side * 0.6, "#eee"),
        control="application",
        style="padding:8px;margin-top:auto",
    )
    look = f"background:{page.pick(DOCKS)};gap:{page.whole(2, 8)}px;padding:6px 3px"
    return column(*entries, dots, cls="fix clip mid", style=look)


def _program_icon(page: Page, side: int) -> Markup:
    hue, corner = page.whole(0, 359), page.pick([4, 8, 12, 99])
    top = f"hsl({hue},65%,{page.whole(40, 65)}%)"
    low = f"hsl({hue + page.whole(-40, 40)},70%,{page.whole(25, 50)}%)"
    look = f"{c.square(side)};border-radius:{corner}px;background:linear-gradient({top},{low})"
    return div(page.icon(side * 0.6, "#fff"), cls="row center", style=look, leaf="icon")


def top_panel(page: Page) -> Markup:
    """Clock and signs over the whole width of a desktop."""
    names = [page.pick(["Activities", "Applications", page.words.word()]), page.words.word()]
    left = [span(text(name), control="button", style="padding:0 10px") for name in names]
    when = f"{page.words.date()[:6]}  {page.words.time()}"
    clock = span(text(when), control="button", cls="bold nowrap", style="padding:0 8px")
    icons = [page.icon_named(name, 14, "#eee") for name in ("globe", "note", "power")]
    signs = row(*icons, control="button", style="gap:9px;padding:3px 10px")
    look = f"height:{page.whole(24, 30)}px"
    return row(row(*left, cls="gap4"), clock, signs, cls="shell between fix", style=look)


def task_bar(page: Page) -> Markup:
    """Programs and the time along the lower edge."""
    start = c.tool(page, 18, 6, name="grid")
    entries = [
        row(page.icon(15), span(text(page.words.word()), cls="one"), control="button",
            cls="gap4 pad4 fix", style=f"width:{page.whole(80, 160)}px;background:#fff1")
        for _ in range(page.whole(1, 5))
    ]  # fmt: skip
    icons = [page.icon(14, "#eee") for _ in range(page.whole(2, 4))]
    clock = span(text(page.words.time()), control="button")
    signs = [row(*icons, cls="gap8", control="button", style="padding:4px 8px"), clock]
    return row(
        start, *entries, div(cls="grow"), *signs, cls="shell fix gap4 clip", style="padding:2px 6px"
    )


def wallpaper(page: Page) -> str:
    """The CSS of what lies behind all windows."""
    if page.chance(0.4):
        return f"background:url('{source(page.rng)}') center/cover"
    ends = [f"hsl({page.whole(0, 359)},50%,{page.whole(15, 60)}%)" for _ in range(2)]
    return f"background:linear-gradient({page.whole(0, 359)}deg,{','.join(ends)})"


def desktop_icons(page: Page) -> Markup:
    """Files that lie on the desktop."""
    entries = []
    for _ in range(page.whole(1, 5)):
        name = page.pick(["folder", "file", "home", "trash"])
        icon = page.icon_named(name, 40, f"hsl({page.whole(0, 359)},50%,60%)")
        words = span(text(page.words.word()), cls="said")
        entries.append(div(icon, words, cls="tile", control="file", style="width:84px"))
    place = f"{page.pick(['left', 'right'])}:10px;{page.pick(['top', 'bottom'])}:10px"
    return column(*entries, cls="over gap8", style=place)


def cursor(page: Page) -> Markup:
    """The arrow of the mouse, which covers nothing."""
    shape = node(
        "polygon",
        points="2,1 2,18 6.5,14 9.5,21 12,20 9,13 15,13",
        fill=page.pick(["#000", "#fff"]),
        stroke=page.pick(["#fff", "#000"]),
        stroke_width="1.2",
    )
    arrow = node("svg", shape, viewBox="0 0 18 24", style="width:16px;height:22px")
    look = f"left:{page.whole(2, 96)}%;top:{page.whole(2, 94)}%"
    return div(arrow, cls="over through", style=look)
