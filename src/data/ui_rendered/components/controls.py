"""The smallest components: what is clicked on, one thing each."""

from src.data.ui_rendered import vocabulary as say
from src.data.ui_rendered.markup import Markup, column, div, row, span, text
from src.data.ui_rendered.page import Component, Page
from src.data.ui_rendered.pictograms import symbol


def button(page: Page, words: str | None = None, cls: str = "", style: str = "") -> Markup:
    """A button with words, at times with an icon before them."""
    label = span(text(words or page.words.of(say.ACTIONS)))
    icon = page.icon(page.skin.size + 2) if page.chance(0.15) else ""
    return div(icon, label, cls=f"btn {cls}", style=style, control="button")


def tool(page: Page, size: float, pad: float, on: bool = False, name: str = "") -> Markup:
    """A button that is an icon."""
    icon = page.icon_named(name, size) if name else page.icon(size)
    return div(icon, cls="tool on" if on else "tool", style=square(size + 2 * pad), control=ICON)


def arrow_tool(page: Page, size: float, pad: float) -> Markup:
    """An icon with a small arrow beside it, which is a button of its own."""
    look = f"width:12px;height:{size + 2 * pad:g}px"
    return row(tool(page, size, pad), div(caret(8), cls="tool", style=look, control=ICON))


def caret(size: float) -> Markup:
    """The arrow of a drop-down."""
    return symbol("▾", size + 3)


def field(page: Page, words: str = "", hint: str = "", style: str = "", icon: str = "") -> Markup:
    """A text field, empty, with a hint or filled."""
    shown = span(text(words), cls="one") if words else span(text(hint), cls="one muted")
    before = page.icon_named(icon, page.skin.size + 2) if icon else ""
    inside = shown if words or hint else "&nbsp;"
    return div(before, inside, cls="field", style=style, control=FIELD)


def drop_down(page: Page, style: str = "", words: str | None = None) -> Markup:
    """A value and an arrow."""
    value = span(text(words or page.words.of(say.VALUES)), cls="one grow")
    return div(value, caret(9), cls="field between", style=style, control="drop_down")


def spinner(page: Page, style: str = "") -> Markup:
    """A number with buttons for more and less, beside it or one over the other."""
    value = div(text(page.words.number()), cls="field grow", style="min-width:44px", control=FIELD)
    if page.chance(0.5):
        signs = (symbol(sign, page.skin.size) for sign in "−+")
        ends = [div(sign, cls="btn", style="padding:2px 7px", control=ICON) for sign in signs]
        return row(value, *ends, cls="gap2", style=style)
    arrows = (page.icon_named(name, 8) for name in ("up", "down"))
    ends = [
        div(arrow, cls="tool shade", style="width:18px;height:11px", control=ICON)
        for arrow in arrows
    ]
    return row(value, column(*ends), cls="gap2", style=style)


def check(page: Page, words: str | None = None) -> Markup:
    """A check box with what it stands for."""
    on, side = page.chance(0.5), page.skin.size + page.pick([0, 1, 3])
    mark = page.icon_named("check", side - 4, "currentColor") if on else ""
    look = f"{square(side)};border-radius:{min(page.skin.radius, 4):g}px"
    box = div(mark, cls="box on" if on else "box", style=look, leaf="box")
    label = span(text(words or page.words.of(say.OPTIONS)), cls="nowrap")
    return row(box, label, cls="gap4 hug", control="check_box")


def radio(page: Page, words: str, on: bool) -> Markup:
    """One of several choices."""
    dot = div(cls="dot") if on else ""
    ring = div(dot, cls="box disc", style=square(page.skin.size + 2), leaf="box")
    return row(ring, span(text(words), cls="nowrap"), cls="gap4 hug", control="radio")


def switch(page: Page) -> Markup:
    """A knob that is left or right."""
    on, high = page.chance(0.5), page.whole(14, 24)
    knob = div(cls="knob", style=square(high - 4))
    look = f"width:{round(high * 1.8)}px;height:{high}px"
    return div(knob, cls="switch yes" if on else "switch", style=look, control="switch")


