"""Facts about the generated roots and nuclei."""

import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hydra import compose, initialize_config_dir
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.ndimage import distance_transform_edt
from skimage.color import rgb2gray
from skimage.filters import threshold_otsu

from src.composing.builder import build
from src.core import Dataset, InputError, Sample
from src.data.split import Split
from src.data.synthetic.dataset import SyntheticDataset, compact
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots
from tests.conftest import ROOT

KINDS = (Roots, Nuclei)
both = pytest.mark.parametrize("kind", KINDS)
Kind = type[Roots] | type[Nuclei]


def sample(dataset: SyntheticDataset, index: int = 0) -> Sample:
    return dataset.read(dataset.entries[index])


def labels(one: Sample) -> npt.NDArray[Any]:
    assert one.truth.labels is not None
    return one.truth.labels


def same(one: Sample, other: Sample) -> bool:
    return one.picture.pixels.tobytes() == other.picture.pixels.tobytes() and np.array_equal(
        labels(one), labels(other)
    )


def share(dataset: SyntheticDataset) -> float:
    return float(np.mean([one.truth.foreground().mean() for one in dataset.samples()]))


def touching_pairs(values: npt.NDArray[Any]) -> int:
    """Pairs of neighbouring pixels that belong to different instances."""
    pairs = ((values[1:], values[:-1]), (values[:, 1:], values[:, :-1]))
    return sum(int(((a != b) & (a > 0) & (b > 0)).sum()) for a, b in pairs)


def otsu_f1(one: Sample) -> float:
    """Of the better polarity."""
    pixels = one.picture.pixels
    grey = rgb2gray(pixels) if pixels.ndim == 3 else pixels
    bright, truth = grey > threshold_otsu(grey), one.truth.foreground()
    return max(
        float(2 * (found & truth).sum() / (found.sum() + truth.sum()))
        for found in (bright, ~bright)
    )


@both
def test_same_seed_same_bytes(kind: Kind) -> None:
    assert same(sample(kind(count=1, size=128, seed=5)), sample(kind(count=1, size=128, seed=5)))


@both
def test_a_sample_is_the_same_whatever_the_count(kind: Kind) -> None:
    few, many = kind(count=2, size=96), kind(count=30, size=96)
    assert few.entries == many.entries[:2]
    assert same(sample(few, 1), sample(many, 1))


@both
def test_another_seed_or_index_gives_another_picture(kind: Kind) -> None:
    dataset = kind(count=2, size=96, seed=1)
    assert not same(sample(dataset, 0), sample(dataset, 1))
    assert not same(sample(dataset, 0), sample(kind(count=1, size=96, seed=2)))


