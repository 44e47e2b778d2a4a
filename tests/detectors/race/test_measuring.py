from dataclasses import replace

import numpy as np
import pytest
from matplotlib import get_data_path
from PIL import Image

from src.core import InputError
from src.detectors.race import packages
from src.detectors.race.measuring import LANDMARKS, NET, OF_NET, PACKAGE, DlibEmbedder
from tests.detectors.race.scenes import Runner, photo

pytest.importorskip("dlib", reason="measuring faces needs dlib: pip install 'brushwork[vision]'")

SMALL, LARGE = Runner("1", width=100), Runner("2", sheet=(190, 290))
ADMIRAL = (110, 70, 400, 440)
"""Where Grace Hopper's face is in matplotlib's picture, xyxy."""


@pytest.fixture(name="embedder", scope="module")
def embedder_fixture() -> DlibEmbedder:
    return DlibEmbedder()


def test_one_person_is_nearer_to_herself_than_to_another(embedder: DlibEmbedder) -> None:
    with Image.open(f"{get_data_path()}/sample_data/grace_hopper.jpg") as image:
        admiral = np.asarray(image.convert("RGB"))
    (small,), (large,) = (
        embedder.measure(photo(own), np.array([own.face])) for own in (SMALL, LARGE)
    )
    (other,) = embedder.measure(admiral, np.array([ADMIRAL], float))
    assert small.shape == (embedder.length,)
    for begin, end in ((0, OF_NET), (OF_NET, None), (0, None)):
        same, others = small - large, large - other
        assert np.linalg.norm(same[begin:end]) < 0.7 * np.linalg.norm(others[begin:end])


def test_the_light_on_a_photo_hardly_changes_the_colours_of_a_head(embedder: DlibEmbedder) -> None:
    day = photo(LARGE)
    dusk = np.round(0.6 * day.astype(float)).astype(np.uint8)
    first, second = (embedder.measure(own, np.array([LARGE.face]))[0] for own in (day, dusk))
    assert np.abs(first - second)[OF_NET:].max() < 0.1


def test_without_colours_the_net_alone_measures(embedder: DlibEmbedder) -> None:
    alone = replace(embedder, colours=0.0)
    faces = np.array([SMALL.face])
    whole, net = (own.measure(photo(SMALL), faces)[0] for own in (embedder, alone))
    assert alone.length == OF_NET
    assert whole[:OF_NET].tolist() == net.tolist()


def test_a_face_that_is_too_small_is_not_measured(embedder: DlibEmbedder) -> None:
    faces = np.array([SMALL.face, (5, 5, 10, 12)])
    measured = embedder.measure(photo(SMALL), faces)
    assert np.isnan(measured).all(axis=1).tolist() == [False, True]


def test_no_faces_have_no_measures(embedder: DlibEmbedder) -> None:
    assert embedder.measure(photo(SMALL), np.zeros((0, 4))).shape == (0, embedder.length)


def test_the_landmarks_whose_terms_forbid_use_are_not_used() -> None:
    assert "68" not in LANDMARKS + NET


def test_a_missing_package_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    find = packages.find_spec
    monkeypatch.setattr(packages, "find_spec", lambda name: None if name == PACKAGE else find(name))
    with pytest.raises(InputError, match=rf"{PACKAGE}, which is not installed: pip install"):
        DlibEmbedder()
