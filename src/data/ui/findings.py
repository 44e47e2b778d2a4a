"""What somebody who looks after a set of screenshots must know of it."""

from dataclasses import dataclass

from src.core import InputError

FAULT, WARNING = "fault", "warning"


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or that looks wrong, and where.

    Args:
        kind: in few words, the same for all findings of a kind.
        saying: what is wrong and what to do, without the place.
        sample, element: ids; empty for what holds of the whole file or sample.
        severity: ``fault`` for what no run can use, ``warning`` for what a person should look at.
    """

    kind: str
    saying: str
    file: str
    sample: str = ""
    element: str = ""
    severity: str = FAULT

    @property
    def place(self) -> str:
        """File, sample and element, as far as it concerns one."""
        sample = f", sample {self.sample!r}" if self.sample else ""
        element = f", element {self.element!r}" if self.element else ""
        return f"{self.file}{sample}{element}"

    def __str__(self) -> str:
        return f"{self.place}: {self.saying}"

    @property
    def error(self) -> InputError:
        """The same for somebody who wanted to use the set."""
        return InputError(str(self))
