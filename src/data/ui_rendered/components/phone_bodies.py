"""What fills a phone: lists with pictures, posts, tiles, welcomes, forms."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import content, lists, phone_bars
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page, Pool

SOCIAL = ("#3b5998", "#db4437", "#1da1f2", "#111", "#0a66c2")
"""Colours of the buttons by which one signs in with an account from elsewhere."""


def rows(page: Page) -> Markup:
    """Lines with an icon, words and what is on the right of them."""
    icons, lines, two = page.chance(0.7), page.chance(0.6), page.chance(0.4)
    pad, entries = page.whole(8, 15), []
    for name in page.words.several(say.SECTIONS + say.PLACES + say.OPTIONS, page.whole(4, 12)):
        more = [span(text(page.words.sentence(3, 7)), cls="muted one small")] if two else []
        words = column(span(text(name), cls="one"), *more, cls="grow gap2")
        right = page.pick([_nothing, _nothing, _arrow, c.switch, _number])(page)
        cls = "gap16 line-bottom" if lines else "gap16"
        icon = page.icon(20) if icons else ""
        entries.append(
            row(icon, words, right, control=lists.ITEM, cls=cls, style=f"padding:{pad}px 14px")
        )
    return column(*entries, cls="clip fix")


def _nothing(_: Page) -> Markup:
    return ""


def _arrow(page: Page) -> Markup:
    return page.icon_named(page.pick(["right", "down"]), 14)


def _number(page: Page) -> Markup:
    return span(text(page.words.number()), cls="muted")


def sections(page: Page) -> Markup:
    """Lines under small headings, with boxes to tick."""
    blocks = []
    for _ in range(page.whole(2, 3)):
        head = div(text(page.words.word()), cls="link bold small", style="padding:12px 14px 4px")
        lines = [
            row(c.check(page), div(cls="grow"), cls="line-bottom", style="padding:10px 14px")
            for _ in range(page.whole(1, 4))
        ]
        blocks.append(column(head, *lines))
    return column(*blocks, cls="clip fix")


def people(page: Page) -> Markup:
    """Names with faces."""
    side, entries = page.whole(32, 48), []
    for _ in range(page.whole(4, 9)):
        when = span(text(page.words.time()), cls="muted small")
        head = row(span(text(page.words.of(say.PEOPLE)), cls="one grow bold"), when, cls="gap4")
        words = column(
            head, span(text(page.words.sentence(3, 9)), cls="one muted"), cls="grow gap2"
        )
        more = c.button(page, page.pick(["Follow", "Add", "Invite"])) if page.chance(0.2) else ""
        look = "gap:12px;padding:8px 12px"
        entries.append(row(c.avatar(page, side), words, more, control=lists.ITEM, style=look))
    return column(*entries, cls="clip fix")


def feed(page: Page) -> Markup:
    """Posts or products: a picture, words, what can be done."""
    entries = []
    for _ in range(page.whole(1, 3)):
        who = span(text(page.words.of(say.PEOPLE)), cls="bold")
        when = span(text(page.words.date()), cls="muted small")
        dots = c.tool(page, 18, 5, name="more")
        head = row(c.avatar(page, 32), column(who, when, cls="grow"), dots, cls="gap pad4")
        shot = page.picture("100%", f"{page.whole(110, 220)}px", control=page.pick(["picture", ""]))
        deeds = [c.tool(page, 20, 6, name=name) for name in ("heart", "bubble", "forward")]
        foot = row(*deeds, div(cls="grow"), c.tool(page, 20, 6, name="flag"), cls="pad2")
        words = div(text(page.words.sentence(6, 16)), style="padding:0 10px 8px")
        first = head if page.chance(0.7) else ""
        entries.append(column(first, shot, foot, words, cls="raised", style="margin-bottom:8px"))
    return column(*entries, cls="clip fix")


def tiles(page: Page) -> Markup:
    """Pictures or icons with names, two to four in a row."""
    across, plain = page.whole(2, 4), page.chance(0.5)
    entries = []
    for _ in range(across * page.whole(1, 4)):
        if plain:
            top, name = page.icon(page.whole(24, 40), "var(--accent)"), page.words.word()
        else:
            look = "border-radius:var(--radius)"
            top, name = page.picture("100%", f"{round(220 / across)}px", look), page.words.title()
        words = span(text(name), cls="small")
        cls = "gap4 mid pad4" if plain else "gap4"
        entries.append(column(top, words, control="card", cls=cls, style="min-width:0"))
    grid = f"display:grid;grid-template-columns:repeat({across},1fr);gap:12px;padding:12px"
    return div(*entries, cls="fix", style=grid)


def products(page: Page) -> Markup:
    """A picture on the left, name and price on the right of each line."""
    entries = []
    for _ in range(page.whole(2, 5)):
        price = span(text(f"${page.whole(2, 90)}.{page.whole(10, 99)}"), cls="link bold")
        words = column(
            c.heading(page, 1.05), c.paragraph(page, 1, "muted small"), price, cls="grow gap2"
        )
        shot = page.picture(
            f"{page.whole(64, 96)}px", f"{page.whole(64, 96)}px", "border-radius:var(--radius)"
        )
        entries.append(row(shot, words, cls="gap8 top pad raised line-bottom", control="card"))
    return column(*entries, cls="clip fix")


def welcome(page: Page) -> Markup:
    """A picture, a promise, and dots for the pages."""
    side = page.whole(90, 200)
    corner = f"border-radius:{page.pick(['0', '50%', '12px'])}"
    shot = page.picture(f"{side}px", f"{round(side * page.between(0.6, 1))}px", corner)
    top = shot if page.chance(0.6) else page.icon(side * 0.7, "var(--accent)")
    title = c.heading(page, page.between(1.4, 2.2), cls="text-mid")
    faint = "muted" if page.chance(0.6) else ""
    words = c.paragraph(page, page.whole(1, 2), f"text-mid {faint}")
    at, dot = page.whole(0, 3), f"{c.square(7)};border-radius:50%;background:var(--"
    dots = [div(style=f"{dot}{'accent' if n == at else 'line'})") for n in range(page.whole(3, 6))]
    parts = [top, title, words, row(*dots, style="gap:7px", leaf="dots")]
    if page.chance(0.3):
        parts[0], parts[1] = parts[1], parts[0]
    return column(*parts, cls="grow clip mid center gap16", style="padding:24px")


def big_buttons(page: Page) -> Markup:
    """Buttons over the whole width, at times with a line of words between or below."""
    wide = f"width:100%;padding:{page.whole(9, 15)}px"
    things = [c.button(page, cls="primary", style=wide)]
    if page.chance(0.6):
        things.append(c.button(page, style=wide))
    if page.chance(0.3):
        things.insert(
            1,
            row(
                div(cls="rule grow"), span(text("or"), cls="muted"), div(cls="rule grow"), cls="gap"
            ),
        )
    if page.chance(0.25):
        things.insert(0, social(page))
    if page.chance(0.5):
        link = c.link(page, page.words.of(say.ACTIONS))
        things.append(div(text(page.words.sentence(3, 6)), " ", link, cls="text-mid muted"))
    look = f"gap:{page.whole(8, 14)}px;padding:{page.whole(10, 20)}px"
    return column(*things, cls="fix", style=look)


def social(page: Page) -> Markup:
    """Buttons of other people's accounts, side by side or one over the other."""
    beside = page.chance(0.5)
    entries = []
    for _ in range(page.whole(1, 2)):
        name = page.words.word()
        words = span(text(name if beside else f"Continue with {name}"), cls="grow text-mid")
        mark = div(
            page.icon(18, "#fff"),
            cls="row center",
            style="width:38px;align-self:stretch;background:#0003",
        )
        look = f"background:{page.pick(SOCIAL)};color:#fff;min-height:{page.whole(36, 46)}px"
        entries.append(row(mark, words, cls="grow clip round", style=look, control="button"))
    return row(*entries, cls="gap8") if beside else column(*entries, cls="gap8")


