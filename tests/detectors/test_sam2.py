"""SAM 2 cannot run in the tests: what is refused, what its records become, how it is called."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from src.core import Entry, InputError, Picture
from src.detectors.sam2 import Sam2, eight_bit_colour, instances_of
from src.geometry.masks import to_rles, union

SHAPE = (10, 12)


def record(rows: slice, columns: slice, score: float) -> dict[str, object]:
    """One mask as the package gives it."""
    mask = np.zeros(SHAPE, bool)
    mask[rows, columns] = True
    return {
        "segmentation": mask,
        "area": int(mask.sum()),
        "bbox": [columns.start, rows.start, 1, 1],
        "predicted_iou": score,
        "point_coords": [[1.0, 1.0]],
        "stability_score": 0.97,
        "crop_box": [0, 0, SHAPE[1], SHAPE[0]],
    }


TWO = [record(slice(0, 4), slice(0, 4), 0.95), record(slice(2, 6), slice(2, 6), 0.85)]


def test_the_better_mask_hides_the_other() -> None:
    found = instances_of(TWO, SHAPE)
    assert found.labels is not None
    assert found.scores is not None
    assert dict(zip(found.scores, np.bincount(found.labels.ravel())[1:], strict=True)) == {
        0.85: 12,
        0.95: 16,
    }


def test_masks_may_overlap_where_asked_for() -> None:
    found = instances_of(TWO, SHAPE, overlapping=True)
    assert [union([rle], SHAPE).sum() for rle in to_rles(found)] == [16, 16]
    assert found.scores is not None
    assert found.scores.tolist() == [0.85, 0.95]


def test_the_background_and_specks_are_dropped() -> None:
    everything = record(slice(0, 10), slice(0, 12), 0.99)
    speck = record(slice(9, 10), slice(11, 12), 0.99)
    assert len(instances_of([everything, *TWO, speck], SHAPE, largest=0.5, min_area=2)) == 2


def test_a_mask_that_better_ones_hide_wholly_is_gone() -> None:
    hidden = record(slice(0, 2), slice(0, 2), 0.5)
    found = instances_of([hidden, TWO[0]], SHAPE)
    assert found.scores is not None
    assert found.scores.tolist() == [0.95]


@pytest.mark.parametrize("overlapping", [True, False])
def test_no_record_is_nothing_found(overlapping: bool) -> None:
    assert len(instances_of([], SHAPE, overlapping=overlapping)) == 0


def test_a_mask_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a mask is \(10, 12\), the picture \(5, 5\)"):
        instances_of(TWO, (5, 5))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.float32])
def test_any_depth_becomes_eight_bit_colour(kind: type) -> None:
    grey = np.arange(120).reshape(SHAPE).astype(kind)
    colour = eight_bit_colour(grey)
    assert (colour.shape, colour.dtype) == ((*SHAPE, 3), np.uint8)
    assert (np.diff(colour[..., 0].ravel().astype(int)) >= 0).all()


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    file = tmp_path / "weights.pt"
    file.touch()
    return file


def test_weights_that_do_not_exist_are_named() -> None:
    with pytest.raises(InputError, match=r"detector\.checkpoint: nowhere\.pt does not exist"):
        Sam2("nowhere.pt")


@pytest.mark.skipif(find_spec("sam2") is not None, reason="the package sam2 is installed")
def test_the_missing_package_is_named(weights: Path) -> None:
    with pytest.raises(InputError, match="needs the package sam2, which is not installed"):
        Sam2(str(weights))


@pytest.mark.parametrize("options", [{"points_per_side": 0}, {"least_iou": 2}, {"largest": -1}])
def test_bad_options_are_named(weights: Path, options: dict[str, float]) -> None:
    with pytest.raises(InputError, match=f"detector.{next(iter(options))}"):
        Sam2(str(weights), **options)  # type: ignore[arg-type]


PACKAGE = {
    "__init__.py": """
from hydra import initialize_config_module
from hydra.core.global_hydra import GlobalHydra
if not GlobalHydra.instance().is_initialized():
    initialize_config_module("sam2", version_base="1.2")
""",
    "build_sam.py": """
from hydra import compose
from hydra.utils import instantiate
def build_sam2(config_file, ckpt_path=None, device="cuda", apply_postprocessing=True):
    assert not apply_postprocessing and device == "cpu"
    model = instantiate(compose(config_name=config_file).model, _recursive_=True)
    model.weights = ckpt_path
    return model
""",
    "model.py": """
class Model:
    def __init__(self, size):
        self.size = size
""",
    "automatic_mask_generator.py": """
import numpy as np
class SAM2AutomaticMaskGenerator:
    def __init__(self, model, points_per_side, pred_iou_thresh, stability_score_thresh):
        self.model = model
    def generate(self, image):
        assert image.dtype == np.uint8 and image.shape[2] == 3
        mask = np.zeros(image.shape[:2], bool)
        mask[: self.model.size, : self.model.size] = True
        return [{"segmentation": mask, "predicted_iou": 0.9}]
""",
    "configs/sam2.1/sam2.1_hiera_s.yaml": """# @package _global_
model: {_target_: sam2.model.Model, size: 5}
""",
}
"""As much of the package as is called, with its way of composing by Hydra."""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, text in PACKAGE.items():
        file = tmp_path / "sam2" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for module in [name for name in sys.modules if name.partition(".")[0] == "sam2"]:
        del sys.modules[module]


@pytest.mark.usefixtures("package")
def test_the_package_composes_its_own_model_inside_a_run_of_ours(weights: Path) -> None:
    from hydra import initialize_config_dir
    from hydra.core.global_hydra import GlobalHydra
    from hydra.utils import execution_whitelist

    from src.composing.conf import CONF
    from src.composing.trusted import TRUSTED

    with initialize_config_dir(str(CONF)), execution_whitelist(TRUSTED):
        before = GlobalHydra.instance().hydra
        detector = Sam2(str(weights), min_area=0)
        found = detector.detect(Picture(Entry("a", "a", "test"), np.zeros((20, 30), np.uint16)))
        assert GlobalHydra.instance().hydra is before
    assert found.foreground().sum() == 25
    assert found.scores is not None
    assert found.scores.tolist() == [0.9]


@pytest.mark.usefixtures("package")
def test_a_package_that_cannot_start_is_one_sentence(weights: Path, tmp_path: Path) -> None:
    (tmp_path / "sam2" / "automatic_mask_generator.py").write_text("import torchvision_of_nowhere")
    with pytest.raises(InputError, match=r"cannot start .*torchvision_of_nowhere"):
        Sam2(str(weights)).detect(Picture(Entry("a", "a", "test"), np.zeros((4, 4), np.uint8)))
