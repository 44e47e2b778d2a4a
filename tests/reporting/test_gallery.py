"""Only the extremes of a stream are kept."""

import gc
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import InputError, Row
from src.reporting.folder import FolderSink
from src.reporting.gallery import Gallery
from tests.tracking.conftest import square_sample


def offer(gallery: Gallery, score: float, name: str = "square") -> None:
    sample = square_sample(name)
    gallery.offer(sample, sample.truth, Row({"f1": score}))


@given(st.lists(st.integers(0, 5).map(float)), st.integers(0, 4))
def test_extremes_are_the_ends_of_the_sorted_stream(scores: list[float], pictures: int) -> None:
    gallery = Gallery(pictures, "f1")
    for score in scores:
        offer(gallery, score)
    assert [exhibit.score for exhibit in gallery.worst] == sorted(scores)[:pictures]
    if len(scores) >= 2 * pictures:
        expected = sorted(scores, reverse=True)[:pictures]
        assert [exhibit.score for exhibit in gallery.best] == expected


def test_no_sample_is_both_best_and_worst() -> None:
    gallery = Gallery(2, "f1")
    for score in (0.1, 0.2, 0.3):
        offer(gallery, score)
    assert [exhibit.score for exhibit in gallery.best] == [0.3]


def test_undefined_scores_are_not_ranked() -> None:
    gallery = Gallery(2, "f1")
    offer(gallery, np.nan)
    assert gallery.worst == gallery.best == ()


def test_samples_between_the_extremes_are_let_go() -> None:
    gallery = Gallery(2, "f1")
    seen: list[weakref.ref[npt.NDArray[Any]]] = []
    for number in range(20):
        sample = square_sample(str(number))
        seen.append(weakref.ref(sample.picture.pixels))
        gallery.offer(sample, sample.truth, Row({"f1": number / 20}))
    del sample
    gc.collect()
    assert sum(pixels() is not None for pixels in seen) == 4


def test_worst_and_best_are_kept_as_pictures(tmp_path: Path) -> None:
    gallery = Gallery(1, "f1")
    for score, name in [(0.2, "a/b c"), (0.5, "middle"), (0.9, "good")]:
        offer(gallery, score, name)
    gallery.overlays(FolderSink(tmp_path, "seen"))
    names = sorted(file.name for file in (tmp_path / "overlays").iterdir())
    assert names == ["best_1_good.png", "worst_1_a_b_c.png"]


def test_a_column_that_the_scorer_does_not_give_is_named() -> None:
    with pytest.raises(InputError, match=r"report\.by: this scorer gives no 'iou'"):
        offer(Gallery(1, "iou"), 0.5)
