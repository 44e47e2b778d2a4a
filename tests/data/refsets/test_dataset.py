"""A reference set is a dataset: samples, truth that is known, a fingerprint of the manifest."""

import logging
import pickle
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances, Sample
from src.data.refsets import ReferenceSet
from src.data.refsets.dataset import Reference
from src.data.refsets.frozen.differences import differences
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.labels import Area, Bib, Bibs, Element, Elements, Face, Faces, Links
from src.data.refsets.verifying import verify
from tests.data.refsets.making import HIGH, LEFT, LOW, label, new_set, nothing, one_runner, photo


def samples(refset: ReferenceSet, **options: object) -> dict[str, Sample]:
    dataset = Reference(str(refset.folder), **options)  # type: ignore[arg-type]
    return {sample.name: sample for sample in dataset.samples()}


def truth(refset: ReferenceSet, **options: object) -> Instances:
    return samples(refset, **options)["race/0"].truth


def test_boxes_classes_numbers_and_links_are_truth(race: ReferenceSet) -> None:
    documents = one_runner(identity="Ann")
    documents["bibs"] = Bibs(
        (Bib(LOW, "621", id=-1), Bib(LEFT, "5?", "bib_obscured"), Bib(None, "77"))
    )
    label(race, "0", documents)
    found = truth(race)
    assert found.class_names == ("bib", "face")
    assert found.classes is not None
    assert found.classes.tolist() == [0, 0, 0, 1]
    assert found.texts == ("621", "5?", "77", None)
    # Neither what cannot be read nor what has no box counts as a box.
    assert found.counts.tolist() == [True, False, False, True]
    assert found.extra["located"].tolist() == [True, True, False, True]
    assert found.extra["scope"].tolist() == ["bib", "bib_obscured", "bib", "keep"]
    assert found.extra["identity"].tolist() == ["", "", "", "Ann"]
    assert found.boxes is not None
    assert np.allclose(found.boxes[0], [6, 24, 18, 32])
    assert found.ids is not None
    assert found.links is not None
    assert found.links.tolist() == [[found.ids[0], found.ids[3]]]


def test_ids_are_those_of_the_set(race: ReferenceSet) -> None:
    label(race, "1")
    label(race, "0")
    (bib,) = race.labels("0").documents["bibs"].boxes  # type: ignore[union-attr]
    found = truth(race)
    assert found.ids is not None
    assert bib.id == found.ids[0]


def test_what_nobody_labelled_is_not_empty(race: ReferenceSet) -> None:
    label(race, "0", {"bibs": Bibs(())})
    label(race, "1", nothing())
    label(race, "2", {"bibs": Bibs((Bib(LOW),), labelled=False)})
    found = samples(race, unlabelled=True)
    bibs_only, empty, draft, untouched = (found[f"race/{n}"].truth for n in range(4))
    assert (bibs_only.class_names, len(bibs_only), bibs_only.links) == (("bib",), 0, None)
    assert bibs_only.boxes is not None
    assert (empty.class_names, len(empty)) == (("bib", "face"), 0)
    assert empty.links is not None
    assert empty.links.shape == (0, 2)
    for unknown in (draft, untouched):
        assert (unknown.boxes, unknown.links, unknown.class_names) == (None, None, None)
    assert sorted(samples(race)) == ["race/0", "race/1"]


def test_links_are_unknown_until_somebody_looked(race: ReferenceSet) -> None:
    label(race, "0", {"bibs": Bibs((Bib(LOW),)), "faces": Faces((Face(HIGH),))})
    assert truth(race).links is None
    label(race, "0", {"links": Links(())})
    links = truth(race).links
    assert links is not None
    assert len(links) == 0


def test_faces_of_files_without_a_flag_count_where_there_are_any(race: ReferenceSet) -> None:
    label(race, "0", {"faces": Faces((Face(HIGH),), labelled=None)})
    label(race, "1", {"faces": Faces((), labelled=None)})
    assert sorted(samples(race)) == ["race/0"]


