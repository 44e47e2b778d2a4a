"""A trajectory is read back as it was written."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import InputError, Trajectory
from src.data.formats.trajectories import load_trajectory, save_trajectory

ENDINGS = (".parquet", ".jsonl")
numbers = st.integers(-(2**31), 2**31 - 1)
seconds = st.floats(1e-300, 1e300)


@st.composite
def trajectories(draw: st.DrawFn) -> Trajectory:
    channel = draw(st.lists(st.integers(-1, 1), max_size=20))
    column = st.lists(numbers, min_size=len(channel), max_size=len(channel))
    dt = draw(st.lists(seconds, min_size=len(channel), max_size=len(channel)))
    painting = [value >= 0 for value in channel]
    radii = [abs(number) / 2 for number in draw(column)]
    return Trajectory(draw(column), draw(column), painting, channel, radii, dt)


@pytest.mark.parametrize("ending", ENDINGS)
@given(drawn=trajectories())
def test_what_is_written_is_read_back_equal(
    tmp_path_factory: pytest.TempPathFactory, ending: str, drawn: Trajectory
) -> None:
    file = tmp_path_factory.getbasetemp() / f"drawn{ending}"
    save_trajectory(drawn, file)
    assert load_trajectory(file) == drawn


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_second_writing_replaces_the_first_and_leaves_nothing(
    tmp_path: Path, ending: str
) -> None:
    file = tmp_path / "new" / f"drawn{ending}"
    one = Trajectory([1], [2], [True], [0], [3], [0.5])
    for drawn in (one, Trajectory.empty()):
        save_trajectory(drawn, file)
    assert load_trajectory(file) == Trajectory.empty()
    assert list(file.parent.iterdir()) == [file]


def test_json_lines_are_the_seeds_events(tmp_path: Path) -> None:
    save_trajectory(Trajectory([1], [2], [True], [0], [3], [0.5]), tmp_path / "one.jsonl")
    event = json.loads((tmp_path / "one.jsonl").read_text())
    assert event == {"r": 1, "c": 2, "painting": True, "channel": 0, "brush_radius": 3, "dt": 0.5}


def test_a_file_that_is_no_trajectory_is_refused(tmp_path: Path) -> None:
    texts = ["{", '{"r": 1}', "3", '{"r": 1, "c": "x"}']
    files = [tmp_path / f"{number}.jsonl" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1")
    for file in (*files, broken, tmp_path / "absent.parquet"):
        with pytest.raises(InputError, match=f"{file.name} is no trajectory"):
            load_trajectory(file)


def test_times_that_cannot_be_are_refused(tmp_path: Path) -> None:
    good = Trajectory([1], [2], [False], [-1], [0], [0.5])
    save_trajectory(good, tmp_path / "one.jsonl")
    for dt in (0, -1, math.nan):
        event = {**good.records()[0], "dt": dt}
        (tmp_path / "one.jsonl").write_text(json.dumps(event))
        with pytest.raises(InputError, match="dt must be above 0"):
            load_trajectory(tmp_path / "one.jsonl")


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    for use in (lambda path: save_trajectory(Trajectory.empty(), path), load_trajectory):
        with pytest.raises(InputError, match=r"must end with \.parquet or \.jsonl, got '\.csv'"):
            use(tmp_path / "one.csv")
    assert not np.any(list(tmp_path.iterdir()))
