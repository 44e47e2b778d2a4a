"""The strokes of a recorded run are timed by another clock, and the run knows."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from src.annotators.clocks import KeystrokeLevelClock, SeedClock, SteeringClock
from src.composing.clocks import chosen_clock
from src.core import InputError, Trajectory
from src.data.formats.trajectories import save_trajectory
from src.retime import app
from src.tracking.archive import Archive
from src.tracking.archive.reading import read_table, read_trajectories
from src.tracking.compare.retiming import RecordedStrokes, retime_all, retime_run
from src.tracking.record.recorder import Tracking

DRAWN = Trajectory(
    r=[0, 0, 0],
    c=[8, 8, 46],
    painting=[0, 1, 1],
    channel=[-1, 0, 0],
    brush_radius=[0, 5, 5],
    dt=[0.01, 0.02, 0.3],
)
KLM_SECONDS = 1.35 + 1.1 + 0.9 + 0.16 * 38 / 37.8
SKIPPED_SECONDS = 1.35 + 0.2


@pytest.fixture(name="painted")
def painted_fixture(tracking: Tracking, tmp_path: Path) -> str:
    """The id of a run with two painted pictures and one skipped between them."""
    with tracking.start({}, "painted") as run:
        for number, trajectory in enumerate([DRAWN, Trajectory.empty(), DRAWN]):
            file = tmp_path / f"{number:04d}_root.parquet"
            save_trajectory(trajectory, file)
            run.file(file, "trajectories")
        return run.id


def history(archive: Archive, run_id: str, name: str) -> list[tuple[int, float]]:
    logged = archive.client.get_metric_history(run_id, name)
    return sorted((metric.step, metric.value) for metric in logged)


def test_trajectories_are_read_back_as_they_were(archive: Archive, painted: str) -> None:
    trajectories = read_trajectories(archive, archive.find(painted))
    assert list(trajectories) == ["0000_root", "0001_root", "0002_root"]
    assert list(trajectories.values()) == [DRAWN, Trajectory.empty(), DRAWN]


@pytest.mark.parametrize("before", [[], [0.4]])
def test_a_learning_curve_is_timed_anew(
    tracking: Tracking, archive: Archive, tmp_path: Path, before: list[float]
) -> None:
    with tracking.start({"clock": {"_target_": "SeedClock"}}, "taught") as run:
        file = tmp_path / "0001_root.parquet"
        save_trajectory(DRAWN, file)
        run.file(file, "trajectories")
        scores = [*before, 0.7]
        steps = list(range(2 - len(scores), 2))
        seconds = [0.0] * len(before) + [DRAWN.seconds]
        run.table(
            "images",
            {"step": steps, "seconds": seconds, "total_seconds": seconds, "test_f1": scores},
        )
    curve = RecordedStrokes.of(archive, archive.find(run.id)).curve(KeystrokeLevelClock())
    assert curve.scores.tolist() == scores
    assert curve.seconds.tolist() == pytest.approx([0.0] * len(before) + [KLM_SECONDS])


def test_a_run_learns_its_new_times(archive: Archive, painted: str) -> None:
    retiming = retime_run(archive, archive.find(painted), "klm", KeystrokeLevelClock())
    alone = [KLM_SECONDS, SKIPPED_SECONDS, KLM_SECONDS]
    assert retiming.seconds.tolist() == pytest.approx(alone)
    steps, seconds = zip(*history(archive, painted, "effort/klm/image_seconds"), strict=True)
    assert steps == (0, 1, 2)
    assert seconds == pytest.approx(alone)
    known = archive.find(painted)
    assert known.metrics["effort/klm/seconds"] == pytest.approx(sum(alone))
    assert known.tags["clock.klm"].startswith("KeystrokeLevelClock(mental_seconds=1.35")
    table = read_table(archive, known, "retimed_klm")
    assert table["name"].tolist() == ["0000_root", "0001_root", "0002_root"]
    assert table["recorded_seconds"].tolist() == pytest.approx([0.33, 0, 0.33])
    assert table["events"].tolist() == [3, 0, 3]


def test_a_run_keeps_its_status_and_its_other_clocks(archive: Archive, painted: str) -> None:
    for name, clock in (("klm", KeystrokeLevelClock()), ("seed", SeedClock())):
        retime_run(archive, archive.find(painted), name, clock)
    known = archive.find(painted)
    assert known.status == "FINISHED"
    assert known.metrics["effort/seed/seconds"] == pytest.approx(0.66)
    assert known.metrics["effort/klm/seconds"] == pytest.approx(2 * KLM_SECONDS + SKIPPED_SECONDS)


def test_a_picture_takes_the_same_whatever_came_before_it() -> None:
    clock = SteeringClock()
    both = retime_all({"one": DRAWN, "two": DRAWN}, clock, seed=3)
    skipped_first = retime_all({"one": Trajectory.empty(), "two": DRAWN}, clock, seed=3)
    assert both.seconds[1] == skipped_first.seconds[1] != both.seconds[0]
    again = retime_all({"one": DRAWN, "two": DRAWN}, clock, seed=3)
    assert both.seconds.tobytes() == again.seconds.tobytes()


def test_no_pictures_take_no_time() -> None:
    retiming = retime_all({}, SteeringClock())
    assert (len(retiming), retiming.seconds.sum()) == (0, 0)


def test_a_run_without_strokes_is_refused(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "unpainted"):
        pass
    with pytest.raises(InputError, match="unpainted has no trajectories/"):
        retime_run(archive, archive.find("unpainted"), "seed", SeedClock())


def test_the_door_prints_the_new_total(archive: Archive, painted: str) -> None:
    said = CliRunner().invoke(
        app, [painted[:12], "clock=klm", "clock.mental_seconds=0", "--uri", archive.uri]
    )
    assert said.exit_code == 0, said.output
    total = 2 * (KLM_SECONDS - 1.35) + 0.2
    assert f"{total:.1f}" in said.output
    assert archive.find(painted).metrics["effort/klm/seconds"] == pytest.approx(total)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["clock=sundial"], "klm, seed, steering, stopwatch; given: sundial"),
        (["clock=klm", "clock=seed"], "given: klm, seed"),
        (["clock.mental_seconds=1"], "given: none"),
        (["clock=klm", "seed=3"], "'seed=3' is no setting of a clock"),
        (["clock=klm", "clock.mental_seconds=-1"], "mental_seconds must be .*got -1"),
        (["clock=klm", "clock.sand=1"], "sand"),
        (["clock=klm", "clock._target_=os.getcwd"], "clock"),
    ],
)
def test_a_wrong_clock_is_answered_in_one_sentence(words: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        chosen_clock(words)


def test_an_unknown_run_ends_with_code_2(archive: Archive) -> None:
    said = CliRunner().invoke(app, ["nobody", "clock=seed", "--uri", archive.uri])
    assert said.exit_code == 2
    assert "nobody" in said.output


def test_settings_reach_the_clock() -> None:
    name, clock = chosen_clock(["clock=steering", "clock.spread_shape=4"])
    assert (name, clock) == ("steering", SteeringClock(spread_shape=4))
    assert np.isfinite(clock.skipped())
