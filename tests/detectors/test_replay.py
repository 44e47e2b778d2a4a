from pathlib import Path

import numpy as np
import pytest

from src.core import Entry, InputError, Picture
from src.detectors.replay import Replay


def load(path: Path) -> np.ndarray:
    return np.asarray(np.load(path))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    np.save(tmp_path / "cell[1].npy", np.array([[0, 1], [2, 2]]))
    np.save(tmp_path / "cell1.npy", np.array([[0, 0], [0, 9]]))
    return tmp_path


def picture(name: str) -> Picture:
    return Picture(Entry("a1", name, "test"), np.zeros((2, 2), np.uint8))


def test_a_stored_label_image_is_the_prediction(folder: Path) -> None:
    assert len(Replay(str(folder), load).detect(picture("cell1"))) == 1


def test_a_name_with_brackets_is_only_a_name(folder: Path) -> None:
    assert len(Replay(str(folder), load).detect(picture("cell[1]"))) == 2


def test_a_missing_prediction_is_named_or_counts_as_nothing(folder: Path) -> None:
    with pytest.raises(InputError, match="no prediction for absent"):
        Replay(str(folder), load).detect(picture("absent"))
    assert len(Replay(str(folder), load, missing="empty").detect(picture("absent"))) == 0


def test_two_predictions_for_one_picture_are_refused(folder: Path) -> None:
    (folder / "cell1.tif").touch()
    with pytest.raises(InputError, match=r"cell1\.npy, cell1\.tif"):
        Replay(str(folder), load).detect(picture("cell1"))


@pytest.mark.parametrize(
    "options", [{"folder": "absent"}, {"pattern": "x.png"}, {"missing": "ignore"}]
)
def test_bad_options_are_named(folder: Path, options: dict[str, str]) -> None:
    with pytest.raises(InputError, match=f"detector.{next(iter(options))}"):
        Replay(**{"folder": str(folder), "read": load, **options})  # type: ignore[arg-type]
