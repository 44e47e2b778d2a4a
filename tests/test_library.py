"""The library in a notebook: arrays in, answers out."""

import numpy as np
import pytest

from src.library import InputError, annotate, detector, score_labels


def disks(shift: int = 0) -> np.ndarray:
    """Two disks as a label image."""
    rows, columns = np.mgrid[:64, :96]
    first = (rows - 30) ** 2 + (columns - 28 - shift) ** 2 < 196
    second = (rows - 34) ** 2 + (columns - 70) ** 2 < 225
    return first * 1 + second * 2


def test_a_detector_takes_an_array_of_any_depth() -> None:
    otsu = detector("otsu", "detector.smoothing=0")
    truth = disks()
    for pixels in ((truth > 0) * 200.0, ((truth > 0) * 200).astype(np.uint16)):
        np.testing.assert_array_equal(otsu.labels(pixels) > 0, truth > 0)
    colours = np.repeat(((truth > 0) * 200).astype(np.uint8)[..., None], 3, axis=2)
    assert len(otsu.detect(colours)) == 2


def test_labels_are_scored_as_the_truth_says() -> None:
    card = score_labels(disks(), disks())
    assert card.metrics["f1_at_0.50"] == 1.0
    shifted = score_labels([disks(), disks()], [disks(), disks(4)])
    assert len(shifted) == 2
    assert 0.5 < shifted.metrics["mean_true_iou_at_0.50"] < 1.0
    assert score_labels(disks() > 0, disks(4) > 0, "pixels").metrics["f1"] > 0.8


def test_a_simulated_person_paints_examples_and_corrections_with_the_same_seed_alike() -> None:
    truth = disks()
    first, again = annotate(truth, seed=3), annotate(truth, seed=3)
    assert first is not None
    assert again is not None
    np.testing.assert_array_equal(first.rgba, again.rgba)
    assert first.foreground.any()
    slow = annotate(truth, clock="klm", seed=3)
    assert slow is not None
    assert slow.seconds != first.seconds
    assert annotate(truth, truth) is None
    missed = annotate(truth, np.where(truth == 1, truth, 0))
    assert missed is not None
    assert missed.foreground[truth == 2].any()


def test_an_annotation_can_be_seen() -> None:
    painted = annotate(disks())
    assert painted is not None
    image = painted.image()
    assert (image[painted.foreground] == (255, 0, 0, 180)).all()
    assert (image[painted.background] == (0, 255, 0, 180)).all()
    assert not image[~painted.foreground & ~painted.background].any()


@pytest.mark.parametrize(
    ("truth", "prediction", "words"),
    [
        (np.zeros((4, 4), int), np.zeros((4, 5), int), "of one size"),
        (np.zeros((4, 4)), np.zeros((4, 4)), "whole numbers"),
        ([np.zeros((4, 4), int)], [], "1 truths and 0 predictions"),
        (np.full((4, 4), -1), np.zeros((4, 4), int), "whole numbers from 0 on"),
    ],
)
def test_what_cannot_be_scored_is_said(truth: object, prediction: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        score_labels(truth, prediction)  # type: ignore[arg-type]


def test_what_is_no_picture_and_what_gives_no_probabilities_is_said() -> None:
    with pytest.raises(InputError, match=r"\(height, width, 3\), got \(4, 4, 7\)"):
        detector("otsu").detect(np.zeros((4, 4, 7)))
    with pytest.raises(InputError, match="no probabilities"):
        detector("otsu").probabilities(np.zeros((4, 4)))
