"""A real pointer at the page of a run that waits: what it paints is what the run gets."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from src.annotators.rootpainter import RootPainterAnnotator
from src.annotators.traces import annotation_of
from src.annotators.traces.dabs import furthest
from src.core import Trajectory
from src.geometry.masks import foreground
from src.geometry.stamping import stamp
from src.studio.asking import Studio
from src.training.person import Desk, Offer
from tests.studio.asked import served
from tests.studio.page.person import Person
from tests.training.simple import Notes, participants

Sits = Callable[..., Person]

OPEN = "step => window.studio?.painter && studio.step === step && !studio.told.away"
SENT = "() => studio.sent === studio.recorder.length"
HOLD = "([tool, radius]) => void (studio.painter.choose(tool), studio.painter.setRadius(radius))"
SIDE = 64


def offered(folder: Path) -> tuple[Desk, list[Offer]]:
    """Two pictures, the second with a prediction."""
    samples = list(participants(folder, Notes()).dataset.samples())[:2]
    desk = Desk(folder, lambda: False)
    offers = [
        Offer(1, samples[0].picture, None, 0),
        Offer(2, samples[1].picture, np.eye(SIDE) > 0, 1),
    ]
    desk.offer(offers[0])
    return desk, offers


def places(points: Any) -> list[tuple[float, float]]:
    """Where pixels of the picture lie, as fractions of it."""
    return [((c + 0.5) / SIDE, (r + 0.5) / SIDE) for r, c in points]


def test_what_is_painted_on_the_page_is_what_the_run_gets(tmp_path: Path, sits: Sits) -> None:
    desk, offers = offered(tmp_path)
    with served(Studio(desk=desk)) as asker:
        person = sits(asker)
        person.tab.goto(f"{asker.origin}/teach")
        person.tab.wait_for_function(OPEN, arg=1)
        person.tab.evaluate("studio.painter.setRadius(3)")
        person.drags(*places([(10, 10), (12, 40), (30, 44)]), steps=5)
        person.keys("w").drags(*places([(50, 8), (52, 50)]))
        person.keys("q").drags(*places([(40, 8), (41, 20)])).keys("Control+z")
        person.tab.wait_for_function(SENT)
        # The browser is closed and opened again: nothing is lost.
        person.tab.reload()
        person.tab.wait_for_function(OPEN, arg=1)
        person.keys("e").tab.evaluate("studio.painter.setRadius(2)")
        person.drags(*places([(50, 20), (51, 30)]))
        shown = person.tab.evaluate("studio.paint.png()")
        person.keys("Enter")
        trace = desk.take()
        annotation = annotation_of(trace, (SIDE, SIDE))
        assert annotation.foreground.sum() > 50 < annotation.background.sum()
        assert kinds(shown) == kinds_of(annotation)
        assert isinstance(annotation.trajectory, Trajectory)
        assert set(annotation.trajectory.channel) == {-1, 0, 1, 2}
        desk.offer(offers[1])
        person.tab.wait_for_function(OPEN, arg=2)
        assert "the model after image 1" in person.tab.inner_text(".side")
        person.keys("n")
        assert desk.take().kind[-1] == "skip"
        desk.finish()
        person.tab.wait_for_selector("[data-state=finished]")


def strokes_of(trajectory: Trajectory) -> list[list[dict[str, Any]]]:
    """Dabs in order, cut where the tool changes, the brush is lifted, or the page would fill in."""
    strokes: list[list[dict[str, Any]]] = []
    before: dict[str, Any] | None = None
    for event in trajectory.records():
        if event["painting"]:
            goes_on = (
                before is not None
                and all(before[name] == event[name] for name in ("channel", "brush_radius"))
                and np.hypot(before["r"] - event["r"], before["c"] - event["c"])
                <= furthest(event["brush_radius"])
            )
            strokes[-1].append(event) if goes_on else strokes.append([event])
        before = event if event["painting"] else None
    return strokes


def test_real_pointer_repeats_a_simulated_hand(tmp_path: Path, sits: Sits) -> None:
    sample = next(iter(participants(tmp_path, Notes()).dataset.samples()))
    simulated = RootPainterAnnotator().initial(foreground(sample.truth), np.random.default_rng(3))
    strokes = strokes_of(simulated.trajectory)[:40]
    desk = Desk(tmp_path, lambda: False)
    desk.offer(Offer(1, sample.picture, None, 0))
    with served(Studio(desk=desk)) as asker:
        person = sits(asker)
        person.tab.goto(f"{asker.origin}/teach")
        person.tab.wait_for_function(OPEN, arg=1)
        for dabs in strokes:
            tool = ("foreground", "background")[dabs[0]["channel"]]
            person.tab.evaluate(HOLD, [tool, dabs[0]["brush_radius"]])
            person.drags(*places([(dab["r"], dab["c"]) for dab in dabs]), steps=1)
        person.keys("Enter")
        annotation = annotation_of(desk.take(), (SIDE, SIDE))
        desk.finish()
    expected = np.zeros((SIDE, SIDE), np.uint8)
    for dab in chain(*strokes):
        stamp(expected, dab["r"], dab["c"], dab["brush_radius"], dab["channel"] + 1)
    assert kinds_of(annotation) == expected.tolist()
    assert expected.any()


def kinds(png: str) -> list[list[int]]:
    import base64

    from tests.studio.page.test_masks import kinds_of as of_png

    return of_png(base64.b64decode(png)).tolist()  # type: ignore[no-any-return]


def kinds_of(annotation: Any) -> list[list[int]]:
    return (annotation.foreground + 2 * annotation.background).astype(int).tolist()  # type: ignore[no-any-return]
