"""A dataset's truth becomes labels, and comes back from the set as the truth that it was."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.refsets import ReferenceSet
from src.data.refsets.dataset import Reference
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.labels import Bibs
from src.data.refsets.samples.taking import take_samples
from src.data.synthetic.nuclei import Nuclei
from src.data.ui_synthetic.dataset import UiSynthetic
from tests.data.refsets.making import new_set, png

SHAPE = (60, 80)


def runners(number: int, **changed: Any) -> Sample:
    """A made-up photo: a bib with its face, a bib that nobody can read, a number without a box."""
    pixels = np.random.default_rng(number).integers(0, 256, (*SHAPE, 3), np.uint8)
    tags = {"dark_bib": "yes", "light_faces": "yes", "part": "iteration", "weather": "rain"}
    columns = {
        "boxes": np.array([[8.3, 40.1, 30.7, 55], [50, 40, 70, 55], [10, 5, 20, 20], [0, 0, 0, 0]]),
        "ids": np.array([7, 3, 9, 4]),
        "classes": np.array([0, 0, 1, 0]),
        "texts": ("621", "6??", None, "77"),
        "scored": np.array([True, False, True, False]),
        "links": np.array([[7, 9]]),
        "class_names": ("bib", "face"),
        "extra": {
            "scope": np.array(["bib", "bib_obscured", "keep", "bib"]),
            "identity": np.array(["", "", "runner-3", ""]),
            "tags": np.array(["", "", "tiny,profile", ""]),
            "located": np.array([True, True, True, False]),
        },
    }
    entry = Entry(f"{number:016d}", f"race-{number}", "test", tags=tags)
    return Sample(Picture(entry, pixels), Instances(SHAPE, **{**columns, **changed}))


def nobody(number: int) -> Sample:
    """A photo in which a renderer drew neither bib nor face."""
    none = np.zeros(0, np.int64)
    empty = Instances(
        SHAPE, boxes=np.zeros((0, 4)), ids=none, classes=none, texts=(), scored=none.astype(bool),
        links=np.zeros((0, 2), np.int64), class_names=("bib", "face"),
    )  # fmt: skip
    return replace(runners(number), truth=empty)


def rows(truth: Instances) -> list[tuple[Any, ...]]:
    """All that a truth says of each instance, whatever it is known by, in a fixed order."""
    assert truth.boxes is not None
    assert truth.class_names is not None
    assert truth.classes is not None
    return sorted(
        (
            truth.class_names[truth.classes[row]],
            tuple(np.round(truth.boxes[row], 9)),
            None if truth.texts is None else truth.texts[row],
            bool(truth.counts[row]),
            *(str(truth.extra[name][row]) for name in ("scope", "identity", "tags", "located")),
        )
        for row in range(len(truth))
    )


def linked(truth: Instances) -> set[tuple[Any, ...]] | None:
    """Which boxes belong together."""
    if truth.links is None:
        return None
    assert truth.boxes is not None
    assert truth.ids is not None
    places = {own: tuple(np.round(truth.boxes[row], 9)) for row, own in enumerate(truth.ids)}
    return {(places[bib], places[face]) for bib, face in truth.links}


@pytest.fixture(name="empty")
def empty_fixture(templates: Path, tmp_path: Path) -> Iterator[ReferenceSet]:
    with ReferenceSet.open(shutil.copytree(templates / "empty", tmp_path / "set")) as made:
        yield made


def test_bibs_faces_and_links_come_back_as_the_truth_that_they_were(empty: ReferenceSet) -> None:
    samples = [runners(0), nobody(1), runners(2, links=None)]
    tally = take_samples(empty, samples, "dataset=race")
    assert (tally.photos, tally.new_photos, tally.added) == (3, 3, 8)
    freeze(empty, "v1")
    back = {one.name: one for one in Reference(str(empty.folder), "v1").samples()}
    assert set(back) == {"race-0", "race-1"}  # nobody looked for links in the third
    for sample in samples[:2]:
        found = back[sample.name]
        assert np.array_equal(found.picture.pixels, sample.picture.pixels)
        assert linked(found.truth) == linked(sample.truth)
        assert found.truth.class_names == sample.truth.class_names
    assert rows(back["race-0"].truth) == rows(samples[0].truth)
    assert len(back["race-1"].truth) == 0
    tags = back["race-0"].picture.entry.tags
    assert tags == {"dark_bib": "yes", "light_faces": "yes", "part": "iteration"}
    assert empty.state("race-1") == "negative"
    assert empty.state("race-2") == "incomplete"
    assert empty.log("race-0")[0].why == "import dataset=race"


def test_again_changes_nothing_and_what_a_person_said_stays(empty: ReferenceSet) -> None:
    samples = [runners(0), nobody(1)]
    take_samples(empty, samples, "dataset=race")
    ids = [box.id for box in _bibs(empty).boxes]
    again = take_samples(empty, samples, "dataset=race")
    assert (again.new_photos, again.added, again.replaced, again.same) == (0, 0, 0, 6)
    assert [box.id for box in _bibs(empty).boxes] == ids
    first = _bibs(empty).boxes[0]
    mine = replace(_bibs(empty), boxes=(replace(first, number="999"), *_bibs(empty).boxes[1:]))
    empty.save(empty.photo("race-0").sha, {"bibs": mine}, began=None, who="ann")
    assert take_samples(empty, samples, "dataset=race").kept == 1
    assert _bibs(empty).boxes[0].number == "999"
    dry = take_samples(empty, samples, "dataset=race", replacing=True, dry_run=True)
    assert (dry.replaced, _bibs(empty).boxes[0].number) == (1, "999")
    take_samples(empty, samples, "dataset=race", replacing=True)
    changed = _bibs(empty).boxes[0]
    assert (changed.id, changed.number) == (first.id, "621")


def test_pictures_alone_are_photos_that_nobody_labelled(empty: ReferenceSet) -> None:
    take_samples(empty, [runners(0)], "dataset=race", labels=False)
    assert empty.state("race-0") == "unlabelled"
    assert empty.photo("race-0").part is None
    take_samples(empty, [runners(0)], "dataset=race")
    assert (empty.statistics().photos, empty.state("race-0")) == (1, "complete")


def test_a_photo_that_came_as_a_file_is_known_by_its_pixels(empty: ReferenceSet) -> None:
    sample = runners(0)
    sha = empty.add(png(np.asarray(sample.picture.pixels)), "spring/race-0.png")
    empty.add(png(np.zeros((*SHAPE, 3), np.uint8)), "race-1.png")
    tally = take_samples(empty, [sample, runners(1)], "dataset=race")
    assert tally.new_photos == 1  # the other one is called alike and shows something else
    assert empty.state(sha) == "complete"


def test_a_photo_whose_file_was_lost_gets_it_again(empty: ReferenceSet) -> None:
    take_samples(empty, [runners(0)], "dataset=race")
    sha = empty.photo("race-0").sha
    empty.objects.remove(sha)
    assert take_samples(empty, [runners(0)], "dataset=race", labels=False).new_photos == 0
    assert len(empty.content(sha)) == empty.photo(sha).bytes


def test_what_a_truth_does_not_say_is_as_usual(empty: ReferenceSet) -> None:
    boxes = np.array([[1, 1, 9, 9], [9, 9, 20, 20], [5, 5, 8, 8], [1, 2, 3, 4]])
    scored = np.array([True, False, True, True])
    sample = runners(0, extra={}, texts=None, scored=scored, boxes=boxes)
    take_samples(empty, [sample], "dataset=race")
    assert [box.scope for box in _bibs(empty).boxes] == ["bib", "bib_obscured", "bib"]
    assert [box.number for box in _bibs(empty).boxes] == ["", "", ""]


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"class_names": ("car", "tree")}, "its classes are car, tree, the set has bibs, faces"),
        ({"classes": None, "links": None}, "truth: has no boxes with classes"),
        ({"links": np.array([[9, 7]])}, r"links\[0\]: must go from a bib to a face"),
        (
            {"scored": np.array([False, False, True, False])},
            r"instances\[0\].scope: 'bib' contradicts the truth, where it is not scored",
        ),
        (
            {"scored": np.array([True, True, True, False])},
            r"instances\[1\].scope: 'bib_obscured' contradicts the truth, where it is scored",
        ),
        (
            {"boxes": np.array([[8, 8, 8, 9], [0, 0, 1, 1], [1, 1, 2, 2], [0, 0, 0, 0]])},
            r"instances\[0\].w: must be above 0",
        ),
        (
            {
                "extra": {
                    "scope": np.array(["bib", "bib_obscured", "smile", "bib_obscured"]),
                    "located": np.array([True, True, True, False]),
                }
            },
            "'smile' is no scope",
        ),
    ],
)
def test_a_truth_that_no_label_can_say_is_one_sentence(
    empty: ReferenceSet, changed: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(InputError, match=f"dataset=race, sample race-0: .*{complaint}") as refused:
        take_samples(empty, [runners(0, **changed)], "dataset=race")
    assert "\n" not in str(refused.value)
    assert empty.statistics().photos == 0


def test_what_a_tool_says_is_no_truth(empty: ReferenceSet) -> None:
    sample = replace(runners(0), reference="cellpose", strategy="tool_comparison")
    with pytest.raises(InputError, match="is what cellpose says, no truth"):
        take_samples(empty, [sample], "dataset=tools")


def test_nuclei_become_paint(tmp_path: Path) -> None:
    samples = list(Nuclei(count=3, size=64).samples())
    with new_set(tmp_path / "set", ("masks",)) as refset:
        assert take_samples(refset, samples, "dataset=nuclei").added == 3
        freeze(refset, "v1")
        back = {one.name: one for one in Reference(str(refset.folder), "v1").samples()}
        for sample in samples:
            found = back[sample.name]
            assert np.array_equal(found.picture.pixels, sample.picture.pixels)
            assert np.array_equal(found.truth.foreground(), sample.truth.foreground())
            assert not found.truth.ignored().any()
        assert take_samples(refset, samples, "dataset=nuclei").same == 3
        with pytest.raises(InputError, match="truth: has no masks, as a set of masks needs"):
            take_samples(refset, [runners(0)], "dataset=race")


def test_what_must_not_count_stays_unpainted(tmp_path: Path) -> None:
    labels = np.zeros(SHAPE, np.uint8)
    labels[:20], labels[40:] = 1, 2
    truth = Instances.from_labels(labels, unscored=[2])
    sample = replace(runners(0), truth=truth)
    with new_set(tmp_path / "set", ("masks",)) as refset:
        take_samples(refset, [sample], "dataset=x")
        (back,) = Reference(str(refset.folder)).samples()
    assert np.array_equal(back.truth.foreground(), truth.foreground())
    assert np.array_equal(back.truth.ignored(), truth.ignored())


@pytest.mark.parametrize("dtype", [np.uint16, np.float32])
@pytest.mark.parametrize("colours", [(), (3,)])
def test_no_pixel_is_lost(tmp_path: Path, dtype: type, colours: Sequence[int]) -> None:
    pixels = (np.random.default_rng(0).random((*SHAPE, *colours)) * 60_000).astype(dtype)
    plain = runners(0)
    sample = Sample(Picture(plain.picture.entry, pixels), plain.truth)
    with new_set(tmp_path / "set") as refset:
        take_samples(refset, [sample], "dataset=x")
        assert np.array_equal(refset.pixels("race-0"), pixels)
        assert take_samples(refset, [sample], "dataset=x").new_photos == 0


def test_elements_come_back_as_the_truth_that_they_were(tmp_path: Path) -> None:
    samples = list(UiSynthetic(count=1).samples())
    with new_set(tmp_path / "set", ("elements",)) as refset:
        take_samples(refset, samples, "dataset=ui_synthetic")
        (back,) = Reference(str(refset.folder)).samples()
        assert take_samples(refset, samples, "dataset=ui_synthetic").same == 1
    want, found = samples[0].truth, back.truth
    assert want.boxes is not None
    assert found.boxes == pytest.approx(want.boxes, abs=1e-9)
    assert found.texts == want.texts
    assert found.counts.tolist() == want.counts.tolist()
    for name in ("element", "type", "box_type", "level"):
        assert found.extra[name].tolist() == want.extra[name].tolist()
    clicks = {one.id: one.click for one in samples[0].picture.questions}
    for question in back.picture.questions:
        assert question.click == pytest.approx(clicks[question.id])


def _bibs(refset: ReferenceSet) -> Bibs:
    document = refset.labels("race-0").documents["bibs"]
    assert isinstance(document, Bibs)
    return document
