"""Whether a dataset can be scored as asked, before the work begins."""

import logging
from collections.abc import Sequence

from src.core import Awaited, Dataset, InputError, Scorer
from src.scoring.gates.amounts import LEAST

log = logging.getLogger(__name__)


def is_labelled(dataset: Dataset) -> bool:
    """Whether anything is known of its pictures; a dataset need not say so."""
    return bool(getattr(dataset, "labelled", True))


def check_teacher(dataset: Dataset, annotator: object) -> None:
    """Refuse a simulated annotator, or nobody, before pictures of which nothing is known."""
    if not is_labelled(dataset) and not isinstance(annotator, Awaited):
        raise InputError("dataset has no masks: add them, or let a person paint, annotator=person")


def chosen_split(dataset: Dataset, asked: str, *, teaches: bool) -> tuple[str | None, int]:
    """The split to score, ``None`` for all, and its size, which must not be 0 where masks are."""
    split = None if asked == "all" else asked
    counts = dict.fromkeys(("train", "val", "test"), 0)
    for entry in dataset.entries:
        counts[entry.split] += 1
    if split is not None and split not in counts:
        raise InputError(f"split must be all or one of {', '.join(counts)}, got {asked!r}")
    if teaches and split != "test":
        raise InputError(f"split={asked} would score what was taught; set split=test")
    total = sum(counts.values()) if split is None else counts[split]
    if total == 0 and is_labelled(dataset):
        raise InputError(f"split={asked} has no samples; there are {counts}")
    return split, total


def warn_of_few(total: int, split: str | None) -> None:
    """Say where intervals will rest on so few images that they hardly tell anything."""
    if 0 < total < LEAST:
        where = "the dataset" if split is None else f"split={split}"
        log.warning(
            "%s has %s: intervals of fewer than %d say little, and no gate passes on them",
            where,
            "1 image" if total == 1 else f"{total} images",
            LEAST,
        )


def check_slices(dataset: Dataset, slices: Sequence[str]) -> None:
    """Refuse a tag that no sample has before the work of scoring is done."""
    tags = {tag for entry in dataset.entries for tag in entry.tags} if slices else set()
    for name in slices:
        if name not in tags:
            known = ", ".join(sorted(tags)) or "none"
            raise InputError(f"scorer.slices: no sample has the tag {name!r}; there are {known}")


def check_kind(dataset: Dataset, scorer: Scorer) -> None:
    """Let a scorer of one kind of labels refuse the first sample before any is detected."""
    refuse = getattr(scorer, "refuse", None)
    if refuse is None or not dataset.entries:
        return
    try:
        sample = dataset.read(dataset.entries[0])
    except InputError:
        return  # which whoever reads all of them will tell, or leave out
    refuse(sample)
