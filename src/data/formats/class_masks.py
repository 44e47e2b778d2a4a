"""Masks whose values are classes: what they hold, and the instances of each class."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances
from src.data.formats.masks import components
from src.data.formats.raster import Raster, decode, load

Classes = Mapping[str, int | Sequence[int]]
"""Name to a grey value, or to red, green and blue."""

FEW = 16
"""A mask of more values than this is one of ids."""

SHIFT = 16
"""Bits of a colour in a code."""


def codes_of(raster: Raster, path: Path) -> npt.NDArray[np.int64]:
    """(h, w) the grey value of every pixel, or its colour as one number; alpha does not count."""
    values = raster.values
    if raster.palette is not None:
        colours = raster.palette[values]
        grey = bool((colours == colours[..., :1]).all())
        # Label palettes keep the class as index; colours that differ are what a person sees.
        values = values if grey else colours
    if not np.issubdtype(values.dtype, np.integer) and values.dtype != bool:
        raise InputError(f"{path} holds fractions, which name no class: save whole numbers")
    wide = values.astype(np.int64)
    if wide.ndim == 2:
        return wide
    if wide.shape[2] <= 2 or bool((wide[..., :3] == wide[..., :1]).all()):
        return wide[..., 0]
    return wide[..., 0] << 2 * SHIFT | wide[..., 1] << SHIFT | wide[..., 2] | COLOURED


COLOURED = 1 << 3 * SHIFT
"""Keeps a colour apart from a grey value."""


def code(value: int | Sequence[int]) -> int:
    """What ``codes_of`` calls a value of a configuration."""
    if isinstance(value, int):
        return value
    red, green, blue = value
    if red == green == blue:
        return red
    return red << 2 * SHIFT | green << SHIFT | blue | COLOURED


def spoken_code(number: int) -> str:
    """A code as somebody would write it into a configuration."""
    if number < COLOURED:
        return str(number)
    low = (1 << SHIFT) - 1
    return f"[{number >> 2 * SHIFT & low},{number >> SHIFT & low},{number & low}]"


def spoken_codes(numbers: Sequence[int]) -> str:
    """The first few of them."""
    told = ", ".join(spoken_code(number) for number in numbers[:FEW])
    return told + (", …" if len(numbers) > FEW else "")


def background(codes: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Grey 0, and black among colours."""
    return np.isin(codes, (0, COLOURED))


def present_codes(codes: npt.NDArray[np.int64]) -> list[int]:
    """The values of a mask besides the background, ascending."""
    return [int(number) for number in np.unique(codes[~background(codes)])]


def looks_like_classes(codes: npt.NDArray[np.int64]) -> str:
    """Why the few values of a mask are rather classes than ids; empty where they are not.

    An id is one object, mostly in one piece; a class is on many. Of colours nobody can tell.
    """
    values = present_codes(codes)
    if not 2 <= len(values) <= FEW:
        return ""
    if values[-1] >= COLOURED:
        return "they are colours"
    pieces = {value: int(components(codes == value).max(initial=0)) for value in values}
    torn = {value: count for value, count in pieces.items() if count > 1}
    if 2 * len(torn) < len(values):
        return ""
    value, count = max(torn.items(), key=lambda item: item[1])
    return f"{value} is in {count} pieces"


def read_class_mask(path: str | Path, classes: Classes, target: str | None = None) -> Instances:
    """Every 8-connected piece of a class is one instance of it.

    Args:
        classes: name to value; 0 is background, and a value that has no name is refused.
        target: the one class that counts, the others are background; ``None`` for all.
    """
    path = Path(path)
    codes = codes_of(decode(load(path), path), path)
    refuse_unnamed(present_codes(codes), classes, path)
    names = tuple(classes) if target is None else (target,)
    labels = np.zeros(codes.shape, np.int64)
    owners: list[int] = []
    for place, name in enumerate(names):
        found = components(codes == code(classes[name])).astype(np.int64)
        labels[found > 0] = found[found > 0] + len(owners)
        owners += [place] * int(found.max(initial=0))
    instances = Instances.from_labels(labels.astype(np.min_scalar_type(len(owners))))
    if target is not None:
        return instances
    return Instances(
        instances.shape,
        labels=instances.labels,
        ids=instances.ids,
        scored=instances.scored,
        classes=np.array(owners, np.int64),
        class_names=names,
    )


def refuse_unnamed(present: Sequence[int], classes: Classes, path: Path) -> None:
    """Raises for a value that no class is called by."""
    named = {code(value) for value in classes.values()}
    unnamed = [number for number in present if number not in named]
    if unnamed:
        raise InputError(
            f"{path} holds {spoken_codes(unnamed)}, which dataset.classes does not name: add "
            "them, or give the mask of this image"
        )


def check_classes(classes: Classes, target: str | None) -> None:
    """Raises for values that are no grey level or colour, for two of one, for an unknown target."""
    for name, value in classes.items():
        numbers = [value] if isinstance(value, int) else list(value)
        if len(numbers) not in (1, 3) or not all(0 <= number < 2**SHIFT for number in numbers):
            raise InputError(
                f"dataset.classes.{name} must be a value such as 1, or a colour such as "
                f"[255,0,0], got {value}"
            )
        if code(value) == 0:
            raise InputError(f"dataset.classes.{name} is 0, which is the background: leave it out")
    codes = [code(value) for value in classes.values()]
    if not classes or len(set(codes)) < len(codes):
        raise InputError(f"dataset.classes needs different values, got {dict(classes)}")
    if target is not None and target not in classes:
        raise InputError(f"dataset.target must be one of {', '.join(classes)}, got {target!r:.80}")
