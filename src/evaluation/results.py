"""The results of a dataset in its order: first those that were kept, then those still to come."""

from collections.abc import Generator, Sequence
from contextlib import closing

from src.core import Entry, InputError
from src.evaluation.executors.base import Executor
from src.evaluation.ledger import Kept, Ledger
from src.evaluation.task import Examination, Examined, Result, Unreadable


def results_of(
    task: Examination, entries: Sequence[Entry], executor: Executor, ledger: Ledger | None = None
) -> Generator[Result, None, None]:
    """One result per entry; the dataset has refused those that are unreadable, and let them pass.

    Nothing that the ledger kept is detected or scored again.
    """
    if ledger is None:
        yield from _fresh(task, entries, executor)
        return
    try:
        done = ledger.begin(entries, shown=task.shown)
        for entry, kept in zip(entries[:done], ledger.kept(), strict=True):
            yield _let_pass(task, entry, _restored(task, entry, kept))
        with closing(_fresh(task, entries[done:], executor)) as fresh:
            for entry, result in zip(entries[done:], fresh, strict=True):
                ledger.append(entry, result)
                yield result
    finally:
        ledger.close()


def _fresh(
    task: Examination, entries: Sequence[Entry], executor: Executor
) -> Generator[Result, None, None]:
    with closing(executor.map(task, entries)) as results:
        for entry, result in zip(entries, results, strict=True):
            yield _let_pass(task, entry, result)


def _restored(task: Examination, entry: Entry, kept: Kept | Unreadable) -> Result:
    """What was kept, and beside it the sample, read again, where somebody wants to see it."""
    if isinstance(kept, Unreadable):
        return kept
    if not task.shown or kept.prediction is None:
        return Examined(kept.row)
    try:
        return Examined(kept.row, (task.dataset.read(entry), kept.prediction))
    except InputError as error:
        return Unreadable(error)


def _let_pass(task: Examination, entry: Entry, result: Result) -> Result:
    if isinstance(result, Unreadable):
        task.dataset.refuse(entry.name, result.error)
    return result
