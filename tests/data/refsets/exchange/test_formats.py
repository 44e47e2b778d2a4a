"""Every format: what it can hold comes back, what it cannot is said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.exchange.exchanging import export_set, import_set
from src.data.refsets.exchange.leaving import NAMES, Terms
from src.data.refsets.exchange.painting import painted
from src.data.refsets.labels import Bib, Bibs, Masks
from tests.data.refsets.exchange.sets import NAME, painted_set, race_set, said, screens_set
from tests.data.refsets.making import LEFT, LOW, new_set

Make = Callable[[Path], ReferenceSet]
EVERY = [
    (race_set, "coco"),
    (race_set, "yolo"),
    (race_set, "label-studio"),
    (painted_set, "coco"),
    (painted_set, "label-studio"),
    (painted_set, "masks"),
    (painted_set, "rootpainter"),
    (screens_set, "coco"),
    (screens_set, "yolo"),
    (screens_set, "label-studio"),
    (screens_set, "ui"),
]
NAMED = Terms(identities=NAMES)


@pytest.mark.parametrize(("make", "format"), EVERY)
def test_a_set_that_comes_back_is_the_same(tmp_path: Path, make: Make, format: str) -> None:
    with make(tmp_path / "set") as refset:
        before = {photo.sha: photo.revision for photo in refset.photos()}
        export_set(refset, tmp_path / "out", format)
        tally = import_set(refset, tmp_path / "out", format, replacing=True)
        assert (tally.added, tally.replaced, tally.kept, tally.suggestions) == (0, 0, 0, 0)
        assert {photo.sha: photo.revision for photo in refset.photos()} == before


@pytest.mark.parametrize("format", ["coco", "label-studio"])
def test_all_labels_of_a_race_survive_in_a_new_set(tmp_path: Path, format: str) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", format, NAMED)
        import_set(new, tmp_path / "out", format)
        want, got = said(refset), said(new)
        partial = refset.photo("race/2.png").sha
        want[partial]["bibs"]["boxes"].pop()  # it has no coordinates
        assert got == {sha: want[sha] for sha in got}
        assert len(got) == {"coco": 3, "label-studio": 4}[format]
        assert new.photo("race/0.png").part == "iteration"
        assert new.state("race/1.png") == "negative"


def test_suggestions_travel_as_predictions(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", "label-studio")
        import_set(new, tmp_path / "out", "label-studio")
        look = new.ghosts("race/3.png", "bibs")
        assert look is not None
        assert (look.source.backend, look.source.version) == ("easyocr", "1.7")
        assert [(ghost.text, ghost.confidence) for ghost in look.ghosts] == [
            ("12", 0.5),
            (None, 0.25),
        ]
        assert new.state("race/3.png") == "unlabelled"


def test_yolo_holds_classes_and_boxes(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        made = export_set(refset, tmp_path / "out", "yolo")
        assert {"numbers", "links", "identities"} <= made.losses.keys()
        assert made.losses["photos of which not all boxes are labelled"] == 2
        lines = (tmp_path / "out/labels/race/0.txt").read_text().splitlines()
        assert lines[0].split() == ["0", "0.2", "0.7", "0.2", "0.2"]
        assert (tmp_path / "out/labels/race/1.txt").read_text() == ""
        import_set(new, tmp_path / "out", "yolo")
        faces = new.labels("race/0.png").documents["faces"]
        assert [face.scope for face in faces.boxes] == ["keep", "uncertain"]
        assert new.state("race/1.png") == "negative"


@pytest.mark.parametrize("format", ["coco", "label-studio", "rootpainter"])
def test_paint_survives_to_the_pixel(tmp_path: Path, format: str) -> None:
    with (
        painted_set(tmp_path / "set") as refset,
        new_set(tmp_path / "new", ("masks",)) as new,
    ):
        export_set(refset, tmp_path / "out", format)
        import_set(new, tmp_path / "out", format)
        for name in ("race/0.png", "race/1.png"):
            sha = refset.photo(name).sha
            old, copy = (one.labels(sha).documents["masks"] for one in (refset, new))
            assert isinstance(old, Masks)
            assert isinstance(copy, Masks)
            for want, got in zip(painted(refset, old.mask), painted(new, copy.mask), strict=True):
                assert (want == got).all()


def test_a_folder_of_masks_says_that_unpainted_becomes_background(tmp_path: Path) -> None:
    with painted_set(tmp_path / "set") as refset:
        made = export_set(refset, tmp_path / "out", "masks")
    assert made.photos == 2
    assert made.losses["photos whose unpainted pixels count as background"] == 1


def test_a_screenshot_keeps_keys_that_nobody_here_knows(tmp_path: Path) -> None:
    with (
        screens_set(tmp_path / "set") as refset,
        new_set(tmp_path / "new", ("elements",)) as new,
    ):
        export_set(refset, tmp_path / "out", "ui")
        import_set(new, tmp_path / "out", "ui")
        sha = refset.photo("race/0.png").sha
        assert said(new)[sha] == said(refset)[sha]


@pytest.mark.parametrize("format", ["coco", "yolo", "label-studio"])
def test_a_dry_run_changes_nothing(tmp_path: Path, format: str) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", format)
        foreseen = import_set(new, tmp_path / "out", format, dry_run=True)
        assert new.photos() == []
        assert not list((tmp_path / "new/objects").glob("*/*"))
        done = import_set(new, tmp_path / "out", format)
        assert str(foreseen) == str(done)
        assert done.added > 0


@pytest.mark.parametrize("format", ["coco", "yolo", "label-studio"])
def test_a_label_that_somebody_changed_here_is_kept(tmp_path: Path, format: str) -> None:
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", format, NAMED)
        changed = Bibs((Bib(LEFT, "9"),))
        refset.save("race/1.png", {"bibs": changed}, began=None, who="bob")
        tally = import_set(refset, tmp_path / "out", format)
        assert (tally.kept, tally.replaced) == (1, 0)
        assert refset.labels("race/1.png").documents["bibs"].boxes[0].number == "9"
        tally = import_set(refset, tmp_path / "out", format, replacing=True)
        assert (tally.kept, tally.replaced) == (0, 1)
        assert refset.labels("race/1.png").documents["bibs"].boxes == ()


def test_yolo_moves_a_box_and_leaves_its_number(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "yolo")
        file = tmp_path / "out/labels/race/0.txt"
        own = refset.labels("race/0.png").documents["bibs"].boxes[0].id
        file.write_text(file.read_text().replace("0 0.2 0.7", "0 0.21 0.7", 1))
        import_set(refset, tmp_path / "out", "yolo", replacing=True)
        documents = refset.labels("race/0.png").documents
        box = documents["bibs"].boxes[0]
        assert (box.id, box.number, round(box.area.x, 9)) == (own, "621", LOW.x + 0.01)
        assert documents["faces"].boxes[0].identity == NAME
        assert len(documents["links"].pairs) == 1


def test_an_export_goes_into_a_new_folder(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset:
        (tmp_path / "mine").write_text("")
        with pytest.raises(InputError, match="is not empty"):
            export_set(refset, tmp_path, "coco")
        with pytest.raises(InputError, match="choose another"):
            export_set(refset, tmp_path / "out", "rootpainter")
