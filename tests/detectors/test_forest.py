import pickle
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
import yaml
from scipy import ndimage

from src.core import Entry, InputError, Picture, Sample
from src.data.synthetic.dataset import SyntheticDataset
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots
from src.detectors import forest as module
from src.detectors.filters import feature_names, filter_bank
from src.detectors.forest import Example, Forest
from src.detectors.otsu import Otsu
from src.detectors.tiling import Standardised
from src.geometry.masks import foreground
from tests.conftest import ROOT

REACH = 34
"""px; the coarsest Gaussian, that of its structure tensor, and one for the difference."""


def samples(dataset: SyntheticDataset) -> list[Sample]:
    return [dataset.read(entry) for entry in dataset.entries]


def example(sample: Sample, share: float = 0.3) -> Example:
    """Random parts of the truth, as if painted."""
    truth = foreground(sample.truth)
    painted = np.random.default_rng(1).random(truth.shape) < share
    return sample.picture.pixels, truth & painted, ~truth & painted


def f1(detector: Forest | Otsu, held_out: list[Sample]) -> float:
    pairs = [(foreground(detector.detect(s.picture)), foreground(s.truth)) for s in held_out]
    both = sum(int((found & truth).sum()) for found, truth in pairs)
    return 2 * both / sum(int(found.sum()) + int(truth.sum()) for found, truth in pairs)


@pytest.fixture(scope="module")
def roots() -> list[Sample]:
    return samples(Roots(count=4, size=128, seed=1))


@pytest.fixture(scope="module")
def taught(roots: list[Sample]) -> Forest:
    return Forest().fit([example(sample) for sample in roots[:2]])


def small(model: str = "boosting", threads: int = 1, seed: int = 1) -> Forest:
    return Forest(model=model, trees=5, seed=seed, threads=threads)


@pytest.mark.parametrize("shape", [(40, 30), (40, 30, 3), (1, 1), (2, 1, 3), (0, 7), (0, 0, 3)])
def test_any_picture_has_a_vector_of_features_per_pixel(shape: tuple[int, ...]) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, shape, np.uint8)
    features = filter_bank(pixels)
    assert features.shape == (*shape[:2], len(feature_names()))
    assert features.dtype == np.float32
    assert np.isfinite(features).all()


def test_features_are_what_they_are_called() -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (50, 40), np.uint8)
    features = dict(zip(feature_names(), np.moveaxis(filter_bank(pixels), -1, 0), strict=True))
    grey = Standardised.of(pixels).window(0, 0, 50, 40)[0].astype(np.float64)
    smooth = ndimage.gaussian_filter(grey, 3.5, truncate=3)
    down, right = np.gradient(smooth)
    inner = (slice(2, -2), slice(2, -2))
    mixed = np.gradient(down, axis=1)
    rows, columns = (ndimage.correlate1d(smooth, [1, -2, 1], axis) for axis in (0, 1))
    hessian = np.stack([np.stack([rows, mixed], -1), np.stack([mixed, columns], -1)], -1)
    expected = {
        "smooth_3.5": smooth,
        "edge_3.5": np.hypot(down, right),
        "laplacian_3.5": rows + columns,
        "ridge_3.5": np.linalg.eigvalsh(hessian)[..., 1],
        "valley_3.5": np.linalg.eigvalsh(hessian)[..., 0],
        "difference_3.5_7": smooth - ndimage.gaussian_filter(grey, 7, truncate=3),
        "red_green_3.5": np.zeros((50, 40)),
    }
    for name, values in expected.items():
        np.testing.assert_allclose(features[name][inner], values[inner], atol=1e-5, err_msg=name)


def test_an_edge_changes_across_and_not_along() -> None:
    pixels = np.zeros((60, 60), np.uint8)
    pixels[:, 30:] = 200
    features = dict(zip(feature_names(), np.moveaxis(filter_bank(pixels), -1, 0), strict=True))
    assert features["across_1.6"][30, 30] > 0.01
    assert abs(features["along_1.6"][30, 30]) < 1e-6


