"""Segment Anything 2 by its own package, which is asked for only here."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import InputError, Instances, Picture
from src.geometry.masks import encode, rles_to_labels

Record = Mapping[str, Any]
"""What the package says of one mask: ``segmentation``, ``predicted_iou`` and more."""

MADE_BY = ("sam2.*", "torch.*")
"""The code that the package's own configuration may call."""


@dataclass(frozen=True)
class Sam2:
    """Everything that SAM 2 finds from a grid of points, with the IoU that it predicts as score.

    Args:
        checkpoint: file of weights, such as ``sam2.1_hiera_small.pt``.
        config: the model's configuration inside the package.
        device: ``cpu`` or ``cuda``.
        points_per_side: of the grid; what lies between its points may be missed.
        least_iou: masks that the model itself holds for worse are dropped.
        least_stability: masks that a slightly other threshold would change more are dropped.
        largest: share of the picture; larger masks are background.
        min_area: smaller masks are dropped, px.
        overlapping: keep masks that overlap; else the better one hides the other.
    """

    checkpoint: str
    config: str = "configs/sam2.1/sam2.1_hiera_s.yaml"
    device: str = "cpu"
    points_per_side: Annotated[int, Ge(1), Le(1024)] = 32
    least_iou: float = 0.8
    least_stability: float = 0.95
    largest: float = 0.25
    min_area: int = 20
    overlapping: bool = False

    def __post_init__(self) -> None:
        if self.points_per_side < 1:
            raise InputError(f"detector.points_per_side must be >= 1, got {self.points_per_side}")
        for name in ("least_iou", "least_stability", "largest"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"detector.{name} must lie in 0 to 1, got {getattr(self, name)}")
        if not Path(self.checkpoint).expanduser().is_file():
            raise InputError(
                f"detector.checkpoint: {self.checkpoint} does not exist; download the weights that "
                "github.com/facebookresearch/sam2 lists"
            )
        if find_spec("sam2") is None:
            raise InputError(
                "detector=sam2 needs the package sam2, which is not installed: "
                "pip install git+https://github.com/facebookresearch/sam2"
            )

    def detect(self, picture: Picture) -> Instances:
        """Masks with their scores; a label image unless they may overlap."""
        records = self._generator.generate(eight_bit_colour(picture.pixels))
        return instances_of(
            records,
            picture.shape,
            largest=self.largest,
            min_area=self.min_area,
            overlapping=self.overlapping,
        )

    @cached_property
    def _generator(self) -> Any:
        """Built when the first picture comes."""
        weights = str(Path(self.checkpoint).expanduser())
        with own_configuration("sam2"):
            try:
                from sam2.automatic_mask_generator import SAM2AutomaticMaskGenerator
                from sam2.build_sam import build_sam2
            except ImportError as error:
                raise InputError(f"detector=sam2: the package cannot start ({error})") from error
            model = build_sam2(self.config, weights, device=self.device, apply_postprocessing=False)
        return SAM2AutomaticMaskGenerator(
            model,
            points_per_side=self.points_per_side,
            pred_iou_thresh=self.least_iou,
            stability_score_thresh=self.least_stability,
        )


def instances_of(
    records: Sequence[Record],
    shape: tuple[int, int],
    *,
    largest: float = 1.0,
    min_area: int = 0,
    overlapping: bool = False,
) -> Instances:
    """Masks that are neither too large nor too small, with the predicted IoU as score.

    Args:
        records: as ``SAM2AutomaticMaskGenerator.generate`` gives them, masks as arrays.
        largest: share of the picture.
        min_area: px.
        overlapping: as run lengths that may overlap; else a label image, the better mask on top.
    """
    most = largest * shape[0] * shape[1]
    masks = [np.asarray(record["segmentation"], bool) for record in records]
    for mask in masks:
        if mask.shape != shape:
            raise ValueError(f"a mask is {mask.shape}, the picture {shape}")
    fitting = [place for place, mask in enumerate(masks) if min_area <= mask.sum() <= most]
    ascending = sorted(fitting, key=lambda place: float(records[place]["predicted_iou"]))
    scores = np.array([float(records[place]["predicted_iou"]) for place in ascending])
    rles = tuple(encode(masks[place]) for place in ascending)
    if overlapping:
        return Instances(shape, rles=rles, scores=scores)
    labels = rles_to_labels(rles, shape, later_wins=True)
    seen = np.flatnonzero(np.bincount(labels.ravel(), minlength=len(rles) + 1)[1:])
    return Instances.from_labels(labels, scores=scores[seen])


def eight_bit_colour(pixels: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """(height, width, 3) uint8; other depths are stretched between their extremes."""
    if pixels.dtype != np.uint8:
        values = pixels.astype(np.float64)
        low, high = (values.min(), values.max()) if values.size else (0.0, 0.0)
        scaled = (values - low) * (255 / (high - low) if high > low else 0.0)
        pixels = scaled.astype(np.uint8)
    colour = pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)
    return np.ascontiguousarray(colour)


@contextmanager
def own_configuration(package: str) -> Iterator[None]:
    """Lets a package compose with Hydra from its own files while a run of ours is under way."""
    from hydra import initialize_config_module
    from hydra.core.global_hydra import GlobalHydra
    from hydra.utils import execution_whitelist

    ours = GlobalHydra.instance().hydra
    GlobalHydra.instance().clear()
    try:
        # Before the package is imported: sam2 1.1 would start Hydra itself, with a version_base
        # that Hydra 1.4 refuses.
        initialize_config_module(package)
        with execution_whitelist(MADE_BY):
            yield
    finally:
        GlobalHydra.instance().hydra = ours