def end_bar(page: Page) -> Markup:
    """Two buttons that share the lower edge."""
    names = page.words.several(
        ("LOG IN", "SIGN UP", "Register", "Skip", "Cancel", "Save", "Next"), 2
    )
    look = f"height:{page.whole(42, 54)}px"
    ends = [
        row(span(text(name), cls="bold"), cls=f"center grow {cls}", style=look, control="button")
        for name, cls in zip(names, ("raised", "chosen"), strict=True)
    ]
    return row(*ends, cls="fix")


def login(page: Page) -> Markup:
    """Fields below one another, as for signing in."""
    fields = []
    for name in page.words.several(say.LABELS, page.whole(2, 5)):
        if page.chance(0.6):
            icon = page.pick(["person", "envelope", "lock", "phone", ""])
            fields.append(c.field(page, hint=name, style="width:100%;padding:11px 10px", icon=icon))
        else:
            entry = c.field(page, page.words.word(), style="width:100%")
            fields.append(c.labelled(page, entry, True, 0, name))
    ends = row(c.check(page, "Remember me"), c.link(page, "Forgot password?"), cls="between")
    more = ends if page.chance(0.4) else ""
    look = f"gap:{page.whole(10, 20)}px;padding:14px 20px"
    return column(*fields, more, cls="fix", style=look)


