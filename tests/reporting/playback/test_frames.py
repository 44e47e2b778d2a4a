import numpy as np
import pytest
from skimage.segmentation import find_boundaries

from src.core import Trajectory
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS
from src.reporting.playback import Scene, render
from src.reporting.playback.scene import Pixels
from src.reporting.playback.sheet import CAPTION_HEIGHT, MARGIN
from tests.reporting.playback.scenes import scene_of, wander

SIDE = 400
"""Large enough to be shown pixel by pixel."""


def shown(frame: Pixels, place: int) -> Pixels:
    """One picture of the frame of a scene of SIDE by SIDE."""
    left = MARGIN + place * (SIDE + MARGIN)
    return frame[CAPTION_HEIGHT : CAPTION_HEIGHT + SIDE, left : left + SIDE]


def resting(seconds: float, seed: int = 0) -> Trajectory:
    """A trajectory that takes so long, and ends with the mouse in a corner."""
    mouse = wander((SIDE, SIDE), 300, seed)
    columns = {name: np.append(column, 0) for name, column in mouse.columns().items()}
    columns["channel"][-1], columns["dt"][-1] = -1, 1.0
    columns["dt"] *= seconds / columns["dt"].sum()
    return Trajectory(**columns)


@pytest.mark.parametrize(("seconds", "expected"), [(2.0, 1 + 2 * 6), (500.0, 361)])
def test_frames_follow_simulated_time_up_to_a_minute(seconds: float, expected: int) -> None:
    scene = scene_of((20, 20), resting(seconds))
    assert sum(1 for _ in render(scene)) == expected


def test_fewer_frames_where_asked() -> None:
    scene = scene_of((20, 20), resting(500.0))
    assert sum(1 for _ in render(scene, fps=2, seconds=10)) == 21


@pytest.mark.parametrize("fps", [0.0, -6.0])
def test_frames_need_a_rate(fps: float) -> None:
    with pytest.raises(ValueError, match="fps"):
        next(render(scene_of(), fps=fps))


def test_mouse_that_never_moved_has_one_frame() -> None:
    assert len(list(render(scene_of(trajectory=Trajectory.empty())))) == 1


def test_third_panel_is_for_corrections_only() -> None:
    two, three = (next(render(scene_of((SIDE, SIDE), corrective=both))) for both in (False, True))
    assert three.shape[1] - two.shape[1] == SIDE + MARGIN


def test_last_frame_shows_the_annotation() -> None:
    scene = scene_of((SIDE, SIDE), resting(2.0))
    *_, last = render(scene)
    reddish = shown(last, 1).astype(int) @ (1, -1, 0)
    away = np.indices(reddish.shape).max(axis=0) > 20
    np.testing.assert_array_equal((reddish > 60) & away, scene.annotation.foreground & away)
    np.testing.assert_array_equal((reddish < -60) & away, scene.annotation.background & away)


def test_truth_is_outlined_in_yellow() -> None:
    scene = scene_of((SIDE, SIDE))
    outline = find_boundaries(scene.truth, mode="inner")
    yellow = (shown(next(render(scene)), 0) == OUTLINE).all(axis=2)
    np.testing.assert_array_equal(yellow[80:], outline[80:])


def test_errors_are_highlighted() -> None:
    scene = scene_of((SIDE, SIDE))
    third = shown(next(render(scene)), 2).astype(int)
    correct, missed, spurious, rest = third[200, [60, 2, 134, 300]]
    for pixel, colour in ((correct, CORRECT), (missed, MISSED), (spurious, SPURIOUS)):
        nearest = min((CORRECT, MISSED, SPURIOUS), key=lambda own: np.abs(pixel - own).sum())
        assert nearest == colour
    assert np.ptp(rest) < 10


def test_cursor_is_a_ring_while_painting_and_a_cross_elsewhere() -> None:
    mouse = Trajectory([200, 100], [300, 200], [True, False], [1, -1], [20, 0], [1.0, 1.0])
    scene = scene_of((SIDE, SIDE), mouse)
    frames = list(render(scene, fps=1))
    painting, travelling = (shown(frame, 1).min(axis=2) > 200 for frame in frames[1:3])
    assert painting[178:181, 300].any()
    assert painting[200, 320:323].any()
    assert not painting[200, 300]
    assert travelling[100, 205]
    assert not travelling[100, 200]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
@pytest.mark.parametrize("channels", [(), (3,)])
def test_pictures_of_any_kind_are_shown(dtype: type, channels: tuple[int, ...]) -> None:
    pixels = np.random.default_rng(0).uniform(0, 200, (48, 64, *channels)).astype(dtype)
    frame = next(render(scene_of(pixels=pixels)))
    assert frame.dtype == np.uint8
    assert np.ptp(frame[100:200, 100:200]) > 100


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (1500, 40)])
def test_pictures_of_any_size_are_shown(shape: tuple[int, int]) -> None:
    *_, last = render(scene_of(shape, wander(shape, 20)))
    assert max(last.shape) < 2600


def test_a_frame_that_is_kept_does_not_change() -> None:
    frames = render(scene_of())
    first = next(frames)
    copy = first.copy()
    list(frames)
    np.testing.assert_array_equal(first, copy)


def test_parts_of_unequal_size_are_refused() -> None:
    scene = scene_of((48, 64))
    with pytest.raises(ValueError, match=r"prediction is \(3, 3\), the picture \(48, 64\)"):
        Scene(scene.pixels, scene.truth, np.zeros((3, 3), bool), scene.annotation)
