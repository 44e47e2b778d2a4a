"""Fields that several tools segmented: pictures, and the labels that the tools are held against."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Sample
from src.core.sample import COLOURS
from src.data.file_dataset import FileDataset
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import HashCache, digest_id
from src.data.formats.images import read_pixels
from src.data.formats.masks import read_labels
from src.data.layout import Patterns, by_channel, find_files, find_labels
from src.data.split import Split

log = logging.getLogger(__name__)

STRATEGIES = ("auto", "ground_truth", "tool_comparison")
TRUTH = "truth"


@dataclass(frozen=True)
class Field:
    """Labels, and pictures by the name of their channel, which is empty where one has all."""

    labels: Path
    channels: Mapping[str, Path]


class Fields(FileDataset[Field]):
    """Samples whose truth is the ground truth, or what a reference tool says.

    Args:
        root: folder at which all paths below start; ``~`` is expanded.
        labels: where the label images of the tools lie, see ``layout.find_labels``.
        channels: folder or pattern of the pictures; name to pattern where every channel has its
            own file, three at most; ``None`` where there are only label images.
        truth: folder or pattern of the ground truth.
        reference: the tool that stands in for it.
        strategy: ``ground_truth``, ``tool_comparison``, or ``auto``: truth where it is given.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        labels: str = "{tool}/{name}.*",
        channels: Patterns = "images",
        truth: str | None = None,
        reference: str | None = "CellProfiler",
        strategy: str = "auto",
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        self.root = finding.existing_folder(root, "dataset.root")
        patterns = by_channel(channels)
        if len(patterns) > len(COLOURS):
            raise InputError(f"dataset.channels takes three at most, got {[*patterns]}")
        channel_files = {
            name: self._matching("channels", pattern) for name, pattern in patterns.items()
        }
        truth_files = None if truth is None else self._matching("truth", truth)
        self.strategy = chosen_strategy(strategy, truth, reference)
        if self.strategy == "ground_truth":
            self.reference, believed = TRUTH, truth_files or {}
        else:
            tools = find_labels(self.root, labels, [channels, truth])
            self.reference, believed = str(reference), _of(tools, str(reference))
        log.info("strategy %s: tools are held against %s", self.strategy, self.reference)
        self._list(self.root, _by_name(believed, channel_files), self._examine)

    def read(self, entry: Entry) -> Sample:
        """One field with the labels of the truth or of the reference."""
        field = self._files[entry.name]
        labels = read_labels(field.labels)
        files, names = tuple(field.channels.values()), tuple(field.channels)
        pixels = stacked(files) if files else np.zeros(labels.shape, np.uint8)
        unnamed = "" in names
        picture = Picture(entry, pixels) if unnamed else Picture(entry, pixels, channels=names)
        truth = Instances.from_labels(labels)
        return Sample(picture, truth, reference=self.reference, strategy=self.strategy)

    def _matching(self, key: str, pattern: str) -> dict[str, Path]:
        files = find_files(self.root, pattern)
        if not files:
            raise InputError(
                f"dataset.{key}: {self.root / pattern} does not exist or holds no image"
            )
        return files

    def _examine(
        self, name: str, files: Mapping[str, Path | None], cache: HashCache
    ) -> tuple[Entry, Field]:
        labels = files[TRUTH]
        if labels is None:
            raise InputError(
                f"{self.reference} has no label image of the field {name} in {self.root}: add it, "
                "or set dataset.on_error=skip"
            )
        channels: dict[str, Path] = {}
        for key, path in files.items():
            if path is None:
                raise InputError(
                    f"{labels} has no picture{f' of {key}' if key else ''}: add the one of {name}, "
                    "or set dataset.on_error=skip"
                )
            if key != TRUTH:
                channels[key] = path
        truth = cache.measured(labels)
        pictures = [cache.measured(path) for path in channels.values()]
        for path, picture in zip(channels.values(), pictures, strict=True):
            same_size(labels, truth.shape, path, picture.shape)
        picture_id = digest_id(*(picture.digest for picture in pictures or [truth]))
        entry = Entry(picture_id, name, self.split.of(picture_id, name), truth.id)
        return entry, Field(labels, channels)


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
    for path, channel in zip(channels, pixels, strict=True):
        if channel.ndim != 2 or channel.dtype != pixels[0].dtype:
            raise InputError(
                f"{path} is {channel.shape} {channel.dtype}: a channel must be grey, and of the "
                f"depth of {channels[0].name}"
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
    names = sorted({name for files in sides.values() for name in files}, key=finding.natural_order)
    return {name: {side: files.get(name) for side, files in sides.items()} for name in names}
