import numpy as np
import pytest

from src.core import Annotation, Trajectory
from src.core.annotation import ERASER
from src.reporting.playback.painting import Painting, Rectangle
from tests.reporting.playback.scenes import annotation_of, paint_after, wander

SHAPE = (40, 50)


@pytest.mark.parametrize("seed", range(5))
def test_paint_at_any_moment_is_every_disk_so_far(seed: int) -> None:
    mouse = wander(SHAPE, seed=seed)
    painting = Painting(annotation_of(mouse, SHAPE))
    ends = np.cumsum(mouse.dt)
    for moment in np.linspace(0, ends[-1], 23):
        painting.advance(moment)
        done = int((ends <= moment).sum())
        np.testing.assert_array_equal(painting.paint, paint_after(mouse, done, SHAPE))


def test_nothing_changes_outside_the_rectangle_that_is_given() -> None:
    painting = Painting(annotation_of(wander(SHAPE), SHAPE))
    before = painting.paint.copy()
    for moment in np.linspace(0, painting.seconds, 40):
        part = painting.advance(moment) or Rectangle(0, 0, 0, 0)
        before[part.top : part.bottom, part.left : part.right] = painting.paint[
            part.top : part.bottom, part.left : part.right
        ]
        np.testing.assert_array_equal(painting.paint, before)


def test_what_is_erased_goes_when_the_eraser_comes() -> None:
    mouse = Trajectory([5, 5], [5, 6], [True, True], [0, ERASER], [2, 1], [1.0, 1.0])
    painting = Painting(annotation_of(mouse, SHAPE))
    assert painting.seconds == 2.0
    painting.advance(1.0)
    assert painting.paint[5, 6] == 1
    painting.advance(2.0)
    assert painting.paint[5, 6] == 0
    assert painting.paint[5, 4] == 1


def test_later_paint_covers_earlier_paint() -> None:
    mouse = Trajectory([5, 5], [5, 6], [True, True], [0, 1], [3, 3], [1.0, 1.0])
    painting = Painting(annotation_of(mouse, SHAPE))
    painting.advance(1.0)
    assert painting.paint[5, 5] == 1
    painting.advance(2.0)
    assert painting.paint[5, 5] == 2


def test_brush_of_radius_0_paints_one_pixel() -> None:
    mouse = Trajectory([5, 9], [5, 9], [True, False], [0, -1], [0, 0], [1.0, 1.0])
    painting = Painting(annotation_of(mouse, SHAPE))
    assert painting.advance(1.0) == Rectangle(5, 5, 6, 6)
    assert painting.paint.sum() == 1


def test_mouse_that_never_moved_leaves_an_empty_canvas() -> None:
    painting = Painting(Annotation(np.zeros((*SHAPE, 4), np.uint8), Trajectory.empty()))
    painting.advance(0.0)
    assert painting.seconds == 0.0
    assert painting.pointer is None
    assert not painting.paint.any()
