"""All object scores beside what peers take for a part of them: ``python -m benchmarks.objects``.

Peers that are not installed are left out. Outlines are a table of their own: all scores with all
of outlines, beside what peers take for some of them.
"""

import contextlib
import importlib
import io
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from scipy import ndimage

from benchmarks.geometry import Call
from src.core.instances import Rle
from src.geometry.masks import boxes_of, labels_to_rles
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.matching import THRESHOLDS
from src.scoring.objects.scorer import score_labels

Labels = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

FRACTIONS = [threshold / 100 for threshold in THRESHOLDS]
SCENES = ((1024, 500), (2048, 3000))
"""Side in pixels, objects."""

MOST_MASKS = 1000
"""Above, MONAI is left out: it takes 3 ms for each."""

TURNS, TURN_SECONDS = 4, 1.0
"""A short call is repeated within its turn, so that it meets as calm a machine as a long one."""


@dataclass(frozen=True)
class Best:
    """The least milliseconds that a call took: on the clock, and of the processors."""

    clock: float
    processor: float


def main() -> None:
    """Print the best of a few turns, and how many times ours each peer takes."""
    for side, count in SCENES:
        truth, prediction = colony(side, count)
        calls: dict[str, Call] = {"ours, everything": partial(score_labels, truth, prediction)}
        calls |= dict(peers(truth, prediction))
        compare(f"{side}² with {count} objects", calls)
        calls = {
            "ours, everything and outlines": partial(score_labels, truth, prediction, surfaces=2)
        }
        calls |= dict(outline_peers(truth, prediction))
        compare(f"{side}² with {count} objects, their outlines", calls)


def compare(title: str, calls: dict[str, Call]) -> None:
    """Call everything once, then by turns, and print."""
    for warm_up in calls.values():
        warm_up()
    print_times(title, by_turns(calls))


def by_turns(calls: dict[str, Call]) -> dict[str, Best]:
    """The best of every call, taken by turns so that a busy machine is unfair to none."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    for _ in range(TURNS):
        for name, call in calls.items():
            end = time.perf_counter() + TURN_SECONDS
            while not times[name] or time.perf_counter() < end:
                clock, processor = time.perf_counter(), time.process_time()
                call()
                times[name].append((time.perf_counter() - clock, time.process_time() - processor))
    return {
        name: Best(*(1000 * min(column) for column in zip(*all_times, strict=True)))
        for name, all_times in times.items()
    }


def print_times(title: str, best: dict[str, Best]) -> None:
    """One line per peer, ours first."""
    ours = next(iter(best.values()))
    table = Table(title=title, title_justify="left")
    for heading in ("what", "ms", "theirs / ours", "processor ms", "theirs / ours"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for name, one in best.items():
        pairs = ((one.clock, ours.clock), (one.processor, ours.processor))
        cells = [text for theirs, own in pairs for text in (f"{theirs:.1f}", f"{theirs / own:.1f}")]
        table.add_row(name, *cells)
    Console().print(table)


def peers(truth: Labels, prediction: Labels) -> Iterator[tuple[str, Call]]:
    """What each installed peer is called and how."""
    if stardist := installed("stardist.matching"):
        yield (
            "stardist, ten thresholds",
            lambda: stardist.matching(truth, prediction, thresh=FRACTIONS),
        )
    if cellpose := installed("cellpose.metrics"):
        yield (
            "cellpose, ten thresholds",
            lambda: cellpose.average_precision(truth, prediction, threshold=FRACTIONS),
        )
    if panoptica := installed("panoptica"):
        yield "panoptica, one threshold", panoptic_quality(panoptica, truth, prediction)
    if faster := installed("faster_coco_eval"):
        masks = labels_to_rles(truth), labels_to_rles(prediction)
        yield (
            "faster-coco-eval, ten thresholds",
            lambda: coco(faster, truth.shape, labels_to_rles(truth), labels_to_rles(prediction)),
        )
        yield (
            "faster-coco-eval, its masks already encoded",
            lambda: coco(faster, truth.shape, *masks),
        )


def outline_peers(truth: Labels, prediction: Labels) -> Iterator[tuple[str, Call]]:
    """What measures outlines of matched objects; MONAI is given them cut out and matched."""
    if panoptica := installed("panoptica"):
        metrics = [panoptica.Metric[name] for name in ("HD95", "ASSD", "NSD")]
        yield "panoptica, HD95", panoptic_quality(panoptica, truth, prediction, metrics[:1])
        yield "panoptica, HD95, ASSD, NSD", panoptic_quality(panoptica, truth, prediction, metrics)
    few = len(np.unique(truth)) <= MOST_MASKS
    if few and (monai := installed("monai.metrics")) and (torch := installed("torch")):
        masks = [
            tuple(torch.from_numpy(mask)[None, None] for mask in pair)
            for pair in matched_masks(truth, prediction)
        ]
        yield "monai, HD95 of masks cut out", partial(hausdorff, monai, masks)


def matched_masks(truth: Labels, prediction: Labels) -> Iterator[tuple[Mask, Mask]]:
    """Each pair that matches at 0.50, cut out of the picture with a pixel around."""
    compared = LabelComparison.of(truth, prediction)
    pairs = compared.matching
    boxes = [boxes_of(labels).astype(int) for labels in (truth, prediction)]
    places = zip(pairs.truth_index.tolist(), pairs.prediction_index.tolist(), strict=True)
    for one, other in places:
        low = np.maximum(np.minimum(boxes[0][one], boxes[1][other])[:2] - 1, 0)
        high = np.maximum(boxes[0][one], boxes[1][other])[2:] + 1
        cut = slice(low[1], high[1]), slice(low[0], high[0])
        yield (
            prediction[cut] == compared.overlap.prediction_ids[other],
            truth[cut] == compared.overlap.truth_ids[one],
        )


def hausdorff(monai: Any, pairs: Sequence[tuple[Any, ...]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for masks in pairs:
            monai.compute_hausdorff_distance(*masks, include_background=True, percentile=95)


def installed(module: str) -> Any:
    """The module, or ``None`` where it is not installed."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(module)
        except ImportError:
            return None


