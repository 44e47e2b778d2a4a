"""The detector that needs no gradient: trees over a filter bank, the way ilastik learns."""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from src.core import InputError, Picture, Surface
from src.detectors.filters import (
    SIGMAS,
    FloatArray,
    feature_names,
    filter_bank,
    filtered_window,
)
from src.detectors.separation import Probable
from src.detectors.tiling import BAND, Pixels, Standardised, edges_of

MODELS = ("boosting", "forest")
LEAST = {
    "trees": 1,
    "min_leaf": 1,
    "pixels_per_class": 1,
    "most_pixels": 2,
    "seed": 0,
    "threads": 1,
}
"""Of the whole numbers among the settings."""

CHUNK = 8_192
"""Pixels that go through the trees together, few enough to stay in a core's cache meanwhile."""

Mask = npt.NDArray[np.bool_]
Example = tuple[Pixels, Mask, Mask]
"""Pixels of a picture, what is painted as foreground, what is painted as background."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Features of painted pixels, (n, features) per class, each in an order drawn at random."""

    foreground: FloatArray
    background: FloatArray

    def __len__(self) -> int:
        return len(self.foreground) + len(self.background)

    def first(self, share: float) -> "Drawn":
        """The first part of each class, rounded up."""
        counts = [int(np.ceil(share * len(rows))) for rows in (self.foreground, self.background)]
        return Drawn(self.foreground[: counts[0]], self.background[: counts[1]])


@dataclass(frozen=True, eq=False)
class Grown:
    """Trees of scikit-learn, and the pixels that they were fitted to."""

    trees: Any
    drawn: Drawn

    def foreground(self, rows: FloatArray, background_odds: float) -> FloatArray:
        """(n,) as probable as it would be had the classes been drawn at these odds."""
        # One thread adds up the trees in their order, so that even the last bit is certain.
        with threadpool_limits(1, user_api="openmp"):
            # Trees that saw one class alone have one column.
            shares = self.trees.predict_proba(rows) @ self.trees.classes_
        drawn_odds = max(len(self.drawn.background), 1) / max(len(self.drawn.foreground), 1)
        ratio = drawn_odds / background_odds
        probability: FloatArray = (shares * ratio / (1 + shares * (ratio - 1))).astype(np.float32)
        return probability


