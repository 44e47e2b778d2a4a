"""Walks through a program, and keeps screenshots with what the program tells by AT-SPI.

A script for the system's Python, which has PyGObject; it therefore knows nothing of the project.
"""
# mypy: ignore-errors

import argparse
import hashlib
import json
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
# The folder of a script is where Python looks first.
from accessible import (  # noqa: E402
    State,
    activate,
    begin,
    box_of,
    children,
    describe,
    found,
    has,
    label_of,
    shown,
    windows,
)
from gi.repository import Gdk  # noqa: E402

COMING, SETTLING, OPENING, ANSWERING = 40.0, 4.0, 1.6, 0.7
"""Seconds: for a window to come, to be complete, for a dialog, for a menu or a press."""

LEAST_NODES = 8
MENUS, DIALOGS, TABS, PRESSES = 12, 14, 3, 6
NEVER = ("print", "quit", "exit", "log out")
"""Words of menu items that would end the walk or wait for a machine that is not there."""


@dataclass
class Album:
    """What was seen so far; ``size`` is in pixels, ``due`` the end of the walk."""

    folder: Path
    size: tuple[int, int]
    due: float
    seen: set = field(default_factory=set)

    @property
    def open(self):
        """Whether there is time for more."""
        return time.monotonic() < self.due

    def keep(self, kind):
        """Keep the screen of now, unless it was seen before or tells next to nothing."""
        nodes = []
        for number, window in enumerate(windows()):
            describe(window, 0, number, self.size, nodes)
        picture = Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), 0, 0, *self.size)
        digest = hashlib.sha256(picture.get_pixels()).digest()
        if digest in self.seen or len(nodes) < LEAST_NODES or not self.open:
            return False
        place = self.folder / f"{len(self.seen):03d}"
        self.seen.add(digest)
        picture.savev(f"{place}.png", "png", [], [])
        # Renamed when it is whole, since this process may be ended at any time.
        partial = place.with_suffix(".part")
        partial.write_text(json.dumps({"kind": kind, "nodes": nodes}), "utf-8")
        partial.rename(place.with_suffix(".json"))
        return True


def in_lots(nodes, lot):
    """The nodes in an order that their names decide."""
    return sorted(
        nodes, key=lambda node: hashlib.sha256(f"{lot}/{label_of(node)}".encode()).digest()
    )


def xdotool(*words):
    """Let the keyboard or the mouse do something."""
    subprocess.run(["xdotool", *words], timeout=10, check=False)  # noqa: S603, S607


def escape(pause):
    """Close what is open."""
    xdotool("key", "Escape")
    time.sleep(pause)


def click(node, size):
    """Press the middle of a node."""
    box = box_of(node)
    if box is not None:
        x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
        if 0 <= x < size[0] and 0 <= y < size[1]:
            xdotool("mousemove", str(x), str(y), "click", "1")
            time.sleep(ANSWERING)


def open_menus(album):
    """Open the menus of the menu bar one by one; what they hold that leads to a dialog."""
    leading = []
    bars = [bar for window in shown() for bar in found(window, ("menu bar",), 3)]
    for menu in children(bars[0], MENUS) if bars else ():
        if not album.open:
            break
        click(menu, album.size)
        album.keep("menu")
        items = found(menu, ("menu item",), 60)
        leading += [item for item in items if label_of(item).rstrip().endswith(("...", "…"))]
        escape(0.2)
        escape(0.2)
    return leading


def open_dialogs(album, items):
    """Open a dialog after another with its tabs, and leave each without an answer."""
    for item in items[:DIALOGS]:
        if not album.open:
            return
        before = len(shown())
        if any(word in label_of(item).lower() for word in NEVER) or not activate(item):
            continue
        time.sleep(OPENING)
        if album.keep("dialog"):
            active = [window for window in shown() if has(window, State.ACTIVE)]
            tabs = [tab for window in active for tab in found(window, ("page tab",), TABS + 1)]
            press(album, tabs[1 : TABS + 1], "tab")
        for _ in range(3):
            escape(0.4)
            if len(shown()) <= before:
                break


def press(album, nodes, kind):
    """Press one after another."""
    for node in nodes:
        if album.open and has(node, State.SHOWING):
            click(node, album.size)
            album.keep(kind)


def maximise():
    """Let the active window fill the screen."""
    window = Gdk.Screen.get_default().get_active_window()
    if window is not None:
        window.maximize()
        Gdk.Display.get_default().sync()
        time.sleep(OPENING)


def walk(asked):
    """Start the program and go through it; nothing is kept where no window comes."""
    last = time.monotonic() + COMING
    with subprocess.Popen(asked.command) as program:  # noqa: S603
        while not shown() and time.monotonic() < last:
            time.sleep(0.5)
        if shown():
            time.sleep(SETTLING)
            if asked.maximised:
                maximise()
            size, due = (asked.width, asked.height), time.monotonic() + asked.seconds
            album = Album(Path(asked.out), size, due)
            escape(0.5)
            album.keep("window")
            open_dialogs(album, in_lots(open_menus(album), asked.lot))
            roles = ("toggle button", "page tab", "list item")
            nodes = [node for window in shown() for node in found(window, roles, 60)]
            press(album, in_lots(nodes, asked.lot)[:PRESSES], "press")
        program.kill()


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("maximised", type=int)
    parser.add_argument("lot")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


if __name__ == "__main__":
    begin()
    walk(arguments())