def panoptic_quality(
    panoptica: Any, truth: Labels, prediction: Labels, metrics: Sequence[Any] = ()
) -> Call:
    evaluator = panoptica.Panoptica_Evaluator(
        expected_input=panoptica.InputType.UNMATCHED_INSTANCE,
        instance_matcher=panoptica.NaiveThresholdMatching(),
        instance_metrics=[*metrics] or [panoptica.Metric.IOU],
        global_metrics=[],
    )
    images = prediction.astype(np.uint16), truth.astype(np.uint16)
    return lambda: evaluator.evaluate(*images)["ungrouped"].to_dict()


def coco(
    faster: Any, shape: tuple[int, ...], truths: tuple[Rle, ...], found: tuple[Rle, ...]
) -> None:
    """Average precision of masks of one class, no cap on their number, all areas together."""
    annotations = [
        {"id": number, "image_id": 1, "category_id": 1, "iscrowd": 0, "area": 1.0}
        | {"bbox": [0, 0, 1, 1], "segmentation": dict(rle)}
        for number, rle in enumerate(truths, start=1)
    ]
    results = [
        {"image_id": 1, "category_id": 1, "score": 1.0, "segmentation": dict(rle)} for rle in found
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth = faster.COCO(
            {
                "images": [{"id": 1, "height": shape[0], "width": shape[1]}],
                "categories": [{"id": 1, "name": "nucleus"}],
                "annotations": annotations,
            }
        )
        evaluation = faster.COCOeval_faster(truth, truth.loadRes(results), "segm")
        evaluation.params.maxDets = [len(results)]
        evaluation.params.areaRng = [[0, 1e10]]
        evaluation.params.areaRngLbl = ["all"]
        evaluation.evaluate()
        evaluation.accumulate()


def colony(side: int, count: int) -> tuple[Labels, Labels]:
    """Cells that touch, and a prediction that shifts, splits, merges, misses and invents some."""
    rng = np.random.default_rng(0)
    across = int(np.ceil(np.sqrt(count)))
    step = side / across
    grid = np.stack(np.divmod(np.arange(count), across), axis=1) + 0.5
    centres = grid * step + rng.uniform(-0.3, 0.3, (count, 2)) * step
    truth = cells(centres, np.arange(1, count + 1), side, 0.48 * step)
    found = centres + rng.normal(0, 0.05, (count, 2)) * step
    names = np.arange(1, count + 1)
    merged = rng.choice(count - 1, count // 20, replace=False)
    names[merged] = names[merged + 1]
    split = rng.choice(count, count // 20, replace=False)
    kept = rng.random(count) > 0.05
    found = np.vstack([found[kept], centres[split] + 0.35 * step, rng.uniform(0, side, (20, 2))])
    names = np.concatenate([names[kept], count + 1 + np.arange(len(split) + 20)])
    return truth, cells(found, names, side, 0.45 * step)


def cells(
    centres: npt.NDArray[np.float64], names: npt.NDArray[np.int64], side: int, radius: float
) -> Labels:
    """Disks around centres, cut where the next centre is nearer."""
    seeds = np.zeros((side, side), np.int32)
    rows, columns = np.clip(centres, 0, side - 1).astype(int).T
    seeds[rows, columns] = names
    distance, nearest = ndimage.distance_transform_edt(seeds == 0, return_indices=True)
    return np.where(distance <= radius, seeds[tuple(nearest)], 0).astype(np.int32)


if __name__ == "__main__":
    main()
