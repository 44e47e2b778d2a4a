"""Every scorer can be asked for the parts that its samples' tags make."""

from dataclasses import replace

import numpy as np
import pytest

from src.core import Entry, InputError, Instances, Picture, Row, Sample, Scorer
from src.core.row import FAILED
from src.scoring.masks.scorer import Masks
from src.scoring.objects.scorer import Objects
from src.scoring.pixels import Pixels
from src.scoring.rows import sample_columns
from src.scoring.tools.agreement import Agreement

SCORERS = (Pixels, Objects, Masks, Agreement)


def rows(scorer: Scorer) -> list[Row]:
    """Two wells of two samples each; in the first well everything is right."""
    found = []
    for number, well in enumerate(("A1", "A1", "B2", "B2")):
        labels = np.zeros((12, 12), np.uint8)
        labels[1:5, 1:5], labels[7:11, 6:11] = 1, 2
        wrong = np.roll(labels, 3, axis=1)
        entry = Entry(str(number), f"s{number}", "test", tags={"well": well})
        sample = Sample(Picture(entry, labels * 100), Instances.from_labels(labels))
        answer = Instances.from_labels(labels if well == "A1" else wrong)
        row = scorer.score(sample, answer)
        found.append(replace(row, name=sample.name, id=sample.id, tags=entry.tags))
    return found


@pytest.mark.parametrize("kind", SCORERS)
def test_a_slice_is_the_card_of_its_samples_alone(kind: type) -> None:
    scorer = kind(resamples=0, slices=["well"])
    card = scorer.summarise(rows(scorer))
    alone = kind(resamples=0).summarise(rows(scorer)[:2])
    assert {"well=A1", "well=B2"} <= set(card.slices)
    assert dict(card.slices["well=A1"]) == pytest.approx(dict(alone.metrics), nan_ok=True)
    assert card.rows["tag/well"].tolist() == ["A1", "A1", "B2", "B2"]


@pytest.mark.parametrize("kind", SCORERS)
def test_a_tag_that_no_sample_has_is_named(kind: type) -> None:
    scorer = kind(resamples=0, slices=["plate"])
    with pytest.raises(InputError, match=r"no sample has the tag 'plate'; there are well"):
        scorer.summarise(rows(scorer))
    assert scorer.summarise([]).slices.get("plate=1") is None


def test_errors_are_columns_only_where_there_are_any() -> None:
    fine, failed = (
        Row({"f1": 0.5}, name="a"),
        Row({"f1": 0.0}, name="b", outcome=FAILED, reason="x"),
    )
    assert list(sample_columns([fine])) == ["name", "id", "f1"]
    assert sample_columns([fine, failed])["reason"].tolist() == ["", "x"]
