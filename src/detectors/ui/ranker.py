"""The ranker: which of the candidates a click meant, by trees that were taught on pages."""

import os
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.core.plain_file import read_archive
from src.detectors.ui import choice, traits
from src.detectors.ui.trees import Trees
from src.detectors.ui.untaught import Untaught

UNTAUGHT = "none"
"""In place of a ranker's name: nobody taught one."""

WEIGHTS = Path(__file__).parent / "weights"
"""What comes with the project; docs/GROUNDING.md says how it was taught."""

MOST = 2**28
"""Bytes that trees take at most, unpacked."""


@dataclass(frozen=True, eq=False)
class Ranker:
    """Two rows of trees: what is an element at all, and what a click meant.

    Args:
        worth: from traits to the logit of a candidate being an element.
        meant: from all that is known at a click to the logit of a candidate being meant.
    """

    worth: Trees
    meant: Trees

    def worths(self, known: npt.NDArray[np.float16]) -> npt.NDArray[np.float32]:
        """(n,) how probably each candidate is an element."""
        probability: npt.NDArray[np.float32] = _probability(
            self.worth.sums(known.astype(np.float32))
        ).astype(np.float32)
        return probability

    def scores(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """(n,) how probably each candidate was meant."""
        return _probability(self.meant.sums(rows))

    @property
    def settings(self) -> str:
        """All that decides what candidates are worth."""
        return blake2b(self.worth.value.tobytes(), digest_size=8).hexdigest()

    def save(self, file: Path) -> None:
        """Plain arrays; nothing in them can be executed."""
        parts = {"worth": self.worth, "meant": self.meant}
        arrays = {f"{part}_{name}": value for part, trees in parts.items()
                  for name, value in trees.arrays().items()}  # fmt: skip
        with file.open("wb") as stream:
            np.savez_compressed(
                stream, allow_pickle=False,
                traits=np.array(traits.NAMES), choice=np.array(choice.NAMES), **arrays,
            )  # fmt: skip


@lru_cache(maxsize=8)
def read_ranker(name: str) -> Ranker | Untaught:
    """A ranker of the project by its name, or one in a file; ``none`` for one without a teacher."""
    if name == UNTAUGHT:
        return Untaught()
    own = WEIGHTS / f"{name}.npz"
    try:
        file = own if os.path.isfile(own) else Path(name).expanduser()  # noqa: PTH113 - a Path raises
        there = os.path.exists(file)  # noqa: PTH110 - where a name is too long
    except RuntimeError:  # no home of a user
        there = False
    if not there:
        known = ", ".join(sorted(one.stem for one in WEIGHTS.glob("*.npz"))) or "none"
        raise InputError(f"detector.method.ranker: {name} is neither a file nor one of {known}")
    try:
        with np.load(read_archive(file, MOST), allow_pickle=False) as kept:
            arrays = dict(kept)
        told = tuple(map(str, arrays["traits"])), tuple(map(str, arrays["choice"]))
        parts = [
            Trees.of({key.removeprefix(f"{part}_"): value for key, value in arrays.items()
                      if key.startswith(f"{part}_")})
            for part in ("worth", "meant")
        ]  # fmt: skip
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise InputError(f"detector.method.ranker: {file} holds no ranker: {error}") from error
    if told != (traits.NAMES, choice.NAMES):
        raise InputError(
            f"detector.method.ranker: {file} was taught with other features: teach it anew"
        )
    return Ranker(*parts)


def _probability(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    probability: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(logits, -40, 40)))
    return probability
