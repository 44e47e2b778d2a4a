"""Brush masks beside Label Studio's own SDK: ``python -m benchmarks.label_studio``.

Both sides give the same pixels, which is checked. A genuine brush joins the synthetic ones where
``labelstudio_brush`` lies below ``BRUSHWORK_DATA``, by default ``../shared/data``.
"""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from scipy import ndimage

from benchmarks.geometry import Call
from benchmarks.objects import installed
from src.data.formats.label_studio.decode import decode_alpha
from src.data.formats.label_studio.encode import encode_mask

DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[2] / "shared" / "data"))
SHAPE = (3000, 4000)
OURS, THEIRS = 7, 2
"""Turns of each; the SDK needs seconds."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Scene:
    """A mask, and the stream in which somebody else wrote it."""

    name: str
    mask: Mask
    stream: list[int]


def main() -> None:
    """Print the milliseconds of both sides, their ratio, and the lengths of both streams."""
    brush = installed("label_studio_sdk.converter.brush")
    if brush is None:
        print("label-studio-sdk is not installed: there is nothing to compare with")
        return
    table = Table(title="Brush masks, in milliseconds of the processor", title_justify="left")
    table.add_column("what", no_wrap=True)
    for heading in ("ours", "SDK", "theirs / ours", "our bytes", "SDK's bytes"):
        table.add_column(heading, justify="right")
    for scene in scenes(brush.mask2rle):
        shape, grey = scene.mask.shape, scene.mask.astype(np.uint8) * 255
        written, official = encode_mask(scene.mask), brush.mask2rle(grey)
        assert np.array_equal(decode_alpha(scene.stream, shape) > 0, scene.mask)
        assert np.array_equal(alpha(brush, scene.stream, shape) > 0, scene.mask)
        assert np.array_equal(alpha(brush, written, shape), grey)
        reading = (
            lambda s=scene: decode_alpha(s.stream, s.mask.shape),
            lambda s=scene: alpha(brush, s.stream, s.mask.shape),
        )
        writing = (lambda s=scene: encode_mask(s.mask), lambda g=grey: brush.mask2rle(g))
        lengths = f"{len(written):,}", f"{len(official):,}"
        table.add_row(f"read {scene.name}", *times(*reading), "", f"{len(scene.stream):,}")
        table.add_row(f"write {scene.name}", *times(*writing), *lengths)
    Console().print(table)


def alpha(brush: object, stream: list[int], shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """What the SDK makes of a stream."""
    values: npt.NDArray[np.uint8] = brush.decode_rle(stream)  # type: ignore[attr-defined]
    return values.reshape(*shape, 4)[..., 3]


def times(ours: Call, theirs: Call) -> tuple[str, str, str]:
    """The least milliseconds of each, and their ratio."""
    own, others = best(ours, OURS), best(theirs, THEIRS)
    return f"{own:.1f}", f"{others:.0f}", f"{others / own:.0f}"


def best(call: Call, turns: int) -> float:
    """Milliseconds of the processor, the least of a few turns."""
    least = float("inf")
    for _ in range(turns):
        start = time.process_time()
        call()
        least = min(least, time.process_time() - start)
    return 1000 * least


def scenes(written: Call) -> Iterator[Scene]:
    """Genuine paint, one large blob, strokes all over the picture, and what a threshold leaves."""
    file = DATA / "labelstudio_brush" / "image_segmentation_annotation.json"
    if file.is_file():
        stream = json.loads(file.read_bytes())["annotations"][0]["result"][0]["value"]["rle"]
        yield Scene("genuine 2242×2802", decode_alpha(stream, (2802, 2242)) > 0, stream)
    rng = np.random.default_rng(0)
    rows, columns = np.ogrid[: SHAPE[0], : SHAPE[1]]
    blob = ((rows - 1500) / 900) ** 2 + ((columns - 2000) / 1300) ** 2 < 1
    waves = ndimage.gaussian_filter(rng.normal(size=(750, 1000)), 6)
    strokes = np.kron(waves > 0.02, np.ones((4, 4), np.bool_))
    noise = ndimage.gaussian_filter(rng.normal(size=(1000, 1000)), 1.5) > 0.15
    for name, mask in (("blob", blob), ("strokes", strokes), ("noise", noise)):
        stream = written(mask.astype(np.uint8) * 255)
        yield Scene(f"{name} {mask.shape[1]}×{mask.shape[0]}", mask, stream)


if __name__ == "__main__":
    main()
