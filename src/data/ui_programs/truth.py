"""From what a program told of a screen to the elements of the screen."""

from collections.abc import Iterator
from dataclasses import replace

from src.data.ui.elements import Element
from src.data.ui_programs.covering import Covering, shown_items
from src.data.ui_programs.ink import Pixels, ink_of, is_flat
from src.data.ui_programs.nodes import MENU, Node, Rectangle, Told, area, common
from src.data.ui_programs.office import corrected
from src.data.ui_synthetic.screen import CONTROL, LEAF

TYPES = {
    "push button": "button", "button": "button", "toggle button": "button",
    "push button menu": "button", "color chooser": "button", "radio button": "radio",
    "check box": "check_box", "switch": "switch", "menu": "menu", "menu item": "menu_item",
    "check menu item": "menu_item", "radio menu item": "menu_item",
    "tearoff menu item": "menu_item", "page tab": "tab", "list item": "list_item",
    "table cell": "cell", "tree item": "tree_item", "combo box": "drop_down",
    "entry": "text_field", "password text": "text_field", "spin button": "text_field",
    "slider": "slider", "link": "link", "icon": "icon", "table column header": "header",
    "column header": "header", "row header": "header", "table row header": "header",
}  # fmt: skip
"""Roles of AT-SPI that take a click, and the types of elements that they are."""

LABELS = ("label", "static")
TEXT, FIELD = "text", "text_field"
EMPTY = ("cell", FIELD)
"""Types that may well show nothing."""

LEAST_SIDE = 4
"""Pixels; what is thinner is left out."""

LARGEST = 0.35
"""Share of the screen; what is larger is a place for others and nothing to click on."""

LOST = 0.5
"""Share of a box; what is hidden more than this is not there."""

ONE_LINE = 40
"""Pixels; a label that is higher has several lines, of which each would be a leaf."""

LEAST_CONTROLS = 6
"""A screen that tells fewer teaches more about what is unknown than about what is there."""


def elements_of(told: Told, pixels: Pixels, office: bool = False) -> tuple[Element, ...]:
    """The elements of a screen; none where what was told cannot be the truth of it.

    Everything that is not told is unknown: an element of each level over all of the screen says
    so, which is not scored.

    Args:
        office: whether it is LibreOffice that told.
    """
    if told.kind == MENU and not shown_items(told.nodes):
        return ()  # An open menu that is not told hides what is told.
    nodes = corrected(told.nodes, pixels) if office else told.nodes
    covering = Covering.of(told.nodes)
    unique: dict[tuple[object, ...], Element] = {}
    for node in nodes:
        for element in _seen(node, pixels, covering):
            unique.setdefault((element.level, element.box), element)
    if sum(one.scored and one.level == CONTROL for one in unique.values()) < LEAST_CONTROLS:
        return ()
    numbered = (replace(one, id=f"{number:04d}") for number, one in enumerate(unique.values()))
    return (*numbered, *_unknown(pixels))


def _unknown(pixels: Pixels) -> Iterator[Element]:
    height, width = pixels.shape[:2]
    for level in (CONTROL, LEAF):
        box = (0.0, 0.0, float(width), float(height))
        yield Element(f"all_{level}", box, type="unknown", level=level, scored=False)


def _seen(node: Node, pixels: Pixels, covering: Covering) -> Iterator[Element]:
    """The element that a node is, if it is one and can be seen."""
    kind, level = _type_of(node), LEAF if node.role in LABELS else CONTROL
    height, width = pixels.shape[:2]
    box = common(node.box, (0, 0, width, height))
    if not kind or _is_thin(box) or area(box) > LARGEST * width * height:
        return
    hidden = covering.hidden(node, box)
    if hidden > LOST or (is_flat(pixels, box) and kind not in EMPTY):
        return
    scored = box == node.box and not hidden
    if level == LEAF:
        ink = ink_of(pixels, box)
        if ink is None or _is_thin(ink):
            return
        box, scored = ink, scored and ink[3] - ink[1] < ONE_LINE
    x1, y1, x2, y2 = map(float, box)
    yield Element("", (x1, y1, x2, y2), None, node.name, kind, level, scored=scored)


def _type_of(node: Node) -> str:
    """Such as ``button``; empty for what is no element."""
    if node.role in LABELS:
        return TEXT
    if node.role == "text" and node.single_line:
        return FIELD
    return TYPES.get(node.role, "")


def _is_thin(box: Rectangle) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) < LEAST_SIDE
