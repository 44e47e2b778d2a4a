"""One run as the inspector sees it: its card, its data and its detector, read when asked for."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from src.core import Dataset, InputError, Sample, Scorecard
from src.scoring.race.row import RIGHTNESS, STATUS
from src.serving.again import built, detector_of
from src.studio.inspector.areas import MASKS, OBJECTS, area_marks, has_areas
from src.studio.inspector.grounding import is_grounding, question_counts, question_marks
from src.studio.inspector.marks import Mark
from src.studio.inspector.race import is_race, race_marks
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_config, read_scorecard

SCORES = (RIGHTNESS, "f1_at_0.50-0.95", "mean_true_iou")
"""Columns by which photos are ordered, the first that a card has."""

PASS, PARTIAL, MISS = "PASS", "PARTIAL", "MISS"


@dataclass(frozen=True, eq=False)
class Inspected:
    """A run whose photos are looked at."""

    archive: Archive
    past: PastRun
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @cached_property
    def card(self) -> Scorecard:
        """What it earned."""
        return read_scorecard(self.archive, self.past)

    @cached_property
    def places(self) -> dict[str, int]:
        """Id of a photo to its place among the rows."""
        return {str(own): place for place, own in enumerate(self.card.rows.get("id", ()))}

    @cached_property
    def score(self) -> str | None:
        """The column that says how well a photo was done."""
        known = (*SCORES, *self.card.main)
        return next((name for name in known if name in self.card.rows), None)

    def score_of(self, place: int) -> float | None:
        """How well a photo was done; ``None`` where that is not defined."""
        value = float("nan") if self.score is None else float(self.card.rows[self.score][place])
        return None if np.isnan(value) else value

    def outcome_of(self, place: int) -> str | None:
        """PASS, PARTIAL or MISS; ``None`` where the scorer tells no such thing."""
        rows = self.card.rows
        if STATUS in rows:
            return str(rows[STATUS][place]) or None
        found = self.counts_of(place)
        if not found:
            return None
        if not found["missed"] and not found["spurious"]:
            return PASS
        return PARTIAL if found["matched"] else MISS

    def counts_of(self, place: int) -> dict[str, int]:
        """How much was right, missed and made up in a photo, where the scorer counts that."""
        if is_grounding(self.card):
            return self._questions.get(str(self.card.rows["id"][place]), {})
        matched, true, predicted = (
            sum(int(self.card.rows[name][place]) for name in names) for names in self._columns
        )
        if not any(self._columns):
            return {}
        return {"matched": matched, "missed": true - matched, "spurious": predicted - matched}

    @cached_property
    def _questions(self) -> dict[str, dict[str, int]]:
        return question_counts(self.card)

    @cached_property
    def _columns(self) -> Sequence[Sequence[str]]:
        """Columns of what was right, of what is there, and of what was found."""
        if is_race(self.card):
            kinds = ("bibs", "faces", "links")
            return [[f"{own}_{end}" for own in kinds] for end in ("right", "true", "predicted")]
        known = {
            OBJECTS: ("tp_at_0.50", "true_objects", "predicted_objects"),
            MASKS: ("matched", "true_masks", "predicted_masks"),
        }
        table = next((name for name in known if name in self.card.tables), None)
        return [[], [], []] if table is None else [[name] for name in known[table]]

    def marks(self, place: int) -> list[Mark]:
        """What is drawn on a photo."""
        if is_race(self.card):
            return race_marks(self.card, place)
        if is_grounding(self.card):
            return question_marks(self.card, str(self.card.rows["id"][place]))
        if not has_areas(self.card):
            raise InputError(
                f"{self.past.name} kept no predictions: photos of runs with scorer=race, "
                "grounding, objects or masks can be looked at"
            )
        sample = self.sample(place)
        with self._lock:
            prediction = self._detector.detect(sample.picture)
        return area_marks(self.card, sample.name, sample, prediction)

    def sample(self, place: int) -> Sample:
        """A photo with its truth, from where the run had it."""
        return _sample(self, str(self.card.rows["id"][place]))

    @cached_property
    def entries(self) -> Mapping[str, Any]:
        """Id of a photo to its entry in the data of today."""
        return {entry.id: entry for entry in self.dataset.entries}

    @cached_property
    def config(self) -> dict[str, Any]:
        """How it was configured."""
        return read_config(self.archive, self.past)

    @cached_property
    def dataset(self) -> Dataset:
        """Its data, as they are today."""
        made: Dataset = built(self.past, self.config, "dataset")
        return made

    @cached_property
    def _detector(self) -> Any:
        return detector_of(self.archive, self.past, self.config)


@lru_cache(maxsize=8)
def _sample(run: Inspected, id: str) -> Sample:
    entry = run.entries.get(id)
    if entry is None:
        raise InputError(
            f"{run.past.name}: its data hold this photo no more, they changed since the run"
        )
    sample: Sample = run.dataset.read(entry)
    return sample
