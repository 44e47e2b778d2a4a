"""Where undoing and redoing lead, by what the log says."""

import pytest

from src.data.refsets import ReferenceSet
from src.data.refsets.people.renaming import rename
from src.data.refsets.undoing import walked
from tests.data.refsets.making import label, nothing, one_runner


@pytest.mark.parametrize(
    ("whys", "before", "after"),
    [
        ([], None, None),
        (["save"], 0, None),
        (["save", "save"], 1, None),
        (["save", "save", "undo"], 0, 2),
        (["save", "save", "undo", "undo"], None, 1),
        (["save", "save", "undo", "redo"], 1, None),
        (["save", "save", "undo", "save"], 1, None),
        (["save", "part", "save"], 1, None),
        (["save", "import"], None, None),
        (["save", "rename", "save"], 2, None),
        (["save", "undo", "rename"], None, None),
    ],
)
def test_a_new_change_forgets_what_could_be_redone_and_others_changes_are_a_wall(
    whys: list[str], before: int | None, after: int | None
) -> None:
    course = walked(list(enumerate(whys, 1)))
    assert (course.before, course.after) == (before, after)


def test_undo_brings_back_boxes_links_and_tags_by_their_ids(race: ReferenceSet) -> None:
    sha = label(race, "0", one_runner())
    labels = race.labels(sha)
    label(race, "0", nothing())
    race.choose_part(sha, "iteration")
    undone = race.undo(sha, race.photo(sha).revision)
    assert race.labels(sha).documents == labels.documents
    # Which part a photo is of was another change.
    assert race.photo(sha).part == "iteration"
    race.redo(sha, undone.revision)
    assert race.labels(sha).documents["bibs"].boxes == ()  # type: ignore[union-attr]


def test_a_name_that_was_given_up_does_not_come_back(race: ReferenceSet) -> None:
    sha = label(race, "0", one_runner(identity="Ann"))
    rename(race, "Ann", "Anne")
    assert race.course(sha).before is None
