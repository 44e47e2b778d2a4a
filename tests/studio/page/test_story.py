"""The one story as a whole, with a few small photos; 50: ``python -m benchmarks.studio_story``."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from src.data.refsets import ReferenceSet
from src.refset import app as refset_app
from src.runs import app as runs_app
from src.studio.asking import Studio
from tests.end_to_end.conftest import Answer, fresh_store, run, workplace  # noqa: F401
from tests.studio.asked import served
from tests.studio.page.person import Person
from tests.studio.page.story import Door, Story

for package in ("rapidocr", "dlib", "cv2"):
    pytest.importorskip(package, reason=f"detector=race needs {package}")

Run = Callable[..., Answer]
APPS = {"src.refset": refset_app, "src.runs": runs_app}


@pytest.fixture(name="door")
def door_fixture(run: Run) -> Door:  # noqa: F811
    """Commands as a user gives them, in this process."""

    def call(module: str, *words: str) -> tuple[int, str]:
        if module == "src.run":
            answer = run(*words)
            return answer.code, answer.out + answer.err
        result = CliRunner().invoke(APPS[module], [*words])
        return result.exit_code, result.output

    return call


def test_photos_are_suggested_labelled_frozen_run_and_seen_to_regress(
    door: Door,
    workplace: Path,  # noqa: F811
    sits: Callable[..., Person],
) -> None:
    words = ("scorer.resamples=50", "pictures=0")
    story = Story(door, workplace, count=4, size=(667, 1000), words=words)
    assert "suggestions for 4 photos by race" in story.suggested()
    store = f"sqlite:///{workplace / 'mlflow.db'}"
    with ReferenceSet.open(story.set) as refset, served(Studio(refset, store)) as studio:
        person = sits(studio)
        took = story.labelled(person)
        assert len(took["bibs"]) == len(took["faces"]) == 4
        assert took["links"]  # where there are bibs and faces
        story.frozen(person)
        code, said = story.judged()
        assert (code, "REGRESSED" in said) == (1, True), said
        changed = story.inspected(person)
        assert person.tab.locator(".mark.what-bib.kind-missed").count()
        photos = {Path(photo.name).stem for photo in refset.photos(limit=10)}
    assert changed
    assert set(changed) < photos  # not all of them
