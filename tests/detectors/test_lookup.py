import numpy as np
import pytest

from src.core import Detector, Entry, InputError, Instances, Picture
from src.detectors.lookup import Lookup


def find(picture: Picture) -> Instances | None:
    known = Instances.from_labels(np.array([[1, 0], [2, 2]]))
    return known if picture.entry.name == "known" else None


def picture(name: str) -> Picture:
    return Picture(Entry("a1", name, "test"), np.zeros((2, 2), np.uint8))


def test_what_the_reader_knows_is_the_prediction() -> None:
    assert isinstance(Lookup(find), Detector)
    assert len(Lookup(find).detect(picture("known"))) == 2


def test_an_unknown_picture_is_named_or_counts_as_nothing() -> None:
    with pytest.raises(InputError, match="no prediction for unknown"):
        Lookup(find).detect(picture("unknown"))
    nothing = Lookup(find, missing="empty").detect(picture("unknown"))
    assert (len(nothing), nothing.shape) == (0, (2, 2))


def test_a_reader_without_names_has_no_classes() -> None:
    assert Lookup(find).class_names == ()


def test_a_bad_option_is_named() -> None:
    with pytest.raises(InputError, match=r"detector\.missing must be one of"):
        Lookup(find, missing="ignore")
