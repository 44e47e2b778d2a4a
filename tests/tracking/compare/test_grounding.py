"""Recorded runs compete: those of the last multirun, or those that are named."""

import json
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.scoring.grounding.contest import compete
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.compare.grounding import (
    GROUNDING,
    keep_comparison,
    methods_of,
    runs_to_compare,
)
from src.tracking.compare.looks import absent_baselines
from src.tracking.compare.oracles import is_oracle
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard
from tests.scoring.grounding.contests import card
from tests.tracking.past_runs import past


def record(
    tracking: Tracking,
    name: str,
    rights: str,
    *,
    together: str = "m1",
    detector: dict[str, Any] | None = None,
    **tags: str,
) -> None:
    """A run that answered some questions."""
    config: dict[str, Any] = {"split": "all", "scorer": {"_target_": GROUNDING}}
    config |= {} if detector is None else {"detector": detector}
    known = {"detector": name, "dataset": "ui", keys.FINGERPRINT: "aa", keys.MULTIRUN: together}
    with tracking.start(config, f"run-{name}", known | tags) as run:
        log_scorecard(run, card(rights))


def names(archive: Archive, *wanted: str) -> list[str]:
    return [own.name for own in methods_of(archive, runs_to_compare(archive, wanted))]


def test_the_last_multirun_is_compared(tracking: Tracking, archive: Archive) -> None:
    with pytest.raises(InputError, match="no finished multirun on questions"):
        runs_to_compare(archive, [])
    record(tracking, "old", "++", together="m0")
    record(tracking, "one", "+-")
    record(tracking, "two", "++", crop="fixed")
    with tracking.start({}, "something else", {keys.MULTIRUN: "m2"}):
        pass
    assert names(archive) == ["one", "two + fixed"]
    assert names(archive, "run-old", "run-one") == ["old", "one"]
    with pytest.raises(InputError, match="something else was not scored by scorer=grounding"):
        runs_to_compare(archive, ["something else"])


def test_runs_of_one_name_are_told_apart(tracking: Tracking, archive: Archive) -> None:
    record(tracking, "one", "+-")
    with tracking.start(
        {"split": "all", "scorer": {"_target_": GROUNDING}},
        "again",
        {"detector": "one", keys.FINGERPRINT: "aa", keys.MULTIRUN: "m1"},
    ) as run:
        log_scorecard(run, card("++"))
    assert names(archive) == ["one (run-one)", "one (again)"]


def test_a_comparison_is_kept_beside_the_file_and_as_a_run(
    tracking: Tracking, archive: Archive, tmp_path: Path
) -> None:
    record(tracking, "one", "+---")
    record(tracking, "two", "++++")
    runs = runs_to_compare(archive, [])
    contest = compete(methods_of(archive, runs))
    file = tmp_path / "results" / "comparison.json"
    kept = archive.find(keep_comparison(archive, runs, contest, file))
    assert json.loads(file.read_text())["methods"][0]["name"] == "two"
    assert (file.parent / "plots" / "by_size.png").is_file()
    files = {path for path, _ in archive.files(kept)}
    assert files >= {"comparison.json", "comparison.txt", "plots/by_size.png"}
    assert kept.metrics["comparison/two"] == 1
    assert kept.tags["compared"].split() == [run.id for run in runs]
    assert names(archive) == ["one", "two"]


def look(name: str, steps: bool, shown: str = "Whole", **tags: str) -> PastRun:
    """A run of one method, with other looks or without."""
    own = {"detector.method._target_": "src.Method", "detector.crop._target_": shown}
    more = {"detector.transforms.steps.0._target_": "src.looks.Grey"} if steps else {}
    kept = {"detector.method.keep": str(steps)}
    return past(name, parameters=own | more | kept, tags={"detector": "ui_net", **tags})


def test_transforms_without_their_baseline_are_named() -> None:
    grey, plain = look("grey", True, transforms="robust"), look("plain", False)
    cut = look("cut", True, "Fixed", crop="fixed", transforms="robust")
    assert absent_baselines([grey, plain]) == {}
    assert absent_baselines([grey, plain, cut]) == {
        "cut": "detector=ui_net crop=fixed transforms=none"
    }
    assert absent_baselines([grey, cut])["grey"] == "detector=ui_net transforms=none"


def test_a_recorded_run_with_transforms_asks_for_its_baseline(
    tracking: Tracking, archive: Archive
) -> None:
    detector: dict[str, Any] = {"method": {"ranker": "a"}}
    looks = {"transforms": {"steps": [{"_target_": "src.looks.Grey"}]}}
    record(tracking, "ui_net", "++", transforms="robust", detector=detector | looks)
    record(tracking, "ui_fused", "+-", detector={"method": {"ranker": "b"}})
    (method,) = compete(methods_of(archive, runs_to_compare(archive, []))).without_baseline
    assert (method.name, method.absent_baseline) == (
        "ui_net + robust", "detector=ui_net transforms=none"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("tags", "parameters", "oracle"),
    [
        ({"detector": "ui_fused"}, {}, False),
        ({"detector": "ui_fused", "crop": "oracle"}, {}, True),
        ({"detector": "x"}, {"detector.method._target_": "src.ui.OracleCandidates"}, True),
        ({"detector": "x"}, {"crop._target_": "src.crops.oracle.Oracle"}, True),
        ({"detector": "x"}, {"acquisition._target_": "src.training.OracleWorst"}, True),
        ({"detector": "x"}, {"dataset.root": "oracle"}, False),
        ({"detector": "x"}, {"dataset._target_": "src.data.oracle.Sets"}, False),
    ],
)
def test_an_oracle_is_known_by_its_name(
    tags: dict[str, str], parameters: dict[str, str], oracle: bool
) -> None:
    assert is_oracle(past("run", tags=tags, parameters=parameters)) is oracle
