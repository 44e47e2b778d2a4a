"""The detector that somebody else was: its masks are looked up by picture."""

from collections.abc import Callable
from dataclasses import dataclass

from src.core import InputError, Instances, Picture

MISSING = ("error", "empty")


@dataclass(frozen=True)
class Lookup:
    """Serves what a reader of stored work knows of a picture.

    Args:
        find: picture to its instances, ``None`` where it is not known; the configuration
            chooses the reader.
        missing: ``error``, or ``empty`` to count a picture that is not known as "found nothing".
    """

    find: Callable[[Picture], Instances | None]
    missing: str = "error"

    def __post_init__(self) -> None:
        if self.missing not in MISSING:
            raise InputError(f"detector.missing must be one of {MISSING}, got {self.missing!r}")

    @property
    def class_names(self) -> tuple[str, ...]:
        """What the numbers of the classes mean; nothing where the reader does not say."""
        return tuple(getattr(self.find, "class_names", ()))

    def detect(self, picture: Picture) -> Instances:
        """The stored masks of this picture."""
        found = self.find(picture)
        if found is None and self.missing == "error":
            raise InputError(
                f"no prediction for {picture.entry.name}: add it, or set detector.missing=empty "
                "to count it as nothing found"
            )
        return Instances(picture.shape, rles=()) if found is None else found
