"""Looking at every sample of a dataset once: with threads where they pay, and saying how far."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TypeVar

from src.core import Dataset, InputError
from src.data.files.hashes import HashCache
from src.data.files.progress import progress

THREADS = 4
BATCH, PROBE = 128, 8
"""Samples that are examined together, and of them by one thread, to see how long it takes."""

COMPUTING, WAITING = 1e-3, 4e-3
"""Seconds per sample, of computing or in all, from which threads help: below, the interpreter has
more to do than decoders and disk. For 20,000 small images four threads computed 17 s, one 5 s."""

Item = TypeVar("Item")
Result = TypeVar("Result")

Examine = Callable[[str, Item, HashCache], Result]


def examine_all(
    dataset: Dataset,
    place: Path,
    items: Mapping[str, Item],
    examine: Examine[Item, Result],
    folders: Iterable[Path] = (),
) -> dict[str, Result]:
    """Name to what ``examine`` answers; its input errors stop or skip as the dataset says.

    Args:
        place: what the items are in, for whoever waits.
        folders: where most of the files are.
    """
    results: dict[str, Result] = {}
    pool = ThreadPoolExecutor(THREADS)

    with HashCache(folders) as cache, progress(f"looking at {place.name}", len(items)) as step:

        def attempt(item: tuple[str, Item]) -> Result | InputError:
            try:
                return examine(*item, cache)
            except InputError as error:
                return error

        try:
            answers = _in_order(attempt, items.items(), pool)
            for name, answer in zip(items, answers, strict=True):
                if isinstance(answer, InputError):
                    dataset.refuse(name, answer)
                else:
                    results[name] = answer
                step()
        finally:
            pool.shutdown(cancel_futures=True)
    return results


def same_size(mask: Path, mask_shape: tuple[int, int], image: Path, shape: tuple[int, int]) -> None:
    """Raises when a mask does not cover its image exactly."""
    if mask_shape != shape:
        raise InputError(
            f"{mask} is {mask_shape[1]}×{mask_shape[0]} but {image} is {shape[1]}×{shape[0]} "
            "(width×height): give the mask of this image"
        )


def _in_order(
    attempt: Callable[[tuple[str, Item]], Result],
    items: Iterable[tuple[str, Item]],
    pool: ThreadPoolExecutor,
) -> Iterator[Result]:
    """The answers; the first few of each batch tell whether threads shall examine the others."""
    coming = iter(items)
    while batch := list(islice(coming, BATCH)):
        probed, slow = _probed(attempt, batch)
        yield from probed
        yield from (pool.map if slow else map)(attempt, batch[len(probed) :])


def _probed(
    attempt: Callable[[tuple[str, Item]], Result], batch: Sequence[tuple[str, Item]]
) -> tuple[list[Result], bool]:
    """Answers of one thread, until they took so long that others should help."""
    answers: list[Result] = []
    computed = time.thread_time() + COMPUTING * PROBE
    waited = time.perf_counter() + WAITING * PROBE
    for item in batch[:PROBE]:
        answers.append(attempt(item))
        if time.thread_time() > computed or time.perf_counter() > waited:
            return answers, True
    return answers, False
