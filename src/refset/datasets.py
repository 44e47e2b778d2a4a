"""Pictures and truth of a dataset that the configuration knows."""

from typing import Any

from src.data.files.progress import progress
from src.data.refsets.arriving import Tally
from src.data.refsets.reference_set import ReferenceSet


def chosen(name: str, overrides: list[str]) -> Any:
    """The dataset of an option of the configuration."""
    from src.composing.datasets import chosen_dataset  # seconds of imports, for this alone

    return chosen_dataset(name, overrides)


def taken_from(refset: ReferenceSet, chosen: Any, name: str, **options: bool) -> Tally:
    """What a set takes in of its pictures and its truth."""
    from src.data.refsets.samples.taking import take_samples

    with progress(f"taking {name}", len(chosen)) as step:
        return take_samples(refset, chosen.samples(), f"dataset={name}", step=step, **options)