def slider(page: Page, style: str = "flex:1") -> Markup:
    """A line with a knob on it; the knob is a control of its own."""
    at, side, thick = 100 * page.between(0.05, 0.95), page.whole(10, 20), page.whole(2, 6)
    where = f"top:{(side - thick) / 2:g}px;height:{thick}px"
    track = div(div(style=f"width:{at:.0f}%"), cls="track", style=where)
    corner = page.pick(["50%", "3px"])
    look = f"left:calc({at:.0f}% - {side / 2:g}px);{square(side)};border-radius:{corner}"
    thumb = div(cls="thumb", style=look, control="knob")
    return div(track, thumb, cls="slider", style=f"height:{side}px;{style}", control="slider")


def full_slider(page: Page) -> Markup:
    """A bar that is filled as far as its value goes, with name and number on it."""
    at = page.whole(5, 95)
    look = f"background:linear-gradient(90deg,var(--soft) {at}%,var(--hover) {at}%)"
    words = span(text(page.words.of(say.LABELS)), cls="one grow"), span(text(at))
    return row(*words, cls="gap4 pad2 round", style=look, control="slider")


def any_entry(page: Page) -> Markup:
    """Something to set a value by."""
    entries: list[Component] = [drop_down, spinner, field]
    return page.pick(entries)(page)


def link(page: Page, words: str, style: str = "") -> Markup:
    """Words that lead elsewhere."""
    cls = "link under" if page.chance(0.4) else "link"
    return span(text(words), cls=cls, style=style, control="link")


def chip(page: Page, words: str, on: bool = False) -> Markup:
    """A small rounded label that can be chosen or taken away."""
    cross = page.icon_named("close", 10) if page.chance(0.3) else ""
    return div(span(text(words)), cross, cls="chip chosen" if on else "chip", control="chip")


def heading(page: Page, grow: float = 1.5, words: str | None = None, cls: str = "") -> Markup:
    """A line in larger letters."""
    look = f"font-size:{page.skin.size * grow:.1f}px;line-height:1.25"
    return div(text(words or page.words.title()), cls=f"bold {cls}", style=look)


def paragraph(page: Page, sentences: int = 2, cls: str = "", style: str = "") -> Markup:
    """Some lines of text."""
    return div(text(page.words.paragraph(sentences)), cls=cls, style=style)


def avatar(page: Page, side: float) -> Markup:
    """A round picture, or letters on a colour."""
    if page.chance(0.6):
        return page.picture(f"{side:g}px", f"{side:g}px", "border-radius:50%")
    letters = "".join(part[0] for part in page.words.of(say.PEOPLE).split())
    look = f"background:hsl({page.whole(0, 359)},45%,45%);font-size:{side * 0.4:.0f}px"
    return div(text(letters), cls="initials", style=f"{square(side)};{look}", leaf="picture")


def labelled(page: Page, control: Markup, above: bool, width: int, words: str = "") -> Markup:
    """A control with its name above it or before it."""
    name = text(words or page.words.of(say.LABELS))
    if above:
        return column(div(name, cls="nowrap"), control, cls="gap2", style="min-width:0")
    return row(div(name, cls="nowrap fix", style=f"width:{width}px"), control, cls="gap")


def scroll_bar(page: Page) -> Markup:
    """How far down one is; over whatever is beside it at the right edge."""
    start, length, width = page.whole(0, 60), page.whole(10, 40), page.whole(6, 14)
    look = f"left:1px;right:1px;top:{start}%;height:{length}%"
    thumb = div(style=look, control="scroll_bar")
    return div(thumb, cls="scroll", style=f"right:0;top:0;bottom:0;width:{width}px")


def square(side: float) -> str:
    """The CSS of a square."""
    return f"width:{side:g}px;height:{side:g}px"


ICON, FIELD = "icon_button", "text_field"
"""The commonest types of controls."""
