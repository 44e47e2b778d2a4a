"""What is made of the words of a program."""

from collections.abc import Sequence

import numpy as np

from src.data.ui.elements import Element
from src.data.ui_programs.ink import Pixels
from src.data.ui_programs.nodes import MENU, Node, Rectangle, Told
from src.data.ui_programs.truth import LEAST_CONTROLS, elements_of

WIDTH, HEIGHT = 400, 300
WINDOW = Node("frame", "editor", (0, 0, WIDTH, HEIGHT), 0, 0)


def pixels_with(boxes: Sequence[Rectangle]) -> Pixels:
    """A white screen with boxes in outline."""
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    for x1, y1, x2, y2 in boxes:
        pixels[y1:y2, x1:x2] = 0
        pixels[y1 + 1 : y2 - 1, x1 + 1 : x2 - 1] = 230
    return pixels


def button(box: Rectangle, name: str = "", window: int = 0) -> Node:
    return Node("push button", name, box, 1, window)


ROW = [button((10 + 30 * n, 270, 30 + 30 * n, 290)) for n in range(LEAST_CONTROLS)]
"""As many as a screen needs, out of the way."""


def elements(
    *nodes: Node, kind: str = "window", pixels: Pixels | None = None, office: bool = False
) -> dict[str, Element]:
    """The elements with a name of a screen with these nodes, by name."""
    every = (WINDOW, *ROW, *nodes)
    seen = pixels_with([one.box for one in every if one.depth]) if pixels is None else pixels
    found = elements_of(Told(kind, every), seen, office)
    return {one.text: one for one in found if one.text}


def test_a_button_is_a_control_with_its_box() -> None:
    found = elements(button((20, 30, 90, 60), "OK"))["OK"]
    assert (found.box, found.type, found.level) == ((20, 30, 90, 60), "button", "control")
    assert found.scored


def test_all_that_is_not_told_is_unknown() -> None:
    nodes = (WINDOW, *ROW)
    *told, control, leaf = elements_of(Told("window", nodes), pixels_with([n.box for n in ROW]))
    assert [one.id for one in told] == [f"{number:04d}" for number in range(len(ROW))]
    assert [one.id for one in (control, leaf)] == ["all_control", "all_leaf"]
    assert {one.box for one in (control, leaf)} == {(0, 0, WIDTH, HEIGHT)}
    assert not control.scored
    assert not leaf.scored


def test_what_a_dialog_covers_is_gone_and_what_it_touches_is_not_scored() -> None:
    dialog = Node("dialog", "", (100, 100, 300, 200), 0, 1, active=True)
    found = elements(
        button((120, 120, 160, 140), "under"),
        button((80, 120, 110, 140), "beside"),
        button((10, 120, 50, 140), "away"),
        dialog,
        button((200, 160, 240, 180), "in it", window=1),
    )
    assert {name: one.scored for name, one in found.items()} == {
        "beside": False, "away": True, "in it": True
    }  # fmt: skip


def test_what_a_menu_covers_is_gone_and_its_items_are_there() -> None:
    items = [
        Node("menu item", f"item {n}", (10, 20 + 20 * n, 110, 40 + 20 * n), 2, 0) for n in (0, 1)
    ]
    found = elements(
        button((20, 30, 60, 50), "under"), button((105, 30, 150, 50), "beside"), *items
    )
    assert {name: one.scored for name, one in found.items()} == {
        "beside": False, "item 0": True, "item 1": True
    }  # fmt: skip


def test_what_its_window_or_the_screen_cuts_is_not_scored() -> None:
    small = Node("frame", "", (0, 0, 100, 200), 0, 1)
    found = elements(
        small,
        button((80, 20, 110, 40), "cut by its window", window=1),
        button((90, 50, 190, 70), "scrolled away", window=1),
        button((380, 20, 410, 40), "cut by the screen"),
    )
    assert {name: one.scored for name, one in found.items()} == {
        "cut by its window": False, "cut by the screen": False
    }  # fmt: skip
    assert found["cut by the screen"].box == (380, 20, WIDTH, 40)


def test_a_label_is_a_leaf_as_large_as_its_ink() -> None:
    pixels = pixels_with([one.box for one in ROW])
    pixels[55:65, 30:70] = 20
    told = [
        Node("label", "Name:", (20, 50, 200, 80), 1, 0),
        Node("label", "nothing", (20, 90, 60, 99), 1, 0),
    ]
    found = elements(*told, pixels=pixels)
    assert list(found) == ["Name:"]
    assert (found["Name:"].level, found["Name:"].box) == ("leaf", (30, 55, 70, 65))


def test_a_label_of_several_lines_is_not_scored() -> None:
    pixels = pixels_with([one.box for one in ROW])
    pixels[50:60, 20:90] = pixels[85:95, 20:90] = 0
    assert not elements(Node("label", "long", (10, 40, 100, 100), 1, 0), pixels=pixels)[
        "long"
    ].scored


def test_tool_bars_of_an_office_are_lowered_to_where_they_are_seen() -> None:
    seen = (50, 40, 80, 70)
    pixels = pixels_with([seen, *(one.box for one in ROW)])
    pixels[50:60, 60:70] = 0  # The picture on the button, through which a wrong box goes.
    told = [
        Node("menu bar", "", (0, 0, WIDTH, 16), 1, 0),
        Node("tool bar", "", (0, 24, WIDTH, 64), 1, 0),
        Node("push button", "Bold", (50, 24, 80, 54), 2, 0),
    ]
    assert elements(*told, pixels=pixels, office=True)["Bold"].box == seen
    assert elements(*told, pixels=pixels)["Bold"].box == (50, 24, 80, 54)


def test_what_a_combo_box_in_a_bar_of_an_office_consists_of_stays() -> None:
    seen, arrow = (50, 40, 80, 70), (140, 40, 170, 70)
    pixels = pixels_with([seen, arrow, *(one.box for one in ROW)])
    pixels[50:60, 60:70] = 0
    told = [
        Node("menu bar", "", (0, 0, WIDTH, 16), 1, 0),
        Node("tool bar", "", (0, 24, WIDTH, 64), 1, 0),
        Node("panel", "Font", (90, 24, 170, 54), 2, 0),
        Node("toggle button", "arrow", arrow, 3, 0),
        Node("push button", "Bold", (50, 24, 80, 54), 2, 0),
    ]
    found = elements(*told, pixels=pixels, office=True)
    assert found["arrow"].box == arrow
    assert found["Bold"].box == seen


def test_the_second_menu_bar_of_an_office_is_not_listened_to() -> None:
    bars = [
        node
        for number, name in enumerate(("first", "second"))
        for node in (
            Node("menu bar", "", (0, 20 * number, WIDTH, 20 * number + 16), 1, 0),
            Node("menu", name, (0, 20 * number, 40, 20 * number + 16), 2, 0),
        )
    ]
    assert list(elements(*bars, office=True)) == ["first"]


def test_a_screen_with_a_menu_that_is_not_told_is_dropped() -> None:
    nodes, pixels = (WINDOW, *ROW), pixels_with([one.box for one in ROW])
    item = Node("menu item", "Open", (10, 20, 110, 40), 2, 0)
    assert not elements_of(Told(MENU, nodes), pixels)
    assert elements_of(Told(MENU, (*nodes, item)), pixels)


def test_a_screen_that_tells_next_to_nothing_is_dropped() -> None:
    assert not elements_of(Told("window", (WINDOW, *ROW[1:])), pixels_with([n.box for n in ROW]))
    assert not elements_of(Told("window", ()), pixels_with([]))
