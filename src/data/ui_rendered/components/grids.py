"""Tables, sheets and everything else in rows and columns."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def table(page: Page) -> Markup:
    """Columns with headers that sort; rows can be chosen."""
    names = page.words.several(say.LABELS, page.whole(3, 7))
    striped, checks = page.chance(0.5), page.chance(0.3)
    shares = " ".join(f"{page.between(0.7, 1.8):.2f}fr" for _ in names)
    look = (
        f"display:grid;align-items:center;grid-template-columns:{'30px ' if checks else ''}{shares}"
    )
    pad = "padding:calc(var(--pad) * .6 + 1px) 8px"
    head = [
        row(span(text(name), cls="one"), c.caret(7) if page.chance(0.3) else "",
            cls="gap2 clip", style=pad, control="column_header")
        for name in names
    ]  # fmt: skip
    lines = [div(*([div()] if checks else []), *head, style=look, cls="panel bold line-bottom")]
    for at in range(page.whole(4, 18)):
        cells = [div(text(page.words.cell()), cls="one", style=pad, control="cell") for _ in names]
        box = div(div(cls="box", style=f"{c.square(13)};margin-left:8px", control="check_box"))
        cls = "line-bottom panel" if striped and at % 2 else "line-bottom"
        lines.append(div(*([box] if checks else []), *cells, style=look, cls=cls, control="row"))
    return column(*lines, cls="raised clip fix framed")


def spreadsheet(page: Page) -> Markup:
    """Cells between lines, with letters and numbers at the edges; most of them empty."""
    columns, rows = page.whole(8, 26), page.whole(16, 44)
    widths = " ".join(f"{page.whole(48, 120)}px" for _ in range(columns))
    head = "cell center panel"
    letters = [div(text(chr(65 + n)), cls=head, control="column_header") for n in range(columns)]
    filled, used = page.between(0.3, 0.9), (page.whole(3, columns), page.whole(4, rows))
    chosen = (page.whole(0, columns - 1), page.whole(0, rows - 1))
    frame = "outline:2px solid var(--accent);outline-offset:-2px"
    things = [div(cls=head), *letters]
    for at in range(rows):
        things.append(div(text(at + 1), cls=head, control="row_header"))
        for to in range(columns):
            full = to < used[0] and at < used[1] and page.chance(filled)
            words = page.words.cell() if full else ""
            inside = span(text(words), cls="clip nowrap") if words else ""
            cls = "cell end" if words[:1].isdigit() else "cell"
            look = frame if (to, at) == chosen else ""
            things.append(div(inside, control="cell", cls=cls, style=look))
    look = f"display:grid;grid-auto-rows:{page.whole(17, 25)}px"
    template = f"grid-template-columns:{page.whole(28, 44)}px {widths}"
    return div(*things, cls="raised fix hug small", style=f"{look};{template}")


def files(page: Page) -> Markup:
    """Files as a grid of icons with their names below."""
    side = page.whole(32, 72)
    tiles = []
    for _ in range(page.whole(6, 24)):
        if page.chance(0.5):
            name = page.pick(["folder", "file", "picture", "note"])
            top = page.icon_named(name, side, f"hsl({page.whole(0, 359)},50%,55%)")
        else:
            top = page.picture(f"{side}px", f"{side}px", "border-radius:3px")
        words = div(
            text(page.words.file()), cls="text-mid", style="overflow-wrap:anywhere;width:100%"
        )
        cls = "tile on" if page.chance(0.05) else "tile"
        look = f"width:{side + 40}px;line-height:1.15"
        tiles.append(div(top, words, control="file", cls=cls, style=look))
    return row(*tiles, cls="wrap clip top gap pad")


def calendar(page: Page) -> Markup:
    """The days of a month."""
    side, first, today = page.whole(24, 44), page.whole(0, 6), page.whole(1, 28)
    arrows = [c.tool(page, 14, 4, name=name) for name in ("left", "right")]
    month = f"{page.words.date().split()[1]} {page.whole(2019, 2027)}"
    title = span(text(month), control="button", cls="bold")
    head = row(arrows[0], title, arrows[1], cls="between pad2")
    look = f"{c.square(side)};border-radius:{page.pick(['50%', '3px', '0'])}"
    names = [div(text(name), style=look, cls="row center muted") for name in DAYS]
    empty = [div(style=look) for _ in range(first)]
    days = [
        div(
            text(day),
            control="day",
            style=look,
            cls="row center" + (" chosen" if day == today else ""),
        )
        for day in range(1, page.whole(29, 32))
    ]
    grid = f"display:grid;grid-template-columns:repeat(7,{side}px);gap:{page.whole(0, 3)}px"
    return column(
        head, div(*names, *empty, *days, style=grid), cls="raised framed round fix hug pad2"
    )


def swatches(page: Page) -> Markup:
    """Small squares of colours to choose from."""
    side, gap, across = page.whole(14, 30), page.whole(0, 6), page.whole(6, 12)
    squares = []
    for _ in range(page.whole(8, 60)):
        hue = f"hsl({page.whole(0, 359)},{page.whole(20, 95)}%,{page.whole(15, 88)}%)"
        look = f"{c.square(side)};background:{hue}"
        squares.append(div(control="swatch", leaf="swatch", cls="framed", style=look))
    grid = f"display:grid;grid-template-columns:repeat({across},{side}px);gap:{gap}px"
    return div(*squares, cls="fix hug pad2", style=grid)


def gallery(page: Page) -> Markup:
    """Thumbnails in rows, some with names below."""
    side, named = page.whole(56, 130), page.chance(0.4)
    size = f"{side}px", f"{round(side * page.between(0.6, 1)):.0f}px"
    entries = []
    for _ in range(page.whole(4, 16)):
        if named:
            name = div(text(page.words.word()), cls="small text-mid")
            look = f"width:{side + 12}px"
            entries.append(
                div(page.picture(*size), name, cls="tile", style=look, control="picture")
            )
        else:
            entries.append(page.picture(*size, "border-radius:var(--radius)", control="picture"))
    return row(*entries, cls="wrap top", style=f"gap:{page.whole(2, 12)}px")


def shapes(page: Page) -> Markup:
    """Large plain figures to insert, each in its box."""
    side, across = page.whole(28, 56), page.whole(3, 8)
    entries = [
        div(page.icon(side * 0.7), cls="row center framed", style=c.square(side), control="shape")
        for _ in range(page.whole(6, 32))
    ]
    grid = f"display:grid;grid-template-columns:repeat({across},{side}px);gap:{page.whole(0, 8)}px"
    return div(*entries, cls="fix hug pad2", style=grid)


def dashboard_tiles(page: Page) -> Markup:
    """Numbers that matter, one to a tile."""
    tiles = []
    for _ in range(page.whole(3, 5)):
        number = span(text(page.words.number()), cls="bold", style="font-size:22px")
        name = span(text(page.words.word()), cls="muted")
        tiles.append(column(name, number, cls="raised framed round pad grow", control="card"))
    return row(*tiles, cls="gap")
