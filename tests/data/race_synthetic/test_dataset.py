"""``dataset=race_synthetic``."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.race_synthetic.camera import decoded
from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.race_synthetic.folder import write_photos
from src.data.refsets.dataset import Reference
from src.data.refsets.documented.taking import take_files
from src.data.refsets.preparing.photos import copy_photos, photo_files
from tests.data.race_synthetic.small import photos
from tests.data.refsets.making import new_set
from tests.evaluation.same import differences


def test_a_sample_depends_on_the_seed_and_its_number_alone() -> None:
    few, many = photos(count=2), photos(count=3)
    assert [*few.entries] == [*many.entries][:2]
    assert differences(few.read(few.entries[1]), many.read(many.entries[1])) == []


def test_another_seed_is_another_photo() -> None:
    one, other = photos(count=1), photos(count=1, seed=1)
    assert one.fingerprint != other.fingerprint
    assert one.file(0) != other.file(0)


def test_a_quarter_of_the_photos_is_for_trying_things_on() -> None:
    parts = [entry.tags["part"] for entry in photos(count=5).entries]
    assert parts == ["iteration", "full", "full", "full", "iteration"]


def test_the_pixels_are_those_of_the_file() -> None:
    dataset = photos()
    sample = dataset.read(dataset.entries[0])
    assert np.array_equal(decoded(dataset.file(0)), sample.picture.pixels)


def test_a_reference_set_of_the_files_gives_the_same_samples(tmp_path: Path) -> None:
    dataset = photos()
    written = write_photos(dataset, tmp_path / "out")
    refset = new_set(tmp_path / "set")
    copy_photos(refset, *photo_files(written.photos))
    take_files(refset, written.labels)
    refset.close()
    reference = Reference(str(tmp_path / "set"))
    by_name = {entry.name: entry for entry in reference.entries}
    assert len(by_name) == dataset.count
    for entry in dataset.entries:
        ours, theirs = dataset.read(entry), reference.read(by_name[entry.name])
        assert np.array_equal(ours.picture.pixels, theirs.picture.pixels)
        assert {tag for tag in entry.tags if entry.tags[tag] == "yes"} == {
            tag for tag, said in by_name[entry.name].tags.items() if said == "yes"
        }
        one, other = ours.truth, theirs.truth
        assert one.boxes is not None
        np.testing.assert_allclose(one.boxes, other.boxes, atol=0.05)
        assert (one.texts, one.class_names) == (other.texts, other.class_names)
        assert one.extra.keys() == other.extra.keys()
        for name in one.extra:
            assert one.extra[name].tolist() == other.extra[name].tolist()
            assert one.extra[name].dtype == other.extra[name].dtype
        for name in ("boxes", "ids", "classes", "scored", "links"):
            assert getattr(one, name).dtype == getattr(other, name).dtype
        assert _places(one) == _places(other)


def _places(truth) -> list[list[int]]:  # type: ignore[no-untyped-def]
    """Links by place, which ids do not change."""
    return [[truth.ids.tolist().index(end) for end in pair] for pair in truth.links.tolist()]


def test_photos_are_like_those_that_people_labelled() -> None:
    """Shares with room for chance; the table is in the benchmark of hardness."""
    dataset = RaceSynthetic(count=90, size=(400, 600), seed=3)
    said = [dataset.labels(index) for index in range(dataset.count)]
    bibs = Counter(min(len(one.bibs.boxes), 4) for one in said)
    assert 0.4 < bibs[1] / dataset.count < 0.75
    assert 0.05 < bibs[0] / dataset.count < 0.3
    widths = [bib.area.w for one in said for bib in one.bibs.boxes if bib.scored]
    heights = [face.area.h for one in said for face in one.faces.boxes if face.scored]
    assert 0.07 < np.median(widths) < 0.12
    assert 0.11 < np.median(heights) < 0.19
    scopes = Counter(bib.scope for one in said for bib in one.bibs.boxes)
    assert 0.6 < scopes["bib"] / scopes.total() < 0.9
    tags = {tag for one in said for face in one.faces.boxes for tag in face.tags}
    assert {"profile", "looking_down", "blurry"} <= tags


def test_a_runner_has_one_number_and_a_number_one_runner() -> None:
    dataset = RaceSynthetic(count=40, size=(400, 600), seed=3, identities=10)
    worn: dict[str, set[str]] = {}
    for index in range(dataset.count):
        said = dataset.labels(index)
        boxes = {box.id: box for box in (*said.bibs.boxes, *said.faces.boxes)}
        for bib, face in said.links.pairs:
            if boxes[bib].scored:
                worn.setdefault(boxes[face].identity, set()).add(boxes[bib].number)
    assert len(worn) > 4
    assert {len(numbers) for numbers in worn.values()} == {1}
    assert len(set.union(*worn.values())) == len(worn)


@pytest.mark.parametrize("scene", ["close", "group", "far"])
def test_a_scene_can_be_asked_for(scene: str) -> None:
    dataset = RaceSynthetic(count=4, size=(240, 360), scene=scene)
    assert {entry.tags["scene"] for entry in dataset.entries} == {scene}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"scene": "indoors"}, "dataset.scene must be one of"),
        ({"size": 100}, "dataset.size must be at least"),
        ({"identities": 0}, "dataset.identities"),
        ({"identities": 10**6}, "dataset.identities"),
        ({"count": 0}, "dataset.count"),
    ],
)
def test_what_cannot_be_drawn_is_told(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        RaceSynthetic(**wrong)  # type: ignore[arg-type]


def test_a_folder_with_something_in_it_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        write_photos(photos(), tmp_path)
