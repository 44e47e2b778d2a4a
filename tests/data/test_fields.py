import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Dataset, InputError
from src.data.fields import Fields
from src.data.formats.masks import read_labels
from tests.conftest import real_data
from tests.data.pictures import photograph, save

LABELS = np.kron(np.array([[0, 1, 1], [2, 0, 300]]), np.ones((5, 6), int)).astype(np.uint16)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two fields, two tools and the truth."""
    for number, name in enumerate(("x2", "x10")):
        save(tmp_path / "images" / f"{name}.png", photograph(number, (10, 18)))
        for tool in ("truth", "a", "b"):
            save(tmp_path / tool / f"{name}.png", LABELS)
    return tmp_path


def test_the_reference_tool_stands_in_for_the_truth(root: Path) -> None:
    dataset = Fields(str(root), reference="a")
    assert isinstance(dataset, Dataset)
    assert [entry.name for entry in dataset.entries] == ["x2", "x10"]
    sample = next(dataset.samples())
    assert np.array_equal(sample.truth.labels, LABELS)
    assert (sample.reference, sample.strategy) == ("a", "tool_comparison")
    assert sample.picture.channels == ("grey",)
    assert not sample.picture.entry.tags


@pytest.mark.parametrize(
    ("options", "strategy", "reference"),
    [
        ({"truth": "truth"}, "ground_truth", "truth"),
        ({"truth": "truth", "reference": "a"}, "ground_truth", "truth"),
        ({"reference": "a"}, "tool_comparison", "a"),
        (
            {"truth": "truth", "reference": "a", "strategy": "tool_comparison"},
            "tool_comparison",
            "a",
        ),
        ({"truth": "truth", "strategy": "ground_truth"}, "ground_truth", "truth"),
    ],
)
def test_the_choice_of_a_strategy_is_said(
    root: Path,
    caplog: pytest.LogCaptureFixture,
    options: dict[str, str],
    strategy: str,
    reference: str,
) -> None:
    with caplog.at_level(logging.INFO):
        dataset = Fields(str(root), **options)  # type: ignore[arg-type]
    assert (dataset.strategy, dataset.reference) == (strategy, reference)
    assert f"strategy {strategy}: tools are held against {reference}" in caplog.text


@pytest.mark.parametrize("strategy", ["auto", "ground_truth", "tool_comparison"])
def test_a_truth_that_does_not_exist_never_switches_the_metric(root: Path, strategy: str) -> None:
    with pytest.raises(InputError, match=r"dataset\.truth: .*nowhere does not exist"):
        Fields(str(root), truth="nowhere", reference="a", strategy=strategy)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, r"dataset\.reference: CellProfiler is no tool; there are a, b, truth"),
        ({"reference": None}, r"strategy tool_comparison: set dataset\.reference \(or "),
        (
            {"strategy": "ground_truth", "reference": "a"},
            r"strategy ground_truth: set dataset\.truth",
        ),
        ({"strategy": "magic"}, r"dataset\.strategy must be one of"),
        ({"reference": "c"}, r"dataset\.reference: c is no tool; there are a, b, truth"),
        ({"reference": "a", "channels": "photos"}, r"dataset\.channels: .*photos does not exist"),
        ({"reference": "a", "channels": dict.fromkeys("abcd", "images")}, "three at most"),
        ({"reference": "a", "labels": "labels"}, r"dataset\.labels needs \{tool\}"),
    ],
)
def test_bad_options_are_one_sentence(root: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Fields(str(root), **options)


BAD_FIELDS: dict[str, tuple[Any, str]] = {
    "no labels": (
        lambda root: (root / "a" / "x2.png").unlink(),
        "a has no label image of the field x2",
    ),
    "no picture": (
        lambda root: (root / "images" / "x2.png").unlink(),
        r"a/x2\.png has no picture: add the one of x2",
    ),
    "size": (
        lambda root: save(root / "a" / "x2.png", LABELS[:, :-1]),
        r"a/x2\.png is 17×10 but .*images/x2\.png is 18×10",
    ),
}


@pytest.mark.parametrize("case", BAD_FIELDS)
def test_a_bad_field_stops_with_its_name_or_is_skipped(root: Path, case: str) -> None:
    spoil, sentence = BAD_FIELDS[case]
    spoil(root)
    with pytest.raises(InputError, match=sentence):
        Fields(str(root), reference="a")
    dataset = Fields(str(root), reference="a", on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["x10"]
    assert list(dataset.skipped) == ["x2"]


def test_every_channel_may_have_its_own_file(root: Path) -> None:
    for channel in ("dna", "actin"):
        for name in ("x2", "x10"):
            save(root / channel / f"{name}.png", photograph(len(channel), (10, 18)))
    patterns = {"dna": "dna", "actin": "actin/{name}.png"}
    sample = next(Fields(str(root), channels=patterns, reference="a").samples())
    assert sample.picture.channels == ("dna", "actin")
    assert np.array_equal(sample.picture.pixels[..., 0], photograph(3, (10, 18)))
    assert np.array_equal(sample.picture.pixels[..., 1], photograph(5, (10, 18)))
    assert not sample.picture.pixels[..., 2].any()


def test_the_only_channel_keeps_its_name(root: Path) -> None:
    sample = next(Fields(str(root), channels={"dna": "images"}, truth="truth").samples())
    assert sample.picture.channels == ("dna",)
    assert (sample.reference, sample.strategy) == ("truth", "ground_truth")


def test_a_coloured_channel_is_refused(root: Path) -> None:
    save(root / "dna" / "x2.png", photograph(1, (10, 18, 3)))
    save(root / "dna" / "x10.png", photograph(2, (10, 18, 3)))
    dataset = Fields(str(root), channels={"dna": "dna", "grey": "images"}, reference="a")
    with pytest.raises(InputError, match="a channel must be grey"):
        next(dataset.samples())


def test_label_images_alone_are_enough(root: Path) -> None:
    sample = next(Fields(str(root), channels=None, reference="a").samples())
    assert sample.picture.channels == ()
    assert sample.picture.shape == (10, 18)


def test_an_edited_label_is_another_truth_and_the_same_picture(root: Path) -> None:
    before = Fields(str(root), reference="a").entries[0]
    save(root / "a" / "x2.png", LABELS[::-1])
    after = Fields(str(root), reference="a").entries[0]
    assert before.id == after.id
    assert before.truth_id != after.truth_id


@pytest.mark.parametrize("kind", [np.uint8, np.int32, np.uint16, np.float64, bool])
def test_labels_of_any_whole_type_are_read_from_npy(tmp_path: Path, kind: type) -> None:
    labels = LABELS.clip(max=1) if kind is bool else LABELS.clip(max=200)
    np.save(tmp_path / "x.npy", labels.astype(kind))
    assert np.array_equal(read_labels(tmp_path / "x.npy"), labels)


@pytest.mark.parametrize("suffix", ["npy", "tif"])
def test_fractions_are_no_ids(tmp_path: Path, suffix: str) -> None:
    values = LABELS.astype(np.float32) / 7
    if suffix == "npy":
        np.save(tmp_path / "x.npy", values)
    else:
        save(tmp_path / "x.tif", values)
    with pytest.raises(InputError, match=rf"x\.{suffix} holds fractions, which are no ids"):
        read_labels(tmp_path / f"x.{suffix}")


def test_a_number_that_no_id_can_be_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.full((2, 2), 1e30))
    with pytest.raises(InputError, match=r"x\.npy has the value .*, too large for an id"):
        read_labels(tmp_path / "x.npy")


@pytest.mark.parametrize("values", [np.zeros(4), np.array([["a"]]), np.zeros((2, 2), complex)])
def test_an_array_that_is_no_image_is_refused(tmp_path: Path, values: np.ndarray) -> None:
    np.save(tmp_path / "x.npy", values)
    with pytest.raises(InputError, match=r"x\.npy must hold \(h, w\)"):
        read_labels(tmp_path / "x.npy")


def test_an_array_of_objects_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([[object()]]), allow_pickle=True)
    with pytest.raises(InputError, match=r"x\.npy must hold .* numbers"):
        read_labels(tmp_path / "x.npy")


def test_ids_in_several_pieces_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    save(tmp_path / "x.png", np.kron([[1, 0, 1, 2, 3, 0, 1]], np.ones((4, 4))).astype(np.uint8))
    read_labels(tmp_path / "x.png")
    assert "x.png: 1 of 3 ids have several pieces, id 1 has 3" in caplog.text


def test_a_binary_mask_where_labels_are_needed_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save(tmp_path / "mask.png", np.kron([[1, 0, 1]], np.ones((4, 4))).astype(np.uint8) * 255)
    save(tmp_path / "one.png", (LABELS == 1).astype(np.uint8))
    read_labels(tmp_path / "mask.png")
    assert "mask.png has one object in 2 pieces: a binary mask?" in caplog.text
    caplog.clear()
    read_labels(tmp_path / "one.png")
    assert caplog.text == ""


def test_eleven_tools_and_two_experts_are_read_as_one_field() -> None:
    dataset = Fields(
        str(real_data("cells_codex_11tools")),
        labels="labels/{tool}.*",
        channels={"nucleus": "channels/nucleus.png", "membrane": "channels/membrane.png"},
        reference="expert2",
    )
    (sample,) = dataset.samples()
    assert len(sample.truth) == 2094
    assert sample.picture.channels == ("nucleus", "membrane")
    assert sample.picture.pixels.dtype == np.uint16
