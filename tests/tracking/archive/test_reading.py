"""What a run kept comes back as it was."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Directions, InputError, Interval, Outcome, Reason, Scorecard, Verdict
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children, newest_by_seed
from src.tracking.archive.learning import image_columns, learning_curves
from src.tracking.archive.reading import (
    fetch,
    fetch_detector,
    has,
    read_config,
    read_scorecard,
    read_table,
    read_trajectories,
    read_verdict,
)
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard, log_verdict

CARD = Scorecard(
    metrics={"f1_at_0.50": 0.8, "iou": math.nan, "hd95": math.inf, "tool/f1_at_0.50": 0.1},
    rows={
        "name": np.array(["a", "b"]),
        "id": np.array(["1", "2"]),
        "f1": np.array([0.5, np.nan]),
        "empty": np.array([False, True]),
    },
    intervals={"f1_at_0.50": Interval(0.7, 0.9), "iou": Interval(math.nan, math.nan)},
    slices={"size=small": {"f1_at_0.50": 0.5}},
    tables={"pairs": {"tool": np.array(["x"]), "objects": np.array([3])}},
    directions=Directions.of_names(lower=["hd95"], neutral=["images"]),
)


@pytest.fixture(name="empty")
def empty_fixture(tracking: Tracking, archive: Archive) -> PastRun:
    """A run that kept nothing but its configuration."""
    with tracking.start({"seed": 1, "a": {"b": None}}, "empty"):
        pass
    return archive.find("empty")


def same(one: Any, other: Any) -> bool:
    """Equal names, and equal columns of equal kinds under them."""
    return list(one) == list(other) and all(
        one[name].dtype.kind == other[name].dtype.kind
        and np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f")
        for name in one
    )


@pytest.mark.parametrize("stage", ["test", "val"])
def test_a_scorecard_is_read_as_the_scorer_wrote_it(
    tracking: Tracking, archive: Archive, stage: str
) -> None:
    with tracking.start({}, "scored") as run:
        log_scorecard(run, CARD, stage)
    card = read_scorecard(archive, archive.find("scored"), stage)
    assert list(card.metrics) == list(CARD.metrics)
    assert np.array_equal([*card.metrics.values()], [*CARD.metrics.values()], equal_nan=True)
    assert card.intervals["f1_at_0.50"] == Interval(0.7, 0.9)
    assert math.isnan(card.intervals["iou"].low)
    assert card.slices == CARD.slices
    assert card.directions == CARD.directions
    assert same(card.rows, CARD.rows)
    assert same(card.tables["pairs"], CARD.tables["pairs"])


def test_a_scorecard_of_no_samples_is_read_too(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "scored") as run:
        log_scorecard(run, Scorecard({}))
    card = read_scorecard(archive, archive.find("scored"))
    assert (len(card), dict(card.metrics), card.directions) == (0, {}, Directions())


def test_a_verdict_is_read_with_its_reasons(
    tracking: Tracking, archive: Archive, empty: PastRun
) -> None:
    verdict = Verdict((Reason("f1 ≥ 0.7", Outcome.FAIL, "0.5 is below 0.7"),))
    with tracking.start({}, "judged") as run:
        log_verdict(run, verdict)
    assert read_verdict(archive, archive.find("judged")) == verdict
    assert read_verdict(archive, empty) is None


def test_a_configuration_is_read_whole(archive: Archive, empty: PastRun) -> None:
    assert read_config(archive, empty) == {"seed": 1, "a": {"b": None}}


def test_a_file_is_fetched_and_a_folder_with_it(
    tracking: Tracking, archive: Archive, tmp_path: Path
) -> None:
    with tracking.start({}, "kept") as run:
        run.text("words/deep/hello.txt", "grüezi")
        run.text("words.txt", "")
    past = archive.find("kept")
    for path in ("words", "words/deep", "words/deep/hello.txt", "words.txt"):
        assert has(archive, past, path)
    for path in ("word", "hello.txt", "words/hello.txt", "other/words.txt"):
        assert not has(archive, past, path)
    folder = fetch(archive, past, "words", tmp_path, "so sad")
    assert (folder / "deep" / "hello.txt").read_text("utf-8") == "grüezi"
    with pytest.raises(InputError, match=r"^kept has no letters: so sad$"):
        fetch(archive, past, "letters", tmp_path, "so sad")


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda *run: read_table(*run, "images"), r"empty has no tables/images\.parquet: "),
        (read_scorecard, r"empty has no scorecard\.json: nothing was scored"),
        (read_trajectories, r"empty has no trajectories/\*\.parquet: only what was painted"),
        (
            lambda *run: fetch_detector(*run, Path("nowhere")),
            r"empty has no checkpoints/best\.ckpt: it taught nothing, or is not done",
        ),
    ],
)
def test_what_a_run_did_not_keep_is_named(
    archive: Archive,
    empty: PastRun,
    read: Callable[..., Any],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=sentence):
        read(archive, empty)


def test_a_run_without_a_configuration_cannot_be_run_again(
    tracking: Tracking, archive: Archive, empty: PastRun
) -> None:
    (Path(tracking.artifacts) / empty.id / "artifacts" / keys.CONFIG_FILE).unlink()
    with pytest.raises(InputError, match=r"empty has no config\.yaml: it cannot be run again"):
        read_config(archive, empty)


def test_a_parent_has_the_learning_curves_of_its_seeds(
    tracking: Tracking, archive: Archive, empty: PastRun
) -> None:
    with tracking.start({}, "parent", {keys.REPEATS: "3"}) as parent:
        for seed in (2, 1):
            tags = {keys.PARENT: parent.id, keys.SEED: str(seed)}
            with tracking.start({}, f"seed {seed}", tags) as run:
                seconds = np.array([5.0, 10.0])
                scores = np.array([0.1, 0.2]) * seed
                run.table(keys.IMAGES, {"total_seconds": seconds, "test_f1": scores, "x": scores})
        tags = {keys.PARENT: parent.id, keys.SEED: "3"}
        with pytest.raises(ZeroDivisionError), tracking.start({}, "seed 3", tags):
            raise ZeroDivisionError
    past = archive.find("parent")
    assert [run.seed for run in children(archive, past)] == [1, 2]
    curves = learning_curves(archive, past)
    assert [curve.scores.tolist() for curve in curves] == [[0.1, 0.2], [0.2, 0.4]]
    assert list(image_columns(archive, archive.find("seed 1"))) == ["total_seconds", "test_f1"]
    assert learning_curves(archive, empty) == []
    assert {seed: run.status for seed, run in newest_by_seed(archive, past).items()} == {
        1: "FINISHED", 2: "FINISHED", 3: "FAILED"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("file", "content", "read"),
    [
        ("config.yaml", "a: &a [*a]", read_config),
        ("config.yaml", "- 1", read_config),
        ("config.yaml", "a: " + "[" * 500, read_config),
        ("verdict.json", "[1]", read_verdict),
        ("verdict.json", '{"reasons": [{"criterion": 1}]}', read_verdict),
        ("scorecard.json", "[" * 9999, read_scorecard),
        ("scorecard.json", '{"tables": ["../../x"]}', read_scorecard),
        ("tables/samples.parquet", "PAR1", lambda *run: read_table(*run, "samples")),
    ],
)
def test_what_a_store_gives_back_is_as_foreign_as_any_file(
    tracking: Tracking, archive: Archive, file: str, content: str, read: Callable[..., Any]
) -> None:
    with tracking.start({}, "forged") as run:
        log_scorecard(run, CARD, "test")
        log_verdict(run, Verdict((Reason("f1", Outcome.PASS, "good"),)))
    past = archive.find("forged")
    home = Path(tracking.artifacts) / past.id / "artifacts"
    (path,) = home.rglob(Path(file).name)
    path.write_text(content)
    with pytest.raises(InputError, match=r"^(forged|The run store)[^\n]*$"):
        read(archive, past)
