"""Where a frame of a page lies in its window."""

from typing import TYPE_CHECKING

from src.curating.proposals import Point

if TYPE_CHECKING:
    from playwright.async_api import Frame

CONTENT = """element => {
    const rect = element.getBoundingClientRect(), style = getComputedStyle(element);
    const scale = element.offsetWidth ? rect.width / element.offsetWidth : 1;
    return [rect.left + scale * (element.clientLeft + parseFloat(style.paddingLeft)),
            rect.top + scale * (element.clientTop + parseFloat(style.paddingTop)), scale];
}"""
"""Near corner of what a frame element shows, inside border and padding, and by how much a style
of the page enlarges it."""


async def placed_in_window(frame: "Frame") -> tuple[Point, float]:
    """CSS pixels of the window at the frame's own origin, and how many there are to one of its own.

    An event inside a frame is told in the frame's coordinates, and frames may lie in frames.
    """
    left, top, scale = 0.0, 0.0, 1.0
    while frame.parent_frame is not None:
        element = await frame.frame_element()
        x, y, own = await element.evaluate(CONTENT)
        left, top, scale = x + own * left, y + own * top, own * scale
        frame = frame.parent_frame
    return (left, top), scale
