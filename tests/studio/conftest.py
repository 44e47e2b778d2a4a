"""A studio on a small set, for these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts import Ghost
from src.studio.asking import Studio
from tests.data.refsets.making import HIGH, LEFT, LOW, new_set
from tests.data.refsets.test_ghosts import OCR
from tests.studio.asked import Asker, served


@pytest.fixture(name="race")
def race_fixture(tmp_path: Path) -> Iterator[ReferenceSet]:
    """Four photos of runners, the first with suggestions, that nobody labelled."""
    with new_set(tmp_path / "race", photos=4) as made:
        sha = made.photo("0").sha
        with made.batch() as batch:
            bibs = [Ghost(LOW, "621", confidence=0.9), Ghost(LEFT, "9", confidence=0.4)]
            batch.suggest(sha, "bibs", OCR, bibs)
            batch.suggest(sha, "faces", OCR, [Ghost(HIGH, confidence=0.8)])
        yield made


@pytest.fixture(name="studio")
def studio_fixture(race: ReferenceSet) -> Iterator[Asker]:
    """A studio that shows them."""
    with served(Studio(race)) as asker:
        yield asker
