"""The runs that later ones are compared with: at most one for the same data."""

from src.core import InputError
from src.tracking import keys
from src.tracking.archive.archive import Archive
from src.tracking.archive.past_run import PastRun
from src.tracking.archive.reading import has
from src.tracking.store import store_errors


def baselines(archive: Archive, fingerprint: str | None = None) -> list[PastRun]:
    """The baseline of this data, or those of all, the newest first."""
    value = "LIKE '%'" if fingerprint is None else f"= '{fingerprint}'"
    return archive.search(f"tags.`{keys.BASELINE}` {value}")


def candidate(archive: Archive, text: str | None) -> PastRun:
    """The run of this name, or the newest that can be a baseline; raises where there is none."""
    if text is not None:
        run = archive.find(text)
        problem = _problem(archive, run)
        if problem:
            raise InputError(f"{run.name} cannot be a baseline: {problem}")
        return run
    for run in archive.found(status="FINISHED"):
        if not _problem(archive, run):
            return run
    raise InputError(f"No run can be a baseline yet: {archive.first_run}")


def set_baseline(archive: Archive, run: PastRun) -> None:
    """Declare a run the baseline of its data, in place of whichever was."""
    data = run.tags[keys.FINGERPRINT]
    with store_errors(archive.uri):
        # The new one first: two for a moment is better than none for good.
        archive.client.set_tag(run.id, keys.BASELINE, data)
        for other in baselines(archive, data):
            if other.id != run.id:
                archive.client.delete_tag(other.id, keys.BASELINE)


def _problem(archive: Archive, run: PastRun) -> str:
    """Why later runs could not be compared with it; "" where they can."""
    if run.status != "FINISHED":
        return f"it is {run.status}"
    if keys.REPEATS in run.tags or keys.FINGERPRINT not in run.tags:
        return "it stands for several runs: give one of them"
    stages = (keys.of_stage(keys.SCORECARD_FILE, stage) for stage in (keys.TEST, "val", "train"))
    if not any(has(archive, run, file) for file in stages):
        return f"it has no {keys.SCORECARD_FILE}"
    return ""
