"""Photos and labels of a dataset that has a truth, taken into a set one photo at a time."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from src.core import InputError, Sample
from src.data.refsets.arriving import UNSAID, Arrival, Tally, arrive
from src.data.refsets.exchange.coming import Coming, arrival_of
from src.data.refsets.exchange.completing import Held
from src.data.refsets.exchange.overlay import Overlay
from src.data.refsets.exchange.painting import Mask
from src.data.refsets.labels import Document, Unfit
from src.data.refsets.people.pseudonyms import known
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.samples.columns import is_unknown
from src.data.refsets.samples.pictures import file_of, known_photo
from src.data.refsets.samples.race import race_labels
from src.data.refsets.samples.screens import screen_labels
from src.data.refsets.store import guard
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS, PARTS
from src.geometry.masks import foreground, ignored

HELD = Held((BIBS, FACES, LINKS, ELEMENTS, MASKS), unlocated=True, keys=False)
TRUTH = "ground_truth"
"""The strategy of samples whose truth is one; others compare tools."""


def take_samples(
    refset: ReferenceSet,
    samples: Iterable[Sample],
    source: str,
    *,
    labels: bool = True,
    replacing: bool = False,
    dry_run: bool = False,
    step: Callable[[], None] = lambda: None,
) -> Tally:
    """Take in each sample's picture and what its truth says, as soon as the sample is made.

    Args:
        source: the dataset, as the log and sentences call it.
        labels: ``False`` for the pictures alone.
        replacing, dry_run: see ``arrive``.
    """
    with ExitStack() as stack:
        if dry_run:
            passing = stack.enter_context(tempfile.TemporaryDirectory(prefix="refset-"))
            refset = replace(refset, objects=Overlay(Path(passing), refset.objects))
        else:
            stack.enter_context(guard.shared(refset.objects.folder, refset.database.patience))
        arrivals = _arrivals(refset, samples, source, labels)
        return arrive(
            refset, arrivals, source=source, replacing=replacing, dry_run=dry_run, step=step,
            together=1,
        )  # fmt: skip


def labels_of(sample: Sample, dimensions: Sequence[str]) -> dict[str, Document]:
    """What a sample's truth says in the dimensions of a set, but for paint."""
    if MASKS in dimensions or is_unknown(sample.truth):
        return {}
    if ELEMENTS in dimensions:
        return {ELEMENTS: screen_labels(sample)}
    return race_labels(sample, dimensions)


def paint_of(sample: Sample) -> tuple[Mask, Mask] | None:
    """Foreground and background; what must not count is neither. ``None`` where nobody knows."""
    truth = sample.truth
    if is_unknown(truth):
        return None
    if truth.labels is None and truth.rles is None:
        raise Unfit("has no masks, as a set of masks needs", ("truth",))
    shown, unknown = foreground(truth), ignored(truth)
    return shown & ~unknown, ~(shown | unknown)


def _arrivals(
    refset: ReferenceSet, samples: Iterable[Sample], source: str, labels: bool
) -> Iterator[Arrival]:
    with refset.database.reading() as connection:
        people = {word: name for name, word in known(connection).items()}
    for sample in samples:
        where = f"{source}, sample {sample.name}"
        name, content = file_of(sample.picture)
        photo = known_photo(refset, sample.picture, content)
        coming = Coming(where, name, sha=photo, content=content, shape=sample.picture.shape)
        if labels:
            coming = _with_labels(coming, sample, refset.dimensions)
        yield arrival_of(refset, coming, HELD, people)


def _with_labels(coming: Coming, sample: Sample, dimensions: Sequence[str]) -> Coming:
    if sample.strategy != TRUTH:
        raise InputError(
            f"{coming.place}: what it is compared with is what {sample.reference} says, no truth: "
            "take labels from a dataset that has one"
        )
    part = sample.picture.entry.tags.get("part")
    try:
        return replace(
            coming,
            documents=labels_of(sample, dimensions),
            painted=paint_of(sample) if MASKS in dimensions else None,
            part=part if part in PARTS else UNSAID,
        )
    except Unfit as unfit:
        raise InputError(f"{coming.place}: {unfit}") from unfit
