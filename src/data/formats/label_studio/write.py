"""Predictions as Label Studio tasks, for a person to correct there."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import numpy as np

from src.core import Instances
from src.data.files.whole import write_whole
from src.data.formats.label_studio.encode import encode_mask
from src.geometry.masks import decode, to_rles

SERVED = "/data/local-files/?d="
"""How Label Studio addresses a file below its document root."""

IMAGE, BRUSH = "image", "brush"
"""Names of the tags in the labelling configuration."""


def local_address(path: str) -> str:
    """The address of a file, given its path below Label Studio's document root."""
    return SERVED + quote(path)


def prediction_task(
    address: str, instances: Instances, names: Sequence[str], model_version: str
) -> dict[str, Any]:
    """A picture with one brush region per instance.

    Args:
        names: what each instance is called.
    """
    scores = None if instances.scores is None else instances.scores.tolist()
    regions = []
    for number, (rle, name) in enumerate(zip(_masks(instances), names, strict=True)):
        region = _region(f"region-{number + 1}", encode_mask(decode(rle)), name, instances.shape)
        regions.append(region if scores is None else {**region, "score": scores[number]})
    prediction: dict[str, Any] = {"model_version": model_version, "result": regions}
    if scores:
        prediction["score"] = float(np.mean(scores))
    return {"data": {IMAGE: address}, "predictions": [prediction]}


def label_config(names: Sequence[str]) -> str:
    """The labelling configuration in which these tasks can be corrected."""
    labels = "".join(f"    <Label value={quoteattr(name)}/>\n" for name in names)
    return (
        "<View>\n"
        f'  <Image name="{IMAGE}" value="${IMAGE}" zoom="true" zoomControl="true"/>\n'
        f'  <BrushLabels name="{BRUSH}" toName="{IMAGE}">\n{labels}  </BrushLabels>\n'
        "</View>\n"
    )


def write_tasks(path: Path, tasks: Sequence[dict[str, Any]]) -> None:
    """The file that Label Studio imports."""
    write_whole(path, json.dumps(tasks, ensure_ascii=False, separators=(",", ":")).encode())


def _masks(instances: Instances) -> Sequence[Any]:
    return to_rles(instances) if len(instances) else ()


def _region(id: str, rle: list[int], name: str, shape: tuple[int, int]) -> dict[str, Any]:
    return {
        "id": id,
        "type": "brushlabels",
        "from_name": BRUSH,
        "to_name": IMAGE,
        "original_width": shape[1],
        "original_height": shape[0],
        "image_rotation": 0,
        "value": {"format": "rle", "rle": rle, "brushlabels": [name]},
    }
