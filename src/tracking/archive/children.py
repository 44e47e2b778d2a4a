"""The runs below a parent: one for each seed, or one for each trial of a sweep."""

from collections.abc import Collection, Mapping

from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.store import store_errors


def children(archive: Archive, parent: PastRun) -> list[PastRun]:
    """The finished runs below a parent, by seed."""
    wanted = f"{_below(parent.id)} and attributes.status = 'FINISHED'"
    runs = archive.search(wanted, experiment=parent.experiment)
    return sorted(runs, key=lambda run: run.seed)


def newest_by_seed(archive: Archive, parent: PastRun) -> dict[int, PastRun]:
    """Seed to its run, as far as the parent came; of several a finished one, else the newest."""
    below = archive.search(_below(parent.id), experiment=parent.experiment)
    runs = sorted(below, key=lambda run: (run.status == "FINISHED", run.started))
    return {run.seed: run for run in runs}


def trial_runs(archive: Archive, parent_id: str) -> dict[int, PastRun]:
    """Number of a trial to its run, the newest where a trial was begun twice."""
    runs: dict[int, PastRun] = {}
    for run in archive.search(_below(parent_id)):
        if keys.TRIAL in run.tags:
            runs.setdefault(int(run.tags[keys.TRIAL]), run)
    return runs


def mark_best(archive: Archive, runs: Mapping[int, PastRun], best: Collection[int]) -> None:
    """Tag the runs of the best trials, and no other any more."""
    with store_errors(archive.uri):
        for number, run in runs.items():
            if number in best:
                archive.client.set_tag(run.id, keys.BEST_TRIAL, "true")
            elif keys.BEST_TRIAL in run.tags:
                archive.client.delete_tag(run.id, keys.BEST_TRIAL)


def _below(parent_id: str) -> str:
    """MLflow's filter for the runs below a parent."""
    return f"tags.`{keys.PARENT}` = '{parent_id}'"
