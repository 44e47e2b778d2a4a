"""Stacks and pictures of many channels: the one plane and the channels that somebody chose."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.files.foreign import spoken
from src.data.formats import tiff
from src.data.formats.images import pixels_of
from src.data.formats.raster import Raster, decode, load

COLOURS = 3
"""A picture has so many channels at most."""

OF_CHANNELS = ("C", "S")
UNKNOWN = ("I", "Q")
"""Axes that a file does not name: those of ``plane``, unless channels alone were chosen."""

MAXIMUM = "max"

Plane = int | Sequence[int] | str | None


def read_chosen(
    path: str | Path, channels: Sequence[int] | None = None, plane: Plane = None
) -> npt.NDArray[Any]:
    """(h, w) of one channel, (h, w, 3) of two or three: a missing third is black.

    Args:
        channels: which of them, counted from 0; ``None`` for the one or three that there are.
        plane: of a stack, counted from 0, one number per axis of it; ``max`` for its projection.
    """
    path = Path(path)
    return chosen_of(load(path), path, channels, plane)


def chosen_of(
    data: bytes, path: Path, channels: Sequence[int] | None, plane: Plane
) -> npt.NDArray[Any]:
    """The same of a file's content; ``path`` is only named in errors."""
    values, axes = _values(data, path)
    if channels is not None and plane is None and "C" not in axes and "S" not in axes:
        axes = "".join("C" if axis in UNKNOWN else axis for axis in axes)
    stack = [axis for axis in axes if axis not in ("Y", "X", *OF_CHANNELS)]
    values = _flattened(values, axes, stack, plane, path)
    if channels is None:
        # Colours of one pixel may come with alpha; channels of a microscope never do.
        _refuse_channels(values.shape[2], (1, 3) if "C" in axes else (1, 2, 3, 4), path)
    return pixels_of(Raster(_picked(values, channels, path)), path)


def _values(data: bytes, path: Path) -> tuple[npt.NDArray[Any], str]:
    """Numbers with the names of their axes, as the file says them."""
    if not data.startswith(tiff.MAGIC):
        values = decode(data, path).values
        return values, "YXS"[: values.ndim]
    try:
        with tiff.opened(data) as file:
            series = file.series[0]
            tiff.refuse_size(series.shape, series.dtype, len(data))
            values, axes = series.asarray(), series.axes
    except InputError as error:
        raise InputError(f"{spoken(path)} {error}") from error
    except Exception as error:  # the reader raises nearly anything on damaged bytes
        raise InputError(f"{spoken(path)} cannot be read as TIFF: copy it again") from error
    if "Y" not in axes or "X" not in axes:
        raise InputError(f"{spoken(path)} holds no picture, its axes are {axes}: replace it")
    return values, axes


def _flattened(
    values: npt.NDArray[Any], axes: str, stack: Sequence[str], plane: Plane, path: Path
) -> npt.NDArray[Any]:
    """(h, w, channels): the chosen plane of every axis of the stack."""
    order = [*stack, "Y", "X", *(axis for axis in axes if axis in OF_CHANNELS)]
    values = np.transpose(values, [axes.index(axis) for axis in order])
    sizes = values.shape[: len(stack)]
    said = f"{spoken(path)} is a stack of {'×'.join(map(str, sizes))} planes ({axes})"
    if stack and plane is None:
        raise InputError(f"{said}: set dataset.plane to one, or to max")
    if plane == MAXIMUM:
        values = values.max(axis=tuple(range(len(stack)))) if stack else values
    elif stack:
        places: list[Any] = [plane] if isinstance(plane, int) else list(plane or ())
        if len(places) != len(stack) or not all(
            isinstance(place, int) and 0 <= place < size
            for place, size in zip(places, sizes, strict=False)
        ):
            raise InputError(f"{said}: dataset.plane must be a place in it, got {plane}")
        values = values[tuple(places)]
    height, width = values.shape[:2]
    return values.reshape(height, width, -1)


def _refuse_channels(count: int, understood: Sequence[int], path: Path) -> None:
    if count not in understood:
        raise InputError(
            f"{spoken(path)} has {count} channels: set dataset.channels to up to three, such as "
            f"[0,{count - 1}]"
        )


def _picked(
    values: npt.NDArray[Any], channels: Sequence[int] | None, path: Path
) -> npt.NDArray[Any]:
    count = values.shape[2]
    if channels is None:
        return values[..., 0] if count <= 2 else values[..., :COLOURS]
    beyond = [channel for channel in channels if not 0 <= channel < count]
    if beyond:
        raise InputError(
            f"{spoken(path)} has {count} channels, counted from 0: dataset.channels has {beyond[0]}"
        )
    chosen = values[..., list(channels)]
    if len(channels) == 1:
        return chosen[..., 0]
    missing = [(0, 0), (0, 0), (0, COLOURS - len(channels))]
    return np.pad(chosen, missing)
