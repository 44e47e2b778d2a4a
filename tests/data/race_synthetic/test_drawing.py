"""What is drawn is what is labelled."""

import numpy as np
import pytest

from src.data.race_synthetic.camera import decoded
from src.data.race_synthetic.drawing import photographed
from src.data.race_synthetic.faces import face_of
from src.data.race_synthetic.hair import head_layer
from src.data.race_synthetic.heads import Pose, face_box
from src.data.race_synthetic.labelling import labelled
from src.data.race_synthetic.people import everybody
from src.data.race_synthetic.portraits import HEIGHT, WIDTH
from src.data.race_synthetic.sheets import printed
from tests.data.race_synthetic.small import SHAPE, person, plan, runner


def photographs(*figures):  # type: ignore[no-untyped-def]
    return decoded(photographed(plan(*figures), np.random.default_rng(0))).astype(int)


def changed(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """xyxy of where two photos differ by more than JPEG makes them."""
    rows, columns = np.nonzero(np.abs(one - other).max(axis=2) > 60)
    return np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])


def test_a_bib_is_drawn_where_its_box_is() -> None:
    with_bib, without = photographs(runner()), photographs(runner(bib=False))
    box = labelled(plan(runner())).bibs.boxes[0].area.pixels(SHAPE)
    np.testing.assert_allclose(changed(with_bib, without), box, atol=5)


def test_digits_are_printed_where_they_are_said_to_be() -> None:
    own = printed(person().design, "1234")
    high, wide = own.pixels.shape[:2]
    ink = np.abs(own.pixels.astype(int) - person().design.paper).max(axis=2) > 60
    for left, top, right, bottom in own.digits:
        x1, y1, x2, y2 = (
            round(left * wide),
            round(top * high),
            round(right * wide),
            round(bottom * high),
        )
        inside = ink[y1:y2, x1:x2]
        assert inside.mean() > 0.15
        assert inside[:3].any()
        assert inside[-3:].any()
        assert not ink[y1 + 3 : y2 - 3, x1 - 2 : x1 - 1].all()


def test_nothing_is_left_of_a_portrait_around_a_face() -> None:
    for who in everybody(0, 6)[0]:
        around = face_of(who)[[0, 0, HEIGHT - 1, HEIGHT - 1], [0, WIDTH - 1, 0, WIDTH - 1]]
        np.testing.assert_allclose(around, np.tile(who.skin, (4, 1)), rtol=0.12)


def test_people_do_not_look_alike() -> None:
    runners, others = everybody(0, 8)
    faces = [face_of(who) for who in (*runners[:3], *others)]
    for place, one in enumerate(faces):
        assert all(np.abs(one - other).mean() > 0.02 for other in faces[place + 1 :])


@pytest.mark.parametrize("pose", [Pose(), Pose(yaw=40), Pose(yaw=-75), Pose(pitch=35)])
def test_a_face_lies_in_its_head(pose: Pose) -> None:
    layer = head_layer(person(), pose, 60.0, (0.0, 0.0))
    middle = layer.shape[0] / 2
    x1, y1, x2, y2 = np.rint(face_box(pose, person()) * 60 + middle).astype(int)
    assert layer[y1:y2, x1:x2, 3].mean() > 180
    assert layer[:, :, 3].mean() < 130


def test_looking_down_is_another_shape_and_not_another_place() -> None:
    straight, down = (head_layer(person(), Pose(pitch=p), 60.0, (0.0, 0.0)) for p in (0, 40))
    assert np.abs(straight.astype(int) - down)[30:80].mean() > 10
    high = [np.ptp(face_box(Pose(pitch=p), person())[1::2]) for p in (0, 40)]
    assert high[1] < high[0]


def test_one_number_of_digits_is_given_out_once() -> None:
    runners, bystanders = everybody(4, 200)
    numbers = [who.number for who in runners]
    assert len(set(numbers)) == len(numbers) == 160
    assert all(1 <= int(number) <= 9999 for number in numbers)
    assert {who.number for who in bystanders} == {""}
