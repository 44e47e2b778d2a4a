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
from src.data.formats.label_studio.shades import FEWEST, colour, plain_name, shaded_name, shades
from src.geometry.masks import decode, rle_boxes, to_rles

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
    """A picture with one brush region per instance, neighbours in different colours.

    Args:
        names: what each instance is called.
    """
    scores = None if instances.scores is None else instances.scores.tolist()
    regions = []
    rles = _masks(instances)
    labels = map(shaded_name, names, shades(rle_boxes(rles), names))
    for number, (rle, name) in enumerate(zip(rles, labels, strict=True)):
        region = _region(f"region-{number + 1}", encode_mask(decode(rle)), name, instances.shape)
        regions.append(region if scores is None else {**region, "score": scores[number]})
    prediction: dict[str, Any] = {"model_version": model_version, "result": regions}
    if scores:
        prediction["score"] = float(np.mean(scores))
    return {"data": {IMAGE: address}, "predictions": [prediction]}


def label_config(tasks: Sequence[dict[str, Any]], name: str) -> str:
    """The labelling configuration in which these tasks can be corrected.

    Args:
        name: of instances, where no task has any.
    """
    used = {
        region["value"]["brushlabels"][0]
        for task in tasks
        for prediction in task["predictions"]
        for region in prediction["result"]
    }
    names = sorted({plain_name(label) for label in used}) or [name]
    wanted = used | {shaded_name(own, shade) for own in names for shade in range(FEWEST)}
    labels = "".join(
        f"    <Label value={quoteattr(label)} background={quoteattr(colour(number))}/>\n"
        for number, label in enumerate(sorted(wanted))
    )
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
