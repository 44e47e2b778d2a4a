"""Programs of a desktop, and sites."""

from collections.abc import Callable

from src.data.ui_rendered.components import bars, content, grids, lists, paper, strips
from src.data.ui_rendered.components import controls as c
from src.data.ui_rendered.components.browser_frame import browser_frame
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Page

Program = Callable[[Page], Markup]


def office(page: Page) -> Markup:
    """A text or a slide under many tools."""
    left = page.part("thumbnails", {"thumbnails": paper.thumbnails}) if page.chance(0.4) else ""
    right = paper.side_panel(page) if page.chance(0.5) else ""
    rail = bars.rail(page) if page.chance(0.6) else ""
    body = row(left, paper.sheet(page), right, rail, cls="grow clip tall")
    find = bars.find_bar(page) if page.chance(0.15) else ""
    return column(*_office_head(page), body, find, bars.status_bar(page), cls="grow raised clip")


def sheet(page: Page) -> Markup:
    """Cells under many tools."""
    look = "padding:1px 6px"
    place = c.drop_down(
        page, "width:90px;padding:1px 5px", f"{page.pick('ABCDEF')}{page.whole(1, 40)}"
    )
    entry = c.field(page, page.words.number(), style=f"flex:1;{look}")
    tools = [c.tool(page, 14, 3) for _ in range(page.whole(1, 3))]
    line = row(place, *tools, entry, cls="gap4 panel fix", style="padding:2px 6px")
    cells = page.part("spreadsheet", {"spreadsheet": grids.spreadsheet})
    right = paper.side_panel(page) if page.chance(0.3) else ""
    rail = bars.rail(page) if page.chance(0.5) else ""
    body = row(
        div(cells, c.scroll_bar(page), cls="grow clip raised here"),
        right,
        rail,
        cls="grow clip tall",
    )
    foot = bars.sheet_tabs(page) + bars.status_bar(page)
    return column(*_office_head(page), line, body, foot, cls="grow raised clip")


def _office_head(page: Page) -> list[Markup]:
    menu = page.part("menu_bar", {"menu_bar": bars.menu_bar})
    tools = [page.one(bars.TOOLS) for _ in range(page.whole(1, 3))]
    return [
        menu,
        *tools,
        *[page.part("banner", strips.STRIPS) for _ in range(page.pick([0, 0, 1, 2]))],
    ]


def editor(page: Page) -> Markup:
    """A program for programs: files, code, a terminal."""
    title = div(text(page.words.title().upper()), cls="muted tiny pad4")
    sides = page.one({"tree": lists.tree, "navigation": lists.navigation})
    look = f"width:{page.whole(170, 290)}px"
    side = column(title, sides, cls="panel fix clip line-right", style=look)
    low = column(
        strips.tabs(page),
        content.terminal(page),
        cls="fix clip line-top",
        style=f"height:{page.whole(90, 190)}px",
    )
    body = page.one({"code": content.code, "code_too": content.code, "article": content.article})
    main = column(
        strips.document_tabs(page),
        div(body, cls="grow clip col"),
        low if page.chance(0.5) else "",
        cls="grow clip",
    )
    menu = page.part("menu_bar", {"menu_bar": bars.menu_bar}) if page.chance(0.8) else ""
    return column(
        menu,
        row(bars.rail(page), side, main, cls="grow clip tall"),
        bars.status_bar(page),
        cls="grow raised clip",
    )


def settings(page: Page) -> Markup:
    """Sections on the left, their controls on the right."""
    sides = page.one({"navigation": lists.navigation, "tree": lists.tree})
    side = column(sides, cls="panel fix clip line-right", style=f"width:{page.whole(170, 270)}px")
    tabs = page.one(strips.TABS) if page.chance(0.4) else ""
    more = [
        page.one({**content.MAIN, "settings_too": lists.settings}) for _ in range(page.whole(1, 2))
    ]
    look = f"padding:{page.whole(10, 34)}px"
    main = column(c.heading(page, 1.4), tabs, *more, cls="gap grow clip", style=look)
    return row(side, main, cls="grow raised clip tall")


