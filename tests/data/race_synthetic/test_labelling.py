"""What is said of a photo follows from what is visible in it."""

from dataclasses import replace

import numpy as np
import pytest

from src.data.race_synthetic.bodies import Stance
from src.data.race_synthetic.figures import Blur
from src.data.race_synthetic.heads import Pose
from src.data.race_synthetic.labelling import labelled
from tests.data.race_synthetic.small import SHAPE, SHARP, person, plan, runner

HIGH, WIDE = SHAPE


def bib(*figures, **how):  # type: ignore[no-untyped-def]
    return labelled(plan(*figures, **how)).bibs.boxes[0]


def face(*figures, **how):  # type: ignore[no-untyped-def]
    return labelled(plan(*figures, **how)).faces.boxes[0]


def test_whoever_is_seen_whole_is_a_bib_a_face_and_their_link() -> None:
    said = labelled(plan(runner()))
    assert [(box.scope, box.number) for box in said.bibs.boxes] == [("bib", "1234")]
    assert [(box.scope, box.identity, box.tags) for box in said.faces.boxes] == [
        ("keep", "runner_01", ())
    ]
    assert said.links.pairs == ((1, 2),)


def test_the_box_of_a_bib_is_its_sheet() -> None:
    x1, y1, x2, y2 = bib(runner()).area.pixels(SHAPE)
    assert x2 - x1 == pytest.approx(80, abs=2)
    assert (y1 + y2) / 2 == pytest.approx(150 + 2.2 * 80, abs=2)


@pytest.mark.parametrize(("x", "number"), [(4.0, "??34"), (WIDE - 4.0, "12??")])
def test_digits_that_a_side_cuts_off_are_not_known(x: float, number: str) -> None:
    cut = bib(runner(x=x))
    assert (cut.scope, cut.number) == ("bib_obscured", number)
    assert cut.area.pixels(SHAPE)[0 if x < 9 else 2] == (0 if x < 9 else WIDE)


def test_a_sheet_cut_below_its_digits_is_clipped_and_readable() -> None:
    cut = bib(runner(y=HIGH - 2.2 * 80 - 25))
    assert (cut.scope, cut.number) == ("bib_clipped", "1234")


def test_a_hand_on_the_digits_obscures_them() -> None:
    stance = Stance(hands=((0.75, -0.05), (-0.2, 0.9)), front=(True, False))
    hidden = bib(runner(stance=stance))
    assert hidden.scope == "bib_obscured"
    assert "?" in hidden.number
    assert bib(runner(stance=replace(stance, front=(False, False)))).scope == "bib"


def test_somebody_in_front_hides_and_somebody_behind_does_not() -> None:
    other = runner(x=350, y=180, who=person(seed=6), bib=False)
    assert bib(runner(), other).scope == "bib_obscured"
    assert bib(other, runner()).scope == "bib"


def test_digits_of_less_than_nine_pixels_are_not_read() -> None:
    small = bib(runner(face=20))
    assert (small.scope, small.number) == ("bib_obscured", "")


def test_blur_of_more_than_a_fifth_of_a_digit_obscures_it() -> None:
    assert bib(runner(blur=Blur(motion=12))).scope == "bib_obscured"
    assert bib(runner(blur=Blur(motion=3))).scope == "bib"
    assert bib(runner(), camera=replace(SHARP, defocus=6.0)).scope == "bib_obscured"


@pytest.mark.parametrize(("y", "scope"), [(30.0, "keep"), (5.0, "uncertain")])
def test_a_face_cut_by_more_than_three_tenths_is_uncertain(y: float, scope: str) -> None:
    assert face(runner(y=y)).scope == scope


def test_a_small_face_is_uncertain_and_tiny() -> None:
    small = face(runner(face=10))
    assert (small.scope, small.tags) == ("uncertain", ("tiny",))


@pytest.mark.parametrize(
    ("pose", "tags"),
    [
        (Pose(yaw=60), ("profile",)),
        (Pose(yaw=-60), ("profile",)),
        (Pose(pitch=35), ("looking_down",)),
        (Pose(yaw=20, pitch=10), ()),
    ],
)
def test_tags_tell_where_a_face_looks(pose: Pose, tags: tuple[str, ...]) -> None:
    assert face(runner(pose=pose)).tags == tags


def test_whoever_looks_away_has_no_face_and_no_link() -> None:
    said = labelled(plan(runner(pose=Pose(yaw=160))))
    assert (said.faces.boxes, said.links.pairs, said.faces.tags) == ((), (), ("no_faces",))
    assert len(said.bibs.boxes) == 1


def test_a_back_of_a_head_that_was_taken_for_a_face_is_excluded() -> None:
    mistaken = replace(plan(runner(pose=Pose(yaw=160))), mistaken=frozenset({0}))
    said = labelled(mistaken)
    assert [box.scope for box in said.faces.boxes] == ["exclude"]
    assert said.faces.tags == ("no_faces",)


def test_an_empty_road_is_known_to_be_empty() -> None:
    said = labelled(plan())
    assert (said.bibs.tags, said.faces.tags) == (("no_bib",), ("no_faces",))
    assert all(document.labelled for document in (said.bibs, said.faces, said.links))


def test_photo_tags_follow_from_light_and_boxes() -> None:
    dark = labelled(plan(runner(x=0.0), camera=replace(SHARP, light="low")))
    assert {"dark_bib", "obscured_bib", "partial_bib"} <= set(dark.bibs.tags)
    bright = labelled(plan(runner(), camera=replace(SHARP, light="bright")))
    assert "light_bib" in bright.bibs.tags
    assert bright.faces.tags == ("light_faces",)


def test_a_bib_lies_below_its_face_by_what_the_plan_says() -> None:
    said = labelled(plan(runner()))
    top, low = (
        np.mean(box.area.pixels(SHAPE)[1::2]) for box in (said.faces.boxes[0], said.bibs.boxes[0])
    )
    assert (low - top) / 80 == pytest.approx(2.2, abs=0.12)
