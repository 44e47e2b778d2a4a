"""The player in a real browser: skipped, by name, where there is none."""

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Trajectory
from src.reporting.playback import Scene, write_player
from src.reporting.playback.player import page as html_of
from src.reporting.playback.player import strokes
from src.reporting.playback.scene import Pixels
from tests.reporting.playback.scenes import paint_after, scene_of, wander

SHAPE = (90, 120)

AS_BASE64 = """(() => {
    let letters = "";
    for (const byte of player.annotationPixels()) letters += String.fromCharCode(byte);
    return btoa(letters);
})()"""

PACE = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    player.play();
    while (player.time === 0) await frame();
    const start = [player.time, performance.now()];
    while (performance.now() - start[1] < 300) await frame();
    return (1000 * (player.time - start[0])) / (performance.now() - start[1]);
}"""


def opened(tab: Any, folder: Path, scene: Scene) -> None:
    """Show the player of a scene."""
    write_player(folder / "player.html", scene)
    tab.goto((folder / "player.html").as_uri())
    tab.evaluate("playerReady.then(() => true)")


def canvas_of(tab: Any, shape: tuple[int, int]) -> Pixels:
    """What the painting shows, in the painter's format."""
    data = base64.b64decode(tab.evaluate(AS_BASE64))
    return np.frombuffer(data, np.uint8).reshape(*shape, 4)


@pytest.mark.parametrize("corrective", [False, True])
def test_final_canvas_equals_the_annotation(tab: Any, tmp_path: Path, corrective: bool) -> None:
    scene = scene_of(SHAPE, corrective=corrective)
    assert scene.annotation.spilled > 0
    opened(tab, tmp_path, scene)
    tab.evaluate("player.seek(player.duration)")
    np.testing.assert_array_equal(canvas_of(tab, SHAPE), scene.annotation.rgba)


def test_scrubbing_anywhere_shows_the_paint_of_that_moment(tab: Any, tmp_path: Path) -> None:
    mouse = wander(SHAPE, 600)
    opened(tab, tmp_path, scene_of(SHAPE, mouse))
    # Many snapshots, few of which are kept, so that both ways of going back are taken.
    tab.evaluate("Replay.SNAPSHOT_BYTES = 5e4, player.replay.spacing = 5e3")
    ends = np.cumsum(mouse.dt)
    for share in (0.5, 0.2, 0.9, 0.85, 0.0, 1.1, 0.3, 0.99):
        moment = share * ends[-1]
        tab.evaluate("seconds => player.seek(seconds)", moment)
        if share < 1:
            paint = paint_after(mouse, int((ends <= moment).sum()), SHAPE)
            painting = canvas_of(tab, SHAPE)
            np.testing.assert_array_equal(painting[..., 0] > 0, paint == 1)
            np.testing.assert_array_equal(painting[..., 1] > 0, paint == 2)
    assert 2 < tab.evaluate("player.replay.snapshots.length") <= 5


def test_it_plays_and_pauses_by_button_and_by_key(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE))
    tab.get_by_role("button", name="Play").click()
    tab.wait_for_function("() => player.time > 0.1")
    tab.get_by_role("button", name="Pause").click()
    stopped = tab.evaluate("player.time")
    tab.wait_for_timeout(100)
    assert tab.evaluate("player.time") == stopped
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("Space")
    tab.wait_for_function("seconds => player.time > seconds", arg=stopped)
    tab.keyboard.press("Space")
    assert not tab.evaluate("player.playing")


def test_it_stops_at_the_end_and_begins_again(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE))
    tab.evaluate("player.seek(player.duration - 0.05), player.play()")
    tab.wait_for_function("() => !player.playing")
    assert tab.locator("#hand").inner_text() == "finished"
    tab.evaluate("player.play()")
    assert tab.evaluate("player.time < 1")


