"""Fields that several tools segmented: pictures, and the labels that the tools are held against."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Sample
from src.core.sample import CHANNELS, COLOURS, REFERENCE, STRATEGY
from src.data import _files
from src.data._base import LazyDataset
from src.data.formats.images import read_pixels
from src.data.formats.masks import read_labels
from src.data.formats.raster import load, measure
from src.data.layout import Patterns, by_channel, find_files, find_labels
from src.data.split import Split

log = logging.getLogger(__name__)

STRATEGIES = ("auto", "ground_truth", "tool_comparison")
TRUTH = "truth"


class Fields(LazyDataset):
    """Samples whose truth is the ground truth, or what a reference tool says.

    Args:
        root: folder at which all paths below start; ``~`` is expanded.
        labels: where the label images of the tools lie, see ``layout.find_labels``.
        channels: folder or pattern of the pictures; name to pattern where every channel has its
            own file, three at most; ``None`` where there are only label images.
        truth: folder or pattern of the ground truth.
        reference: the tool that stands in for it.
        strategy: ``ground_truth``, ``tool_comparison``, or ``auto``: truth where it is given.
    """

    def __init__(
        self,
        root: str,
        labels: str = "{tool}/{name}.*",
        channels: Patterns = "images",
        truth: str | None = None,
        reference: str | None = None,
        strategy: str = "auto",
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(on_error)
        self.split = split or Split()
        self.root = _files.existing_folder(root, "dataset.root")
        patterns = by_channel(channels)
        if len(patterns) > len(COLOURS):
            raise InputError(f"dataset.channels takes three at most, got {[*patterns]}")
        channel_files = {name: self._files("channels", one) for name, one in patterns.items()}
        truth_files = None if truth is None else self._files("truth", truth)
        self.strategy = chosen_strategy(strategy, truth, reference)
        if self.strategy == "ground_truth":
            self.reference, believed = TRUTH, truth_files or {}
        else:
            tools = find_labels(self.root, labels, [channels, truth])
            self.reference, believed = str(reference), _of(tools, str(reference))
        log.info("strategy %s: tools are held against %s", self.strategy, self.reference)
        items = _by_name(believed, channel_files)
        fields = _files.examine_all(self, items, self._examine)
        self._entries = _files.usable(self, (field.entry for field in fields.values()), self.root)
        self._fields = {entry.name: fields[entry.name] for entry in self._entries}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All usable fields, in natural order of their names."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One field with the labels of the truth or of the reference."""
        field = self._fields[entry.name]
        labels = read_labels(field.labels)
        pixels = stacked(field.channels) if field.channels else np.zeros(labels.shape, np.uint8)
        return Sample(Picture(entry, pixels), Instances.from_labels(labels))

    def _files(self, key: str, pattern: str) -> dict[str, Path]:
        found = find_files(self.root, pattern)
        if not found:
            raise InputError(
                f"dataset.{key}: {self.root / pattern} does not exist or holds no image"
            )
        return found

    def _examine(self, name: str, files: Mapping[str, Path | None]) -> "_Field":
        labels = files[TRUTH]
        if labels is None:
            raise InputError(
                f"{self.reference} has no label image of the field {name} in {self.root}: add it, "
                "or set dataset.on_error=skip"
            )
        channels = {key: path for key, path in files.items() if key != TRUTH}
        for key, path in channels.items():
            if path is None:
                raise InputError(
                    f"{labels} has no picture{f' of {key}' if key else ''}: add the one of {name}, "
                    "or set dataset.on_error=skip"
                )
        content = load(labels)
        shape = measure(content, labels)
        pictures = tuple(path for path in channels.values() if path is not None)
        contents = [load(path) for path in pictures]
        for path, data in zip(pictures, contents, strict=True):
            _files.same_size(labels, shape, path, measure(data, path))
        tags = {REFERENCE: self.reference, STRATEGY: self.strategy}
        if "" not in channels:
            tags[CHANNELS] = ",".join(channels)
        picture_id = _files.content_id(*(contents or [content]))
        split = self.split.of(picture_id, name)
        return _Field(
            Entry(picture_id, name, split, _files.content_id(content), tags), labels, pictures
        )


@dataclass(frozen=True)
class _Field:
    entry: Entry
    labels: Path
    channels: tuple[Path, ...]


def chosen_strategy(strategy: str, truth: str | None, reference: str | None) -> str:
    """What ``auto`` comes to; refuses a strategy that lacks what it compares with."""
    if strategy not in STRATEGIES:
        raise InputError(f"dataset.strategy must be one of {STRATEGIES}, got {strategy!r}")
    if strategy == "auto":
        strategy = "tool_comparison" if truth is None else "ground_truth"
    needed = {"ground_truth": ("truth", truth), "tool_comparison": ("reference", reference)}
    key, value = needed[strategy]
    if value is None:
        also = " (or dataset.truth)" if key == "reference" else ""
        raise InputError(f"strategy {strategy}: set dataset.{key}{also} to compare with")
    return strategy


def stacked(channels: tuple[Path, ...]) -> npt.NDArray[Any]:
    """One picture as it is, or one per channel in the place of red, green and blue."""
    pixels = [read_pixels(path) for path in channels]
    if len(pixels) == 1:
        return pixels[0]
    for path, one in zip(channels, pixels, strict=True):
        if one.ndim != 2 or one.dtype != pixels[0].dtype:
            raise InputError(
                f"{path} is {one.shape} {one.dtype}: a channel must be grey, and of the depth of "
                f"{channels[0].name}"
            )
    empty = [np.zeros_like(pixels[0])] * (len(COLOURS) - len(pixels))
    return np.stack([*pixels, *empty], axis=2)


def _of(tools: Mapping[str, dict[str, Path]], reference: str) -> dict[str, Path]:
    if reference not in tools:
        raise InputError(f"dataset.reference: {reference} is no tool; there are {', '.join(tools)}")
    return tools[reference]


def _by_name(
    believed: Mapping[str, Path], channels: Mapping[str, Mapping[str, Path]]
) -> dict[str, dict[str, Path | None]]:
    """Every field that anything has a file of, with all of its files."""
    sides = {TRUTH: believed, **channels}
    names = sorted({name for files in sides.values() for name in files}, key=_files.natural_order)
    return {name: {side: files.get(name) for side, files in sides.items()} for name in names}
