"""What a check of masks leaves in a folder: a table of frames, a report, a picture of each."""

import csv
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
        self._names: Counter[str] = Counter()
        with self._writing():
            folder.mkdir(parents=True, exist_ok=True)

    def observe(self, sample: Sample, prediction: Instances, row: Row) -> None:
        """Draw one frame."""
        compared = self._scorer.compare(sample, prediction)
        pixels = side_by_side(sample, compared, frame_numbers(compared))
        with self._writing():
            Image.fromarray(pixels).save(self._picture_path(str(row["name"])))

    def write(self, card: Scorecard, verdict: Verdict) -> None:
        """``frames.csv`` with a line per frame, ``report.json`` with everything."""
        rows = _rows(card.rows)
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
        with self._writing():
            (self.folder / REPORT).write_text(text, encoding="utf-8")
            with (self.folder / FRAMES).open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, fieldnames=list(card.rows))
                writer.writeheader()
                writer.writerows(rows)

    def _picture_path(self, name: str) -> Path:
        """A file of its own; a number follows where two frames would be called the same."""
        path = self.folder / file_name(name)
        self._names[path.name] += 1
        number = self._names[path.name]
        return path if number == 1 else path.with_stem(f"{path.stem}-{number}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise InputError(
                f"{error.filename or self.folder} cannot be written ({reason}): "
                "give another folder for the report"
            ) from error


def _rows(columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    lists = [column.tolist() for column in columns.values()]
    return [
        {name: _plain(value) for name, value in zip(columns, values, strict=True)}
        for values in zip(*lists, strict=True)
    ]


def _plain(value: Any) -> Any:
    """JSON has no number for what is undefined."""
    return None if isinstance(value, float) and math.isnan(value) else value
