"""Label Studio tasks for the tests: small, by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.data.formats.label_studio.encode import encode_mask

Mask = npt.NDArray[np.bool_]
SHAPE = (30, 40)


def square(top: int, left: int, side: int = 10, shape: tuple[int, int] = SHAPE) -> Mask:
    """A filled square."""
    mask = np.zeros(shape, bool)
    mask[top : top + side, left : left + side] = True
    return mask


def brush(mask: Mask, id: str = "a", label: str = "fish", **more: Any) -> dict[str, Any]:
    """A region as the brush leaves it."""
    return {
        "id": id,
        "type": "brushlabels",
        "original_width": mask.shape[1],
        "original_height": mask.shape[0],
        "image_rotation": 0,
        "value": {"format": "rle", "rle": encode_mask(mask), "brushlabels": [label]},
    } | more


def task(image: str, *results: dict[str, Any], source: str = "predictions") -> dict[str, Any]:
    """A picture with one piece of work on it."""
    return {"data": {"image": image}, source: [{"result": list(results)}]}


def write_tasks(folder: Path, *tasks: dict[str, Any], name: str = "tasks.json") -> Path:
    """A task file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(json.dumps(tasks), encoding="utf-8")
    return file


def write_image(path: Path, shape: tuple[int, int] = SHAPE) -> Path:
    """A picture of noise."""
    path.parent.mkdir(parents=True, exist_ok=True)
    noise = np.random.default_rng(len(path.name)).integers(0, 256, shape).astype(np.uint8)
    Image.fromarray(noise).save(path)
    return path


def write_truth(folder: Path, frame: str, *masks: Mask) -> list[Path]:
    """One black and white PNG per mask."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{frame}_gt_{number}.png" for number in range(len(masks))]
    for file, mask in zip(files, masks, strict=True):
        Image.fromarray(mask.astype(np.uint8) * 255).save(file)
    return files
