"""What generated screens look like, a sheet each: ``python -m benchmarks.ui_contact_sheets``."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from src.data.ui_rendered.browser import Browser
from src.data.ui_rendered.grammar import page_source
from src.data.ui_synthetic.dataset import UiSynthetic
from src.data.ui_synthetic.screen import LEAF, Drawn

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
GUTTER, COLOURS = 6, 256
CONTROL_HUE, LEAF_HUE = (230, 40, 40), (40, 90, 230)

PAGES = (("train", "desktop", 6), ("train", "desktop", 47), ("test", "desktop", 4))
PHONES = (
    ("train", "phone", 1), ("train", "phone", 4), ("train", "phone", 22), ("test", "phone", 24),
    ("train", "phone", 8), ("val", "phone", 0), ("train", "phone", 3),
)  # fmt: skip


def main() -> None:
    """Write both sheets and say how large they are."""
    screens = UiSynthetic(count=6, seed=4)
    drawn = [screens.drawn(number) for number in range(6)]
    tiles = [fitted(shown(one, number), 300) for number, one in enumerate(drawn)]
    save(sheet([tiles[:3], tiles[3:]]), "ui_synthetic")
    with Browser() as browser:
        desktops = [browser.render(page_source(1, *_asked(page))) for page in PAGES]
        phones = [browser.render(page_source(1, *_asked(page))) for page in PHONES]
    rows = [
        [fitted(shown(one, number), high) for number, one in enumerate(own)]
        for own, high in ((desktops, 250), (phones, 330))
    ]
    save(sheet(rows), "ui_rendered")


def _asked(page: tuple[str, str, int]) -> tuple[str, int, str]:
    split, platform, number = page
    return split, number, platform


def shown(drawn: Drawn, number: int) -> Image.Image:
    """Every second one with its truth, the others as they are."""
    return framed(drawn) if number % 2 else Image.fromarray(drawn.pixels)


def framed(drawn: Drawn) -> Image.Image:
    """With the truth: controls red, leaves blue, don't-care grey."""
    image = Image.fromarray(drawn.pixels).copy()
    pen = ImageDraw.Draw(image)
    for element in drawn.elements:
        x1, y1, x2, y2 = element.box or (0, 0, 0, 0)
        hue = LEAF_HUE if element.level == LEAF else CONTROL_HUE
        pen.rectangle(
            (x1 - 1, y1 - 1, x2, y2), outline=hue if element.scored else (150, 150, 150), width=2
        )
    return image


def fitted(image: Image.Image, height: int) -> Image.Image:
    """Made smaller to a height in pixels."""
    return image.resize(
        (round(image.width * height / image.height), height), Image.Resampling.LANCZOS
    )


def sheet(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Rows of tiles."""
    width = max(sum(tile.width + GUTTER for tile in row) for row in rows) + GUTTER
    height = sum(row[0].height + GUTTER for row in rows) + GUTTER
    page = Image.new("RGB", (width, height), "white")
    y = GUTTER
    for row in rows:
        x = GUTTER
        for tile in row:
            page.paste(tile, (x, y))
            x += tile.width + GUTTER
        y += row[0].height + GUTTER
    return page


def save(page: Image.Image, name: str) -> None:
    """Write a PNG with few colours, so that it stays small."""
    file = FOLDER / f"{name}.png"
    page.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file}: {page.width} × {page.height}, {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
