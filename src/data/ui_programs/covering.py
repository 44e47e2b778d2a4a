"""What hides what: dialogs over windows, menus over all, the edge of a window."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from src.data.ui_programs.nodes import Node, Rectangle, area, share

MENU_ITEMS = ("menu item", "check menu item", "radio menu item", "tearoff menu item")
DIALOGS = ("dialog", "alert", "file chooser", "color chooser")

FRAME, TITLE = 2, 34
"""Pixels that a window manager adds round a window, and over it."""

MENU_EDGE = 6
"""Pixels round the items of a menu."""

SLACK = 0.02
"""Share of a box that may lie outside of its window: programs round."""


@dataclass(frozen=True)
class Covering:
    """The windows of a screen by number, and the box of the menus that are open."""

    windows: dict[int, Node]
    menu: Rectangle | None

    @classmethod
    def of(cls, nodes: Sequence[Node]) -> "Covering":
        """What covers what among these nodes."""
        return cls({node.window: node for node in nodes if node.depth == 0}, _menu_box(nodes))

    def hidden(self, node: Node, box: Rectangle) -> float:
        """The largest share of a node's box that one thing hides, 0 to 1."""
        return max(self._shares(node, box), default=0.0)

    def _shares(self, node: Node, box: Rectangle) -> Iterator[float]:
        of_menu = "menu" in node.role
        if self.menu is not None and not of_menu:
            yield share(box, self.menu)
        own = self.windows.get(node.window)
        for window in self.windows.values():
            if window is not own and _height(window) > _height(own):
                yield share(box, _framed(window.box))
        if own is not None and not of_menu:
            outside = 1 - share(box, own.box)
            yield outside if outside > SLACK else 0.0


def shown_items(nodes: Sequence[Node]) -> list[Node]:
    """The items of open menus."""
    return [node for node in nodes if node.role in MENU_ITEMS and area(node.box)]


def _menu_box(nodes: Sequence[Node]) -> Rectangle | None:
    boxes = [node.box for node in shown_items(nodes)]
    if not boxes:
        return None
    left, top, right, bottom = zip(*boxes, strict=True)
    edge = MENU_EDGE
    return min(left) - edge, min(top) - edge, max(right) + edge, max(bottom) + edge


def _height(window: Node | None) -> int:
    """How far up a window is: the one with the keyboard over dialogs, these over the rest."""
    return 0 if window is None else (window.role in DIALOGS) + 2 * window.active


def _framed(box: Rectangle) -> Rectangle:
    return box[0] - FRAME, box[1] - TITLE, box[2] + FRAME, box[3] + FRAME
