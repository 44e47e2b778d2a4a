import numpy as np
import pytest

from src.core import Entry, InputError, Picture
from src.detectors.otsu import Otsu

ENTRY = Entry("a1", "first", "test")


def two_touching_disks(bright: int = 200, dark: int = 30) -> np.ndarray:
    rows, columns = np.mgrid[:80, :120]
    image = np.full((80, 120), dark, np.uint8)
    for centre in (45, 72):
        image[(rows - 40) ** 2 + (columns - centre) ** 2 <= 15**2] = bright
    return image


def test_touching_objects_are_split() -> None:
    assert len(Otsu().detect(Picture(ENTRY, two_touching_disks()))) == 2
    assert len(Otsu(min_distance=0).detect(Picture(ENTRY, two_touching_disks()))) == 1


@pytest.mark.parametrize("polarity", ["dark", "minority"])
def test_dark_objects_are_found_when_asked_for(polarity: str) -> None:
    picture = Picture(ENTRY, two_touching_disks(bright=30, dark=200))
    assert len(Otsu(polarity=polarity).detect(picture)) == 2


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.float32])
def test_depth_and_colour_do_not_matter(kind: type) -> None:
    image = two_touching_disks().astype(kind)
    grey = Otsu().detect(Picture(ENTRY, image))
    colour = Otsu().detect(Picture(ENTRY, np.stack([image] * 3, axis=2)))
    assert np.array_equal(grey.foreground(), colour.foreground())


def test_uneven_light_needs_the_local_threshold() -> None:
    slope = np.linspace(0, 150, 120)
    image = (two_touching_disks(bright=90, dark=30) + slope).astype(np.uint8)
    truth = two_touching_disks() > 100
    found = Otsu(method="local").detect(Picture(ENTRY, image)).foreground()
    plain = Otsu().detect(Picture(ENTRY, image)).foreground()
    assert (found & truth).sum() / (found | truth).sum() > 0.75
    assert (plain & truth).sum() / (plain | truth).sum() < 0.6


def test_specks_are_dropped() -> None:
    image = two_touching_disks()
    image[5:8, 5:8] = 200
    assert len(Otsu(min_area=30, smoothing=0).detect(Picture(ENTRY, image))) == 2


def test_a_flat_picture_holds_nothing() -> None:
    assert len(Otsu().detect(Picture(ENTRY, np.full((20, 20), 7, np.uint8)))) == 0


@pytest.mark.parametrize(
    "options", [{"method": "magic"}, {"polarity": "blue"}, {"window": 4}, {"min_area": -1}]
)
def test_bad_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"detector.{next(iter(options))}"):
        Otsu(**options)  # type: ignore[arg-type]
