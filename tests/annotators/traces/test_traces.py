import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.annotators.clocks import KeystrokeLevelClock, SeedClock, SteeringClock
from src.annotators.rootpainter import RootPainterAnnotator
from src.annotators.traces import annotation_of, painted, trajectory_of
from src.annotators.traces.dabs import dabs_between, furthest
from src.annotators.traces.painting import replayed
from src.core import InputError, Trace
from src.core.annotation import ERASER
from src.core.trace import TOOLS
from src.data.formats.traces import read_trace, trace_of, trace_parquet, write_trace
from tests.annotators.traces.hands import Scribe, repeated, traces

SHAPE = (48, 52)
PIXEL = st.tuples(st.integers(-80, 80), st.integers(-80, 80))


def by_hand(trace: Trace, kept: set[int]) -> npt.NDArray[np.uint8]:
    """The paint of some strokes, by the distance of every pixel to every dab."""
    rows, columns = np.indices(SHAPE)
    paint = np.zeros(SHAPE, np.uint8)
    for number in sorted(kept):
        before = None
        for i in np.flatnonzero((trace.stroke == number) & trace.drawing):
            here = np.floor([trace.y[i], trace.x[i]]).astype(int)
            radius = int(trace.radius[i])
            dabs = [here] if before is None else dabs_between(before, here, radius)
            for row, column in dabs:
                near = (rows - row) ** 2 + (columns - column) ** 2 <= radius**2
                channel = TOOLS[str(trace.tool[i])]
                paint[near] = 0 if channel == ERASER else channel + 1
            before = here
    return paint


def left(trace: Trace) -> set[int]:
    """Strokes that stand, told from the words alone."""
    done: list[int] = []
    back: list[int] = []
    for kind, number in zip(trace.kind, trace.stroke, strict=True):
        if kind == "down":
            done.append(int(number))
            back = []
        if kind == "undo" and done:
            back.append(done.pop())
        if kind == "redo" and back:
            done.append(back.pop())
    return set(done)


@given(traces())
@settings(max_examples=60, deadline=None)
def test_mask_is_the_replay_of_what_was_not_undone(trace: Trace) -> None:
    expected = by_hand(trace, left(trace))
    np.testing.assert_array_equal(painted(trace, SHAPE), expected)
    annotation = annotation_of(trace, SHAPE)
    np.testing.assert_array_equal(annotation.foreground + 2 * annotation.background, expected)


@given(traces())
@settings(max_examples=60, deadline=None)
def test_seconds_are_those_of_the_wall_and_none_is_zero(trace: Trace) -> None:
    mouse = trajectory_of(trace)
    assert (mouse.dt > 0).all()
    if trace.seconds > 0:
        assert mouse.seconds == pytest.approx(trace.seconds, rel=1e-12)


@given(PIXEL, PIXEL, st.integers(0, 60))
@settings(deadline=None)
def test_no_two_dabs_lie_further_apart_than_the_step(
    start: tuple[int, int], end: tuple[int, int], radius: int
) -> None:
    places = np.array([start, *dabs_between(np.array(start), np.array(end), radius)])
    ways = np.hypot(*np.diff(places, axis=0).T)
    assert (ways <= furthest(radius)).all()
    assert furthest(radius) == max(np.sqrt(2), radius / 2)
    assert tuple(places[-1]) == end


@given(traces())
@settings(max_examples=30, deadline=None)
def test_file_gives_back_what_was_written(trace: Trace) -> None:
    back = read_trace(trace_parquet(trace))
    for name, column in trace.columns().items():
        np.testing.assert_array_equal(back.columns()[name], column, err_msg=name)


@given(traces())
@settings(max_examples=30, deadline=None)
def test_every_clock_times_a_hand_that_erases(trace: Trace) -> None:
    mouse = trajectory_of(trace)
    for clock in (SeedClock(), KeystrokeLevelClock(), SteeringClock()):
        timed = clock.retime(mouse)
        assert len(timed) == len(mouse)
        np.testing.assert_array_equal(timed.channel, mouse.channel)
    assert SeedClock().retime(mouse) == mouse


