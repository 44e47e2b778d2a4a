"""Rendered race photos with their truth: ``python -m benchmarks.race_contact_sheet``."""

import argparse
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.ui_contact_sheets import fitted, sheet
from src.core import Sample
from src.data.race_synthetic.dataset import RaceSynthetic

FILE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "race_synthetic.jpg"
HIGH, ACROSS, QUALITY = 300, 4, 82
HUES = {
    "bib": "red", "bib_clipped": "magenta", "bib_obscured": "orange", "not_bib": "black",
    "keep": "blue", "uncertain": "cyan", "exclude": "white",
}  # fmt: skip


def main() -> None:
    """Write a sheet and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    dataset = RaceSynthetic(count=given.first + given.count, seed=given.seed)
    tiles = [fitted(framed(dataset.read(entry)), HIGH) for entry in dataset.entries[given.first :]]
    page = sheet([tiles[place : place + ACROSS] for place in range(0, len(tiles), ACROSS)])
    page.save(given.out, quality=QUALITY)
    print(f"{given.out}: {page.width} × {page.height}, {given.out.stat().st_size / 1000:.0f} kB")


def framed(sample: Sample) -> Image.Image:
    """A photo with its boxes in the colour of their scope, numbers, people and links."""
    image = Image.fromarray(np.array(sample.picture.pixels))
    pen, truth = ImageDraw.Draw(image), sample.truth
    assert truth.boxes is not None
    assert truth.ids is not None
    assert truth.links is not None
    assert truth.texts is not None
    middles = (truth.boxes[:, :2] + truth.boxes[:, 2:]) / 2
    for pair in truth.links:
        pen.line([tuple(middles[truth.ids == end][0]) for end in pair], fill="lime", width=4)
    for place, box in enumerate(truth.boxes):
        hue = HUES[str(truth.extra["scope"][place])]
        pen.rectangle(tuple(box), outline=hue, width=5)
        said = (truth.texts[place], truth.extra["identity"][place], truth.extra["tags"][place])
        words = " ".join(str(word) for word in said if word)
        pen.text((box[0], box[1] - 34), words, fill="yellow", font_size=30, stroke_width=2,
                 stroke_fill="black")  # fmt: skip
    return image


if __name__ == "__main__":
    main()
