"""Pictures without truth become files that others read; killed and run again it goes on."""

import csv
import json
import shutil
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import tifffile
from PIL import Image
from pycocotools.coco import COCO

from src.core import Entry, InputError, Instances, Picture, Surface
from src.data.coco_masks import CocoMasks
from src.data.folder import Folder
from src.data.formats import tiff_rows
from src.data.formats.masks import read_mask
from src.data.label_studio import LabelStudio
from src.data.synthetic.nuclei import Nuclei
from src.data.yolo_masks import YoloMasks
from src.detectors import tiling
from src.detectors.forest import Forest
from src.detectors.otsu import Otsu
from src.evaluation.executors.local import Local
from src.geometry.masks import decode, foreground
from src.predicting.folder import Done, Prediction
from src.predicting.looking import Target, look
from src.predicting.writing import KINDS
from tests.training.simple import detector

EVERYTHING = tuple(KINDS)
ALL_OF_OTSU = tuple(kind for kind in KINDS if kind != "probabilities")


@pytest.fixture(name="pictures", scope="module")
def pictures_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures, one of them a TIFF."""
    folder = tmp_path_factory.mktemp("pictures")
    for number, sample in enumerate(Nuclei(count=3, size=[90, 120], seed=4).samples()):
        name = folder / f"a{number}.{'ome.tif' if number == 2 else 'png'}"
        write = tifffile.imwrite if number == 2 else _write_png
        write(name, sample.picture.pixels)
    return folder


def _write_png(path: Path, pixels: npt.NDArray[Any]) -> None:
    Image.fromarray(pixels).save(path)


def fitted() -> Forest:
    """A small forest that knows bright from dark."""
    (sample,) = Nuclei(count=1, size=64, seed=1).samples()
    truth = sample.truth.foreground()
    return Forest(trees=5, threads=1).fit([(sample.picture.pixels, truth, ~truth)])


def predicted(
    pictures: Path,
    out: Path,
    write: tuple[str, ...] = ALL_OF_OTSU,
    own: Any = None,
    **settings: Any,
) -> Done:
    prediction = Prediction(str(pictures), str(out), write, **settings)
    return prediction.predict(own or Otsu(), {"name": "own"}, Local(), "own")


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_kind_says_the_same(pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = predicted(pictures, out)
    pixels = np.asarray(Image.open(pictures / "a0.png"))
    instances = Otsu().detect(Picture(Entry("a", "a", "test"), pixels))
    labels = np.asarray(Image.open(out / "labels" / "a0.png"))
    lines = rows_of(out / "images.csv")
    assert done.pictures == 3
    assert [line["image"] for line in lines] == ["a0", "a1", "a2"]
    assert int(lines[0]["objects"]) == len(instances) == labels.max()
    assert int(lines[0]["area"]) == (labels > 0).sum()
    np.testing.assert_array_equal(labels > 0, instances.foreground())
    np.testing.assert_array_equal(read_mask(out / "masks" / "a0.png") > 0, labels > 0)
    shown = np.asarray(Image.open(out / "segmentations" / "a0.png"))
    np.testing.assert_array_equal(shown[..., 3] > 0, labels > 0)
    assert np.asarray(Image.open(out / "overlays" / "a0.png")).shape == (90, 120, 3)
    objects = [line for line in rows_of(out / "objects.csv") if line["image"] == "a0"]
    assert [int(line["area"]) for line in objects] == np.bincount(labels.ravel())[1:].tolist()


def test_other_programs_read_it(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    predicted(pictures, out)
    labels = np.asarray(Image.open(out / "labels" / "a1.png"))
    coco = COCO(str(out / "coco.json"))
    capsys.readouterr()
    annotations = coco.loadAnns(coco.getAnnIds(imgIds=[2]))
    assert coco.loadImgs([2])[0]["file_name"] == "a1.png"
    assert [int(one["area"]) for one in annotations] == np.bincount(labels.ravel())[1:].tolist()
    np.testing.assert_array_equal(decode(annotations[0]["segmentation"]), labels == 1)
    boxes = (out / "yolo" / "labels" / "a1.txt").read_text().splitlines()
    assert len(boxes) == labels.max()
    number, x, _, width, height = map(float, boxes[0].split())
    assert [number, (x - width / 2) * 120, height * 90] == pytest.approx(
        [0, annotations[0]["bbox"][0], annotations[0]["bbox"][3]]
    )
    (task,) = [one for one in json.loads((out / "label_studio" / "tasks.json").read_text())
               if "a1" in one["data"]["image"]]  # fmt: skip
    assert len(task["predictions"][0]["result"]) == labels.max()
    studio = LabelStudio(str(out / "label_studio" / "tasks.json"), source="predictions")
    assert len(studio) == 3


def test_what_it_wrote_is_a_dataset(pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    predicted(pictures, out, ("labels",))
    (out / "images").symlink_to(pictures)
    (out / "images" / "a2.ome.tif").rename(out / "images" / "a2.tif")
    try:
        assert len(Folder(str(out), masks="labels")) == 3
    finally:
        (out / "images" / "a2.tif").rename(out / "images" / "a2.ome.tif")


def test_probabilities_and_instances_come_from_one_look(pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    net = detector(seed=3)
    predicted(pictures, out, EVERYTHING, net)
    pixels = np.asarray(Image.open(pictures / "a0.png"))
    found = tifffile.imread(out / "probabilities" / "a0.tif")
    np.testing.assert_array_equal(
        found, net.probabilities(Picture(Entry("a", "a", "test"), pixels))
    )
    labels = np.asarray(Image.open(out / "labels" / "a0.png"))
    np.testing.assert_array_equal(labels > 0, found >= net.threshold)


@pytest.mark.parametrize(
    "own",
    [Otsu(), Otsu(method="local", polarity="minority"), detector(seed=3), fitted()],
    ids=["watershed", "local", "net", "forest"],
)
def test_by_strips_it_gives_the_same(tmp_path: Path, own: Any) -> None:
    large = tmp_path / "large"
    large.mkdir()
    (sample,) = Nuclei(count=1, size=[700, 300], seed=2).samples()
    tifffile.imwrite(large / "big.tif", sample.picture.pixels, tile=(64, 64))
    write = ("labels", "binary", "rootpainter", "overlay", "coco", "yolo")
    whole, strips = tmp_path / "whole", tmp_path / "strips"
    predicted(large, whole, write, own)
    predicted(large, strips, write, own, whole_pixels=1000)
    labels = np.asarray(Image.open(whole / "labels" / "big.png"))
    np.testing.assert_array_equal(tifffile.imread(strips / "labels" / "big.tif"), labels)
    assert labels.max() > 5
    for file in ("images.csv", "segmentations/big.png", "overlays/big.png", "yolo/labels/big.txt"):
        assert (whole / file).read_bytes() == (strips / file).read_bytes(), file
    one, other = (json.loads((out / "coco.json").read_text()) for out in (whole, strips))
    for mine, theirs in zip(one["annotations"], other["annotations"], strict=True):
        assert mine.pop("score", 0) == pytest.approx(theirs.pop("score", 0), abs=1e-5)
        assert mine == theirs


@pytest.mark.parametrize("largest_row", [tiff_rows.LARGEST_ROW, 0])
@pytest.mark.parametrize("saved", [{"tile": (64, 64)}, {"rowsperstrip": 30}], ids=["tiles", "rows"])
def test_strips_that_no_tile_ends_with_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: dict[str, Any], largest_row: int
) -> None:
    (sample,) = Nuclei(count=1, size=[300, 200], seed=2).samples()
    path = tmp_path / "big.tif"
    tifffile.imwrite(path, sample.picture.pixels, compression="zlib", **saved)
    write = ("labels", "binary", "overlay", "coco", "yolo_outlines")
    predicted(path, tmp_path / "whole", write)
    monkeypatch.setattr(tiling, "BAND_AREA", 41 * 200)
    monkeypatch.setattr(tiff_rows, "LARGEST_ROW", largest_row)
    predicted(path, tmp_path / "strips", write, whole_pixels=1000)
    labels = np.asarray(Image.open(tmp_path / "whole" / "labels" / "big.png"))
    np.testing.assert_array_equal(tifffile.imread(tmp_path / "strips/labels/big.tif"), labels)
    assert labels.max() > 5
    for file in ("objects.csv", "overlays/big.png", "coco.json", "yolo_outlines/labels/big.txt"):
        assert (tmp_path / "whole" / file).read_bytes() == (tmp_path / "strips" / file).read_bytes()


@pytest.mark.parametrize("own", [Otsu(), Otsu(instances="foreground"), detector(seed=3)])
def test_a_bar_is_full_when_all_is_measured_and_not_before(tmp_path: Path, own: Any) -> None:
    path = tmp_path / "big.tif"
    (sample,) = Nuclei(count=1, size=[300, 200], seed=2).samples()
    tifffile.imwrite(path, sample.picture.pixels)
    told: list[float] = []
    target = Target(path, "big", "id", (300, 200), by_strips=True)
    look(own, target, tmp_path / "passing", False, told.append)
    assert sum(told) == pytest.approx(300)
    assert told[-1] > 0
    # What is known of a picture that was begun is told at once.
    again: list[float] = []
    look(own, target, tmp_path / "passing", False, again.append)
    assert (again[0] > 0, sum(again)) == (True, pytest.approx(300))


def test_a_picture_that_was_begun_with_other_strips_goes_on() -> None:
    (sample,) = Nuclei(count=1, size=[300, 100], seed=2).samples()
    whole = np.concatenate([*Otsu().strips(sample.picture.pixels)])
    for known in (0, 1, 256, 299):
        rest = np.concatenate([*Otsu().strips(sample.picture.pixels, known)])
        np.testing.assert_array_equal(rest, whole[known:])


class Killed(BaseException):
    """A process that ends in the middle."""


@dataclass(frozen=True)
class Dying:
    """A detector that is killed after some looks, or some strips of one."""

    own: Otsu
    looks: list[int]

    def detect(self, picture: Picture) -> Instances:
        self._live()
        return self.own.detect(picture)

    @property
    def separation(self) -> Any:
        return self.own.separation

    def strips(self, pixels: Surface, after: int = 0) -> Iterator[Any]:
        for strip in self.own.strips(pixels, after):
            self._live()
            yield strip

    def _live(self) -> None:
        if not self.looks:
            raise Killed
        self.looks.pop()


@pytest.mark.parametrize("whole_pixels", [25_000_000, 1000])
def test_killed_it_goes_on_and_leaves_the_same_bytes(tmp_path: Path, whole_pixels: int) -> None:
    folder = tmp_path / "tall"
    folder.mkdir()
    for number, sample in enumerate(Nuclei(count=2, size=[600, 100], seed=2).samples()):
        tifffile.imwrite(folder / f"b{number}.tif", sample.picture.pixels)
    straight, broken = tmp_path / "straight", tmp_path / "broken"
    predicted(folder, straight, whole_pixels=whole_pixels, write=("labels", "overlay", "coco"))
    looks = [0] * (1 if whole_pixels > 1000 else 4)
    dying = Dying(Otsu(), looks)
    prediction = Prediction(
        str(folder), str(broken), ("labels", "overlay", "coco"), whole_pixels=whole_pixels
    )
    with pytest.raises(Killed):
        prediction.predict(dying, {"name": "own"}, Local(), "own")
    assert not list(broken.rglob("*.partial"))
    assert not (broken / "images.csv").exists()
    resumed = Dying(Otsu(), [0] * (1 if whole_pixels > 1000 else 2))
    done = prediction.predict(resumed, {"name": "own"}, Local(), "own")
    assert done.kept == 1
    assert contents(broken) == contents(straight)
    again = prediction.predict(Dying(Otsu(), []), {"name": "own"}, Local(), "own")
    assert again.kept == 2


def peak_of(path: Path, out: Path) -> int:
    """Bytes that Python and numpy had at most."""
    tracemalloc.start()
    try:
        predicted(path, out, ("labels", "overlay"), whole_pixels=1)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_height_of_a_picture(tmp_path: Path) -> None:
    (sample,) = Nuclei(count=1, size=[512, 192], seed=4).samples()
    peaks = []
    for times in (8, 32):
        path = tmp_path / f"{times}.tif"
        tall = np.tile(sample.picture.pixels, (times, 1, 1)[: sample.picture.pixels.ndim])
        tifffile.imwrite(path, tall, tile=(128, 128), compression="zlib")
        peaks.append(peak_of(path, tmp_path / str(times)))
    assert peaks[1] < 1.25 * peaks[0], peaks


def test_memory_hardly_grows_with_the_width_of_a_picture(tmp_path: Path) -> None:
    (sample,) = Nuclei(count=1, size=[256, 512], seed=4).samples()
    peaks = []
    for times in (16, 64):
        path = tmp_path / f"{times}.tif"
        wide = np.tile(sample.picture.pixels, (1, times, 1)[: sample.picture.pixels.ndim])
        tifffile.imwrite(path, wide, tile=(128, 128), compression="zlib")
        peaks.append(peak_of(path, tmp_path / str(times)))
    assert peaks[1] < 1.5 * peaks[0], peaks


def test_processes_share_the_pictures(pictures: Path, tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    predicted(pictures, alone)
    prediction = Prediction(str(pictures), str(shared), ALL_OF_OTSU)
    prediction.predict(Otsu(), {"name": "own"}, Local(workers=2), "own")
    assert contents(alone) == contents(shared)


def test_a_changed_picture_and_a_lost_file_are_done_again(pictures: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    for file in pictures.glob("*.png"):
        (folder / file.name).write_bytes(file.read_bytes())
    out = tmp_path / "out"
    predicted(folder, out, ("labels",))
    (folder / "a0.png").write_bytes((folder / "a1.png").read_bytes())
    assert predicted(folder, out, ("labels",)).kept == 1
    (out / "labels" / "a1.png").unlink()
    assert predicted(folder, out, ("labels",)).kept == 1
    assert (out / "labels" / "a0.png").read_bytes() == (out / "labels" / "a1.png").read_bytes()


def test_nothing_found_is_an_ordinary_answer(tmp_path: Path) -> None:
    _write_png(tmp_path / "flat.png", np.full((40, 50), 7, np.uint8))
    out = tmp_path / "out"
    assert predicted(tmp_path, out).objects == 0
    assert rows_of(out / "images.csv")[0]["objects"] == "0"
    assert json.loads((out / "coco.json").read_text())["annotations"] == []


@dataclass(frozen=True)
class Boxes:
    """A detector of boxes."""

    def detect(self, picture: Picture) -> Instances:
        return Instances(picture.shape, boxes=np.array([[1.0, 2.0, 11.0, 7.0]]))


def test_boxes_can_be_written_but_no_masks(pictures: Path, tmp_path: Path) -> None:
    predicted(pictures, tmp_path / "out", ("coco", "yolo"), Boxes())
    assert rows_of(tmp_path / "out" / "objects.csv")[0]["area"] == "50"
    with pytest.raises(InputError, match="gives boxes, not masks: leave labels, overlay out"):
        predicted(pictures, tmp_path / "other", ("labels", "overlay"), Boxes())


def test_bad_pictures_stop_or_are_listed(pictures: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "good.png").write_bytes((pictures / "a0.png").read_bytes())
    (folder / "torn.png").write_bytes((pictures / "a0.png").read_bytes()[:200])
    with pytest.raises(InputError, match=r"torn\.png is truncated .* prediction\.on_error=skip"):
        predicted(folder, tmp_path / "out")
    assert [*(tmp_path / "out").glob("labels/*")] == []
    done = predicted(folder, tmp_path / "out", on_error="skip")
    assert list(done.skipped) == ["torn.png"]
    assert rows_of(tmp_path / "out" / "skipped.csv")[0]["file"] == "torn.png"


def test_what_cannot_be_done_is_one_sentence(pictures: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="write must be some of labels, binary"):
        Prediction("a", "b", ("pdf",))
    with pytest.raises(InputError, match="a Otsu gives no probabilities"):
        predicted(pictures, tmp_path / "a", ("probabilities",))
    with pytest.raises(InputError, match="is the folder of the pictures"):
        predicted(pictures, pictures)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no PNG, TIFF or JPEG file"):
        predicted(tmp_path / "empty", tmp_path / "b")
    with pytest.raises(InputError, match="holds other files"):
        predicted(pictures, tmp_path)
    predicted(pictures, tmp_path / "c", ("yolo",))
    with pytest.raises(InputError, match="predictions of another detector"):
        Prediction(str(pictures), str(tmp_path / "c")).predict(Otsu(), {}, Local(), "own")


def test_large_pictures_need_a_detector_for_strips(pictures: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "a.tif").write_bytes((pictures / "a2.ome.tif").read_bytes())
    with pytest.raises(InputError, match="120×90, and a Boxes looks at whole pictures"):
        predicted(folder, tmp_path / "a", ("coco",), Boxes(), whole_pixels=100)
    with pytest.raises(InputError, match="too large for Label Studio"):
        predicted(folder, tmp_path / "b", ("label_studio",), whole_pixels=100)


def test_exports_for_coco_and_yolo_are_datasets_again(pictures: Path, tmp_path: Path) -> None:
    predicted(pictures, tmp_path / "out", ("labels", "coco", "yolo_outlines"))
    out = tmp_path / "out"
    shutil.copytree(pictures, out / "yolo_outlines" / "images")
    opened = (
        (CocoMasks(str(pictures), annotations=str(out / "coco.json")), 1.0),
        (YoloMasks(str(out / "yolo_outlines")), 0.95),
    )
    for dataset, least in opened:
        for sample in dataset.samples():
            labels = read_mask(out / "labels" / f"{sample.name.partition('.')[0]}.png")
            seen, told = foreground(sample.truth), labels > 0
            assert (seen & told).sum() / (seen | told).sum() >= least
            assert len(sample.truth) == labels.max()
