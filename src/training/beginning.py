"""What was painted before a session begins, as by a person in RootPainter."""

from src.core import Dataset, Entry, InputError
from src.geometry.masks import foreground, ignored
from src.training.tiles import AnnotatedPicture

Painted = dict[str, list[AnnotatedPicture]]
"""``train`` and ``val``."""


def given_pictures(start: Dataset | None, dataset: Dataset) -> Painted:
    """The annotations of a project, in its own split; nothing without one.

    A picture of the project that the dataset holds out for testing is refused: its score would
    not be one of an unseen picture.
    """
    painted: Painted = {"train": [], "val": []}
    if start is None:
        return painted
    tests = {known for entry in dataset.entries if entry.split == "test" for known in marks(entry)}
    for entry in start.entries:
        if tests & marks(entry):
            raise InputError(
                f"start: {entry.name!r} is in the test split, which nothing may be taught from: "
                "take it out of the project, or change dataset.split"
            )
        sample = start.read(entry)
        fore, unknown = foreground(sample.truth), ignored(sample.truth)
        if unknown.all():
            continue
        picture = AnnotatedPicture.of(sample.picture.pixels, fore, ~fore & ~unknown)
        painted["val" if entry.split == "val" else "train"].append(picture)
    return painted


def marks(entry: Entry) -> set[str]:
    """By what a picture is known again: its content, or its name where it was written anew."""
    return {entry.id, entry.name}