def test_bit_depth_and_threads_do_not_change_features() -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (50, 40, 3), np.uint8)
    once = filter_bank(pixels)
    np.testing.assert_allclose(once, filter_bank(pixels.astype(np.uint16) * 257), atol=1e-5)
    assert np.array_equal(once, filter_bank(pixels, threads=3))


def test_two_pictures_teach_more_about_roots_than_a_threshold_knows(
    roots: list[Sample], taught: Forest
) -> None:
    assert f1(taught, roots[2:]) > f1(Otsu(min_distance=0), roots[2:]) + 0.2


def test_two_pictures_teach_more_about_nuclei_than_a_threshold_knows() -> None:
    nuclei = samples(Nuclei(count=4, size=128, contrast=0.3, seed=1))
    taught = Forest().fit([example(sample) for sample in nuclei[:2]])
    assert f1(taught, nuclei[2:]) > f1(Otsu(min_distance=0), nuclei[2:])


@pytest.mark.parametrize("model", ["boosting", "forest"])
def test_the_seed_and_not_the_threads_decides(model: str, roots: list[Sample]) -> None:
    examples = [example(sample) for sample in roots[:2]]
    first, same, other = (
        small(model, threads, seed).fit(examples).probabilities(roots[2].picture)
        for threads, seed in ((1, 1), (3, 1), (1, 2))
    )
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


def test_fitting_leaves_the_detector_as_it_was(roots: list[Sample]) -> None:
    detector = small()
    assert detector.fit([example(roots[0])]).grown is not None
    with pytest.raises(InputError, match="learned nothing yet"):
        detector.detect(roots[0].picture)


def test_what_is_far_from_paint_does_not_matter(roots: list[Sample]) -> None:
    pixels, fore, back = example(roots[0])
    fore[:, 64:] = back[:, 64:] = False
    # Turned over, the far part keeps the mean and deviation of the picture.
    other = pixels.copy()
    other[:, 64 + REACH :] = other[::-1, 64 + REACH :]
    assert not np.array_equal(pixels, other)
    picture = roots[2].picture
    first, second = (small().fit([(p, fore, back)]) for p in (pixels, other))
    assert np.array_equal(first.probabilities(picture), second.probabilities(picture))


def test_a_picture_is_filtered_once_however_often_it_is_fitted(
    roots: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    filtered = []

    def counting(pixels: np.ndarray, *settings: object) -> np.ndarray:
        filtered.append(pixels.shape)
        return filter_bank(pixels, *settings)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "filter_bank", counting)
    detector = small()
    for count in (1, 2, 3, 3):
        detector = detector.fit([example(sample) for sample in roots[:count]])
    assert len(filtered) == 3


def test_more_paint_on_a_picture_is_seen(roots: list[Sample]) -> None:
    detector, (pixels, fore, back) = small(), example(roots[0])
    one, two = (detector.fit([(pixels, fore & part, back)]) for part in (fore, fore[::-1]))
    assert one.grown is not None
    assert two.grown is not None
    assert len(one.grown.drawn.foreground) > len(two.grown.drawn.foreground)


def test_no_more_pixels_are_drawn_than_asked_for(roots: list[Sample]) -> None:
    detector = Forest(trees=2, pixels_per_class=200, most_pixels=500)
    one, three = (detector.fit([example(s) for s in roots[:count]]).grown for count in (1, 3))
    assert one is not None
    assert three is not None
    assert (len(one.drawn.foreground), len(one.drawn.background)) == (200, 200)
    assert 500 <= len(three.drawn) <= 506


@pytest.mark.parametrize("model", ["boosting", "forest"])
@pytest.mark.parametrize("painted", [0, 1])
def test_one_class_alone_is_seen_everywhere(model: str, painted: int, roots: list[Sample]) -> None:
    pixels, fore, back = example(roots[0])
    masks = (fore, np.zeros_like(back)) if painted else (np.zeros_like(fore), back)
    assert (small(model).fit([(pixels, *masks)]).probabilities(roots[1].picture) == painted).all()


