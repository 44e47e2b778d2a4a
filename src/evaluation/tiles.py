"""How sure the scores of a single large field are: it is cut into tiles, and those are drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from src.core import Instances, Interval, Opinions, Picture, Prediction, Sample, Scorecard, Scorer
from src.geometry.overlap import Overlap
from src.geometry.spans import dense
from src.scoring.pooled import PER_IMAGE
from src.scoring.scored_labels import label_image

Labels = npt.NDArray[np.int64]
Places = npt.NDArray[np.int64]

Placed = tuple[Labels, Places, list[tuple[slice, slice] | None]]
"""Label image, the tile of each of its objects, and their boxes."""

SIDE, LEAST_PIXELS, LEAST_OBJECTS = 4, 512 * 512, 32
"""Tiles along each side; smaller or emptier pictures are not cut."""

TILE = "tile"


def with_tiles(
    card: Scorecard, scorer: Scorer, sample: Sample, prediction: Prediction
) -> Scorecard:
    """The card of one field with intervals over its tiles; as it is where it cannot be cut.

    They tell how the scores vary within this field, and nothing of other fields.
    """
    if card.intervals or sample.picture.shape[0] * sample.picture.shape[1] < LEAST_PIXELS:
        return card
    try:
        cut = [*tiles_of(sample, prediction)]
    except ValueError:
        # Boxes, or masks that overlap: no object has a place of its own.
        return card
    if len(cut) < 2:
        return card
    drawn = scorer.summarise([scorer.score(*tile) for tile in cut])
    names = {name: _pooled_name(name) for name in card.metrics}
    known = {name: own for name, own in names.items() if own in drawn.intervals}
    return replace(
        card,
        intervals={
            name: _holding(drawn.intervals[own], card.metrics[name]) for name, own in known.items()
        },
        defined={name: drawn.defined.get(own, len(cut)) for name, own in known.items()},
        effective={name: drawn.effective.get(own, len(cut)) for name, own in known.items()},
        unit=TILE,
    )


def _pooled_name(metric: str) -> str:
    """The mean over one image is its ratio of sums."""
    part, slash, name = metric.rpartition("/")
    return part + slash + name.removeprefix(PER_IMAGE)


def _holding(interval: Interval, value: float) -> Interval:
    """Objects that lie across an edge make the sum of tiles another number than the whole."""
    return replace(interval, low=min(interval.low, value), high=max(interval.high, value))


def tiles_of(sample: Sample, prediction: Prediction) -> Iterator[tuple[Sample, Prediction]]:
    """Every object of the truth in the tile of its middle, and with it what overlaps it most."""
    truth = dense(label_image(sample.truth))
    if truth.max(initial=0) < LEAST_OBJECTS:
        return
    shape = truth.shape
    true_tiles = _tiles(truth, shape)
    tools = {tool: dense(label_image(own)) for tool, own in prediction.by_tool.items()}
    consensus = dense(label_image(prediction.consensus))
    sides = [_placed(truth, true_tiles)]
    sides += [_placed(own, _beside(truth, true_tiles, own)) for own in (consensus, *tools.values())]
    for tile in range(SIDE * SIDE):
        window = _window(tile, shape, sides)
        own, *others = (
            Instances.from_labels(np.where(places[labels[window]] == tile, labels[window], 0))
            for labels, places, _ in sides
        )
        pixels = sample.picture.pixels[window]
        picture = Picture(sample.picture.entry, pixels, sample.picture.channels)
        answer: Prediction = others[0]
        if isinstance(prediction, Opinions):
            answer = Opinions(others[0], dict(zip(tools, others[1:], strict=True)))
        yield replace(sample, picture=picture, truth=own), answer


def _placed(labels: Labels, places: Places) -> Placed:
    from scipy.ndimage import find_objects

    return labels, places, find_objects(labels)


def _tiles(labels: Labels, shape: tuple[int, ...]) -> Places:
    """The tile of every object's middle, by its number; -1 for the background."""
    sizes = np.bincount(labels.ravel())
    grid = []
    for axis, length in enumerate(shape):
        along = np.arange(length).reshape((-1, 1) if axis == 0 else (1, -1))
        total = np.bincount(labels.ravel(), weights=np.broadcast_to(along, shape).ravel())
        middle = total / np.maximum(sizes, 1)
        grid.append(np.minimum((middle * SIDE / max(length, 1)).astype(np.int64), SIDE - 1))
    tiles = grid[0] * SIDE + grid[1]
    tiles[0] = -1
    return tiles


def _beside(truth: Labels, true_tiles: Places, labels: Labels) -> Places:
    """The tile of the true object that each object overlaps most, else of its own middle."""
    tiles = _tiles(labels, labels.shape)
    overlap = Overlap.of(truth, labels)
    # The largest overlap is written last.
    order = np.argsort(overlap.intersection, kind="stable")
    found = overlap.prediction_ids[overlap.prediction_index[order]]
    tiles[found] = true_tiles[overlap.truth_ids[overlap.truth_index[order]]]
    return tiles


def _window(tile: int, shape: tuple[int, ...], answers: Sequence[Placed]) -> tuple[slice, slice]:
    """The tile itself, and as much around it as its objects reach."""
    rows, columns = (_edges(place, length) for place, length in zip(
        divmod(tile, SIDE), shape, strict=True
    ))  # fmt: skip
    ends = [rows, columns]
    for _, places, boxes in answers:
        for number in np.flatnonzero(places == tile):
            box = boxes[number - 1]
            if box is not None:
                ends = [
                    (min(low, own.start), max(high, own.stop))
                    for (low, high), own in zip(ends, box, strict=True)
                ]
    return slice(*ends[0]), slice(*ends[1])


def _edges(place: int, length: int) -> tuple[int, int]:
    return place * length // SIDE, (place + 1) * length // SIDE