def test_a_frozen_set_is_the_same_whatever_happens_to_the_labels(race: ReferenceSet) -> None:
    label(race, "0")
    freeze(race, "v1")
    before = Reference(str(race.folder), frozen="v1")
    label(race, "0", {"bibs": Bibs((Bib(LEFT, "1"),))})
    label(race, "1")
    after = Reference(str(race.folder), frozen="v1")
    assert after.fingerprint == before.fingerprint
    assert [*after.entries] == [*before.entries]
    assert truth(race, frozen="v1").texts == ("621", None)
    assert truth(race).texts == ("1", None)


def test_the_fingerprint_comes_from_the_manifest_and_the_part(race: ReferenceSet) -> None:
    for name in "012":
        label(race, name)
    race.choose_part(race.photo("1").sha, "iteration")
    head = freeze(race, "v1").frozen.head
    freeze(race, "v2")
    full = Reference(str(race.folder), frozen="v1")
    part = Reference(str(race.folder), frozen="v1", part="iteration")
    assert full.run_tags["reference.fingerprint"] == head.fingerprint
    assert Reference(str(race.folder), frozen="v2").fingerprint == full.fingerprint
    assert Reference(str(race.folder)).fingerprint == full.fingerprint
    assert [entry.name for entry in part.entries] == ["race/1"]
    rest = Reference(str(race.folder), frozen="v1", part="rest")
    assert {entry.name for entry in full.entries} - {entry.name for entry in rest.entries} == {
        "race/1"
    }
    assert len(full.entries) == 3
    assert part.fingerprint != full.fingerprint
    assert full.run_tags["reference.frozen"] == "v1"
    assert Reference(str(race.folder)).run_tags["reference.frozen"] == "staging"


def test_stated_pairs_of_faces_are_frozen_with_the_faces(race: ReferenceSet) -> None:
    for name in "012":
        label(race, name)
    without = freeze(race, "v1").frozen.head.fingerprint
    before = Reference(str(race.folder)).fingerprint
    faces = [int(samples(race)[f"race/{name}"].truth.ids[1]) for name in "012"]
    race.pair(faces[0], faces[1], "must")
    race.pair(faces[2], faces[0], "cannot")
    told = truth(race).extra
    assert told["must"].tolist() == ["", str(faces[1])]
    assert told["cannot"].tolist() == ["", str(faces[2])]
    assert "must" not in truth(race, frozen="v1").extra  # what is stated later is not in it
    assert Reference(str(race.folder)).fingerprint != before
    assert freeze(race, "v2").frozen.head.fingerprint != without
    assert differences(race, "v1", "v2").relabelled == {race.photo("0").sha: ("pairs",)}
    race.unpair(faces[0], faces[1])
    race.unpair(faces[2], faces[0])
    kept = truth(race, frozen="v2").extra
    assert (kept["must"].tolist(), kept["cannot"].tolist()) == (
        told["must"].tolist(),
        told["cannot"].tolist(),
    )
    assert freeze(race, "v3").frozen.head.fingerprint == without
    assert verify(race) == []


def test_labels_that_change_during_a_run_on_staging_are_read_as_they_were(
    race: ReferenceSet,
) -> None:
    label(race, "0")
    dataset = pickle.loads(pickle.dumps(Reference(str(race.folder))))  # noqa: S301
    label(race, "0", {"bibs": Bibs((Bib(LEFT, "1"),))})
    label(race, "0", {"bibs": Bibs((Bib(LEFT, "2"),))})
    (entry,) = dataset.entries
    assert dataset.read(entry).truth.texts == ("621", None)


def test_tags_of_a_photo_are_tags_of_its_sample(race: ReferenceSet) -> None:
    label(race, "0", {"bibs": Bibs((), ("dark_bib", "no_bib")), "faces": Faces(())})
    (entry,) = Reference(str(race.folder)).entries
    assert entry.tags == {"dark_bib": "yes", "no_bib": "yes", "part": "full"}


