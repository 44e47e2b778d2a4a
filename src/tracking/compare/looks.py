"""Runs that looked again through transforms, and whether their baseline stands beside them."""

from collections.abc import Sequence

from src.tracking.archive import PastRun
from src.tracking.compare.configurations import NO_PART

STEPS = "detector.transforms.steps"
"""Begins the parameters of looks beyond the first, unchanged one."""

LOOKS, DETECTOR = "detector.transforms.", "detector."

NO_METHOD = (*NO_PART, LOOKS, "detector.method.keep", "detector.method.client.")
"""What tells how a detector is shown things, or how it is reached, and not which method and crop it
is."""


def absent_baselines(runs: Sequence[PastRun]) -> dict[str, str]:
    """Id of a run with transforms to what to run: the same at ``transforms=none``, if not there."""
    plain = {_method(run) for run in runs if not _looks_again(run)}
    return {
        run.id: _choices(run) for run in runs if _looks_again(run) and _method(run) not in plain
    }


def _looks_again(run: PastRun) -> bool:
    steps = {name: text for name, text in run.parameters.items() if name.startswith(STEPS)}
    return any(text != "[]" for text in steps.values())


def _method(run: PastRun) -> frozenset[tuple[str, str]]:
    """Method and crop, with all their options."""
    return frozenset(
        (name, text)
        for name, text in run.parameters.items()
        if name.startswith(DETECTOR) and not name.startswith(NO_METHOD)
    )


def _choices(run: PastRun) -> str:
    """The words that choose them."""
    words = [f"{group}={run.tags[group]}" for group in ("detector", "crop") if run.tags.get(group)]
    return " ".join([*words, "transforms=none"])
