"""What every way to choose the next image promises."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from src.core import Entry, Instances, Picture, Sample
from src.training.acquisition._base import Acquisition, Pool
from src.training.lesson import Lesson
from tests.conformance.options import built, every

YARDSTICKS = ("oracle_worst",)
"""Look at the truth by design: they say how much there is to gain."""

SIDE = 32
NAMES = tuple(f"image-{number:02}" for number in range(12))

Map = npt.NDArray[np.float32]


def seen_by_model() -> dict[str, Map]:
    """How probable foreground is in every image, each surer than the last."""
    rng = np.random.default_rng(3)
    noise = [rng.random((SIDE, SIDE)) ** (1 + place) for place in range(len(NAMES))]
    return {name: one.astype(np.float32) for name, one in zip(NAMES, noise, strict=True)}


def correction(step: int) -> Lesson:
    return Lesson(
        step=step, id=f"id-{step}", name=f"name-{step}", phase="corrective", outcome="train",
        seconds=4.0 + step, total_seconds=9.0 * step, prediction_f1=0.5, strokes=3 + step,
        events=30, foreground_pixels=300, background_pixels=900, coverage=0.1, spilled=0,
    )  # fmt: skip


def pool(
    names: tuple[str, ...] = NAMES,
    *,
    seed: int = 1,
    model: bool = True,
    truth: Mapping[str, Map] | None = None,
    lessons: int = 0,
) -> Pool:
    """Images by name; what the model sees in them is fixed, what is true is given."""
    seen = seen_by_model()

    def read(entry: Entry) -> Sample:
        labels = ((truth or seen)[entry.name] > 0.5).astype(np.uint8)
        picture = Picture(entry, np.zeros((SIDE, SIDE), np.uint8))
        return Sample(picture, Instances.from_labels(labels))

    return Pool(
        entries=[Entry(f"id-of-{name}", name, "train") for name in names],
        read=read,
        foreground=(lambda sample: seen[sample.name]) if model else None,
        lessons=[correction(step) for step in range(1, lessons + 1)],
        rng=np.random.default_rng(seed),
    )


@pytest.fixture(name="option", scope="module", params=every("acquisition"))
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="strategy", scope="module")
def strategy_fixture(option: str, home: Path) -> Acquisition:
    return built("acquisition", option, home)  # type: ignore[no-any-return]


@pytest.mark.parametrize("model", [False, True])
@pytest.mark.parametrize("lessons", [0, 5])
@pytest.mark.parametrize("count", [1, 2, len(NAMES)])
def test_it_takes_an_image_of_the_pool(
    strategy: Acquisition, count: int, lessons: int, model: bool
) -> None:
    left = pool(NAMES[:count], model=model, lessons=lessons)
    before = [*left.entries]
    assert strategy.choose(left) in before
    assert [*left.entries] == before


@pytest.mark.parametrize("model", [False, True])
def test_the_same_seed_gives_the_same_choice(strategy: Acquisition, model: bool) -> None:
    for seed in range(4):
        first, second = (strategy.choose(pool(seed=seed, model=model)) for _ in range(2))
        np.random.seed(seed)  # noqa: NPY002  # the global state must not matter
        assert first == second == strategy.choose(pool(seed=seed, model=model))


def test_a_pool_is_emptied_without_taking_an_image_twice(strategy: Acquisition) -> None:
    left, taken = list(NAMES), []
    while left:
        taken.append(strategy.choose(pool(tuple(left), seed=len(left))).name)
        left.remove(taken[-1])
    assert sorted(taken) == sorted(NAMES)


def test_the_truth_does_not_tell_it_what_to_take(option: str, strategy: Acquisition) -> None:
    if option in YARDSTICKS:
        pytest.skip(f"acquisition={option} knows the truth, by design")
    seen = seen_by_model()
    reversed_truth = dict(zip(NAMES, [*seen.values()][::-1], strict=True))
    for seed in range(4):
        honest, deceived = (pool(seed=seed, truth=own) for own in (None, reversed_truth))
        assert strategy.choose(honest) == strategy.choose(deceived)
