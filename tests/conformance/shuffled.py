"""The same screenshots and questions with another truth, of which no detector may know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from src.core import Answers, Dataset, Detector, Entry, InputError, Instances, Prediction, Sample
from src.evaluation.codec import encoded


@dataclass(frozen=True)
class Shuffled:
    """A dataset whose elements have boxes, texts and types of others; pictures and questions stay.

    Where there is but one element its box is mirrored and its text turned round, so that no truth
    is left as it was.
    """

    dataset: Dataset
    seed: int = 0

    @property
    def entries(self) -> Sequence[Entry]:
        """The same samples, known to have another truth."""
        return [_other(entry) for entry in self.dataset.entries]

    @property
    def fingerprint(self) -> str:
        """Of a set that is not the other."""
        return f"shuffled-{self.seed}-{self.dataset.fingerprint}"

    @property
    def skipped(self) -> Mapping[str, str]:
        """What the dataset left out."""
        return self.dataset.skipped

    def refuse(self, name: str, error: InputError) -> None:
        """As the dataset does."""
        self.dataset.refuse(name, error)

    def samples(self, split: str | None = None) -> Iterator[Sample]:
        """The samples of one split, or all."""
        for entry in self.entries:
            if split in (None, entry.split):
                yield self.read(entry)

    def read(self, entry: Entry) -> Sample:
        """The sample with its truth shuffled."""
        place = [own.name for own in self.dataset.entries].index(entry.name)
        sample = self.dataset.read(self.dataset.entries[place])
        picture = replace(sample.picture, entry=_other(sample.picture.entry))
        rng = np.random.default_rng([self.seed, place])
        return replace(sample, picture=picture, truth=shuffled(sample.truth, rng))


def shuffled(truth: Instances, rng: np.random.Generator) -> Instances:
    """Rows keep their ids and get the box, text and type of another row."""
    order = _disorder(len(truth), rng)
    height, width = truth.shape
    boxes = None
    if truth.boxes is not None:
        boxes = [width, height, width, height] - truth.boxes[order][:, [2, 3, 0, 1]]
    texts = truth.texts and tuple(text and text[::-1] for text in _taken(truth.texts, order))
    extra = {
        name: column if name == "element" else column[order] for name, column in truth.extra.items()
    }
    if "type" in extra:
        extra["type"] = np.array([f"no {kind}" for kind in extra["type"].tolist()], np.str_)
    scored = None if truth.scored is None else truth.scored[order]
    return replace(truth, boxes=boxes, texts=texts, scored=scored, extra=extra)


def leaks(detector: Detector, dataset: Dataset, again: Detector | None = None) -> list[str]:
    """Names of the samples on which a detector says another thing when the truth is shuffled.

    Args:
        again: looks at the shuffled set; ``None`` for the same detector, which may have kept
            something of the first set.
    """
    others = Shuffled(dataset).samples()
    return [
        sample.name
        for sample, other in zip(dataset.samples(), others, strict=True)
        if said(detector.detect(sample.picture)) != said((again or detector).detect(other.picture))
    ]


def said(prediction: Prediction) -> bytes:
    """All that a detector answered, but for the time that it took."""
    if isinstance(prediction, Answers):
        timeless = [replace(one, parsing_ms=0.0, locating_ms=0.0) for one in prediction.answers]
        prediction = replace(prediction, answers=tuple(timeless))
    return encoded(prediction)


def _other(entry: Entry) -> Entry:
    return replace(entry, truth_id=f"not {entry.truth_id}")


def _disorder(count: int, rng: np.random.Generator) -> Any:
    """An order in which no row, where there are several, stays in its place."""
    cycle = rng.permutation(count)
    order = np.empty(count, np.int64)
    order[cycle] = np.roll(cycle, 1)
    return order


def _taken(values: Sequence[Any], order: Any) -> list[Any]:
    return [values[place] for place in order]
