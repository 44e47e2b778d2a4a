"""What a check of masks leaves in a folder: a table of frames, a report, a picture of each."""

import csv
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from src.core import InputError, Instances, Row, Sample, Scorecard, Verdict
from src.scoring.masks import Masks
from src.tracking.side_by_side import file_name, frame_numbers, side_by_side

FRAMES, REPORT = "frames.csv", "report.json"


class MaskReport:
    """Writes the picture of each frame as it is scored, and the numbers at the end."""

    def __init__(self, folder: Path, scorer: Masks) -> None:
        self.folder, self._scorer = folder, scorer
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder} cannot be made ({error.strerror}): give another") from error

    def observe(self, sample: Sample, prediction: Instances, row: Row) -> None:
        """Draw one frame."""
        compared = self._scorer.compare(sample, prediction)
        pixels = side_by_side(sample, compared, frame_numbers(compared))
        Image.fromarray(pixels).save(self.folder / file_name(str(row["name"])))

    def write(self, card: Scorecard, verdict: Verdict) -> None:
        """``frames.csv`` with a line per frame, ``report.json`` with everything."""
        rows = _rows(card.rows)
        with (self.folder / FRAMES).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(card.rows))
            writer.writeheader()
            writer.writerows(rows)
        report = {
            "verdict": verdict.outcome.value,
            "reasons": [reason.sentence for reason in verdict.reasons],
            "metrics": {name: _plain(number) for name, number in card.metrics.items()},
            "intervals": {
                name: [_plain(interval.low), _plain(interval.high)]
                for name, interval in card.intervals.items()
            },
            "frames": rows,
            "masks": _rows(card.tables.get("masks", {})),
        }
        text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
        (self.folder / REPORT).write_text(text, encoding="utf-8")


def _rows(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    lists = [column.tolist() for column in columns.values()]
    return [
        {name: _plain(value) for name, value in zip(columns, values, strict=True)}
        for values in zip(*lists, strict=True)
    ]


def _plain(value: Any) -> Any:
    """JSON has no number for what is undefined."""
    return None if isinstance(value, float) and math.isnan(value) else value
