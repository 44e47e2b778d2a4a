"""What was painted, between RootPainter's colours and masks of foreground and background."""

import io
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Annotation, Trajectory
from src.data.formats.images import pixels_of
from src.data.formats.painter import annotation_png
from src.data.formats.raster import decode
from src.data.refsets.ghosts.painted import SHOWN
from src.data.refsets.reference_set import ReferenceSet

Mask = npt.NDArray[np.bool_]


def painted(refset: ReferenceSet, sha: str) -> tuple[Mask, Mask]:
    """Foreground and background of an object; red and green at once is neither."""
    pixels = _pixels(refset, sha)
    red, green = pixels[..., 0] > 0, pixels[..., 1] > 0
    return red & ~green, green & ~red


def suggested(refset: ReferenceSet, sha: str) -> Mask:
    """The foreground of a painted suggestion."""
    shown: Mask = _pixels(refset, sha)[..., SHOWN] > 0
    return shown


def painting_png(foreground: Mask, background: Mask) -> bytes:
    """The same as RootPainter keeps it."""
    rgba = np.zeros((*foreground.shape, 4), np.uint8)
    rgba[foreground] = (255, 0, 0, 255)
    rgba[background & ~foreground] = (0, 255, 0, 255)
    return annotation_png(Annotation(rgba, Trajectory.empty()))


def mask_png(mask: Mask) -> bytes:
    """A mask as black and white."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(mask.astype(np.uint8) * np.uint8(255)).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _pixels(refset: ReferenceSet, sha: str) -> npt.NDArray[Any]:
    path = refset.objects.path(sha)
    return pixels_of(decode(refset.objects.read(sha), path), path)
