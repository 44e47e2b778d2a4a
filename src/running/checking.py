"""Whether a dataset can be scored as asked, before the work begins."""

from collections.abc import Sequence

from src.core import Dataset, InputError, Scorer


def chosen_split(dataset: Dataset, asked: str, *, teaches: bool) -> tuple[str | None, int]:
    """The split to score, ``None`` for all, and its size, which must not be 0."""
    split = None if asked == "all" else asked
    counts = dict.fromkeys(("train", "val", "test"), 0)
    for entry in dataset.entries:
        counts[entry.split] += 1
    if split is not None and split not in counts:
        raise InputError(f"split must be all or one of {', '.join(counts)}, got {asked!r}")
    if teaches and split != "test":
        raise InputError(f"split={asked} would score what was taught; set split=test")
    total = sum(counts.values()) if split is None else counts[split]
    if total == 0:
        raise InputError(f"split={asked} has no samples; there are {counts}")
    return split, total


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
