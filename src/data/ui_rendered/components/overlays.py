"""What lies over a page: menus, dialogs, hints, messages."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import content, grids
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Component, Page, Pool


def menu_list(page: Page) -> Markup:
    """The entries of a menu, with icons, keys and lines between groups."""
    icons, keys = page.chance(0.6), page.chance(0.6)
    entries: list[Markup] = []
    for _ in range(page.whole(4, 18)):
        if entries and page.chance(0.15):
            entries.append(div(cls="rule", style="margin:3px 0"))
        blank = div(cls="fix", style="width:14px")
        icon = (page.icon(14) if page.chance(0.7) else blank) if icons else ""
        key = span(text(page.words.shortcut()), cls="muted") if keys and page.chance(0.6) else ""
        more = page.icon_named("right", 9) if not key and page.chance(0.15) else key
        cls = "item on" if page.chance(0.06) else "item"
        look = "opacity:.45" if page.chance(0.1) else ""
        words = span(text(page.words.deed()), cls="grow")
        entries.append(div(icon, words, more, cls=cls, control="menu_item", style=look))
    look = f"padding:3px 0;min-width:{page.whole(120, 260)}px"
    return column(*entries, cls="sheet hug", style=look)


def menu(page: Page) -> Markup:
    """A menu somewhere near the top, at times with another beside it."""
    left, top = page.whole(1, 60), page.whole(3, 35)
    first = div(menu_list(page), cls="over", style=f"left:{left}%;top:{top}%")
    if not page.chance(0.3):
        return first
    shift = (
        f"left:calc({left}% + {page.whole(170, 260)}px);top:calc({top}% + {page.whole(20, 160)}px)"
    )
    return first + div(menu_list(page), cls="over", style=shift)


def dialog_box(page: Page) -> Markup:
    """A title, a body of any kind, buttons."""
    cross = c.tool(page, 11, 5, name="close") if page.chance(0.6) else ""
    head = row(span(text(page.words.title()), cls="bold grow one"), cross, cls="gap panel pad4")
    lot = page.rng.random()
    if lot < 0.35:
        sign = page.icon_named(page.pick(["warning", "info", "trash"]), page.whole(24, 48))
        body = row(sign, div(text(page.words.sentence(6, 16))), cls="gap16")
    elif lot < 0.6:
        body = content.form(page)
    elif lot < 0.8:
        body = grids.gallery(page)
    else:
        body = page.one({**content.SMALL, **content.MAIN, **content.BODIES})
    buttons = [c.button(page, cls="" if at else "primary") for at in range(page.whole(1, 3))]
    foot = row(*buttons, cls=f"gap pad4 {page.pick(['end', 'center', 'between'])}")
    look = f"width:{page.whole(260, 620)}px;max-width:96%;max-height:92%"
    return column(head, div(body, cls="clip", style="padding:12px"), foot, cls="sheet", style=look)


def dialog(page: Page) -> Markup:
    """A dialog over the page, which is dimmed mostly."""
    scrim = div(cls="scrim", data_scrim="1") if page.chance(0.6) else ""
    box = dialog_box(page)
    if page.chance(0.7):
        return scrim + div(box, cls="over middle", style="max-width:96%")
    look = f"left:{page.whole(3, 50)}%;top:{page.whole(3, 40)}%;max-width:96%"
    return scrim + div(box, cls="over", style=look)


def popover(page: Page) -> Markup:
    """A small sheet with a few controls."""
    makers: list[Component] = [c.check, c.button, c.any_entry, c.any_entry, c.full_slider]
    things = [page.pick(makers)(page) for _ in range(page.whole(2, 5))]
    if page.chance(0.3):
        things.append(page.pick([grids.swatches, grids.shapes])(page))
    look = f"padding:12px;width:{page.whole(180, 340)}px"
    body = column(c.heading(page, 1.1), *things, cls="sheet gap", style=look)
    return div(body, cls="over", style=f"left:{page.whole(10, 70)}%;top:{page.whole(8, 45)}%")


def hint(page: Page) -> Markup:
    """A word on what the mouse is over."""
    ground = page.pick(["", "background:#ffffe1;color:#222", "background:#000c;color:#fff"])
    look = f"left:{page.whole(5, 85)}%;top:{page.whole(5, 90)}%;{ground}"
    return div(text(page.words.deed()), cls="over hint small", style=look)


def toast(page: Page) -> Markup:
    """A message that goes by itself."""
    words = span(text(page.words.sentence(3, 8)), cls="grow")
    plain = c.button(page, cls="plain")
    look = f"padding:10px 14px;width:{page.whole(240, 420)}px"
    body = row(page.icon_named("info", 18), words, plain, cls="sheet gap", style=look)
    place = page.pick(["right:3%;bottom:6%", "right:2%;top:5%", "left:40%;top:4%"])
    return div(body, cls="over", style=place)


def list_box(page: Page) -> Markup:
    """The choices of a drop-down that is open."""
    values = page.words.several(say.VALUES, page.whole(3, 9))
    entries = [
        div(text(value), control="option", style="padding:4px 9px", cls="" if at else "chosen")
        for at, value in enumerate(values)
    ]
    body = column(*entries, cls="sheet", style=f"width:{page.whole(100, 220)}px")
    return div(body, cls="over", style=f"left:{page.whole(5, 75)}%;top:{page.whole(8, 60)}%")


def palette(page: Page) -> Markup:
    """A field at the top, and below it what was found while typing."""
    entries = []
    for at in range(page.whole(4, 12)):
        keys = span(text(page.words.shortcut()), cls="muted") if page.chance(0.5) else ""
        words = span(text(f"{page.words.word()}: {page.words.deed()}"), cls="grow one")
        entries.append(div(words, keys, cls="item" if at else "item on", control="option"))
    find = c.field(page, words="> " + page.words.word().lower(), style="margin:6px")
    body = column(find, *entries, cls="sheet", style=f"width:{page.whole(380, 620)}px")
    return div(body, cls="over", style="left:50%;top:2%;transform:translateX(-50%)")


def quick_settings(page: Page) -> Markup:
    """Switches of the machine: sound, light, networks."""
    lines = [row(page.icon(15), c.slider(page), cls="gap") for _ in range(2)]
    names = page.words.several(say.SECTIONS, 4)
    tiles = [
        row(page.icon(15), span(text(name), cls="one grow"), page.icon_named("right", 9),
            control="button", cls="gap4 oval pad4 " + page.pick(["chosen", "shade"]))
        for name in names
    ]  # fmt: skip
    grid = div(*tiles, style="display:grid;grid-template-columns:1fr 1fr;gap:8px")
    look = f"width:{page.whole(280, 360)}px;padding:14px;border-radius:14px"
    body = column(*lines, grid, cls="sheet gap", style=look)
    return div(body, cls="over", style="right:8px;top:32px")


OVERLAYS: Pool = {
    "menu": menu, "dialog": dialog, "popover": popover, "hint": hint, "toast": toast,
    "list_box": list_box, "palette": palette, "quick_settings": quick_settings,
}  # fmt: skip
