"""A small overlay of every sample, in one file."""

import io
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from src.core import Entry, Instances, Picture, Sample
from src.reporting.drawing.pictures import overlay, thumbnail
from src.reporting.thumbnails import Thumbnails, read_thumbnails


def sample(side: int) -> Sample:
    labels = np.zeros((side, side), np.int32)
    labels[: side // 2] = 1
    pixels = np.full((side, side), 100, np.uint8)
    return Sample(Picture(Entry("a", "a", "test"), pixels), Instances.from_labels(labels))


def test_a_large_picture_is_shrunk_and_a_small_one_kept() -> None:
    small, large = sample(32), sample(100)
    assert np.array_equal(thumbnail(small, small.truth, 64), overlay(small, small.truth))
    assert thumbnail(large, large.truth, 64).shape == (50, 50, 3)


def test_boxes_are_drawn_where_they_are() -> None:
    large = sample(100)
    boxes = Instances((100, 100), boxes=np.array([[0.0, 0.0, 100.0, 50.0]]))
    drawn = thumbnail(Sample(large.picture, boxes), boxes, 50)
    assert drawn.shape == (50, 50, 3)
    assert (drawn[10, 25] != 100).any()
    assert (drawn[40, 25] == 100).all()


def test_a_huge_picture_looks_like_a_large_one() -> None:
    small, huge = (thumbnail(sample(side), sample(side).truth, 32) for side in (128, 640))
    assert huge.shape == small.shape == (32, 32, 3)
    assert np.abs(small.astype(int) - huge).max() <= 1


def test_pictures_come_back_by_the_place_of_their_sample(tmp_path: Path) -> None:
    thumbnails = Thumbnails(16)
    for side in (16, 40, 64):
        thumbnails.offer(sample(side), sample(side).truth)
    found = read_thumbnails(thumbnails.finish(tmp_path))
    assert sorted(found) == [0, 1, 2]
    assert Image.open(io.BytesIO(found[2])).size == (16, 16)


def test_the_same_samples_are_the_same_bytes(tmp_path: Path) -> None:
    files = []
    for _ in range(2):
        thumbnails = Thumbnails(16)
        thumbnails.offer(sample(40), sample(40).truth)
        files.append(thumbnails.finish(tmp_path).read_bytes())
    assert files[0] == files[1]


def test_a_damaged_or_strange_file_gives_what_can_be_read(tmp_path: Path) -> None:
    torn = tmp_path / "torn.zip"
    torn.write_bytes(b"PK no")
    assert read_thumbnails(torn) == {}
    strange = tmp_path / "strange.zip"
    with zipfile.ZipFile(strange, "w") as archive:
        archive.writestr("../../etc/passwd", b"x")
        archive.writestr("000001.webp", b"y")
    assert read_thumbnails(strange) == {1: b"y"}