def stories(page: Page) -> Markup:
    """Round pictures in a row."""
    entries = []
    for _ in range(page.whole(4, 7)):
        ring = "padding:2px;border:2px solid var(--accent)"
        face = div(c.avatar(page, 50), cls="disc", style=ring)
        name = span(text(page.words.of(say.PEOPLE).split()[0]), cls="small")
        entries.append(column(face, name, control="card", cls="mid gap2 fix"))
    return row(*entries, cls="clip fix", style="gap:12px;padding:10px")


def media_player(page: Page) -> Markup:
    """What is playing, how far, and the keys to change that."""
    sizes = (("left", 22), ("play", 34), ("right", 22))
    keys = row(*[c.tool(page, size, 8, name=name) for name, size in sizes], cls="center gap16")
    ends = row(*[span(text(time), cls="muted") for time in ("1:24", "3:58")], cls="between")
    who = div(text(page.words.of(say.PEOPLE)), cls="muted")
    shot = page.picture("100%", "180px", "border-radius:8px")
    parts = [shot, c.heading(page, 1.2), who, c.slider(page, "width:100%"), ends, keys]
    return column(*parts, cls="gap8 fix", style="padding:18px")


def chat(page: Page) -> Markup:
    """Messages from both sides, and a field for the next."""
    lines = []
    for _ in range(page.whole(3, 6)):
        own = page.chance(0.5)
        look = f"align-self:flex-{'end' if own else 'start'}"
        cls = "bubble chosen" if own else "bubble shade"
        lines.append(div(text(page.words.sentence(3, 12)), cls=cls, style=look))
    send = c.tool(page, 20, 6, name="forward")
    entry = row(c.field(page, hint="Message", style="flex:1"), send, cls="gap4 pad4")
    return column(*lines, entry, cls="fix gap4 pad4")


def hero(page: Page) -> Markup:
    """A large picture with words over it."""
    words = column(
        c.heading(page, page.between(1.4, 2)),
        c.paragraph(page, 1),
        cls="over said gap4",
        style=f"left:16px;right:16px;bottom:{page.whole(10, 30)}px",
    )
    look = f"height:{page.whole(140, 280)}px"
    return div(page.picture("100%", "100%"), words, cls="here clip fix", style=look)


HEADS: Pool = {"hero": hero, "stories": stories, "tiles": tiles, "rows": rows}
BODIES: Pool = {
    "rows": rows, "people": people, "feed": feed, "tiles": tiles, "products": products,
    "sections": sections, "login": login, "chat": chat, "media_player": media_player,
    "dial_pad": phone_bars.dial_pad, "settings": lists.settings, "form": content.form,
    "accordion": lists.accordion,
}  # fmt: skip
