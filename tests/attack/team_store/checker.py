"""The history checker: every acknowledged number is there once, in order, and nothing else is."""

from collections import Counter
from collections.abc import Iterator, Sequence

from src.tracking import keys
from tests.attack.team_store.journal import FILE, KEPT, TOLD, TRIAL, Journal, Number
from tests.attack.team_store.store import StoredRun, StoredTrial

GROWING = (keys.BY_SECOND, keys.SWEEP, keys.BEST_VALUE)
"""Numbers that may have several values at a step: images that end in the same second, and what
several sweeps of one study, each at its end, know of it."""


def lost_or_doubled(journal: Journal, runs: Sequence[StoredRun]) -> Iterator[str]:
    """What the store does not have as it acknowledged it, or has though nobody told it."""
    told, kept = set(journal.numbers(TOLD)), journal.numbers(KEPT)
    stored = Counter(
        Number(run.id, name, step, value)
        for run in runs
        for name, history in run.numbers.items()
        for step, value in history
    )
    for number in dict.fromkeys(kept):
        if stored[number] != 1:
            how = "lost" if not stored[number] else f"there {stored[number]} times"
            yield f"{number} was acknowledged and is {how}"
    for number, times in stored.items():
        if number not in told:
            yield f"{number} is there, and nobody told it"
        elif times > 1 and number not in kept:
            yield f"{number} is there {times} times"
    yield from _out_of_order(kept, runs)


def _out_of_order(kept: Sequence[Number], runs: Sequence[StoredRun]) -> Iterator[str]:
    """Numbers of one name come in the order in which they were first acknowledged."""
    first: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number in dict.fromkeys(kept):
        first.setdefault((number.run, number.name), []).append((number.step, number.value))
    for run in runs:
        for name, history in run.numbers.items():
            steps = [step for step, _ in history]
            if steps != sorted(steps):
                yield f"{name} of {run.id} has its steps in the order {steps}"
            if not name.startswith(GROWING) and len(set(steps)) < len(steps):
                yield f"{name} of {run.id} is doubled: {history}"
            known = set(first.get((run.id, name), ()))
            order = [one for one in history if one in known]
            if order != first.get((run.id, name), []):
                yield f"{name} of {run.id} is not in the order of its acknowledgement"


def unlike(own: StoredRun, whole: StoredRun) -> Iterator[str]:
    """Where a run differs from the one that nobody disturbed; wall time does."""
    if own.status != "FINISHED":
        yield f"it is {own.status}: {own.tags.get(keys.FAILURE)}"
    for name in sorted(own.numbers.keys() ^ whole.numbers.keys()):
        yield f"{name} is {'lost' if name in whole.numbers else 'new'}"
    for name, history in own.numbers.items():
        timed = name.startswith(keys.TIME)
        expected = whole.numbers.get(name, history)
        if (len(history) != len(expected)) if timed else history != expected:
            yield f"{name} is {history}, was {expected}"
    mine, theirs = _configured(own), _configured(whole)
    for name in sorted(mine.keys() | theirs.keys()):
        if mine.get(name) != theirs.get(name):
            yield f"parameter {name} is {mine.get(name)}, was {theirs.get(name)}"


def _configured(run: StoredRun) -> dict[str, str]:
    """Its configuration, without what only names it."""
    free = (keys.ATTEMPT, "tracking.", "resume", "trial")
    return {name: text for name, text in run.parameters.items() if not name.startswith(free)}


def lost_files(journal: Journal, held: dict[str, set[str]]) -> Iterator[str]:
    """Files that were acknowledged and are not there.

    Args:
        held: run to the names of its files.
    """
    for run, name in {tuple(items) for items in journal.acknowledged(FILE)}:
        if name not in held.get(run, set()):
            yield f"the file {name} of {run} was acknowledged and is lost"


def lost_trials(
    journal: Journal, trials: Sequence[StoredTrial], runs: Sequence[StoredRun], total: int
) -> Iterator[str]:
    """What is wrong with a study: trials too many or too few, or results that are not kept."""
    if [trial.number for trial in trials] != [*range(len(trials))]:
        yield f"its trials have the numbers {[trial.number for trial in trials]}"
    states = Counter(trial.state for trial in trials)
    if states["COMPLETE"] != total:
        yield f"{states['COMPLETE']} trials are complete, not {total}: {dict(states)}"
    for trial in trials:
        if trial.state not in ("COMPLETE", "FAIL"):
            yield f"trial {trial.number} is {trial.state}"
    by_id = {trial.id: trial for trial in trials}
    for trial_id, values in journal.acknowledged(TRIAL):
        if trial_id in by_id and list(by_id[trial_id].values) != values:
            yield f"trial {by_id[trial_id].number} was acknowledged as {values} and is not"
    finished = [run for run in runs if run.status == "FINISHED" and keys.TRIAL in run.tags]
    counted = Counter(int(run.tags[keys.TRIAL]) for run in finished)
    for trial in trials:
        if trial.state == "COMPLETE" and counted[trial.number] != 1:
            yield f"trial {trial.number} has {counted[trial.number]} finished runs"
    for run in runs:
        if run.status == "RUNNING":
            yield f"the run {run.id} of {run.tags.get(keys.TRIAL)} is still RUNNING"
