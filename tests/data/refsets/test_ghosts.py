"""What a detector suggests, who it is, and what became of it."""

from dataclasses import replace

import numpy as np
import pytest

from src.core import InputError, Instances
from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts import Ghost, Look, Source
from src.data.refsets.ghosts.painted import painted_fate
from src.data.refsets.ghosts.suggesting import MisfitError, suggested
from src.data.refsets.labels import Area, Bib, Bibs, Face, Faces, Unfit
from src.geometry.boxes import iou
from tests.data.refsets.making import HIGH, LEFT, LOW, label

OCR = Source("ocr", "1.7", {"lines": 3, "model": {"size": "s"}}, {"model.onnx": "ab" * 32})


def suggest(refset: ReferenceSet, *ghosts: Ghost, source: Source = OCR, name: str = "0") -> Look:
    sha = refset.photo(name).sha
    with refset.batch() as batch:
        batch.suggest(sha, "bibs", source, ghosts)
    return last(refset, name)


def last(refset: ReferenceSet, name: str = "0") -> Look:
    look = refset.ghosts(name, "bibs")
    assert look is not None
    return look


def fates(refset: ReferenceSet) -> list[str]:
    return [ghost.fate for ghost in last(refset).ghosts]


def test_they_carry_all_that_another_run_would_need(race: ReferenceSet) -> None:
    assert race.ghosts("0", "bibs") is None
    look = suggest(race, Ghost(LOW, "621", confidence=0.5))
    assert look.source == OCR
    assert [replace(ghost, id=None) for ghost in look.ghosts] == [
        Ghost(LOW, "621", confidence=0.5, fate="open")
    ]
    assert race.state("0") == "unlabelled"


