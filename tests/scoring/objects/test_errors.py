"""Kinds of errors: by example, and against networkx."""

import networkx
import numpy as np
import pytest
from hypothesis import given

from src.geometry.overlap import Overlap
from src.scoring.objects.errors import KINDS, error_kinds, splits_and_merges
from tests.geometry.label_images import Labels, label_pairs

EXAMPLES = {
    "correct": ("1111111111", "2222222000"),
    "inexact": ("1111111111", "2222220000"),
    "split": ("1111111111", "2222233333"),
    "merge": ("1111122222", "3333333333"),
    "catastrophe": ("1111122222", "3334444555"),
    "missed": ("1111100000", "0000000000"),
    "spurious": ("0000000000", "1111100000"),
}


def line(text: str) -> Labels:
    """One row of a label image."""
    return np.array([[int(letter) for letter in text]])


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_kind_by_example(kind: str) -> None:
    kinds = error_kinds(Overlap.of(*map(line, EXAMPLES[kind])))
    assert kinds.events.tolist() == [int(name == kind) for name in KINDS]
    assert {KINDS[code] for code in (*kinds.truth, *kinds.prediction)} == {kind}


def test_a_speck_inside_a_large_object_is_linked_to_it() -> None:
    kinds = error_kinds(Overlap.of(line("1" * 30), line("2" * 15 + "3" + "0" * 14)))
    assert [KINDS[code] for code in kinds.truth] == ["split"]


def test_what_a_correct_prediction_swallows_is_missed() -> None:
    kinds = error_kinds(Overlap.of(line("1111111122"), line("3333333333")))
    assert [KINDS[code] for code in kinds.truth] == ["correct", "missed"]


@given(label_pairs())
def test_groups_are_those_of_networkx(pair: tuple[Labels, Labels]) -> None:
    overlap = Overlap.of(*pair)
    kinds = error_kinds(overlap)
    graph = networkx.Graph()
    graph.add_nodes_from(("truth", row) for row in range(len(overlap.truth_ids)))
    graph.add_nodes_from(("prediction", row) for row in range(len(overlap.prediction_ids)))
    pairs = list(zip(overlap.truth_index, overlap.prediction_index, overlap.iou(), strict=True))
    done = set()
    for row, column, iou in pairs:
        if iou > 0.6:
            done |= {("truth", row), ("prediction", column)}
    for (row, column, iou), shared in zip(pairs, overlap.intersection, strict=True):
        inside = shared > 0.5 * min(overlap.truth_sizes[row], overlap.prediction_sizes[column])
        if not {("truth", row), ("prediction", column)} & done and (iou >= 0.1 or inside):
            graph.add_edge(("truth", row), ("prediction", column))
    graph.remove_nodes_from(done)
    expected = dict.fromkeys(KINDS, 0) | {"correct": len(done) // 2}
    for group in networkx.connected_components(graph):
        trues = sum(side == "truth" for side, _ in group)
        expected[named(trues, len(group) - trues)] += 1
    assert dict(zip(KINDS, kinds.events.tolist(), strict=True)) == expected


def named(trues: int, founds: int) -> str:
    """What a group of so many true and predicted objects is called."""
    if founds == 0:
        return "missed"
    if trues == 0:
        return "spurious"
    if trues == founds == 1:
        return "inexact"
    return "split" if trues == 1 else "merge" if founds == 1 else "catastrophe"


@given(label_pairs())
def test_splits_and_merges_are_rows_and_columns_of_a_matrix(pair: tuple[Labels, Labels]) -> None:
    overlap = Overlap.of(*pair)
    near = np.zeros((len(overlap.truth_ids), len(overlap.prediction_ids)), bool)
    near[overlap.truth_index, overlap.prediction_index] = overlap.iou() > 0.1
    assert splits_and_merges(overlap) == (
        (near.sum(axis=1) > 1).sum(),
        (near.sum(axis=0) > 1).sum(),
    )


def test_one_object_may_be_split_without_any_pair_above_half() -> None:
    assert splits_and_merges(Overlap.of(line("111111"), line("223344"))) == (1, 0)
    assert splits_and_merges(Overlap.of(line("223344"), line("111111"))) == (0, 1)
