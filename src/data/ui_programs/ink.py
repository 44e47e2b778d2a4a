"""What can be seen of a control or a label in the pixels."""

import numpy as np
import numpy.typing as npt

from src.data.ui_programs.nodes import Rectangle

Pixels = npt.NDArray[np.uint8]

FLAT = 12
"""Of 255: a span of colours below which there is nothing to see."""

INK = 40
"""Of 255: a difference from the ground that a letter has."""

STEP = 4
"""Of 255: colours that differ by less are one ground, as those of a faint slope."""


def is_flat(pixels: Pixels, box: Rectangle) -> bool:
    """Whether nothing can be seen in a box."""
    part = pixels[box[1] : box[3], box[0] : box[2]]
    return bool(np.ptp(part, axis=(0, 1)).max() < FLAT)


def ink_of(pixels: Pixels, box: Rectangle) -> Rectangle | None:
    """The box round what differs from the most frequent colour; ``None`` without any."""
    x1, y1, x2, y2 = box
    part = pixels[y1:y2, x1:x2].astype(np.int32)
    steps = part // STEP
    codes = (steps[..., 0] << 16) + (steps[..., 1] << 8) + steps[..., 2]
    colours, counts = np.unique(codes, return_counts=True)
    most = int(colours[counts.argmax()])
    ground = np.array([most >> 16, most >> 8 & 255, most & 255]) * STEP + STEP // 2
    rows, columns = np.nonzero(np.abs(part - ground).max(axis=2) > INK)
    if not len(rows):
        return None
    return (
        x1 + int(columns.min()), y1 + int(rows.min()),
        x1 + int(columns.max()) + 1, y1 + int(rows.max()) + 1,
    )  # fmt: skip