@dataclass(frozen=True, eq=False)
class Forest(Probable):
    """Foreground probability by trees that were fitted to painted pixels.

    People paint the classes as it suits them; so that 0.5 keeps its meaning, probabilities
    are those of pictures with ``background_odds``, whatever was painted.

    Args:
        model: ``boosting`` (histogram gradient boosting) or ``forest`` (random forest).
        sigmas: scales of the filter bank, px, ascending.
        min_leaf: fewest pixels in a leaf.
        learning_rate: of the boosting.
        pixels_per_class: drawn at most from one picture, of each class.
        most_pixels: drawn at most from all pictures; the more pictures, the fewer of each.
        background_odds: background pixels per foreground pixel where it is used.
        threshold: foreground is at least this probable.
        instances, min_area, min_distance: see ``Separation``.
        threads: the numbers do not depend on it.
        grown: what it learned; ``fit`` and ``load`` give it.
        cache: content of an example to what was drawn of it, shared by all that ``fit`` gives.
    """

    model: str = "boosting"
    sigmas: Sequence[Annotated[float, Gt(0), Le(1000)]] = SIGMAS
    trees: Annotated[int, Ge(1), Le(10_000)] = 50
    min_leaf: Annotated[int, Ge(1), Lt(2**31)] = 20
    learning_rate: float = 0.2
    pixels_per_class: int = 3000
    most_pixels: int = 100_000
    background_odds: float = 7.0
    threshold: float = 0.5
    instances: str = "components"
    min_area: int = 0
    min_distance: Annotated[int, Ge(0), Le(10_000)] = 7
    seed: Annotated[int, Ge(0), Lt(2**32)] = 1
    threads: Annotated[int, Ge(1), Le(1024)] = 2
    grown: Grown | None = field(default=None, repr=False)
    cache: dict[str, Drawn] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise InputError(f"detector.model must be one of {MODELS}, got {self.model!r}")
        _ = self.separation  # refuses what cannot be
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise InputError(
                    f"detector.{name} must be at least {least}, got {getattr(self, name)}"
                )
        for name in ("learning_rate", "background_odds"):
            if not getattr(self, name) > 0:
                raise InputError(f"detector.{name} must be above 0, got {getattr(self, name)}")
        if not 0 < self.threshold < 1:
            raise InputError(f"detector.threshold must lie between 0 and 1, got {self.threshold}")
        sigmas = tuple(float(sigma) for sigma in self.sigmas)
        if not sigmas or sigmas[0] <= 0 or list(sigmas) != sorted(set(sigmas)):
            raise InputError(f"detector.sigmas must be above 0 and ascend, got {sigmas}")
        object.__setattr__(self, "sigmas", sigmas)

    def strips(self, pixels: Surface, after: int = 0) -> Iterator[FloatArray]:
        """The probabilities of a picture of any size, from the top down.

        Args:
            after: rows that are known already; a strip that ends there or above is left out.
        """
        seen, grown = Standardised.of_rows(pixels), self._learned()
        for low, high in edges_of(pixels.shape[0]):
            if high <= after:
                continue
            strip = np.zeros((high - low, pixels.shape[1]), np.float32)
            for left, right in edges_of(pixels.shape[1], 4 * BAND):
                features, inner = filtered_window(
                    seen, (low, high, left, right), self.sigmas, self.threads
                )
                rows = features[inner].reshape(-1, features.shape[2])
                found = grown.foreground(rows, self.background_odds)
                strip[:, left:right] = found.reshape(high - low, right - left)
            yield strip

    def probabilities(self, picture: Picture) -> FloatArray:
        """(height, width) float32: how probable foreground is."""
        everywhere = np.ones(picture.shape, bool)
        return self.probabilities_at(picture.pixels, everywhere).reshape(picture.shape)

    def probabilities_at(self, pixels: Pixels, chosen: Mask) -> FloatArray:
        """(n,) float32 of the chosen pixels alone, row by row."""
        grown = self._learned()
        rows = self._filtered(pixels)[chosen]
        chunks = [rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(lambda chunk: grown.foreground(chunk, self.background_odds), chunks)
            return np.concatenate([np.zeros(0, np.float32), *parts])

    def fit(self, examples: Sequence[Example]) -> "Forest":
        """A new forest that learned from these examples alone; this one stays as it is."""
        drawn = [self._draw(*example) for example in examples]
        total = sum(len(part) for part in drawn)
        if total == 0:
            raise InputError("nothing is painted: there is no pixel to learn from")
        parts = [part.first(min(1.0, self.most_pixels / total)) for part in drawn]
        together = Drawn(
            np.concatenate([part.foreground for part in parts]),
            np.concatenate([part.background for part in parts]),
        )
        return replace(self, grown=Grown(grow(self, together), together))

    def save(self, file: Path) -> None:
        """Keep the pixels that were learned from; the configuration says everything else.

        Fitted again they give the same trees, and a file of numbers can neither run code, as
        a pickle does, nor lead a tree out of bounds.
        """
        drawn = self._learned().drawn
        with file.open("wb") as stream:
            np.savez(stream, foreground=drawn.foreground, background=drawn.background)

    def load(self, file: Path) -> None:
        """Learn, in place, from the pixels that ``save`` kept; nothing in the file is executed."""
        drawn = read_drawn(file, len(feature_names(self.sigmas)))
        object.__setattr__(self, "grown", Grown(grow(self, drawn), drawn))

    def _learned(self) -> Grown:
        if self.grown is None:
            raise InputError(
                "the forest has learned nothing yet: teach it with trainer=refit, "
                "or take a taught one with detector=checkpoint"
            )
        return self.grown

    def _filtered(self, pixels: Pixels) -> FloatArray:
        return filter_bank(pixels, self.sigmas, self.threads)

    def _draw(self, pixels: Pixels, foreground: Mask, background: Mask) -> Drawn:
        key = content(pixels, foreground, background)
        if key not in self.cache:
            features = self._filtered(pixels)
            painted = (features[self._places(mask)] for mask in (foreground, background))
            self.cache[key] = Drawn(*painted)
        return self.cache[key]

    def _places(self, mask: Mask) -> tuple[npt.NDArray[np.intp], ...]:
        rows, columns = np.nonzero(mask)
        order = np.random.default_rng(self.seed).permutation(len(rows))[: self.pixels_per_class]
        return rows[order], columns[order]


def grow(settings: Forest, drawn: Drawn) -> Any:
    """Trees by scikit-learn; the same for the same pixels, whatever the number of threads."""
    from sklearn.dummy import DummyClassifier
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

    rows = np.concatenate([drawn.background, drawn.foreground])
    target = np.repeat([0, 1], [len(drawn.background), len(drawn.foreground)])
    if target.min() == target.max():
        return DummyClassifier().fit(rows, target)
    if settings.model == "forest":
        forest = RandomForestClassifier(
            settings.trees, min_samples_leaf=settings.min_leaf, random_state=settings.seed,
            n_jobs=settings.threads,
        )  # fmt: skip
        return forest.fit(rows, target).set_params(n_jobs=1)
    # Sums of gradients over several threads are rounded in no certain order. Weights instead of
    # odds would take ten times as long: scikit-learn 1.9 then bins by weighted quantiles.
    with threadpool_limits(1, user_api="openmp"):
        boosting = HistGradientBoostingClassifier(
            max_iter=settings.trees, min_samples_leaf=settings.min_leaf,
            learning_rate=settings.learning_rate, early_stopping=False,
            random_state=settings.seed,
        )  # fmt: skip
        return boosting.fit(rows, target)


def read_drawn(file: Path, features: int) -> Drawn:
    """Pixels that a forest kept; anything else in the file is an ``InputError``."""
    try:
        # Opened here, for numpy leaves a file open that it cannot read.
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
            drawn = Drawn(kept["foreground"], kept["background"])
    except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
        raise InputError(f"{file} holds no forest that was kept: {error}") from error
    for rows in (drawn.foreground, drawn.background):
        if rows.dtype != np.float32 or rows.shape[1:] != (features,):
            raise InputError(
                f"{file} must hold {features} float32 features per pixel for these sigmas, "
                f"it holds {rows.dtype} of shape {rows.shape}"
            )
    if not len(drawn):
        raise InputError(f"{file} holds a forest without a pixel")
    return drawn


def content(*arrays: npt.NDArray[Any]) -> str:
    """Hash of values, shapes and types."""
    digest = hashlib.blake2b(digest_size=16)
    for array in arrays:
        digest.update(f"{array.shape}{array.dtype}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
