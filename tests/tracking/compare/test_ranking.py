"""A ranking of recorded runs, and whether it survives another clock or another annotator."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from src.annotators.clocks import KeystrokeLevelClock, SeedClock
from src.core import Directions, InputError, Scorecard, Trajectory
from src.data.formats.trajectories import save_trajectory
from src.runs import app
from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.compare.question import Question
from src.tracking.compare.retiming import RecordedStrokes
from src.tracking.directions import direction_tags
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard
from tests.tracking.past_runs import past

BUDGET = 60.0
WAYS = Directions.of_names(lower=["rmse"], neutral=["images"])
DABS, LINE = 30, 1
"""Strokes per picture: hurried dabs are quick by the hand's clock and slow by keystrokes."""


def strokes(count: int, seconds: float) -> Trajectory:
    """So many strokes of 8 px, each led to, in so many seconds together."""
    painting = np.tile([False, True, True], count)
    column = np.arange(3 * count) * 4
    return Trajectory(
        r=np.zeros(3 * count),
        c=column,
        painting=painting,
        channel=np.where(painting, 0, -1),
        brush_radius=np.where(painting, 5, 0),
        dt=np.full(3 * count, seconds / (3 * count)),
    )


def record(
    tracking: Tracking,
    seed: int,
    f1: float,
    count: int = LINE,
    erasing: float = 0.0,
    annotator: str = "Painter",
    clock: str = "SeedClock",
    budget: float = BUDGET,
    **tags: str,
) -> str:
    """A run that was taught by two pictures and a skipped one between them."""
    shown = [strokes(count, 2.0), Trajectory.empty(), strokes(count, 2.0)]
    seconds = np.array([2.0 + erasing, 0.0, 2.0])
    scores = np.array([f1 / 2, f1 / 2, f1])
    config = {
        "seed": seed,
        "trainer": {"budget": budget},
        "detector": {"strokes": count},
        "annotator": {"_target_": f"src.{annotator}"},
        "clock": {"_target_": f"src.{clock}"},
    }
    own = {keys.SEED: str(seed), keys.FINGERPRINT: f"data {seed}", **tags}
    with tracking.start(config, f"{count}-{annotator}-{seed}", own) as run:
        curve = LearningCurve(np.cumsum(seconds), scores)
        run.metrics({"learning/aubc": curve.area(budget)})
        log_scorecard(run, Scorecard({"f1": f1, "rmse": 1 - f1, "images": 3}, directions=WAYS))
        columns = {"step": np.arange(3), "seconds": seconds, "test_f1": scores}
        run.table(keys.IMAGES, {**columns, "total_seconds": np.cumsum(seconds)})
        for number, trajectory in enumerate(shown):
            file = Path(tracking.artifacts).parent / f"{number:04d}_picture.parquet"
            save_trajectory(trajectory, file)
            run.file(file, keys.TRAJECTORIES)
        return run.id


def rank(archive: Archive, *words: str) -> Result:
    return CliRunner().invoke(app, ["rank", *words, "--uri", archive.uri])


@pytest.fixture(name="contest")
def contest_fixture(tracking: Tracking) -> None:
    """Dabs that learn a little more per second of the hand than lines, over three seeds."""
    for seed, luck in enumerate((0.0, 0.02, 0.04), start=1):
        record(tracking, seed, 0.9 + luck, DABS)
        record(tracking, seed, 0.7 + luck, LINE)


def test_a_recording_has_the_seconds_of_another_clock(tracking: Tracking, archive: Archive) -> None:
    name = record(tracking, 1, 0.8, erasing=5.0)
    recording = RecordedStrokes.of(archive, archive.find(name))
    assert recording.curve(SeedClock()).seconds.tolist() == pytest.approx([7.0, 7.0, 9.0])
    stroke = 1.35 + 1.1 + 0.9 + 0.16 * 4 / 37.8
    skipped = 1.35 + 0.2
    painted = [stroke + 5.0, stroke + 5.0 + skipped, 2 * stroke + 5.0 + skipped]
    by_keystrokes = recording.curve(KeystrokeLevelClock())
    assert by_keystrokes.seconds.tolist() == pytest.approx(painted)
    assert by_keystrokes.scores.tolist() == [0.4, 0.4, 0.8]


