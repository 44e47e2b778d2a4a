import time

import pytest

from src.training.stages import Stages


def test_a_stage_inside_another_counts_for_itself_alone() -> None:
    stages = Stages()
    with stages("outer"):
        with stages("inner"):
            time.sleep(0.02)
        with stages("inner"):
            time.sleep(0.02)
    report = stages.report()
    assert report["inner_ms"] >= 20
    assert report["outer_ms"] < report["inner_ms"]
    shares = [value for name, value in report.items() if name.endswith("_share")]
    assert sum(shares) == pytest.approx(1)


def test_ending_what_is_not_open_changes_nothing() -> None:
    stages = Stages()
    stages.begin("one")
    stages.end("two")
    time.sleep(0.01)
    stages.end("one")
    assert stages.report()["one_ms"] >= 10
    assert "two_ms" not in stages.report()
