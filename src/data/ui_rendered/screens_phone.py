"""Whole phone screens."""

from collections.abc import Callable

from src.data.ui_rendered.components import content, overlays, phone_bars, strips
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.components import phone_bodies as bodies
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page

ANSWERS = ("RATE NOW", "LATER", "NO, THANKS", "OK", "CANCEL", "ALLOW", "REMIND ME", "SEND")
ADDRESSES = ("ada@mail.example", "bo@mail.example", "kim@mail.example")


def application(page: Page) -> Markup:
    """A bar, something that fills the screen, perhaps places below."""
    blocks = [page.part("app_bar", {"app_bar": phone_bars.app_bar})]
    if page.chance(0.25):
        blocks.append(page.one({**strips.TABS, "chips": content.chips}))
    if page.chance(0.25):
        blocks.append(page.one(bodies.HEADS))
    blocks.append(page.one(bodies.BODIES))
    more = page.icon_named("plus", 22)
    plus = div(more, cls="float", control="icon_button") if page.chance(0.2) else ""
    body = div(column(*blocks, cls="grow clip"), plus, cls="grow clip here col")
    below = {"bottom_navigation": phone_bars.bottom_navigation}
    foot = page.part("bottom_navigation", below) if page.chance(0.4) else ""
    return column(body, foot, cls="grow clip")


def onboarding(page: Page) -> Markup:
    """A promise and a button; at times on a colour or on a picture."""
    skip, go = c.link(page, "Skip"), c.link(page, page.pick(["Next", "Done"]))
    ends = row(skip, go, cls="between fix", style="padding:14px 18px")
    pool = {"big_buttons": bodies.big_buttons, "end_bar": bodies.end_bar}
    foot = ends if page.chance(0.35) else page.one(pool)
    body = column(page.part("welcome", {"welcome": bodies.welcome}), foot, cls="grow clip")
    kind = page.rng.random()
    if kind < 0.25:
        return column(body, cls="grow clip branded")
    if kind < 0.5:
        behind = page.picture("100%", "100%", "position:absolute;inset:0;filter:brightness(.55)")
        return div(behind, column(body, cls="on-picture cover"), cls="grow clip here")
    return body


def signing_in(page: Page) -> Markup:
    """A logo, fields, buttons."""
    look = f"padding:{page.whole(16, 60)}px 0 10px"
    top = column(content.logo(page, page.whole(28, 46)), cls="mid", style=look)
    bar = page.part("app_bar", {"app_bar": phone_bars.app_bar}) if page.chance(0.5) else ""
    fields = page.part("login", {"login": bodies.login})
    foot = page.part("big_buttons", {"big_buttons": bodies.big_buttons})
    return column(bar, top, fields, foot, cls="grow clip")


def typing(page: Page) -> Markup:
    """Something to type into, and the keys where the split has them."""
    body = page.one({"chat": bodies.chat, "people": bodies.people, "rows": bodies.rows})
    below = page.one({"keyboard": phone_bars.keyboard, "tiles": bodies.tiles})
    return column(phone_bars.app_bar(page), div(body, cls="grow clip"), below, cls="grow clip")


def big_menu(page: Page) -> Markup:
    """A few words one below another on a colour."""
    look = f"padding:{page.whole(12, 18)}px;letter-spacing:{page.whole(0, 2)}px"
    names = [page.words.title() for _ in range(page.whole(4, 8))]
    if page.chance(0.5):
        names = [name.upper() for name in names]
    entries = [
        div(text(name), cls="text-mid line-bottom", control="list_item", style=look)
        for name in names
    ]
    close = row(div(cls="grow"), c.tool(page, 20, 10, name="close"))
    return column(
        column(close, column(*entries, style="padding:10px 30px")), cls="grow clip branded"
    )


def drawer(page: Page) -> Markup:
    """A page with a drawer pulled over it from the left."""
    look = f"background:hsl({page.whole(0, 359)},50%,35%);padding:18px 14px"
    name = span(text(page.words.of(ADDRESSES)), cls="said")
    head = column(c.avatar(page, 52), name, cls="gap8 fix", style=look)
    wide = f"left:0;top:0;bottom:0;width:{page.whole(65, 85)}%"
    pulled = column(head, bodies.rows(page), cls="raised clip over", style=wide)
    return div(_behind(page), pulled, cls="grow clip here")


def _behind(page: Page) -> Markup:
    """A page in the shade of something."""
    return column(application(page), cls="cover") + div(cls="scrim", data_scrim="1")


def asking(page: Page) -> Markup:
    """A dialog over a page."""
    box = page.pick([_answers, _choices, _any_dialog])(page)
    return div(_behind(page), row(box, cls="cover center"), cls="grow clip here")


def _answers(page: Page) -> Markup:
    icon = page.icon(40, "var(--accent)") if page.chance(0.5) else ""
    words = c.heading(page, 1.2, cls="text-mid"), c.paragraph(page, 1, "text-mid")
    names = page.words.several(ANSWERS, page.whole(1, 3))
    buttons = [
        div(text(name), cls="text-mid line-top bold link", control="button", style="padding:12px")
        for name in names
    ]
    body = column(icon, *words, cls="mid gap8", style="padding:18px")
    return column(body, *buttons, cls="sheet", style="width:82%")


def _choices(page: Page) -> Markup:
    radios = page.chance(0.6)
    entries = [
        c.radio(page, page.words.title(), not at)
        if radios
        else div(text(page.words.title()), control="list_item", style="padding:4px 0")
        for at in range(page.whole(3, 8))
    ]
    ends = [div(text(word), cls="link bold pad4", control="button") for word in ("CANCEL", "OK")]
    look = "width:84%;padding:16px"
    foot = row(*ends, cls="end gap8")
    return column(c.heading(page, 1.2), *entries, foot, cls="sheet gap16", style=look)


def _any_dialog(page: Page) -> Markup:
    return row(overlays.dialog_box(page), cls="center", style="width:90%")


SCREENS: tuple[tuple[Callable[[Page], Markup], float], ...] = (
    (application, 0.4), (onboarding, 0.18), (signing_in, 0.12), (typing, 0.06), (big_menu, 0.05),
    (drawer, 0.07), (asking, 0.12),
)  # fmt: skip

STATUS = (("#000", "#fff"), ("var(--brand)", "var(--on-brand)"), ("transparent", "var(--ink)"))
"""Ground and ink of the bar with the time."""


def whole(page: Page) -> Markup:
    """A screen between the bars of the system."""
    shares = [share for _, share in SCREENS]
    body = SCREENS[int(page.rng.choice(len(SCREENS), p=shares))][0](page)
    ground, ink = page.pick(STATUS)
    bar = div(phone_bars.status(page, ink), cls="fix", style=f"background:{ground}")
    keys = phone_bars.system_keys(page) if page.chance(0.3) else ""
    return column(bar if page.chance(0.9) else "", body, keys, cls="raised fill clip")