def test_paint_is_needed(roots: list[Sample]) -> None:
    nothing = np.zeros(roots[0].picture.shape, bool)
    for examples in ([], [(roots[0].picture.pixels, nothing, nothing)]):
        with pytest.raises(InputError, match="nothing is painted"):
            small().fit(examples)


def test_higher_odds_find_less(roots: list[Sample], taught: Forest) -> None:
    found = [
        Forest(background_odds=odds, grown=taught.grown).probabilities(roots[2].picture)
        for odds in (1, 7, 50)
    ]
    assert (found[0] >= found[1]).all()
    assert (found[1] >= found[2]).all()
    assert found[0].min() >= 0
    assert found[0].max() <= 1


def test_chosen_pixels_are_predicted_as_in_the_whole(roots: list[Sample], taught: Forest) -> None:
    picture = roots[2].picture
    chosen = np.random.default_rng(0).random(picture.shape) < 0.1
    some = taught.probabilities_at(picture.pixels, chosen)
    assert np.array_equal(some, taught.probabilities(picture)[chosen])


def test_instances_are_components_or_all_of_it(roots: list[Sample], taught: Forest) -> None:
    picture = roots[2].picture
    parts = taught.detect(picture)
    whole = Forest(instances="foreground", grown=taught.grown).detect(picture)
    assert len(parts) > len(whole) == 1
    assert np.array_equal(foreground(parts), foreground(whole))
    assert parts.scores is not None
    assert (parts.scores >= 0.5).all()


def test_an_empty_picture_holds_nothing(taught: Forest) -> None:
    empty = Picture(Entry("a", "a", "test"), np.zeros((0, 5, 3), np.uint8))
    assert len(taught.detect(empty)) == 0


@pytest.mark.parametrize("model", ["boosting", "forest"])
def test_a_kept_forest_comes_back_to_the_bit(
    model: str, roots: list[Sample], tmp_path: Path
) -> None:
    taught = small(model).fit([example(sample) for sample in roots[:2]])
    taught.save(tmp_path / "best.ckpt")
    back = small(model)
    back.load(tmp_path / "best.ckpt")
    picture = roots[2].picture
    assert np.array_equal(back.probabilities(picture), taught.probabilities(picture))


def test_files_that_are_no_forest_are_refused(tmp_path: Path, taught: Forest) -> None:
    file = tmp_path / "best.ckpt"
    taught.save(file)
    with pytest.raises(InputError, match="float32 features per pixel"):
        Forest(sigmas=(1, 2)).load(file)
    whole = file.read_bytes()
    objects = np.array([{}], dtype=object)
    np.savez(tmp_path / "objects.npz", foreground=objects, background=objects)
    np.save(tmp_path / "single.npy", np.zeros(3))
    others = [(tmp_path / name).read_bytes() for name in ("objects.npz", "single.npy")]
    for content in (whole[:-50], pickle.dumps({}), b"", *others):
        file.write_bytes(content)
        with pytest.raises(InputError, match="holds no forest"):
            Forest().load(file)


@pytest.mark.parametrize(
    "options",
    [
        {"model": "svm"}, {"instances": "boxes"}, {"sigmas": []}, {"sigmas": [2, 1]},
        {"sigmas": [0]}, {"trees": 0}, {"threads": 0}, {"background_odds": 0}, {"threshold": 1},
        {"seed": -1},
    ],
)  # fmt: skip
def test_bad_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        Forest(**options)  # type: ignore[arg-type]


def test_the_configuration_names_every_setting_as_it_is_by_default() -> None:
    described = yaml.safe_load((ROOT / "conf/detector/forest.yaml").read_text("utf-8"))
    settings = {field.name: field.default for field in fields(Forest)}
    assert set(settings) - {"grown", "cache"} == set(described) - {"_target_"}
    for name in set(described) - {"_target_", "seed", "sigmas"}:
        assert described[name] == settings[name], name
    assert tuple(described["sigmas"]) == settings["sigmas"]
