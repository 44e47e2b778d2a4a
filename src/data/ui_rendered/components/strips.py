"""Strips across a page: tabs, paths, messages, steps."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, div, row, span, text
from src.data.ui_rendered.page import Page, Pool

MESSAGES = ("#dbeafe;color:#123", "#fff3cd;color:#431", "var(--soft)", "#fde2e1;color:#411",
            "#d7f0dd;color:#132", "#c8e8f8;color:#122")  # fmt: skip
"""Grounds of messages, with what is written on them."""


def tabs(page: Page) -> Markup:
    """A row of tabs, one of them chosen."""
    base, mark = page.pick(
        [
            ("padding:7px 12px;", "border-bottom:2px solid var(--accent);color:var(--accent)"),
            ("padding:5px 12px;border:1px solid var(--line);", "background:var(--raised)"),
            ("padding:4px 12px;border-radius:99px;", "background:var(--soft)"),
        ]
    )
    names = page.words.several(say.SECTIONS, page.whole(3, 6))
    chosen = page.whole(0, 2)
    entries = [
        div(text(name), control="tab", cls="nowrap", style=base + (mark if at == chosen else ""))
        for at, name in enumerate(names)
    ]
    return row(*entries, cls="fix clip gap2 line-bottom")


def segments(page: Page) -> Markup:
    """Buttons that share one frame, one of them pressed."""
    names = page.words.several(say.VALUES, page.whole(2, 5))
    chosen = page.whole(0, len(names) - 1)
    parts = [
        div(text(name), control="tab", style="padding:5px 12px",
            cls="nowrap line-right " + ("chosen" if at == chosen else "raised"))
        for at, name in enumerate(names)
    ]  # fmt: skip
    return row(*parts, cls="fix clip framed round hug")


def document_tabs(page: Page) -> Markup:
    """Open files, each with a cross to close it."""
    chosen = page.whole(0, 3)
    entries = []
    for at in range(page.whole(2, 6)):
        cross = div(page.icon_named("close", 9), control=c.ICON, style="padding:4px")
        name = span(text(page.words.file()), cls="one")
        cls = "gap4 fix line-right" + (" raised" if at == chosen else "")
        look = "padding:5px 8px;max-width:200px"
        entries.append(row(page.icon(13), name, cross, control="tab", cls=cls, style=look))
    return row(*entries, cls="panel fix clip")


def breadcrumbs(page: Page) -> Markup:
    """The way to where one is."""
    sign = page.pick(["/", "›", "»"])
    steps: list[Markup] = []
    for name in page.words.several(say.PLACES, page.whole(2, 5)):
        steps += [c.link(page, name), span(text(sign), cls="muted")]
    return row(*steps[:-1], cls="gap4 fix", style="padding:4px 0")


def banner(page: Page) -> Markup:
    """A message across the page, with what can be done about it."""
    buttons = [c.button(page) for _ in range(page.whole(0, 2))]
    cross = div(page.icon_named("close", 11), control=c.ICON, style="padding:5px")
    sign = page.icon_named(page.pick(["info", "warning", "bell"]), page.skin.size + 4)
    words = span(text(page.words.sentence(4, 9)), cls="grow one")
    look = f"padding:4px 9px;background:{page.pick(MESSAGES)}"
    return row(sign, words, *buttons, cross, cls="gap fix", style=look)


def pages(page: Page) -> Markup:
    """Numbers of pages to go to."""
    high, chosen = page.whole(24, 34), page.whole(1, 5)
    look = f"min-width:{high}px;height:{high}px"
    numbers = [
        div(text(n), control="button", style=look,
            cls="row center framed round" + (" chosen" if n == chosen else ""))
        for n in range(1, page.whole(4, 7))
    ]  # fmt: skip
    ends = [
        div(page.icon_named(name, 12), control=c.ICON, style=look, cls="row center framed round")
        for name in ("left", "right")
    ]
    return row(ends[0], *numbers, ends[1], cls="gap4 fix hug")


def wizard(page: Page) -> Markup:
    """Numbered steps, joined by lines."""
    now = page.whole(1, 3)
    steps: list[Markup] = []
    for at, name in enumerate(page.words.several(say.SECTIONS, page.whole(3, 5)), start=1):
        cls = "row center fix disc " + ("chosen" if at <= now else "framed")
        ring = div(text(at), cls=cls, style=c.square(24))
        steps += [
            row(ring, span(text(name), cls="nowrap"), cls="gap4", control="tab"),
            div(cls="rule grow", style="min-width:20px"),
        ]
    return row(*steps[:-1], cls="gap fix clip")


TABS: Pool = {"tabs": tabs, "segments": segments}
STRIPS: Pool = {
    "banner": banner, "breadcrumbs": breadcrumbs, "tabs": tabs, "segments": segments,
    "pages": pages, "wizard": wizard,
}  # fmt: skip
