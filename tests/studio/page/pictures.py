"""Sets whose photos are plain drawings: large enough to point at, and made in no time."""

import io
from pathlib import Path

from PIL import Image, ImageDraw

from src.data.refsets import About, ReferenceSet
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Area

SIZE = (900, 600)
SOURCE = Source("drawn", "1", {})
BIBS = {"621": Area(0.2, 0.55, 0.12, 0.12), "88": Area(0.6, 0.6, 0.12, 0.12)}
FACES = (Area(0.21, 0.2, 0.1, 0.18), Area(0.61, 0.2, 0.1, 0.18))
"""Two runners: the bib of each lies below the face."""


def drawing(number: int, size: tuple[int, int] = SIZE) -> bytes:
    """A PNG of two runners that differs by number."""
    picture = Image.new("RGB", size, (90 + number % 60, 120, 140))
    draw = ImageDraw.Draw(picture)
    for text, area in BIBS.items():
        x1, y1, x2, y2 = area.pixels(size[::-1])
        draw.rectangle((x1, y1, x2, y2), fill="white")
        draw.text((x1 + 10, y1 + 10), text, fill="black")
    for area in FACES:
        draw.ellipse(area.pixels(size[::-1]), fill=(220, 180, 150))
    draw.text((5, 5), str(number), fill="white")
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def race(folder: Path, photos: int) -> ReferenceSet:
    """Photos of two runners with right suggestions, all of them open."""
    dimensions = ("bibs", "faces", "links")
    made = ReferenceSet.create(folder, About("drawn race", dimensions, source="synthetic"))
    with made.batch() as batch:
        for number in range(photos):
            sha = batch.add(drawing(number), f"race/{number:02}.png")
            bibs = [Ghost(area, text, confidence=0.9) for text, area in BIBS.items()]
            batch.suggest(sha, "bibs", SOURCE, bibs)
            batch.suggest(sha, "faces", SOURCE, [Ghost(area, confidence=0.8) for area in FACES])
    return made


def painted(folder: Path, photos: int = 2, size: tuple[int, int] = SIZE) -> ReferenceSet:
    """Photos to paint on, without suggestions."""
    made = ReferenceSet.create(folder, About("drawn masks", ("masks",), source="synthetic"))
    for number in range(photos):
        made.add(drawing(number, size), f"masks/{number:02}.png")
    return made