def test_photos_of_one_name_get_their_own(race: ReferenceSet) -> None:
    for number in (8, 9):
        label(race, race.add(photo(number), "same.png"))
    names = sorted(samples(race))
    assert len(names) == 2
    assert all(name.startswith("same-") for name in names)


def test_paint_is_truth_where_somebody_painted(painted: ReferenceSet) -> None:
    rgba = np.zeros((40, 60, 4), np.uint8)
    rgba[2:6, 2:6, 0] = rgba[20:30, 20:30, 1] = 255
    sha = painted.photo("0").sha
    with painted.batch() as batch:
        batch.save(sha, {"masks": batch.put_painting(rgba)}, began=None)
    freeze(painted, "v1")
    (sample,) = Reference(str(painted.folder), frozen="v1").samples()
    assert sample.truth.foreground().sum() == 16
    assert sample.truth.ignored().sum() == 40 * 60 - 16 - 100


def test_a_mask_of_another_size_is_refused(painted: ReferenceSet) -> None:
    sha = painted.photo("0").sha

    def save() -> None:
        with painted.batch() as batch:
            rgba = np.zeros((10, 10, 4), np.uint8)
            batch.save(sha, {"masks": batch.put_painting(rgba)}, began=None)

    with pytest.raises(InputError, match=r"is 10×10 but race/0\.png is 60×40"):
        save()


def test_elements_are_truth_and_their_clicks_are_questions(tmp_path: Path) -> None:
    screens = new_set(tmp_path / "screens", ("elements",), photos=1)
    said = {"id": "a", "bbox": [0, 0, 0.5, 0.5], "text": "OK", "click_point": [0.25, 0.5]}
    gone = {"id": "b", "bbox": None, "box_type": "refusal"}
    label(screens, "0", {"elements": Elements((Element(said), Element(gone)))})
    (sample,) = Reference(str(screens.folder)).samples()
    found = sample.truth
    assert found.texts == ("OK", None)
    assert found.counts.tolist() == [True, False]
    assert found.extra["element"].tolist() == ["a", "b"]
    assert found.extra["box_type"].tolist() == ["bbox", "refusal"]
    (question,) = sample.picture.questions
    assert (question.id, question.click) == ("a/0", (15, 20))
    assert found.boxes is not None
    assert found.boxes[0].tolist() == [0, 0, 30, 20]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"frozen": "v9"}, "dataset.frozen: .* has no frozen set 'v9'; it has: there is none yet"),
        ({"part": "train"}, "dataset.part must be one of"),
        ({"part": "iteration"}, "no labelled photo in dataset.part=iteration of staging"),
        ({"on_error": "never"}, "dataset.on_error must be one of"),
    ],
)
def test_wrong_options_are_one_sentence(
    race: ReferenceSet, options: dict[str, str], complaint: str
) -> None:
    label(race, "0")
    with pytest.raises(InputError, match=complaint):
        Reference(str(race.folder), **options)  # type: ignore[arg-type]


def test_a_damaged_photo_stops_or_is_skipped(
    race: ReferenceSet, caplog: pytest.LogCaptureFixture
) -> None:
    for name in "01":
        label(race, name)
    place = race.objects.path(race.photo("0").sha)
    place.chmod(0o644)
    place.write_bytes(b"gone")
    with pytest.raises(InputError, match="its bytes are not those of its name"):
        samples(race)
    with caplog.at_level(logging.WARNING):
        assert list(samples(race, on_error="skip")) == ["race/1"]


def test_boxes_that_were_rounded_over_the_edge_are_cut(race: ReferenceSet) -> None:
    label(race, "0", {"bibs": Bibs((Bib(Area(0.5, 0.5, 0.50004, 0.5)),))})
    boxes = truth(race).boxes
    assert boxes is not None
    assert boxes[0].tolist() == [30, 20, 60, 40]
