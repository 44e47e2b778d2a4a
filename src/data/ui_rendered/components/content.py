"""What fills a page: forms, cards, articles, code, charts."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.components import grids, lists, strips
from src.data.ui_rendered.markup import Markup, column, div, node, row, span, text
from src.data.ui_rendered.page import Page, Pool

TOKENS = ("def", "return", "for", "if", "import", "class", "print", "self", "value", "x", "=",
          "(n)", "[0]", "None", ":", "+", "len", "'text'", "// note", "{", "}", "=>")  # fmt: skip

STAR = "12,2 15,9 22,9 16.5,13.5 18.5,21 12,16.5 5.5,21 7.5,13.5 2,9 9,9"


def form(page: Page) -> Markup:
    """Fields with their names, choices, and buttons below."""
    above, width = page.chance(0.5), page.whole(80, 140)
    lines = [c.labelled(page, _entry(page), above, width) for _ in range(page.whole(3, 8))]
    lines += [c.check(page) for _ in range(page.whole(0, 4))]
    buttons = [c.button(page, cls="" if at else "primary") for at in range(page.whole(1, 3))]
    foot = row(*buttons, cls=f"gap {page.pick(['end', ''])}", style="padding-top:6px")
    look = f"width:{page.whole(260, 480)}px;max-width:100%"
    return column(*lines, foot, cls="gap fix pad2", style=look)


def _entry(page: Page) -> Markup:
    lot = page.rng.random()
    if lot < 0.45:
        words = page.words.title() if page.chance(0.4) else ""
        hint = "" if words or page.chance(0.3) else page.words.of(say.LABELS)
        return c.field(page, words, hint, "flex:1")
    if lot < 0.65:
        return c.drop_down(page, "flex:1")
    if lot < 0.75:
        return c.slider(page)
    if lot < 0.85:
        return c.spinner(page)
    names = page.words.several(say.VALUES, page.whole(2, 3))
    return row(*[c.radio(page, name, not at) for at, name in enumerate(names)], cls="gap wrap")


def card(page: Page, style: str = "") -> Markup:
    """A picture, a title, some words, something to do."""
    top = page.picture("100%", f"{page.whole(60, 150)}px") if page.chance(0.7) else ""
    words = (
        [c.heading(page, 1.15), c.paragraph(page, 1, "muted")]
        if page.chance(0.8)
        else [c.heading(page, 1.05)]
    )
    deeds = [c.button(page) for _ in range(page.whole(1, 2))] if page.chance(0.6) else []
    body = column(*words, row(*deeds, cls="gap wrap"), cls="gap4", style="padding:10px")
    return column(top, body, cls="raised clip fix framed round lift", control="card", style=style)


def cards(page: Page) -> Markup:
    """Cards side by side."""
    look = f"width:{page.whole(150, 260)}px"
    return row(*[card(page, look) for _ in range(page.whole(2, 6))], cls="gap wrap top")


def article(page: Page) -> Markup:
    """A heading and paragraphs, with links in them."""
    blocks = [c.heading(page, page.between(1.5, 2.4))]
    for _ in range(page.whole(1, 4)):
        words = text(page.words.paragraph(page.whole(1, 4)))
        if page.chance(0.5):
            words += f" {c.link(page, page.words.title())} {text(page.words.sentence())}"
        blocks.append(div(words, style="line-height:1.5"))
        if page.chance(0.2):
            blocks.append(page.picture(f"{page.whole(160, 360)}px", f"{page.whole(90, 200)}px"))
    look = f"max-width:{page.whole(380, 760)}px"
    return column(*blocks, cls=f"gap {page.pick(['', '', 'serif'])}", style=look)


def results(page: Page) -> Markup:
    """What a search found: a link, an address, a few words each."""
    entries = []
    for _ in range(page.whole(2, 6)):
        size = f"font-size:{page.skin.size * 1.3:.0f}px"
        title = div(c.link(page, page.words.title(), size))
        address = div(
            text(f"{page.words.word().lower()}.example › {page.words.word().lower()}"),
            cls="small muted",
        )
        entries.append(column(address, title, c.paragraph(page, 1), cls="gap2"))
    return column(*entries, cls="gap16 fix", style=f"max-width:{page.whole(420, 640)}px")


def links(page: Page) -> Markup:
    """Several columns of links, as at the foot of a site."""
    columns = []
    for _ in range(page.whole(2, 4)):
        entries = [div(c.link(page, page.words.title())) for _ in range(page.whole(2, 5))]
        columns.append(column(span(text(page.words.word()), cls="bold"), *entries, cls="gap4"))
    return row(*columns, cls="fix top", style="gap:32px")


def code(page: Page) -> Markup:
    """Lines of a program with their numbers."""
    light = 70 if page.skin.theme == "dark" else 35
    hues = [f"color:hsl({page.whole(0, 359)},60%,{light}%)" for _ in range(4)]
    lines = []
    for number in range(page.whole(10, 44)):
        count = 0 if page.chance(0.15) else page.whole(1, 8)
        words = [span(text(page.words.of(TOKENS)), style=page.pick(hues)) for _ in range(count)]
        at = span(text(number + 1), cls="muted text-right fix", style="width:36px")
        line = span("&nbsp;" * (2 * page.whole(0, 3)) + " ".join(words), cls="nowrap")
        lines.append(row(at, line, style="gap:14px;min-height:1.4em"))
    return div(column(*lines, cls="mono pad2"), c.scroll_bar(page), cls="raised clip grow here")


def terminal(page: Page) -> Markup:
    """What a shell said."""
    ground = page.pick(["#300a24", "#111", "#1e1e2e", "#fff"])
    ink = "#222" if ground == "#fff" else "#eee"
    prompt = span(
        text(f"{page.words.word().lower()}@host:~$"), style="color:#4caf50;font-weight:700"
    )
    lines = []
    for _ in range(page.whole(4, 22)):
        words = text(page.words.sentence(2, 10).lower())
        lines.append(div(f"{prompt} {words}" if page.chance(0.3) else words, cls="nowrap"))
    return column(*lines, cls="mono grow clip pad2", style=f"background:{ground};color:{ink}")


def chart(page: Page) -> Markup:
    """Bars over names."""
    high, bars = page.whole(80, 180), []
    for _ in range(page.whole(4, 9)):
        look = f"height:{page.whole(8, high)}px;width:{page.whole(14, 34)}px"
        bar = div(style=look, leaf="bar", cls="chosen")
        bars.append(column(bar, span(text(page.words.word()[:3]), cls="tiny"), cls="mid end gap2"))
    look = f"height:{high + 40}px;align-items:flex-end"
    return row(*bars, cls="raised framed fix hug gap8 pad", style=look)


def search_bar(page: Page) -> Markup:
    """A field to search with."""
    hint = "Search " + page.words.word().lower()
    go = c.button(page, "Search", "primary") if page.chance(0.5) else ""
    look = f"width:{page.whole(200, 520)}px;max-width:100%"
    return row(
        c.field(page, hint=hint, style="flex:1", icon="search"), go, cls="gap4 fix", style=look
    )


def chips(page: Page) -> Markup:
    """Small labels, one of them chosen."""
    labels = [c.chip(page, page.words.word(), not at) for at in range(page.whole(3, 8))]
    return row(*labels, cls="gap4 wrap")


def rating(page: Page) -> Markup:
    """Stars to give."""
    side, given = page.whole(14, 30), page.whole(0, 5)
    stars = []
    for at in range(5):
        fill = "#f5a623" if at < given else "none"
        shape = node("polygon", points=STAR, fill=fill, stroke="#f5a623", stroke_width="1.5")
        sign = node(
            "svg",
            shape,
            leaf="icon",
            viewBox="0 0 24 24",
            style=c.square(side),
            data_ink="0.05,0.05,0.95,0.91",
        )
        stars.append(div(sign, control="star"))
    return row(*stars, span(text(page.words.number()), cls="muted"), cls="gap4 fix")


def tag_field(page: Page) -> Markup:
    """A field with words in it that can be taken away one by one."""
    tags = []
    for _ in range(page.whole(2, 5)):
        cross = div(page.icon_named("close", 8), control=c.ICON, style="padding:3px")
        tags.append(
            row(span(text(page.words.word())), cross, cls="gap2 on round pad2", control="chip")
        )
    look = f"width:{page.whole(240, 420)}px"
    return div(*tags, cls="field wrap fix", style=look, control=c.FIELD)


def player(page: Page) -> Markup:
    """A film with its keys below."""
    keys = [
        c.tool(page, page.pick([16, 20]), 6, name=name)
        for name in ("left", "play", "right", "pause", "grid")
    ]
    ends = [span(text(f"0{page.whole(0, 9)}:{page.whole(10, 59)}"), cls="nowrap") for _ in range(2)]
    bar = row(ends[0], c.slider(page), ends[1], cls="gap4 panel pad2")
    low = row(
        *keys,
        div(cls="grow"),
        page.icon_named("note", 14),
        c.slider(page, "width:80px"),
        cls="gap4 panel pad2",
    )
    film = page.picture("100%", "100%")
    return column(div(film, cls="grow clip", style="background:#000"), bar, low, cls="grow clip")


def logo(page: Page, side: float) -> Markup:
    """A name with a mark before it."""
    name = span(text(page.words.word()), style=f"font-size:{side * 0.8:.0f}px;font-weight:700")
    return row(page.icon(side, "var(--accent)"), name, cls="gap4 fix hug", control="link")


SMALL: Pool = {
    "search_bar": search_bar, "chips": chips, "rating": rating, "links": links,
    "swatches": grids.swatches, "tag_field": tag_field, "wizard": strips.wizard,
}  # fmt: skip
MAIN: Pool = {
    "form": form, "settings": lists.settings, "cards": cards, "gallery": grids.gallery,
    "article": article, "results": results, "chart": chart, "accordion": lists.accordion,
}  # fmt: skip
BODIES: Pool = {
    "table": grids.table, "records": lists.records, "files": grids.files,
    "timeline": lists.timeline, "transfer": lists.transfer, "calendar": grids.calendar,
}  # fmt: skip
