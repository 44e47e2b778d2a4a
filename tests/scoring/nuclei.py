"""Real nuclei with the label images of five tools."""

from collections.abc import Iterator

import numpy as np
from PIL import Image

from tests.conftest import real_data
from tests.geometry.label_images import Labels

TOOLS = (
    "pred_julia_datname_20180310",
    "pred_maskrcnn_neoanarika_gray53",
    "pred_maskrcnn_neoanarika_gray65",
    "pred_unet_swkpku_d6_epoch48",
    "pred_unet_swkpku_lr5_epoch89",
)


def nuclei(tool: str) -> Iterator[tuple[Labels, Labels]]:
    """Truth and prediction of every picture."""
    folder = real_data("nuclei_dsb2018_test_preds")
    for file in sorted((folder / "labels").glob("*.png")):
        yield read(file), read(folder / tool / file.name)


def read(file: object) -> Labels:
    """A 16-bit label image."""
    with Image.open(str(file)) as image:
        return np.asarray(image).astype(np.uint16)
