"""Label stacks (planes, rows, columns) are scored as images are."""

from itertools import product

import numpy as np
import pytest
from scipy import ndimage
from scipy.ndimage import center_of_mass

from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.matching import THRESHOLDS
from src.scoring.objects.scorer import score_labels
from src.scoring.objects.sums import at
from src.scoring.objects.touching import touching_pairs
from tests.geometry.label_images import Labels
from tests.scoring.objects.test_boundaries import matched_masks, outline_distances, rim
from tests.scoring.objects.test_peers import FRACTIONS, NAMES_OF_STARDIST


def cells(seed: int, count: int = 25) -> Labels:
    """Cells around seeds that tile a volume, cut off where the next is nearer."""
    rng = np.random.default_rng(seed)
    seeds = np.zeros((12, 30, 40), np.int32)
    places = rng.choice(seeds.size, count, replace=False)
    seeds.flat[places] = rng.permutation(3 * count)[:count] + 1
    distance, nearest = ndimage.distance_transform_edt(seeds == 0, return_indices=True)
    return np.where(distance <= 6, seeds[tuple(nearest)], 0)


def volumes(seed: int) -> tuple[Labels, Labels]:
    """Truth, and what is left of it when it is shifted, torn and joined by another."""
    truth, other = cells(seed), cells(seed + 100, 4)
    prediction = np.roll(truth, (0, 1, 1), axis=(0, 1, 2))
    return truth, np.where((other > 0) & (prediction % 2 == 0), other + 200, prediction)


@pytest.mark.parametrize("seed", range(3))
def test_counts_and_quality_of_volumes_are_those_of_stardist(seed: int) -> None:
    stardist = pytest.importorskip("stardist.matching")
    truth, prediction = volumes(seed)
    ours = score_labels(truth, prediction).metrics
    theirs = stardist.matching(truth, prediction, thresh=FRACTIONS)
    for threshold, one in zip(THRESHOLDS, theirs, strict=True):
        for name in ("tp", "fp", "fn"):
            assert ours[at(name, threshold)] == getattr(one, name)
        for name, their_name in NAMES_OF_STARDIST.items():
            our, their = ours[at(name, threshold)], getattr(one, their_name)
            assert np.nan_to_num(our) == pytest.approx(their, abs=1e-6), name


def test_a_stack_of_one_plane_is_an_image() -> None:
    truth, prediction = (volume[5] for volume in volumes(1))
    image = score_labels(truth, prediction, surfaces=1).metrics
    stack = score_labels(truth[None], prediction[None], surfaces=1).metrics
    # In a stack every pixel of a single plane is at the border of the volume.
    flat = {name for name in image if "bound" not in name and "matched_" not in name}
    for name in flat - {"mean_true_nsd"}:
        assert stack[name] == pytest.approx(image[name], nan_ok=True), name


def test_centroids_name_the_plane() -> None:
    truth, prediction = volumes(2)
    rows = score_labels(truth, prediction).rows
    true = rows["side"] == "truth"
    ours = np.stack([rows[axis][true] for axis in ("plane", "row", "column")], axis=1)
    np.testing.assert_allclose(ours, center_of_mass(truth > 0, truth, rows["id"][true]))


def test_objects_that_share_a_face_touch() -> None:
    truth = cells(3)
    comparison = LabelComparison.of(truth, truth)
    pairs = touching_pairs(comparison.truth, comparison.truth_runs)
    expected = set()
    for axis, place in product(range(3), np.argwhere(truth).tolist()):
        after = list(place)
        after[axis] += 1
        if after[axis] < truth.shape[axis] and 0 != truth[*after] != truth[*place]:
            expected.add(tuple(sorted((int(truth[*place]), int(truth[*after])))))
    ids = comparison.overlap.truth_ids
    assert {tuple(pair) for pair in ids[pairs].tolist()} == expected


@pytest.mark.filterwarnings("ignore:.*always_return_as_numpy:FutureWarning")
def test_outlines_of_volumes_are_those_of_brute_force_and_monai() -> None:
    metrics = pytest.importorskip("monai.metrics")
    torch = pytest.importorskip("torch")
    truth, prediction = volumes(4)
    ours = score_labels(truth, prediction, surfaces=1).metrics
    assd, hd95, rims = [], [], []
    for masks in matched_masks(truth, prediction):
        assd.append(np.concatenate(outline_distances(*masks)).mean())
        first, second = (rim(mask, 1) for mask in masks)
        rims.append((first & second).sum() / (first | second).sum())
        true, found = (torch.from_numpy(mask)[None, None] for mask in masks)
        hd95.append(
            float(
                metrics.compute_hausdorff_distance(
                    found, true, include_background=True, percentile=95
                )
            )
        )
    assert ours["mean_matched_assd"] == pytest.approx(np.mean(assd), rel=1e-12)
    assert ours["mean_matched_boundary_iou"] == pytest.approx(np.mean(rims), rel=1e-12)
    assert ours["mean_matched_directed_hd95"] == pytest.approx(np.mean(hd95), rel=1e-6)


def test_other_dimensions_are_refused() -> None:
    with pytest.raises(ValueError, match="planes"):
        score_labels(np.ones((2, 2, 2, 2), int), np.ones((2, 2, 2, 2), int))