def test_the_seed_clock_cannot_undo_another(tracking: Tracking, archive: Archive) -> None:
    name = record(tracking, 1, 0.8, clock="SteeringClock")
    with pytest.raises(InputError, match=r"recorded by src\.SteeringClock, whose times this clock"):
        RecordedStrokes.of(archive, archive.find(name)).curve(SeedClock())


@pytest.mark.usefixtures("contest")
def test_a_ranking_that_another_clock_overturns_says_so(archive: Archive) -> None:
    said = rank(archive, "--experiment", "brushwork", "--clock", "klm")
    assert said.exit_code == 0, said.output
    lines = said.stdout.splitlines()
    assert lines[2].split()[:3] == ["1", "detector.strokes=30", "3"]
    assert lines[3].split()[:3] == ["2", "detector.strokes=1", "3"]
    assert "1.00 clearly" in lines[2]
    (klm,) = (line for line in lines if line.strip().startswith("clock=klm"))
    assert klm.split() == [
        "clock=klm", "2", "-1.00", "-1.00", "–", "-1.00", "detector.strokes=1", "overturned"
    ]  # fmt: skip
    assert said.stdout.rstrip().endswith(
        "detector.strokes=30 is first, clearly ahead of detector.strokes=1; by clock=klm "
        "detector.strokes=1 is first, clearly by clock=klm (smallest τ -1.00)."
    )


@pytest.mark.usefixtures("contest")
def test_without_clocks_every_other_one_is_asked(archive: Archive) -> None:
    said = rank(archive, "--experiment", "brushwork").stdout
    assert "clock=klm" in said
    assert "clock=steering" in said
    assert "clock=stopwatch" in said
    assert "clock=seed" not in said
    alone = rank(archive, "--experiment", "brushwork", "--clock", "none").stdout
    assert "clock=" not in alone
    assert "no other clock or annotator was asked" in alone


@pytest.mark.usefixtures("contest")
def test_another_annotator_is_another_view(tracking: Tracking, archive: Archive) -> None:
    for seed in (1, 2):
        record(tracking, seed, 0.5, DABS, annotator="Clicker")
        record(tracking, seed, 0.8, LINE, annotator="Clicker")
    record(tracking, 1, 0.9, 7)
    said = rank(archive, "--experiment", "brushwork", "--clock", "none")
    assert said.exit_code == 0, said.output
    assert "among annotator=Painter" in said.stdout
    assert "the configurations have different seeds" in said.stdout
    (view,) = (line for line in said.stdout.splitlines() if "annotator=Clicker" in line[:40])
    assert view.split()[:3] == ["annotator=Clicker", "2", "-1.00"]
    assert "overturned" not in view
    whole = rank(archive, "--experiment", "brushwork", "--clock", "none", "--across", "none").stdout
    assert "annotator=Clicker detector.strokes=30" in whole
    assert "among" not in whole


@pytest.mark.usefixtures("contest")
def test_a_study_is_ranked_by_its_name(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "brushes", {keys.STUDY: "brushes"}) as sweep:
        for trial, count in enumerate((2, 4)):
            below = {keys.STUDY: "brushes", keys.TRIAL: str(trial), keys.PARENT: sweep.id}
            record(tracking, 1, 0.5 + trial / 10, count, **below)
    said = rank(archive, "--study", "brushes", "--clock", "none").stdout
    ranked = [line.split()[1] for line in said.splitlines()[2:4]]
    assert ranked == ["detector.strokes=4", "detector.strokes=2"]
    assert "strokes=30" not in said


@pytest.mark.usefixtures("contest")
def test_a_smaller_error_is_better_and_no_clock_changes_a_score(archive: Archive) -> None:
    words = ("--experiment", "brushwork", "--metric", "test/rmse")
    smallest, largest = rank(archive, *words).stdout, rank(archive, *words, "--largest").stdout
    assert smallest.splitlines()[2].split()[1:4] == ["detector.strokes=30", "3", "0.0800"]
    assert largest.splitlines()[2].split()[1] == "detector.strokes=1"
    assert rank(archive, *words, "--smallest").stdout == smallest
    assert "clock=" not in smallest
    refused = rank(archive, *words, "--clock", "klm")
    assert (refused.exit_code, "same by every clock" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("metric", "smallest"),
    [
        ("test/f1", False),
        ("test/rmse", True),
        ("learning/aubc", False),
        ("learning/seconds_to_f1_0.8", True),
        ("learning/corrective_strokes", True),
    ],
)
def test_the_runs_say_which_way_is_better(metric: str, smallest: bool) -> None:
    runs = [past(name, {metric: 1.0}, tags=direction_tags(WAYS)) for name in "ab"]
    assert Question.about(runs, metric).smallest is smallest
    assert Question.about(runs, metric, smallest=not smallest).smallest is not smallest


