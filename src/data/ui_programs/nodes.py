"""What a program told of itself on one screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from src.data.files.foreign import read_json

Rectangle = tuple[int, int, int, int]
"""xyxy pixels of the screen."""

MENU = "menu"
"""The kind of a screen on which a menu was opened."""


@dataclass(frozen=True)
class Node:
    """A part of a program.

    Args:
        depth: 0 for a window; in a list a node's parts come after it, one deeper.
        window: the number of the window that it is in.
        active: of a window, whether it has the keyboard.
        single_line: of a text, whether it is a field of one line.
    """

    role: str
    name: str
    box: Rectangle
    depth: int
    window: int
    active: bool = False
    single_line: bool = False


@dataclass(frozen=True)
class Told:
    """A screen in the words of its program; ``kind`` is what was done to get there."""

    kind: str
    nodes: tuple[Node, ...]


def read_told(path: Path) -> Told:
    """What the walker wrote."""
    given = read_json(path, "walk through the program again")
    nodes = ({**node, "box": tuple(node["box"])} for node in given["nodes"])
    return Told(given["kind"], tuple(Node(**node) for node in nodes))


def with_ancestors(nodes: Sequence[Node]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """Every node with those that it is a part of, the window first."""
    path: list[Node] = []
    for node in nodes:
        while path and path[-1].depth >= node.depth:
            path.pop()
        yield node, tuple(path)
        path.append(node)


def area(box: Rectangle) -> int:
    """In pixels; none where the corners are the wrong way round."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def common(one: Rectangle, other: Rectangle) -> Rectangle:
    """What two boxes share."""
    return (
        max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    )  # fmt: skip


def share(box: Rectangle, other: Rectangle) -> float:
    """How much of a box lies in another one, 0 to 1."""
    return area(common(box, other)) / max(1, area(box))
