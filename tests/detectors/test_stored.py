from pathlib import Path

import numpy as np
import pytest

from src.core import Detector, Entry, InputError, Instances, Picture
from src.detectors.stored import InFolder, Stored


def load(path: Path) -> np.ndarray:
    return np.asarray(np.load(path))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    np.save(tmp_path / "cell[1].npy", np.array([[0, 1], [2, 2]]))
    np.save(tmp_path / "cell1.npy", np.array([[0, 0], [0, 9]]))
    return tmp_path


def picture(name: str) -> Picture:
    return Picture(Entry("a1", name, "test"), np.zeros((2, 2), np.uint8))


def find(asked: Picture) -> Instances | None:
    known = Instances.from_labels(np.array([[1, 0], [2, 2]]))
    return known if asked.entry.name == "known" else None


def stored(folder: Path, missing: str = "error") -> Stored:
    return Stored(InFolder(str(folder), load), missing)


def test_what_is_stored_is_the_prediction(folder: Path) -> None:
    assert isinstance(Stored(find), Detector)
    assert len(Stored(find).detect(picture("known")).consensus) == 2
    assert len(stored(folder).detect(picture("cell1")).consensus) == 1


def test_a_name_with_brackets_is_only_a_name(folder: Path) -> None:
    assert len(stored(folder).detect(picture("cell[1]")).consensus) == 2


def test_a_missing_prediction_is_named_or_counts_as_nothing(folder: Path) -> None:
    with pytest.raises(InputError, match=r"no prediction for absent \(looked for .* in "):
        stored(folder).detect(picture("absent"))
    nothing = stored(folder, "empty").detect(picture("absent"))
    assert (len(nothing), nothing.shape) == (0, (2, 2))


def test_two_predictions_for_one_picture_are_refused(folder: Path) -> None:
    (folder / "cell1.tif").touch()
    with pytest.raises(InputError, match=r"cell1\.npy, cell1\.tif"):
        stored(folder).detect(picture("cell1"))


@pytest.mark.parametrize("options", [{"folder": "absent"}, {"pattern": "x.png"}])
def test_bad_options_are_named(folder: Path, options: dict[str, str]) -> None:
    with pytest.raises(InputError, match=f"detector.find.{next(iter(options))}"):
        InFolder(**{"folder": str(folder), "read": load, **options})  # type: ignore[arg-type]


def test_a_bad_answer_to_what_is_missing_is_named() -> None:
    with pytest.raises(InputError, match=r"detector\.missing must be one of"):
        Stored(find, missing="ignore")
