"""Whole desktop screens: a program over all of it, or windows on a desktop."""

from src.data.ui_rendered.components import desktop, overlays
from src.data.ui_rendered.markup import Markup, column, div, row
from src.data.ui_rendered.page import Page
from src.data.ui_rendered.programs import program


def whole(page: Page) -> Markup:
    """A screen, with something over it at times."""
    kind = page.rng.random()
    if kind < 0.3:
        body = program(page)
    elif kind < 0.75:
        body = desktop.window(page, program(page))
    else:
        body = _windows(page)
    body = _shell(page, body)
    over = page.one(overlays.OVERLAYS) if page.chance(0.4) else ""
    menu = page.part("menu", overlays.OVERLAYS) if page.chance(0.12) else ""
    arrow = desktop.cursor(page) if page.chance(0.25) else ""
    return div(body, over, menu, arrow, cls="here clip fill")


def _shell(page: Page, body: Markup) -> Markup:
    """What the desktop itself shows at the edges."""
    kind = page.rng.random()
    if kind < 0.4:
        return body
    held = div(body, cls="grow here", style="height:100%")
    if kind < 0.85:
        side = page.part("dock", {"dock": desktop.dock})
        top = page.part("top_panel", {"top_panel": desktop.top_panel}) if page.chance(0.85) else ""
        return column(top, row(side, held, cls="grow tall", style="min-height:0"), cls="fill")
    low = page.part("task_bar", {"task_bar": desktop.task_bar})
    return column(div(body, cls="grow here"), low, cls="fill")


def _windows(page: Page) -> Markup:
    """One or two windows on a desktop, one over the other."""
    things = [desktop.desktop_icons(page) if page.chance(0.7) else ""]
    for _ in range(page.whole(1, 2)):
        left, top = page.whole(0, 30), page.whole(0, 25)
        size = f"width:{page.whole(45, 95 - left)}%;height:{page.whole(45, 95 - top)}%"
        look = f"left:{left}%;top:{top}%;{size}"
        things.append(div(desktop.window(page, program(page)), cls="over", style=look))
    return div(*things, cls="here clip fill", style=desktop.wallpaper(page))
