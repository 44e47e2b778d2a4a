"""Runs are put together by what they share, and called by what they do not."""

from datetime import UTC, datetime

import pytest

from src.core import InputError
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.compare.configurations import (
    by_choice,
    check_data,
    childless,
    configurations,
    labels,
    single_runs,
)
from src.tracking.record.recorder import Tracking
from tests.tracking.past_runs import past


def taught(name: str, seed: int = 1, data: str = "aa", day: int = 1, **parameters: str) -> PastRun:
    """A run of these parameters; ``__`` stands for a dot."""
    dotted = {key.replace("__", "."): text for key, text in parameters.items()}
    run = past(
        name,
        parameters={"seed": str(seed), "dataset.seed": str(seed), **dotted},
        tags={"seed": str(seed), "dataset.fingerprint": data},
    )
    return PastRun(**{**vars(run), "started": datetime(2026, 1, day, tzinfo=UTC)})


def names(runs: list[PastRun] | tuple[PastRun, ...]) -> list[str]:
    return [run.name for run in runs]


def test_runs_that_differ_by_their_seed_are_one_configuration() -> None:
    runs = [taught("b2", 2, depth="3"), taught("a1", 1, depth="2"), taught("b1", 1, depth="3")]
    own = {tuple(names(alike.runs)): alike.parameters for alike in configurations(runs)}
    assert own == {("a1",): {"depth": "2"}, ("b1", "b2"): {"depth": "3"}}


def test_what_changes_no_number_keeps_nothing_apart() -> None:
    one = taught("one", 1, pictures="3", tracking__uri="here", trial="4", objective="test/f1")
    two = taught("two", 2, pictures="0", tracking__uri="there", trial="5", objective="aubc")
    assert [names(alike.runs) for alike in configurations([one, two])] == [["one", "two"]]


def test_a_seed_that_ran_twice_counts_once_and_the_newer_is_taken() -> None:
    runs = [taught("new", 1, day=2), taught("old", 1, day=1), taught("other", 2)]
    (alike,) = configurations(runs)
    assert names(alike.runs) == ["new", "other"]


def test_equal_seeds_on_other_data_are_refused() -> None:
    same = configurations([taught("one", 1, depth="2"), taught("two", 1, depth="3")])
    check_data(same)
    other = configurations([taught("one", 1, depth="2"), taught("two", 1, "bb", depth="3")])
    with pytest.raises(InputError, match="one ran on dataset aa and two on bb"):
        check_data(other)


def test_a_label_says_what_differs() -> None:
    runs = [taught("one", depth="2", width="8"), taught("two", depth="3", width="8")]
    assert labels(configurations(runs)) == ["depth=2", "depth=3"]
    assert labels(configurations(runs[:1])) == ["one"]


def test_a_label_names_a_swapped_part_and_not_all_its_settings() -> None:
    forest = taught("one", detector___target_="src.detectors.forest.Forest", detector__trees="50")
    net = taught(
        "two",
        detector___target_="src.detectors.neural.NeuralDetector",
        detector__net___target_="src.detectors.unet.UNet",
    )
    assert labels(configurations([forest, net])) == ["detector=Forest", "detector=NeuralDetector"]


def test_configurations_by_choice_begin_with_the_commonest() -> None:
    runs = [
        taught("one", annotator__clicks="1", depth="2"),
        taught("two", annotator__clicks="3", depth="2"),
        taught("three", annotator__clicks="3", depth="3"),
    ]
    choices = by_choice(configurations(runs), "annotator")
    assert {name: len(chosen) for name, chosen in choices.items()} == {
        "annotator.clicks=3": 2,
        "annotator.clicks=1": 1,
    }
    assert next(iter(choices)) == "annotator.clicks=3"


def test_single_runs_are_found_below_parents_of_parents(
    tracking: Tracking, archive: Archive
) -> None:
    def record(name: str, parent: str | None = None, **tags: str) -> str:
        below = {keys.PARENT: parent} if parent else {}
        with tracking.start({}, name, {**below, **tags}) as run:
            return run.id

    sweep = record("sweep")
    trial = record("trial", sweep, repeats="2")
    for seed in "12":
        record(f"seed {seed}", trial, seed=seed)
    record("alone", sweep)
    single = single_runs(archive, [archive.find("sweep")])
    assert sorted(names(single)) == ["alone", "seed 1", "seed 2"]
    assert names(single_runs(archive, [archive.find("alone")])) == ["alone"]
    assert sorted(names(childless(archive.newest()))) == ["alone", "seed 1", "seed 2"]
