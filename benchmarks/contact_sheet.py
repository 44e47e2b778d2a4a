"""What the synthetic datasets look like, on one page: ``python -m benchmarks.contact_sheet``."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont
from skimage.segmentation import find_boundaries

from src.core import Sample
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots

FILE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "datasets.jpg"
COLUMNS, TILE, GUTTER, CAPTION = 4, 250, 6, 26
HUES = 12
QUALITY = 88
"""Of a JPEG, which keeps the colours that a palette would change, below 500 kB."""


def main() -> None:
    """Write the sheet and say how large it is."""
    roots, nuclei = (list(kind(count=COLUMNS, seed=2).samples()) for kind in (Roots, Nuclei))
    scans = [picture(sample) for sample in roots]
    page = sheet(
        {
            "Roots: branching, tapering, partly hidden, among stones, straw and bubbles": scans,
            "Their truth: each main root and each lateral is one instance": [
                coloured(sample, outlines=False) for sample in roots
            ],
            "Nuclei: varied, some of them touching, under uneven light": [
                picture(sample) for sample in nuclei
            ],
            "Their truth: each nucleus is one instance": [
                coloured(sample, outlines=True) for sample in nuclei
            ],
        }
    )
    FILE.parent.mkdir(parents=True, exist_ok=True)
    page.save(FILE, quality=QUALITY, subsampling=0, optimize=True)
    print(f"{FILE}: {FILE.stat().st_size / 1000:.0f} kB")


def sheet(rows: dict[str, list[Image.Image]]) -> Image.Image:
    """Rows of tiles, each under its caption."""
    pitch = CAPTION + TILE + GUTTER
    page = Image.new("RGB", (COLUMNS * (TILE + GUTTER) + GUTTER, len(rows) * pitch), "white")
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(size=15)
    for row, (caption, tiles) in enumerate(rows.items()):
        pen.text((GUTTER, row * pitch + 4), caption, fill="black", font=font)
        for column, tile in enumerate(tiles):
            page.paste(tile, (GUTTER + column * (TILE + GUTTER), row * pitch + CAPTION))
    return page


def picture(sample: Sample) -> Image.Image:
    """The pixels as they are, at half size."""
    image = Image.fromarray(sample.picture.pixels).convert("RGB")
    return image.resize((TILE, TILE), Image.Resampling.LANCZOS)


def coloured(sample: Sample, outlines: bool) -> Image.Image:
    """Instances, or their outlines, in bright colours over the dimmed picture."""
    assert sample.truth.labels is not None
    step = sample.picture.shape[0] // TILE
    labels = sample.truth.labels[::step, ::step]
    where = find_boundaries(labels, mode="inner") if outlines else labels > 0
    pixels = np.array(picture(sample)) // 2
    pixels[where] = wheel()[labels[where] % HUES]
    return Image.fromarray(pixels)


def wheel() -> npt.NDArray[np.uint8]:
    """Bright hues, neighbours far apart."""
    hues = np.arange(HUES) * 5 % HUES / HUES
    bands = np.abs((hues[:, None] + np.array([0, 2 / 3, 1 / 3])) % 1 * 6 - 3) - 1
    return (255 * (0.3 + 0.7 * np.clip(bands, 0, 1))).astype(np.uint8)


if __name__ == "__main__":
    main()
