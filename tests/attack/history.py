"""Whether the record of a run is what it would have been had nobody disturbed it."""

from collections import Counter
from collections.abc import Iterator

from mlflow import MlflowClient

from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import has, read_config
from src.tracking.record.resuming import SHOWING

STEPPED = (keys.BY_IMAGE, keys.EFFORT, keys.BY_SECOND)


def numbers(client: MlflowClient, run_id: str) -> dict[str, list[tuple[int, str]]]:
    """Name to steps and values, as text since ``nan`` is no equal of itself."""
    return {
        name: [(one.step, repr(one.value)) for one in client.get_metric_history(run_id, name)]
        for name in client.get_run(run_id).data.metrics
    }


def faults(archive: Archive, run_id: str, whole: PastRun, home: Archive) -> list[str]:
    """What is wrong with a run that was disturbed; nothing where no number is lost or doubled.

    Args:
        whole: a run of the same configuration that nobody disturbed, in the store ``home``.
    """
    past = archive.find(run_id)
    return [
        *_of_state(archive, past),
        *_of_numbers(numbers(archive.client, run_id), numbers(home.client, whole.id)),
        *_of_configuration(archive, past, whole, home),
        *_of_files(archive, past, whole, home),
    ]


def _of_state(archive: Archive, past: PastRun) -> Iterator[str]:
    if past.status != "FINISHED":
        yield f"it is {past.status}"
    if keys.FAILURE in past.tags:
        yield f"it failed with {past.tags[keys.FAILURE]}"
    if keys.BEGUN not in past.tags:
        yield "it has not begun"
    if not has(archive, past, keys.CONFIG_FILE):
        yield "it has no config.yaml"


def _of_numbers(
    own: dict[str, list[tuple[int, str]]], whole: dict[str, list[tuple[int, str]]]
) -> Iterator[str]:
    for name in sorted(own.keys() ^ whole.keys()):
        yield f"{name} is {'lost' if name in whole else 'new'}"
    for name, history in own.items():
        steps = [step for step, _ in history]
        if name.startswith(STEPPED):
            if steps != sorted(steps):
                yield f"{name} has its steps in the order {steps}"
        elif len(history) != 1:
            yield f"{name} is there {len(history)} times"
        if not name.startswith(keys.BY_SECOND):
            doubled = [step for step, times in Counter(steps).items() if times > 1]
            if doubled:
                yield f"{name} is doubled at {doubled}"
        if not name.startswith(keys.TIME) and name in whole and history != whole[name]:
            yield f"{name} is {history}, was {whole[name]}"


def _of_configuration(
    archive: Archive, past: PastRun, whole: PastRun, home: Archive
) -> Iterator[str]:
    if past.parameters.keys() != whole.parameters.keys():
        yield f"parameters differ by {sorted(past.parameters.keys() ^ whole.parameters.keys())}"
    for name, value in whole.parameters.items():
        if not name.startswith(SHOWING) and past.parameters.get(name) != value:
            yield f"parameter {name} is {past.parameters.get(name)}, was {value}"
    if has(archive, past, keys.CONFIG_FILE):
        mine, other = read_config(archive, past), read_config(home, whole)
        yield from (
            f"config.yaml has another {name}"
            for name in mine.keys() | other.keys()
            if not name.startswith("tracking") and mine.get(name) != other.get(name)
        )


def _of_files(archive: Archive, past: PastRun, whole: PastRun, home: Archive) -> Iterator[str]:
    own = {name for name, _ in archive.files(past)}
    expected = {name for name, _ in home.files(whole)}
    if own != expected:
        yield f"files differ by {sorted(own ^ expected)}"
