"""HTML as strings: elements that say which of them can be clicked."""

from html import escape

Markup = str
"""HTML whose texts are escaped already."""

VOID = {"img"}
"""Elements that have no end."""


def text(words: object) -> Markup:
    """Words that stand for themselves."""
    return escape(str(words), quote=False)


def node(
    tag: str,
    *children: Markup,
    cls: str = "",
    style: str = "",
    control: str = "",
    leaf: str = "",
    **attributes: str,
) -> Markup:
    """An element of a page.

    Args:
        control: its type, where it takes the click.
        leaf: its type, where it is a glyph or a picture; lines of text are found without.
    """
    named = {
        "class": cls,
        "style": style,
        "data-control": control,
        "data-leaf": leaf,
        **{name.replace("_", "-"): value for name, value in attributes.items()},
    }
    written = "".join(f' {key}="{escape(value)}"' for key, value in named.items() if value)
    if tag in VOID:
        return f"<{tag}{written}>"
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def div(
    *children: Markup, cls: str = "", style: str = "", control: str = "", **more: str
) -> Markup:
    """A block."""
    return node("div", *children, cls=cls, style=style, control=control, **more)


def span(
    *children: Markup, cls: str = "", style: str = "", control: str = "", **more: str
) -> Markup:
    """A piece of a line."""
    return node("span", *children, cls=cls, style=style, control=control, **more)


def row(*children: Markup, cls: str = "", style: str = "", **more: str) -> Markup:
    """Things side by side."""
    return div(*children, cls=f"row {cls}".strip(), style=style, **more)


def column(*children: Markup, cls: str = "", style: str = "", **more: str) -> Markup:
    """Things below one another."""
    return div(*children, cls=f"col {cls}".strip(), style=style, **more)
