"""Which image comes next, from pools that are made by hand."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from src.core import Entry, InputError, Instances, Picture, Sample
from src.training.acquisition import Pool
from src.training.acquisition._base import Acquisition
from src.training.acquisition.entropy import Entropy, mean_entropy
from src.training.acquisition.expected_error_per_second import ExpectedErrorPerSecond, paces
from src.training.acquisition.foreground_aware_random import ForegroundAwareRandom
from src.training.acquisition.oracle_worst import OracleWorst
from src.training.acquisition.random import Random
from src.training.acquisition.sequential import Sequential
from src.training.lesson import Lesson
from tests.conftest import ROOT

SIDE = 80
STRATEGIES = (
    Sequential(), Random(), ForegroundAwareRandom(), Entropy(), ExpectedErrorPerSecond(),
    OracleWorst(),
)  # fmt: skip

Map = npt.NDArray[np.float32]


def surely(probability: float = 0.0) -> Map:
    """The same probability of foreground everywhere."""
    return np.full((SIDE, SIDE), probability, np.float32)


def with_squares(count: int, side: int, probability: float, gap: int = 4) -> Map:
    """Sure background with squares of another probability, in rows."""
    seen = surely()
    per_row = SIDE // (side + gap)
    for number in range(count):
        row, column = (place * (side + gap) for place in divmod(number, per_row))
        seen[row : row + side, column : column + side] = probability
    return seen


def pool_of(
    seen: Mapping[str, Map],
    *,
    seed: int = 1,
    threshold: float = 0.5,
    lessons: Sequence[Lesson] = (),
    truth: Mapping[str, Map] | None = None,
    model: bool = True,
) -> Pool:
    """Images by name, each with what the model sees in it and, if asked for, what is true."""

    def read(entry: Entry) -> Sample:
        real = (surely() if truth is None else truth[entry.name]).astype(np.uint8)
        return Sample(Picture(entry, np.zeros((SIDE, SIDE), np.uint8)), Instances.from_labels(real))

    entries = [Entry(name, name, "train") for name in seen]
    look: Callable[[Sample], Map] | None = (lambda one: seen[one.name]) if model else None
    return Pool(entries, read, look, lessons, np.random.default_rng(seed), threshold)


def correction(
    seconds: float, strokes: int, pixels: int, phase: str = "corrective", outcome: str = "train"
) -> Lesson:
    return Lesson(
        step=1, id="i", name="n", phase=phase, outcome=outcome, seconds=seconds,
        total_seconds=seconds, prediction_f1=0.5, strokes=strokes, events=9 * strokes,
        foreground_pixels=pixels // 3, background_pixels=pixels - pixels // 3, coverage=0.1,
        spilled=0,
    )  # fmt: skip


def chosen(strategy: Acquisition, pool: Pool) -> str:
    return strategy.choose(pool).name


def names(count: int) -> dict[str, Map]:
    return {f"{number:02}": surely() for number in range(count)}


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("model", [False, True])
def test_every_strategy_takes_an_image_of_the_pool(strategy: Acquisition, model: bool) -> None:
    pool = pool_of(names(5), model=model)
    assert strategy.choose(pool) in pool.entries
    assert chosen(strategy, pool_of(names(1), model=model)) == "00"


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("model", [False, True])
def test_the_same_seed_gives_the_same_choice(strategy: Acquisition, model: bool) -> None:
    rng = np.random.default_rng(3)
    seen = {name: rng.random((SIDE, SIDE)).astype(np.float32) for name in names(30)}
    for seed in range(5):
        first, second = (chosen(strategy, pool_of(seen, seed=seed, model=model)) for _ in "ab")
        assert first == second


def test_sequential_follows_the_order_of_the_dataset() -> None:
    left = names(4)
    order = []
    while left:
        order.append(chosen(Sequential(), pool_of(left, seed=len(left))))
        del left[order[-1]]
    assert order == ["00", "01", "02", "03"]


def test_random_takes_every_image_equally_often() -> None:
    counts = Counter(chosen(Random(), pool_of(names(5), seed=seed)) for seed in range(1000))
    assert sorted(counts) == sorted(names(5))
    # Four standard deviations of a binomial count with 1000 draws and a share of a fifth.
    assert all(abs(count - 200) < 51 for count in counts.values())


@pytest.mark.parametrize("strategy", [Entropy(), ExpectedErrorPerSecond(), OracleWorst()])
def test_before_there_is_a_model_the_choice_is_random(strategy: Acquisition) -> None:
    counts = Counter(
        chosen(strategy, pool_of(names(5), seed=seed, model=False)) for seed in range(200)
    )
    assert len(counts) == 5
    assert max(counts.values()) < 80


def test_foreground_aware_random_passes_over_images_without_foreground() -> None:
    seen = {**names(8), "full": with_squares(1, 8, 0.9), "also": with_squares(2, 8, 0.9)}
    counts = Counter(
        chosen(ForegroundAwareRandom(0.01), pool_of(seen, seed=seed)) for seed in range(60)
    )
    assert set(counts) == {"full", "also"}


@pytest.mark.parametrize(
    ("minimum", "allowed"), [(64 / 6400, {"full"}), (65 / 6400, {"full", "empty"})]
)
def test_foreground_aware_random_asks_for_at_least_the_minimum(
    minimum: float, allowed: set[str]
) -> None:
    seen = {"full": with_squares(1, 8, 0.9), "empty": surely()}
    found = {chosen(ForegroundAwareRandom(minimum), pool_of(seen, seed=s)) for s in range(30)}
    assert found == allowed


@pytest.mark.parametrize(("threshold", "expected"), [(0.5, {"sure"}), (0.2, {"sure", "faint"})])
def test_foreground_aware_random_sees_with_the_threshold_of_the_model(
    threshold: float, expected: set[str]
) -> None:
    seen = {"sure": surely(0.9), "faint": surely(0.3), "empty": surely(0.1)}
    strategy = ForegroundAwareRandom()
    pools = (pool_of(seen, seed=seed, threshold=threshold) for seed in range(40))
    assert {chosen(strategy, pool) for pool in pools} == expected


@pytest.mark.parametrize("seed", range(5))
def test_where_nothing_has_foreground_the_first_drawn_is_taken(seed: int) -> None:
    (first,) = pool_of(names(9), seed=seed).drawn(1)
    assert ForegroundAwareRandom().choose(pool_of(names(9), seed=seed)) == first


def test_entropy_takes_the_least_sure() -> None:
    seen = {"sure": surely(0.01), "half": surely(0.6), "yes": surely(0.95)}
    assert chosen(Entropy(), pool_of(seen)) == "half"


@pytest.mark.parametrize(
    ("probability", "bits"), [(0.5, 1.0), (0.0, 0.0), (1.0, 0.0), (0.25, 0.8113)]
)
def test_entropy_is_in_bits(probability: float, bits: float) -> None:
    assert mean_entropy(surely(probability)) == pytest.approx(bits, abs=1e-4)


@pytest.mark.parametrize(("threshold", "worst"), [(0.5, "missed"), (0.2, "alarmed")])
def test_the_oracle_takes_what_is_most_wrong_at_the_threshold(threshold: float, worst: str) -> None:
    seen = {"missed": surely(0.4), "alarmed": surely(0.3), "right": surely(0.9)}
    truth = {"missed": surely(1.0), "alarmed": surely(0.0), "right": surely(1.0)}
    assert chosen(OracleWorst(), pool_of(seen, threshold=threshold, truth=truth)) == worst


def test_the_oracle_looks_at_all_images_unless_told_otherwise() -> None:
    seen = {**names(60), "bad": surely(0.9)}
    assert {chosen(OracleWorst(), pool_of(seen, seed=seed)) for seed in range(10)} == {"bad"}
    few = {chosen(OracleWorst(2), pool_of(seen, seed=seed)) for seed in range(10)}
    assert few != {"bad"}


@pytest.mark.parametrize("scattered", [(36, 4, 0.5), (9, 8, 0.5)])
def test_compact_error_is_preferred_to_as_much_scattered_error(
    scattered: tuple[int, int, float],
) -> None:
    seen = {"scattered": with_squares(*scattered), "compact": with_squares(1, 24, 0.5)}
    assert seen["compact"].sum() == seen["scattered"].sum()
    for seed in range(4):
        assert chosen(ExpectedErrorPerSecond(), pool_of(seen, seed=seed)) == "compact"


def test_specks_and_rims_are_no_error_that_anybody_corrects() -> None:
    specks = with_squares(256, 1, 0.5)
    rim = surely()
    rim[10:70, 10:70] = 0.5
    rim[11:69, 11:69] = 1.0
    seen = {"specks": specks, "rim": rim, "patch": with_squares(1, 6, 0.4)}
    assert min(specks.sum(), np.minimum(rim, 1 - rim).sum()) > 4 * seen["patch"].sum()
    for seed in range(6):
        assert chosen(ExpectedErrorPerSecond(), pool_of(seen, seed=seed)) == "patch"


SLOW_STROKES = [correction(10.0 * strokes, strokes, 2000) for strokes in (5, 12, 30)]
SLOW_PAINT = [correction(0.01 * pixels, 12, pixels) for pixels in (900, 4000, 9000)]


@pytest.mark.parametrize(("lessons", "best"), [(SLOW_STROKES, "one pale"), (SLOW_PAINT, "16 sure")])
def test_lessons_decide_whether_strokes_or_paint_are_dear(lessons: list[Lesson], best: str) -> None:
    seen = {"one pale": with_squares(1, 30, 0.3), "16 sure": with_squares(16, 8, 0.5)}
    assert chosen(ExpectedErrorPerSecond(), pool_of(seen, lessons=lessons)) == best


@pytest.mark.parametrize(("overhead", "best"), [(0.01, "small"), (100.0, "large")])
def test_what_every_image_costs_speaks_for_large_errors(overhead: float, best: str) -> None:
    seen = {"small": with_squares(1, 20, 0.5), "large": with_squares(1, 60, 0.3)}
    assert chosen(ExpectedErrorPerSecond(overhead=overhead), pool_of(seen)) == best


@pytest.mark.parametrize(("threshold", "most_wrong"), [(0.5, "likely"), (0.2, "unlikely")])
def test_wrong_is_what_the_threshold_makes_wrong(threshold: float, most_wrong: str) -> None:
    seen = {"unlikely": surely(0.3), "likely": surely(0.65)}
    assert chosen(ExpectedErrorPerSecond(), pool_of(seen, threshold=threshold)) == most_wrong


def test_where_nothing_is_wrong_any_image_does() -> None:
    found = {chosen(ExpectedErrorPerSecond(), pool_of(names(4), seed=seed)) for seed in range(30)}
    assert found == set(names(4))


def test_paces_are_those_of_the_lessons() -> None:
    rng = np.random.default_rng(2)
    lessons = [
        correction(4 + 1.5 * strokes + 0.002 * pixels, int(strokes), int(pixels))
        for strokes, pixels in zip(
            rng.integers(3, 90, 40), rng.integers(300, 30_000, 40), strict=True
        )
    ]
    assert paces(lessons) == pytest.approx((1.5, 0.002), rel=0.02)


def test_only_corrections_that_were_saved_tell_the_pace() -> None:
    others = [
        correction(500, 4, 100, phase="initial"),
        correction(500, 4, 100, outcome="skipped"),
        correction(500, 4, 100, outcome="blank"),
    ]
    assert paces(others) == paces([])
    assert min(paces([])) > 0
    assert paces([*others, *SLOW_STROKES])[0] > 5


def test_a_pace_is_never_negative() -> None:
    assert min(paces([correction(90, 3, 20_000), correction(9, 60, 40_000)])) >= 0


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda: Entropy(candidates=0), "candidates"),
        (lambda: Entropy(candidates=2.5), "candidates"),  # type: ignore[arg-type]
        (lambda: OracleWorst(candidates=-1), "candidates"),
        (lambda: ForegroundAwareRandom(candidates=0), "candidates"),
        (lambda: ForegroundAwareRandom(minimum=1.5), "minimum"),
        (lambda: ExpectedErrorPerSecond(candidates=0), "candidates"),
        (lambda: ExpectedErrorPerSecond(overhead=0), "overhead"),
        (lambda: ExpectedErrorPerSecond(overhead=float("nan")), "overhead"),
        (lambda: ExpectedErrorPerSecond(window=0), "window"),
        (lambda: ExpectedErrorPerSecond(doubt=1.0), "doubt"),
    ],
)
def test_an_option_that_cannot_be_is_named(make: Callable[[], object], key: str) -> None:
    with pytest.raises(InputError, match=rf"acquisition\.{key} must"):
        make()


@pytest.mark.parametrize(
    "file", sorted((ROOT / "conf" / "acquisition").glob("*.yaml")), ids=lambda file: file.stem
)
def test_every_configuration_is_the_default_of_its_strategy(file: Path) -> None:
    built = instantiate(OmegaConf.load(file), _execution_whitelist_=("src.training.acquisition.*",))
    assert built in STRATEGIES