@both
def test_listing_draws_nothing(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("pixels were drawn")

    monkeypatch.setattr(kind, "draw", refuse)
    dataset = kind(count=1000)
    assert isinstance(dataset, Dataset)
    assert len(dataset.entries) == len(dataset) == 1000
    assert dataset.fingerprint
    assert dataset.skipped == {}


@both
def test_entries_are_named_in_order_and_have_distinct_ids(kind: Kind) -> None:
    entries = kind(count=20).entries
    assert entries[3].name == f"{kind.generator}-0003"
    assert len({name for entry in entries for name in (entry.id, entry.truth_id)}) == 40


@both
@pytest.mark.parametrize("change", [{"seed": 1}, {"size": 96}, {"density": 0.1}, {"contrast": 0.5}])
def test_ids_follow_the_recipe(kind: Kind, change: dict[str, Any]) -> None:
    plain, changed = kind(count=1), kind(count=1, **change)
    assert plain.entries[0].id != changed.entries[0].id
    assert plain.fingerprint != changed.fingerprint


@both
def test_the_split_is_decided_by_the_id_alone(kind: Kind) -> None:
    splits = [entry.split for entry in kind(count=60).entries]
    assert splits == [entry.split for entry in kind(count=80).entries[:60]]
    assert set(splits) == {"train", "val", "test"}
    only = Split(fractions={"train": 0, "val": 0, "test": 1})
    assert {entry.split for entry in kind(count=9, split=only).entries} == {"test"}


@both
def test_the_dataset_can_be_pickled_before_and_after_listing(kind: Kind) -> None:
    dataset = kind(count=2, size=64)
    for _ in range(2):
        copy = pickle.loads(pickle.dumps(dataset))  # noqa: S301
        assert copy.entries == dataset.entries
        assert same(sample(copy, 1), sample(dataset, 1))


@both
def test_an_entry_of_another_dataset_is_refused(kind: Kind) -> None:
    stranger = kind(count=1, seed=8).entries[0]
    with pytest.raises(InputError, match=f"{kind.generator}-0000 .* is not a sample"):
        kind(count=1, seed=9).read(stranger)


@both
def test_pictures_have_the_size_and_type_asked_for(kind: Kind) -> None:
    one = sample(kind(count=1, size=(70, 130)))
    assert one.picture.shape == one.truth.shape == (70, 130)
    assert one.picture.pixels.dtype == np.uint8
    assert one.picture.pixels.ndim == (3 if kind is Roots else 2)


@both
def test_labels_are_numbered_from_one_in_the_smallest_type(kind: Kind) -> None:
    one = sample(kind(count=1))
    assert labels(one).dtype == np.uint8
    assert one.truth.ids is not None
    assert one.truth.ids.tolist() == list(range(1, len(one.truth) + 1))


def test_more_than_255_instances_take_a_wider_type() -> None:
    assert compact(np.arange(0, 900, 3).reshape(20, 15)).dtype == np.uint16
    assert compact(np.array([[0, 7], [9, 0]])).tolist() == [[0, 1], [2, 0]]


@both
def test_contrast_changes_the_picture_but_not_the_truth(kind: Kind) -> None:
    faint, strong = (sample(kind(count=1, size=200, contrast=c)) for c in (0.4, 1.5))
    assert np.array_equal(labels(faint), labels(strong))
    truth = strong.truth.foreground()
    steps = [
        one.picture.pixels[truth].mean() - one.picture.pixels[~truth].mean()
        for one in (faint, strong)
    ]
    assert steps[1] > 2 * steps[0]


@both
@pytest.mark.parametrize("density", [0.03, 0.12])
def test_density_is_the_share_that_is_covered(kind: Kind, density: float) -> None:
    dataset = kind(count=8, size=300, density=density)
    assert share(dataset) == pytest.approx(density, rel=0.35)


@both
def test_without_density_there_is_nothing_to_find(kind: Kind) -> None:
    one = sample(kind(count=1, size=64, density=0))
    assert len(one.truth) == 0
    assert not one.truth.foreground().any()


def test_roots_cover_three_to_ten_percent() -> None:
    shares = [one.truth.foreground().mean() for one in Roots(count=6).samples()]
    assert 0.03 < min(shares) <= max(shares) < 0.1


@pytest.mark.parametrize("width", [(2, 12), (2, 4), (8, 9)])
def test_roots_are_as_wide_as_asked(width: tuple[float, float]) -> None:
    """Away from junctions: the distance to the edge, half a pixel off, on the ridge."""
    radii = []
    for one in Roots(count=3, width=width).samples():
        distance = distance_transform_edt(one.truth.foreground())
        radii.append(distance[distance > 0])
    assert np.quantile(np.concatenate(radii), 0.95) <= width[1] / 2 + 1
    assert np.concatenate(radii).max() >= width[0] / 2


def test_roots_branch_and_cross() -> None:
    one = sample(Roots(count=1))
    assert len(one.truth) > 10
    assert touching_pairs(labels(one)) > 20


def test_confusers_are_not_truth() -> None:
    clean, cluttered = (sample(Roots(count=1, size=200, confusers=c)) for c in (0, 8))
    assert np.array_equal(labels(clean), labels(cluttered))
    soil = ~clean.truth.foreground()
    bright = [(one.picture.pixels.mean(axis=2)[soil] > 120).mean() for one in (clean, cluttered)]
    assert bright[1] > 2 * bright[0]


def test_a_global_threshold_does_not_find_roots() -> None:
    scores = [otsu_f1(one) for one in Roots(count=6).samples()]
    assert np.mean(scores) < 0.5


def test_a_global_threshold_finds_most_of_the_nuclei() -> None:
    scores = [otsu_f1(one) for one in Nuclei(count=4).samples()]
    assert 0.85 < np.mean(scores) < 0.99


def test_nuclei_touch_as_often_as_asked() -> None:
    never, some, often = (
        sum(touching_pairs(labels(one)) for one in Nuclei(count=3, touching=t).samples())
        for t in (0, 0.35, 0.9)
    )
    assert never == 0
    assert 0 < some < often


def test_touching_nuclei_keep_their_own_labels() -> None:
    one = sample(Nuclei(count=1))
    areas = np.bincount(labels(one).ravel())[1:]
    assert np.median(areas) == pytest.approx(np.pi / 4 * 27**2, rel=0.3)
    assert areas.max() < np.pi / 4 * 40**2 * 1.2


def test_nuclei_are_as_large_as_asked() -> None:
    small, large = (sample(Nuclei(count=1, diameter=d)) for d in ((8, 12), (40, 60)))
    assert len(small.truth) > 10 * len(large.truth)


def test_blur_softens_edges() -> None:
    sharp, soft = (
        sample(Nuclei(count=1, size=200, blur=b)).picture.pixels.astype(float) for b in (0.3, 4)
    )
    assert np.abs(np.diff(sharp)).mean() > 1.2 * np.abs(np.diff(soft)).mean()


@both
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("count", 0),
        ("count", 2.5),
        ("count", True),
        ("size", 31),
        ("size", "500"),
        ("size", (500, 500, 3)),
        ("density", -0.1),
        ("density", 0.9),
        ("density", "many"),
        ("contrast", float("nan")),
        ("contrast", 4),
        ("seed", -1),
    ],
)
def test_a_bad_parameter_is_named_in_one_sentence(kind: Kind, key: str, value: object) -> None:
    arguments: dict[str, Any] = {key: value}
    with pytest.raises(InputError, match=rf"^dataset\.{key} must .*") as caught:
        kind(**arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        (Roots, "confusers", -1),
        (Roots, "width", 5),
        (Roots, "width", (1, 12)),
        (Roots, "width", (9, 3)),
        (Nuclei, "touching", 1.5),
        (Nuclei, "diameter", (30, 20)),
        (Nuclei, "diameter", (2, 20)),
        (Nuclei, "blur", -1),
    ],
)
def test_a_bad_parameter_of_one_kind_is_named_too(kind: Kind, key: str, value: object) -> None:
    arguments: dict[str, Any] = {key: value}
    with pytest.raises(InputError, match=rf"^dataset\.{key}"):
        kind(**arguments)


@pytest.mark.parametrize("name", ["roots", "nuclei"])
def test_the_configuration_equals_the_defaults(name: str) -> None:
    with initialize_config_dir(str(ROOT / "conf")):
        config = compose("config", overrides=[f"dataset={name}", "seed=0"])
    dataset = build(config, "dataset")
    plain = {"roots": Roots, "nuclei": Nuclei}[name]()
    assert dataset.fingerprint == plain.fingerprint
    assert same(sample(dataset), sample(pickle.loads(pickle.dumps(dataset))))  # noqa: S301


@settings(max_examples=15, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    size=st.tuples(st.integers(32, 120), st.integers(32, 120)),
    density=st.floats(0, 0.3),
    seed=st.integers(0, 2**40),
)
def test_any_recipe_draws_a_sample(
    kind: Kind, size: tuple[int, int], density: float, seed: int
) -> None:
    one = sample(kind(count=1, size=size, density=density, seed=seed))
    assert one.truth.shape == size
    assert one.truth.foreground().mean() <= 0.3 + 2 * density