def file_manager(page: Page) -> Markup:
    """Places on the left, files on the right."""
    arrows = [c.tool(page, 16, 6, name=name) for name in ("back", "forward", "up")]
    path = page.one(
        {
            "breadcrumbs": strips.breadcrumbs,
            "search_bar": content.search_bar,
            "segments": strips.segments,
        }
    )
    tools = [c.tool(page, 16, 6) for _ in range(page.whole(2, 4))]
    bar = row(*arrows, path, div(cls="grow"), *tools, cls="panel fix gap4 clip line-bottom pad4")
    look = f"width:{page.whole(130, 220)}px"
    side = column(lists.navigation(page), cls="panel fix clip line-right", style=look)
    main = div(page.one({"files": grids.files, "table": grids.table}), cls="grow clip pad2")
    return column(bar, row(side, main, cls="grow clip tall"), cls="grow raised clip")


def mail(page: Page) -> Markup:
    """Folders, messages, one of them open."""
    new = c.button(page, "New message", "primary", "margin:10px")
    folders = page.one({"navigation": lists.navigation, "tree": lists.tree})
    side = column(new, folders, cls="panel fix clip", style=f"width:{page.whole(150, 230)}px")
    found = page.one({"records": lists.records, "table": grids.table})
    look = f"width:{page.whole(260, 420)}px"
    listing = column(found, cls="clip fix line-right", style=look)
    words = ("Reply", "Forward", "Archive")[: page.whole(1, 3)]
    tools = [c.tool(page, 16, 5) for _ in range(page.whole(1, 4))]
    head = row(*[c.button(page, word) for word in words], *tools, cls="gap4 fix pad4")
    body = page.one(
        {"article": content.article, "timeline": lists.timeline, "calendar": grids.calendar}
    )
    main = column(head, div(body, cls="clip", style="padding:14px"), cls="grow clip")
    top = page.one(bars.TOOLS) if page.chance(0.6) else ""
    rail = bars.rail(page) if page.chance(0.4) else ""
    return column(top, row(rail, side, listing, main, cls="grow clip tall"), cls="grow raised clip")


def painter(page: Page) -> Markup:
    """A program for pictures: tools on the left, a canvas, panels on the right."""
    size, pad, across = page.pick([16, 18, 20]), page.whole(2, 6), page.whole(1, 6)
    tools = [c.tool(page, size, pad, on=page.chance(0.05)) for _ in range(page.whole(12, 36))]
    grid = f"display:grid;grid-template-columns:repeat({across},{size + 2 * pad}px)"
    sliders = [c.full_slider(page) for _ in range(page.whole(0, 5))] if across > 2 else []
    hues = page.part("swatches", content.SMALL) if across > 2 else ""
    toolbox = column(div(*tools, style=grid), hues, *sliders, cls="panel fix clip gap4 pad2")
    size_of = f"{page.whole(300, 700)}px", f"{page.whole(220, 480)}px"
    look = f"background:{page.pick(['#555', '#999', 'var(--hover)'])}"
    canvas = row(page.picture(*size_of), cls="grow clip center", style=look)
    menu = page.part("menu_bar", {"menu_bar": bars.menu_bar})
    top = page.one(bars.TOOLS) if page.chance(0.4) else ""
    body = row(toolbox, canvas, paper.side_panel(page), cls="grow clip tall")
    return column(menu, top, body, bars.status_bar(page), cls="grow raised clip")


def shell(page: Page) -> Markup:
    """A terminal or a plain text."""
    menu = page.part("menu_bar", {"menu_bar": bars.menu_bar}) if page.chance(0.6) else ""
    foot = bars.status_bar(page) if page.chance(0.4) else ""
    body = page.one({"terminal": content.terminal, "code": content.code})
    return column(menu, body, foot, cls="grow raised clip")


def player(page: Page) -> Markup:
    """A program that shows films."""
    menu = page.part("menu_bar", {"menu_bar": bars.menu_bar}) if page.chance(0.8) else ""
    return column(menu, page.part("player", {"player": content.player}), cls="grow clip raised")