def test_runs_that_disagree_or_do_not_tell_are_not_ranked_by_a_guess() -> None:
    other = direction_tags(Directions.of_names(lower=["f1"]))
    sure = past("sure", {"test/f1": 1.0, "test/images": 3.0}, tags=direction_tags(WAYS))
    contrary = past("contrary", {"test/f1": 1.0}, tags=other)
    old = past("old", {"test/f1": 1.0})
    assert not Question.about([sure, old], "test/f1").smallest
    for runs, metric in (
        ([sure, contrary], "test/f1"),
        ([old], "test/f1"),
        ([sure], "test/images"),
    ):
        with pytest.raises(InputError, match=f"which way {metric} is better: pass --largest or"):
            Question.about(runs, metric)
        assert Question.about(runs, metric, smallest=True).smallest


def test_other_budgets_do_not_compare_unless_taken_anew(
    tracking: Tracking, archive: Archive
) -> None:
    record(tracking, 1, 0.8, budget=60)
    record(tracking, 1, 0.8, budget=600)
    refused = rank(archive, "--experiment", "brushwork", "--clock", "none")
    assert (refused.exit_code, "pass --budget" in refused.stderr) == (2, True)
    easy = "klm clock.mental_seconds=0"
    said = rank(archive, "--experiment", "brushwork", "--clock", easy, "--budget", "10").stdout
    assert f"clock={easy}" in said
    expected = LearningCurve(np.array([2.0, 4.0]), np.array([0.4, 0.8])).area(10)
    assert said.count(f"{expected:.4f}") == 4
    assert "one seed cannot tell whether that is chance" in said


@pytest.mark.parametrize(
    "tag", [{"crop": "oracle"}, {"detector": "ui_oracle"}, {"acquisition": "oracle_worst"}]
)
@pytest.mark.usefixtures("contest")
def test_what_the_truth_helped_is_printed_apart_and_has_no_rank(
    tracking: Tracking, archive: Archive, tag: dict[str, str]
) -> None:
    plain = rank(archive, "--experiment", "brushwork", "--clock", "none").stdout
    for seed in (1, 2, 3):
        record(tracking, seed, 0.99, 5, **tag)
    said = rank(archive, "--experiment", "brushwork", "--clock", "none")
    assert said.exit_code == 0, said.output
    ranked, _, below = said.stdout.partition("Oracles: they were helped by the truth")
    lines = [line.rstrip() for line in ranked.splitlines() if line.strip()]
    assert lines == [line.rstrip() for line in plain.splitlines()[: len(lines)]]
    assert below.startswith(", bound the others and have no rank\n")
    bound = below.splitlines()[2].split()
    assert bound[:2] == ["detector.strokes=5", "3"]
    assert said.stdout.splitlines()[-1] == plain.splitlines()[-1]


def test_one_method_beside_oracles_is_no_ranking(tracking: Tracking, archive: Archive) -> None:
    record(tracking, 1, 0.7)
    record(tracking, 1, 0.9, 5, crop="oracle")
    said = rank(archive, "--experiment", "brushwork", "--clock", "none")
    assert said.exit_code == 2
    assert "got 1 beside 1 oracles, which have no rank" in said.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Name the runs to rank"),
        (["30-Painter-1", "--experiment", "brushwork"], "Name the runs to rank"),
        (["30-Painter-1", "30-Painter-2"], "needs two configurations or more, got 1"),
        (["nobody"], "There is no run 'nobody'"),
        (["--study", "nothing"], "There is no study 'nothing'"),
        (["--experiment", "brushwork", "--metric", "test/beauty"], "6 runs has 'test/beauty'"),
        (["--experiment", "brushwork", "--clock", "sundial"], "klm, seed, steering"),
    ],
)
@pytest.mark.usefixtures("contest")
def test_what_cannot_be_ranked_is_answered_in_one_sentence(
    archive: Archive, words: list[str], sentence: str
) -> None:
    said = rank(archive, *words)
    assert said.exit_code == 2
    assert sentence in said.stderr
    assert len(said.stderr.splitlines()) == 1
