"""The history checker finds what is lost, doubled, out of order, or was never told."""

import json
from pathlib import Path

import pytest

from tests.attack.team_store.checker import lost_files, lost_or_doubled, lost_trials, unlike
from tests.attack.team_store.journal import FILE, KEPT, NUMBERS, TOLD, TRIAL, Journal
from tests.attack.team_store.store import StoredRun, StoredTrial

History = list[tuple[int, str]]
WHOLE: History = [(1, "0.5"), (2, "0.25"), (3, "nan")]


def journal(place: Path, *lines: tuple[str, str, list[object]]) -> Journal:
    file = place / "journal.txt"
    written = [
        json.dumps({"when": when, "what": what, "items": items}) for when, what, items in lines
    ]
    file.write_text("\n".join([*written, '{"when": "kept", "wh']))
    return Journal(file)


def acknowledged(place: Path, history: History = WHOLE) -> Journal:
    items: list[object] = [["run", "effort/seconds", step, value] for step, value in history]
    return journal(place, (TOLD, NUMBERS, items), (KEPT, NUMBERS, items))


def run(history: History, status: str = "FINISHED", **tags: str) -> StoredRun:
    return StoredRun("run", status, tags, {}, {"effort/seconds": history})


def test_what_is_kept_as_it_was_acknowledged_has_no_fault(tmp_path: Path) -> None:
    assert not [*lost_or_doubled(acknowledged(tmp_path), [run(WHOLE)])]


@pytest.mark.parametrize(
    ("history", "fault"),
    [
        (WHOLE[:2], "is lost"),
        ([*WHOLE[:1], *WHOLE], "is there 2 times"),
        ([(1, "0.5"), (1, "0.75"), *WHOLE[1:]], "nobody told it"),
        ([WHOLE[1], WHOLE[0], WHOLE[2]], "in the order [2, 1, 3]"),
        ([(1, "0.5"), (2, "0.25"), (2, "nan")], "is doubled"),
    ],
)
def test_anything_else_is_found(tmp_path: Path, history: History, fault: str) -> None:
    found = [*lost_or_doubled(acknowledged(tmp_path), [run(history)])]
    assert any(fault in one for one in found), found


def test_a_number_that_nobody_heard_the_answer_of_may_be_there_once(tmp_path: Path) -> None:
    told = journal(tmp_path, (TOLD, NUMBERS, [["run", "effort/seconds", 1, "0.5"]]))
    assert not [*lost_or_doubled(told, [run([])])]
    assert not [*lost_or_doubled(told, [run(WHOLE[:1])])]
    assert [*lost_or_doubled(told, [run(WHOLE[:1] * 2)])]


def test_a_run_is_compared_with_the_one_that_nobody_disturbed() -> None:
    assert not [*unlike(run(WHOLE), run(WHOLE))]
    assert [*unlike(run(WHOLE[:2]), run(WHOLE))]
    assert [*unlike(run(WHOLE, "KILLED"), run(WHOLE))]


def test_an_acknowledged_file_must_be_there(tmp_path: Path) -> None:
    kept = journal(tmp_path, (KEPT, FILE, ["run", "tables/images.parquet"]))
    assert not [*lost_files(kept, {"run": {"tables/images.parquet"}})]
    assert [*lost_files(kept, {"run": {"tables"}})]


def test_a_study_has_its_trials_once_with_their_results(tmp_path: Path) -> None:
    kept = journal(tmp_path, (KEPT, TRIAL, [7, ["0.5"]]))
    whole = StoredTrial(7, 0, "COMPLETE", ("0.5",), {})
    trial_run = run(WHOLE, **{"sweep.trial": "0"})
    assert not [*lost_trials(kept, [whole], [trial_run], 1)]
    changed = StoredTrial(7, 0, "COMPLETE", ("0.75",), {})
    assert [*lost_trials(kept, [changed], [trial_run], 1)]
    assert [*lost_trials(kept, [whole], [trial_run], 2)]
    assert [*lost_trials(kept, [whole], [trial_run, trial_run], 1)]
    assert [*lost_trials(kept, [whole], [], 1)]