def site(page: Page) -> Markup:
    """A page of the web: head, body of several blocks, foot."""
    names = [c.link(page, page.words.word(), "white-space:nowrap") for _ in range(page.whole(3, 7))]
    tool = page.one(content.SMALL) if page.chance(0.3) else ""
    ends = [c.button(page, cls=cls) for cls in ("", "primary")[: page.whole(0, 2)]]
    brand = content.logo(page, page.whole(18, 28))
    look = f"padding:10px {page.whole(14, 60)}px"
    head = row(
        brand,
        row(*names, style="gap:22px"),
        div(cls="grow"),
        tool,
        *ends,
        cls="gap fix clip line-bottom",
        style=look,
    )
    pool = {**content.MAIN, **content.SMALL, **content.BODIES}
    blocks = [page.one(pool) for _ in range(page.whole(2, 5))]
    if page.chance(0.4):
        blocks.insert(0, page.one(strips.STRIPS))
    sides = column(page.one(lists.SIDES), cls="fix", style=f"width:{page.whole(150, 240)}px")
    main = column(*blocks, cls="grow", style=f"gap:{page.whole(14, 34)}px")
    look = f"gap:24px;padding:{page.whole(10, 30)}px {page.whole(14, 60)}px"
    body = row(sides if page.chance(0.4) else "", main, cls="grow top", style=look)
    bar = c.scroll_bar(page) if page.chance(0.6) else ""
    return div(column(head, body, cls="fill"), bar, cls="grow clip raised here")


def dashboard(page: Page) -> Markup:
    """Numbers, charts and tables in panels."""
    pool = {
        "chart": content.chart,
        "table": grids.table,
        "calendar": grids.calendar,
        "timeline": lists.timeline,
    }
    blocks = row(*[page.one(pool) for _ in range(page.whole(2, 4))], cls="gap wrap top")
    bar = row(page.one(strips.STRIPS), div(cls="grow"), c.avatar(page, 28), cls="gap fix clip")
    look = f"width:{page.whole(150, 220)}px;padding:10px 0"
    side = column(
        content.logo(page, 20), lists.navigation(page), cls="panel fix clip gap8", style=look
    )
    main = column(
        bar, grids.dashboard_tiles(page), blocks, cls="gap grow clip", style="padding:10px"
    )
    return row(side, main, cls="grow tall")


def start(page: Page) -> Markup:
    """A page to begin with: a few large words, links, and what was used last."""
    links = [
        row(page.icon(15), c.link(page, page.words.deed()), cls="gap4")
        for _ in range(page.whole(2, 5))
    ]
    recent = [
        row(
            c.link(page, page.words.word().lower()),
            span(text(f"~/{page.words.word().lower()}"), cls="muted"),
            cls="gap",
        )
        for _ in range(page.whole(2, 5))
    ]
    left = column(
        c.heading(page, 2.4),
        c.heading(page, 1.2),
        *links,
        c.heading(page, 1.2),
        *recent,
        cls="gap4 grow",
    )
    right = column(
        c.heading(page, 1.2), *[content.card(page) for _ in range(page.whole(1, 3))], cls="gap grow"
    )
    return row(
        left, right, cls="grow clip raised top", style=f"padding:{page.whole(20, 70)}px;gap:50px"
    )


PROGRAMS: tuple[tuple[Program, float], ...] = (
    (office, 0.15), (sheet, 0.12), (editor, 0.1), (settings, 0.08), (file_manager, 0.08),
    (mail, 0.07), (painter, 0.08), (shell, 0.04), (player, 0.03), (start, 0.03), (site, 0.15),
    (dashboard, 0.07),
)  # fmt: skip


def program(page: Page) -> Markup:
    """Any program, sites in the frame of a browser."""
    shares = [share for _, share in PROGRAMS]
    make = PROGRAMS[int(page.rng.choice(len(PROGRAMS), p=shares))][0]
    inside = make(page)
    framed = make in (site, dashboard) and page.chance(0.85)
    frame = page.part("browser_frame", {"browser_frame": browser_frame}) if framed else ""
    return column(frame, inside, cls="grow clip fill")
