"""The runs below a sweep's parent, one for each trial."""

from collections.abc import Collection, Mapping

from src.tracking.archive import Archive, PastRun
from src.tracking.repeats import PARENT
from src.tracking.run import Run
from src.tracking.store import run_page, store_errors

STUDY, TRIAL, BEST = "sweep.study", "sweep.trial", "sweep.best"
"""Tags: of which study a run is, which trial it is, and whether none is better."""


def trial_runs(archive: Archive, parent: Run) -> dict[int, PastRun]:
    """Number of a trial to its run, the newest where a trial was begun twice."""
    runs: dict[int, PastRun] = {}
    for run in archive.search(f"tags.`{PARENT}` = '{parent.id}'"):
        if TRIAL in run.tags:
            runs.setdefault(int(run.tags[TRIAL]), run)
    return runs


def mark_best(archive: Archive, runs: Mapping[int, PastRun], best: Collection[int]) -> None:
    """Tag the runs of the best trials, and no other any more."""
    with store_errors(archive.uri):
        for number, run in runs.items():
            if number in best:
                archive.client.set_tag(run.id, BEST, "true")
            elif BEST in run.tags:
                archive.client.delete_tag(run.id, BEST)


def page_of(archive: Archive, run: PastRun) -> str:
    """Where a browser finds a run."""
    return run_page(archive.uri, run.experiment_id, run.id)
