import pickle
from dataclasses import replace

import numpy as np
import pytest

from src.core import Instances


def test_a_label_image_gives_one_instance_per_value() -> None:
    instances = Instances.from_labels(np.array([[0, 3, 3], [70000, 0, 1]]))
    assert instances.ids is not None
    assert instances.ids.tolist() == [1, 3, 70000]
    assert len(instances) == 3


def test_a_label_image_without_background_loses_no_object() -> None:
    assert len(Instances.from_labels(np.array([[5, 9]]))) == 2


def test_huge_sparse_ids_are_found() -> None:
    instances = Instances.from_labels(np.array([[0, 2**40]], np.int64))
    assert instances.ids is not None
    assert instances.ids.tolist() == [2**40]


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (3, 2)])
def test_empty_is_ordinary(shape: tuple[int, int]) -> None:
    instances = Instances.empty(shape)
    assert len(instances) == 0
    assert not instances.foreground().any()


def test_unscored_instances_are_ignored_not_foreground() -> None:
    instances = Instances.from_labels(np.array([[1, 2, 0]]), unscored=[2])
    assert instances.foreground().tolist() == [[True, False, False]]
    assert instances.ignored().tolist() == [[False, True, False]]


def test_boxes_texts_and_scores_share_their_length() -> None:
    boxes = np.array([[0, 0, 2, 2], [1, 1, 3, 4]])
    instances = Instances((5, 5), boxes=boxes, texts=("17", None), scores=np.array([0.5, 1.0]))
    assert len(instances) == 2
    with pytest.raises(ValueError, match="texts has 1 rows, expected 2"):
        Instances((5, 5), boxes=boxes, texts=("17",))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"boxes": np.zeros((2, 3))}, r"boxes must be \(n, 4\), got \(2, 3\)"),
        ({"boxes": np.array([[3, 0, 1, 1]])}, "x1 <= x2"),
        ({"labels": np.zeros((4, 4), int), "ids": np.zeros(0)}, r"labels must be \(5, 5\)"),
        ({"labels": np.zeros((5, 5), int)}, "a label image needs its ids"),
        ({"labels": np.zeros((5, 5)), "ids": np.zeros(0)}, "labels must be integers"),
        ({"rles": ({"size": [4, 5], "counts": b""},)}, "rle 0 has size"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Instances((5, 5), **arguments)  # type: ignore[arg-type]


def test_negative_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="must not be negative, got -1"):
        Instances.from_labels(np.array([[-1, 2]]))


def test_masks_are_given_once() -> None:
    with pytest.raises(ValueError, match="given twice"):
        Instances((2, 2), labels=np.zeros((2, 2), int), ids=np.zeros(0, int), rles=())


def test_arrays_are_read_only_and_the_callers_stay_writable() -> None:
    labels = np.zeros((2, 2), np.int32)
    instances = Instances.from_labels(labels)
    assert instances.labels is not None
    with pytest.raises(ValueError, match="read-only"):
        instances.labels[0, 0] = 1
    labels[0, 0] = 0


def people() -> Instances:
    """Two bibs and a face, the first bib belonging to the face."""
    return Instances(
        (10, 20),
        ids=np.array([7, 3, 9]),
        boxes=np.array([[0.0, 0, 2, 2], [4, 4, 6, 8], [1, 1, 3, 3]]),
        points=np.array([[1.0, 1], [5, 6], [2, 2]]),
        classes=np.array([0, 1, 0]),
        class_names=("bib", "face"),
        texts=("12", None, "34"),
        links=np.array([[7, 3]]),
        extra={"reader": np.array(["a", "b", "c"])},
    )


def test_ids_need_no_label_image() -> None:
    assert len(people()) == 3


def test_a_selection_keeps_columns_together_and_drops_links_that_lost_an_end() -> None:
    bibs = people().select(np.array([True, False, True]))
    assert bibs.ids is not None
    assert (bibs.ids.tolist(), bibs.texts) == ([7, 9], ("12", "34"))
    assert bibs.extra["reader"].tolist() == ["a", "c"]
    assert bibs.links is not None
    assert bibs.links.shape == (0, 2)
    turned = people().select([1, 0])
    assert turned.ids is not None
    assert turned.links is not None
    assert (turned.ids.tolist(), turned.links.tolist()) == ([3, 7], [[7, 3]])


def test_a_selection_of_a_label_image_loses_the_pixels_of_the_others() -> None:
    selected = Instances.from_labels(np.array([[1, 2, 2, 5]])).select([0, 2])
    assert selected.labels is not None
    assert selected.labels.tolist() == [[1, 0, 0, 5]]


def test_never_labelled_is_not_labelled_as_none() -> None:
    known = replace(people(), links=np.zeros((0, 2), np.int64))
    unknown = replace(people(), links=None)
    assert known.select([0]).links is not None
    assert unknown.select([0]).links is None
    assert Instances.join([known, replace(known, ids=np.array([1, 2, 4]))]).links is not None
    assert Instances.join([known, replace(unknown, ids=np.array([1, 2, 4]))]).links is None


def test_parts_are_joined_column_by_column() -> None:
    one, other = people().select([0]), people().select([1, 2])
    whole = Instances.join([one, other])
    assert whole.ids is not None
    assert (whole.ids.tolist(), whole.texts) == ([7, 3, 9], ("12", None, "34"))
    assert Instances.join([one, replace(other, texts=None)]).texts is None


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"shape": (1, 1)}, "agree on its shape"),
        ({"class_names": ("x", "y")}, "class names"),
        ({}, "unique"),
    ],
)
def test_parts_that_do_not_fit_are_refused(other: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Instances.join([people(), replace(people(), **other)])  # type: ignore[arg-type]


def test_a_crop_maps_back_to_its_picture() -> None:
    moved = people().moved(100, 50, scale=2, shape=(200, 300))
    assert moved.boxes is not None
    assert moved.points is not None
    assert (moved.boxes[1].tolist(), moved.points[1].tolist()) == ([108, 58, 112, 66], [110, 62])
    assert moved.shape == (200, 300)
    with pytest.raises(ValueError, match="masks cannot be moved"):
        Instances.from_labels(np.ones((2, 2), int)).moved(1, 1)


def test_a_class_that_nobody_looked_for_takes_no_part() -> None:
    assert len(people().among(["bib"])) == 2
    assert len(people().among(None)) == 3
    assert len(people().among(["runner"])) == 3, "none is shared: other words for the same"
    assert len(replace(people(), class_names=None).among(["bib"])) == 3


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"points": np.zeros((3, 3))}, r"points must be \(n, 2\)"),
        ({"links": np.array([[7, 8]])}, r"ids that do not exist: \[8\]"),
        ({"ids": np.array([7, 7, 3])}, "ids must be unique"),
        ({"extra": {"reader": np.array(["a"])}}, "reader has 1 rows, expected 3"),
        ({"classes": np.array([0, 1, 2])}, r"places in \('bib', 'face'\)"),
    ],
)
def test_columns_that_do_not_fit_are_named(columns: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(people(), **columns)  # type: ignore[arg-type]


def test_it_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(people()))  # noqa: S301 - our own
    assert sent.extra["reader"].tolist() == ["a", "b", "c"]
    assert sent.texts == ("12", None, "34")