def test_what_stays_as_it_was_is_accepted_and_what_is_gone_rejected(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"), Ghost(LEFT, "9"))
    label(race, "0", {"bibs": Bibs((Bib(LOW, "621"),))})
    assert fates(race) == ["accepted", "rejected"]
    (bib,) = race.labels("0").documents["bibs"].boxes  # type: ignore[union-attr]
    assert last(race).ghosts[0].box == bib.id


def test_what_was_moved_is_edited_with_its_overlap(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"))
    moved = Area(0.15, 0.6, 0.2, 0.2)
    label(race, "0", {"bibs": Bibs((Bib(moved, "621"),))})
    (ghost,) = last(race).ghosts
    corners = [[a.x, a.y, a.x + a.w, a.y + a.h] for a in (LOW, moved)]
    assert ghost.fate == "edited"
    assert ghost.iou == pytest.approx(iou(corners[:1], corners[1:])[0, 0])


def test_another_number_is_an_edit_too(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"))
    label(race, "0", {"bibs": Bibs((Bib(LOW, "62?"),))})
    assert (fates(race), last(race).ghosts[0].iou) == (["edited"], pytest.approx(1))


def test_a_box_may_name_the_suggestion_it_was_made_from(race: ReferenceSet) -> None:
    look = suggest(race, Ghost(LOW, "621"), Ghost(LEFT, "9"))
    far = Bib(Area(0.8, 0.8, 0.1, 0.1), "621", ghost=look.ghosts[0].id)
    label(race, "0", {"bibs": Bibs((far,))})
    assert (fates(race), last(race).ghosts[0].iou) == (["edited", "rejected"], 0)
    with pytest.raises(Unfit, match=r"boxes\[0\].ghost: there is no open suggestion 99"):
        label(race, "0", {"bibs": Bibs((replace(far, ghost=99),))})


def test_a_rejected_scope_rejects(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"))
    label(race, "0", {"bibs": Bibs((Bib(LOW, "621", "not_bib"),))})
    assert fates(race) == ["rejected"]


def test_a_draft_decides_nothing(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"))
    label(race, "0", {"bibs": Bibs((), labelled=False)})
    assert fates(race) == ["open"]


def test_a_later_look_replaces_what_nobody_decided_about(race: ReferenceSet) -> None:
    suggest(race, Ghost(LOW, "621"), Ghost(LEFT, "9"))
    other = replace(OCR, version="1.8")
    look = suggest(race, Ghost(HIGH, "5"), source=other)
    assert [ghost.text for ghost in look.ghosts] == ["5"]
    label(race, "0", {"bibs": Bibs((Bib(HIGH, "5"),))})
    again = suggest(race, Ghost(HIGH, "5"), Ghost(LOW, "621"), source=other)
    assert [ghost.fate for ghost in again.ghosts] == ["accepted", "open"]
    rates = {one.version: one for one in race.statistics().fates}
    assert (rates["1.7"].ghosts, rates["1.8"].accepted) == (0, 1)


def test_rates_are_told_by_backend_and_version(race: ReferenceSet) -> None:
    for name in "01":
        suggest(race, Ghost(LOW, "621"), Ghost(LEFT, "9"), name=name)
    suggest(race, name="2")
    mine = (Bib(LOW, "621"), Bib(Area(0.7, 0.7, 0.2, 0.2), "8"))
    label(race, "0", {"bibs": Bibs(mine)})
    label(race, "2", {"bibs": Bibs((Bib(HIGH, "1"), Bib(LEFT, scope="not_bib"), Bib(None, "3")))})
    (rates,) = race.statistics().fates
    assert (rates.backend, rates.version, rates.dimension) == ("ocr", "1.7", "bibs")
    assert (rates.photos, rates.ghosts, rates.decided) == (3, 4, 2)
    assert (rates.accepted, rates.edited, rates.rejected) == (1, 0, 1)
    assert rates.rate(rates.accepted) == 0.5
    # One box of photo 0 and one of photo 2: what is no bib, or has no box, cannot be proposed.
    assert rates.unproposed == 2


def mask(*rows: int) -> np.ndarray:
    found = np.zeros((10, 10), bool)
    found[list(rows)] = True
    return found


@pytest.mark.parametrize(
    ("proposed", "foreground", "background", "fate"),
    [
        (mask(1, 2), mask(1), mask(5), ("accepted", None)),
        (mask(1, 2), mask(), mask(), ("accepted", None)),
        (mask(1, 2), mask(1), mask(2), ("edited", 0.5)),
        (mask(1), mask(1, 2), mask(), ("edited", 0.5)),
        (mask(1), mask(5), mask(1), ("rejected", None)),
    ],
)
def test_paint_decides_where_somebody_painted(
    proposed: np.ndarray, foreground: np.ndarray, background: np.ndarray, fate: object
) -> None:
    assert painted_fate(proposed, foreground, background) == fate


def found(**columns: object) -> Instances:
    boxes = np.array([[0, 0, 10, 20], [20, 10, 30, 30], [90, 0, 95, 5]], float)
    return Instances((40, 60), boxes=boxes, **columns)  # type: ignore[arg-type]


def test_a_detector_fills_the_dimensions_of_its_classes() -> None:
    prediction = found(
        classes=np.array([0, 1, 1]),
        class_names=("bib", "face"),
        texts=("7", None, None),
        scores=np.array([0.5, 0.25, 1]),
    )
    ghosts = suggested(prediction, ("bibs", "faces", "links"))
    assert ghosts["bibs"] == (Ghost(Area(0, 0, 1 / 6, 0.5), "7", confidence=0.5),)
    # What lies beside the picture cannot be shown.
    assert ghosts["faces"] == (Ghost(Area(1 / 3, 0.25, 1 / 6, 0.5), confidence=0.25),)


def test_a_detector_without_classes_must_be_told_what_it_is_for() -> None:
    assert list(suggested(found(), ("bibs", "faces", "links"), "faces")) == ["faces"]
    assert list(suggested(found(), ("elements",))) == ["elements"]
    with pytest.raises(MisfitError, match="say --as with one of bibs, faces"):
        suggested(found(), ("bibs", "faces", "links"))
    other = found(classes=np.zeros(3, int), class_names=("dog",))
    with pytest.raises(InputError, match="the detector finds dog, the set has bibs, faces"):
        suggested(other, ("bibs", "faces", "links"))


def test_a_mask_is_suggested_as_paint() -> None:
    labels = np.zeros((40, 60), np.uint8)
    labels[5:9, 5:9] = 1
    seen = suggested(Instances.from_labels(labels), ("masks",))
    assert np.array_equal(seen["masks"], labels > 0)


def test_faces_are_decided_by_their_place_alone(race: ReferenceSet) -> None:
    sha = race.photo("0").sha
    with race.batch() as batch:
        batch.suggest(sha, "faces", OCR, [Ghost(HIGH, confidence=0.9)])
    label(race, "0", {"faces": Faces((Face(HIGH, identity="Ann"),))})
    look = race.ghosts(sha, "faces")
    assert look is not None
    assert [ghost.fate for ghost in look.ghosts] == ["accepted"]