@pytest.mark.parametrize("speed", ["1", "8"])
def test_speed_is_that_of_the_clock(tab: Any, tmp_path: Path, speed: str) -> None:
    opened(tab, tmp_path, scene_of(SHAPE, wander(SHAPE, 2000)))
    tab.get_by_label("speed").select_option(speed)
    assert tab.evaluate(PACE) == pytest.approx(float(speed), rel=0.3)


def test_slider_and_keys_move_through_time(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE))
    slider = tab.get_by_label("Simulated time")
    slider.fill("2.5")
    assert tab.evaluate("player.time") == 2.5
    slider.press("ArrowRight")
    assert tab.evaluate("player.time") == 3.5
    slider.press("End")
    assert tab.evaluate("player.time === player.duration")
    slider.press("Home")
    assert tab.evaluate("player.time") == 0
    tab.keyboard.press(">")
    assert tab.evaluate("player.speed") == 2


def test_layers_come_and_go(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE))
    tab.evaluate("player.seek(player.duration)")
    whole = tab.screenshot()
    for layer in ("picture", "true outline", "prediction", "missed", "foreground", "mouse"):
        tab.get_by_text(layer).last.click()
        assert tab.screenshot() != whole
        tab.get_by_text(layer).last.click()


def test_first_annotation_has_no_prediction_to_show(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE, corrective=False))
    assert tab.get_by_role("checkbox", name="missed").count() == 0
    assert tab.get_by_role("checkbox", name="foreground").count() == 1


def test_it_plays_inside_the_frame_of_a_run_page(tab: Any, tmp_path: Path) -> None:
    # MLflow shows HTML artifacts as a blob in <iframe sandbox="allow-scripts">.
    html = html_of(scene_of(SHAPE))
    host = "<iframe sandbox='allow-scripts' width=700 height=600></iframe>"
    (tmp_path / "host.html").write_text(host, encoding="utf-8")
    tab.goto((tmp_path / "host.html").as_uri())
    put = "document.querySelector('iframe').src = URL.createObjectURL(new Blob([html], options))"
    tab.evaluate(f"html => {{ const options = {{type: 'text/html'}}; {put} }}", html)
    frame = tab.frame_locator("iframe")
    frame.get_by_role("button", name="Play").click()
    frame.get_by_role("button", name="Pause").wait_for()
    frame.get_by_label("Simulated time").fill("3")
    frame.get_by_text("3.").first.wait_for()


def test_dark_and_light_are_a_button_apart(tab: Any, tmp_path: Path) -> None:
    opened(tab, tmp_path, scene_of(SHAPE))
    colour = "getComputedStyle(document.body).backgroundColor"
    before = tab.evaluate(colour)
    tab.get_by_label("Switch between dark and light").click()
    assert tab.evaluate(colour) != before


def test_names_cannot_break_the_page(tab: Any, tmp_path: Path) -> None:
    phase = "</script><b>{{script}} & more"
    opened(tab, tmp_path, scene_of(SHAPE, phase=phase))
    assert tab.locator("#phase").inner_text() == phase


@pytest.mark.parametrize("trajectory", [Trajectory.empty(), wander((1, 1), 3)])
def test_almost_nothing_is_shown_too(tab: Any, tmp_path: Path, trajectory: Trajectory) -> None:
    scene = scene_of((1, 1), trajectory)
    opened(tab, tmp_path, scene)
    tab.evaluate("player.play()")
    tab.wait_for_function("() => !player.playing")
    np.testing.assert_array_equal(canvas_of(tab, (1, 1)), scene.annotation.rgba)


def test_large_pictures_are_embedded_as_jpeg() -> None:
    small, large = (html_of(scene_of(shape, wander(shape, 9))) for shape in [(9, 9), (1001, 1000)])
    assert "data:image/png" in small
    assert "data:image/jpeg" in large


def test_a_stroke_begins_where_the_button_goes_down() -> None:
    painting = np.array([True, True, False, True, False, False, True])
    mouse = Trajectory(
        *np.zeros((2, 7), int), painting, np.where(painting, 0, -1), painting, np.ones(7)
    )
    assert strokes(mouse) == 3
    assert strokes(Trajectory.empty()) == 0
