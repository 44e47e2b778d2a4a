"""Published numbers, by the same parts that a run is made of."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.composing.builder import build
from src.composing.conf import composed
from src.core import Scorecard
from src.evaluation.examine import examine
from tests.conftest import real_data

TWELVE = (
    *("ap", "ap_at_0.50", "ap_at_0.75", "ap_small", "ap_medium", "ap_large"),
    *("ar_top_1", "ar_top_10", "ar", "ar_small", "ar_medium", "ar_large"),
)
DIALECTS = {
    "dets_classid_abs_xywh": ("xywh", False, True),
    "dets_classid_abs_xyx2y2": ("xyxy", False, True),
    "dets_classid_rel_xcycwh": ("cxcywh", True, True),
    "dets_classname_abs_xywh": ("xywh", False, False),
    "dets_classname_abs_xyx2y2": ("xyxy", False, False),
    "dets_classname_rel_xcycwh": ("cxcywh", True, False),
}
"""Folder to coordinates, whether they are relative, and whether classes are numbers."""


def card(*overrides: str) -> Scorecard:
    """What ``python -m src.run`` would print, given these words."""
    config = composed(
        ["dataset=boxes", "detector=stored_boxes", "scorer=average_precision", *overrides]
    )
    dataset, detector, scorer = (build(config, part) for part in ("dataset", "detector", "scorer"))
    rows = [examine(sample, detector, scorer)[1] for sample in dataset.samples()]
    return scorer.summarise(rows)  # type: ignore[no-any-return]


def padilla() -> tuple[Path, Any]:
    folder = real_data("detection_metrics_padilla")
    return folder, json.loads((folder / "expected.json").read_text())


def test_the_twelve_numbers_that_coco_published() -> None:
    folder = real_data("coco_val2014_100")
    metrics = card(
        f"dataset.truth={folder / 'instances_val2014_100.json'}",
        f"detector.find.path={folder / 'instances_val2014_fakebbox100_results.json'}",
        "scorer.resamples=0",
    ).metrics
    published = (folder / "published_bbox.txt").read_text().split("type=bbox")[-1]
    expected = [float(number) for number in re.findall(r"\] = (\S+)", published)]
    assert [round(metrics[name], 3) for name in TWELVE] == expected


@pytest.mark.parametrize("dialect", [*DIALECTS, "dets_coco_format"])
@pytest.mark.parametrize("truth", ["gts_vocpascal_format", "gts_coco_format"])
def test_cats_in_every_dialect(dialect: str, truth: str) -> None:
    folder, expected = padilla()
    toys = folder / "toyexample"
    if dialect in DIALECTS:
        coordinates, relative, numbered = DIALECTS[dialect]
        overrides = [
            f"detector.find.path={toys / dialect}",
            f"detector.find.text.coordinates={coordinates}",
            f"detector.find.text.relative={relative}",
            f"detector.find.text.rounded={relative}",
            *([f"detector.find.text.classes={toys / 'voc.names'}"] if numbered else []),
        ]
    else:
        overrides = [f"detector.find.path={toys / dialect / 'coco_dets.json'}"]
    place = toys / truth if "voc" in truth else toys / truth / "toy_example_coco.JSON"
    metrics = card(
        f"dataset.truth={place}",
        f"dataset.images={toys / 'images'}",
        "scorer.resamples=0",
        *overrides,
    ).metrics
    ours = {
        f"iou{least}_{name}": round(metrics[f"{metric}_at_{float(least):.2f}"], 4)
        for least in ("0.5", "0.75")
        for name, metric in (("11point", "voc_ap_eleven"), ("allpoint", "voc_ap"))
    }
    assert ours == expected["toyexample"]


def test_boxes_without_pictures_in_both_readings() -> None:
    folder, expected = padilla()
    case = folder / "test_case_1"
    scored = card(
        f"dataset.truth={case / 'gts'}",
        f"detector.find.path={case / 'dets'}",
        "scorer.iou=[0.1,0.3,0.5,0.75]",
        "scorer.edges=inclusive",
    )
    for name, metric in (("11point", "voc_ap_eleven"), ("allpoint", "voc_ap")):
        for least, number in expected["test_case_1"][name].items():
            full = f"{metric}_at_{float(least):.2f}"
            assert scored.metrics[full] == pytest.approx(number, abs=1e-9)
            interval = scored.intervals.get(full)
            assert interval is None or interval.low <= number <= interval.high
    assert scored.metrics["true"] == 15
    assert scored.defined["voc_ap_at_0.50"] == 7
    assert 1 < scored.effective["voc_ap_at_0.50"] <= 7
    assert not np.isnan(scored.metrics["ap"])