def test_changing_to_the_eraser_is_a_change_of_class() -> None:
    scribe = Scribe()
    for number, tool in enumerate(("foreground", "eraser")):
        for kind, t in (("down", 0.0), ("up", 500.0)):
            at = {"x": 9.0 * number, "y": 5.0, "tool": tool, "stroke": number}
            scribe.sample(kind, 1000 * number + t, **at)
    mouse = trajectory_of(scribe.trace())
    plain, switching = SeedClock().retime(mouse), SeedClock(class_switch_seconds=2).retime(mouse)
    assert switching.seconds == pytest.approx(plain.seconds + 2)


def test_simulated_hand_repeated_paints_the_same() -> None:
    truth = np.zeros((60, 70), bool)
    truth[10:40, 20:50] = True
    annotation = RootPainterAnnotator().initial(truth, np.random.default_rng(1))
    trace = trace_of(repeated(annotation.trajectory))
    np.testing.assert_array_equal(
        painted(trace, truth.shape), replayed(annotation.trajectory, truth.shape)
    )
    assert trajectory_of(trace).seconds == pytest.approx(annotation.trajectory.seconds)


def test_paint_begins_on_what_was_there() -> None:
    base = np.full(SHAPE, 2, np.uint8)
    scribe = Scribe()
    scribe.sample("down", 0.0, 10.5, 10.5, tool="eraser", stroke=0)
    scribe.sample("up", 5.0, 10.5, 10.5, tool="eraser", stroke=0)
    paint = painted(scribe.trace(), SHAPE, base)
    assert (paint == 0).sum() == 29
    assert (base == 2).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"t": None}, "needs the column t"),
        ({"t": [0.0]}, "equally long"),
        ({"t": [0.0, float("inf")]}, "finite"),
        ({"kind": ["down", "fly"]}, "kind"),
        ({"tool": ["foreground", "spoon"]}, "tool"),
        ({"tool": ["", ""]}, "tool must be given"),
        ({"radius": [3, -1]}, "radius"),
        ({"radius": [3, 2.5]}, "whole"),
        ({"x": [1.0, None]}, "x and y"),
        ({"stroke": [1, 0]}, "rise"),
        ({"t": "ab"}, "must be a list"),
    ],
)
def test_what_is_no_trace_is_refused_in_a_sentence(change: dict[str, object], said: str) -> None:
    scribe = Scribe()
    scribe.sample("down", 0.0, 1.0, 1.0, stroke=0)
    scribe.sample("up", 9.0, 1.0, 1.0, stroke=0)
    columns = {**scribe.columns(), **change}
    columns = {name: values for name, values in columns.items() if values is not None}
    with pytest.raises(InputError, match=said):
        write_trace(columns)


def test_bytes_that_are_no_parquet_are_refused() -> None:
    with pytest.raises(InputError, match="is no table"):
        read_trace(b"PAR1 nonsense")


def test_page_dabs_where_python_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is absent")
    page = Path(__file__).parents[3] / "src" / "studio" / "page" / "dabs.js"
    rng = np.random.default_rng(1)
    cases = np.column_stack([rng.integers(-300, 300, (400, 4)), rng.integers(0, 40, 400)])
    script = (
        f"import {{ dabsBetween }} from {json.dumps(page.as_uri())};\n"
        f"const cases = {json.dumps(cases.tolist())};\n"
        "console.log(JSON.stringify(cases.map((one) => dabsBetween(...one))));"
    )
    run = [node, "--input-type=module", "-e", script]
    given = json.loads(subprocess.run(run, capture_output=True, check=True).stdout)
    for (r0, c0, r1, c1, radius), dabs in zip(cases.tolist(), given, strict=True):
        expected = dabs_between(np.array([r0, c0]), np.array([r1, c1]), radius)
        assert dabs == expected.tolist()
