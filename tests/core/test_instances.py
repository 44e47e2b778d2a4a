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
        ({"labels": np.zeros((5, 5), int)}, "labels and ids go together"),
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
