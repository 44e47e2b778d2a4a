from datetime import date
from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from benchmarks.calibration import KnownHand
from src.annotators.clocks import SteeringClock
from src.annotators.rootpainter import RootPainterAnnotator
from src.calibrate import app
from src.calibrating import calibrate
from src.calibrating.evidence import Evidence, Leg
from src.calibrating.reading import read_recordings
from src.calibrating.task import items
from src.calibrating.writing import clock_yaml
from src.core import InputError
from src.data.formats.traces import trace_parquet
from src.data.formats.trajectories import save_trajectory

RED, GREEN = "#ff0000", "#00ff00"


def log_line(seconds: float, name: str, x: float, colour: str = RED, size: float = 25) -> str:
    """As RootPainter's client writes it."""
    return (
        f"2024-03-05 10:00:00.0,{seconds},{name},fname:root_1.png,x:{x},y:20.5"
        f",brush_size:{size},brush_color:{colour},drawing:True\n"
    )


def client_log(file: Path) -> Path:
    lines = ["2024-03-05 10:00:00.0,99.0,update_file_end,fname:root_1.jpg\n", "\n", "torn,12\n"]
    now = 100.0
    for i in range(40):
        colour = GREEN if i % 4 > 1 else RED
        size = 50 if i % 8 > 3 else 25
        lines.append(log_line(now, "mouse_press", 40 * (i % 7), colour, size))
        lines.append(log_line(now + 0.5, "mouse_release", 40 * (i % 7) + 9, colour, size))
        now += 0.5 + 0.8 + 0.7 * (i % 4 in (1, 3)) + 0.01 * (i % 5)
    file.parent.mkdir(parents=True)
    file.write_text("".join(lines))
    return file


@pytest.fixture(name="trace_file")
def trace_file_fixture(tmp_path: Path) -> Path:
    """A hand of known values, as the studio keeps it."""
    file = tmp_path / "ann" / "calibration.parquet"
    file.parent.mkdir()
    file.write_bytes(trace_parquet(KnownHand(np.random.default_rng(3)).trace(items(3))))
    return file


def test_log_of_rootpainter_tells_ways_and_changes(tmp_path: Path) -> None:
    (evidence,) = read_recordings([client_log(tmp_path / "logs" / "client.csv")])
    assert sum(leg.looked for leg in evidence.legs) == 1
    assert sum(leg.switched for leg in evidence.legs) == 19
    assert sum(leg.resized for leg in evidence.legs) == 9
    assert {leg.width for leg in evidence.legs if not leg.looked} == {25.0, 50.0}
    calibration = calibrate([evidence], draws=100)
    assert calibration["class_switch_seconds"].value == pytest.approx(0.7, abs=0.05)
    assert not calibration["steering_slope"].identifiable
    assert not calibration["jitter_rate"].identifiable


def test_stored_trajectory_tells_strokes_and_ways(tmp_path: Path) -> None:
    truth = np.zeros((80, 90), bool)
    truth[20:60, 20:60] = True
    painted = RootPainterAnnotator().initial(truth, np.random.default_rng(1))
    save_trajectory(painted.trajectory, tmp_path / "0001_a.parquet")
    (evidence,) = read_recordings([tmp_path])
    assert len(evidence.strokes) > 3
    assert not any(stroke.tunnel for stroke in evidence.strokes)
    assert all(leg.seconds > 0 for leg in evidence.legs)


def test_door_prints_and_writes_a_clock(trace_file: Path, tmp_path: Path) -> None:
    clock = tmp_path / "ann.yaml"
    command = [str(trace_file), "--write", str(clock), "--draws", "100"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    written = yaml.safe_load(clock.read_text())
    assert written.pop("_target_").endswith("SteeringClock")
    made = SteeringClock(**written)
    assert made.fitts_slope == pytest.approx(0.147, abs=0.06)
    assert "jitter_rate" in clock.read_text()
    assert "calibration.parquet" in clock.read_text().splitlines()[0]


def test_clock_says_what_was_not_measured() -> None:
    legs = [Leg(0.3 + 0.1 * i, 20.0 * 2**i, 20.0) for i in range(6)]
    calibration = calibrate([Evidence("a", legs)], draws=100)
    text = clock_yaml(calibration, "b.parquet", date(2026, 1, 2))
    assert "2026-01-02" in text
    assert "skip_seconds: 1.55  # not measured, the default; no picture was skipped" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give either TRACES or --data"),
        (["--data", "nobody"], "none of"),
        (["nowhere"], "does not exist"),
        (["--data", "nobody", "--write", "a.txt"], "must end with .yaml"),
    ],
)
def test_door_refuses_in_a_sentence(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_folder_without_recordings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no recording"):
        read_recordings([tmp_path])
