"""What every dataset promises."""

import pickle
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

from src.core import SPLITS, Dataset, Entry, InputError
from tests.conformance.options import built, configuration, every
from tests.evaluation.same import differences


@pytest.fixture(name="option", scope="module", params=every("dataset"))
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="dataset", scope="module")
def dataset_fixture(option: str, home: Path) -> Dataset:
    return built("dataset", option, home)  # type: ignore[no-any-return]


def names(entries: Sequence[Entry]) -> list[str]:
    return [entry.name for entry in entries]


def test_it_is_a_dataset_with_something_in_it(dataset: Dataset) -> None:
    assert isinstance(dataset, Dataset)
    assert len(dataset.entries) > 1
    assert dict(dataset.skipped) == {}


def test_samples_are_known_by_their_names(dataset: Dataset) -> None:
    assert len(set(names(dataset.entries))) == len(dataset.entries)


def test_the_same_configuration_lists_the_same_samples(
    option: str, dataset: Dataset, home: Path
) -> None:
    again = built("dataset", option, home)
    assert [*again.entries] == [*dataset.entries] == [*dataset.entries]
    assert again.fingerprint == dataset.fingerprint


def test_ids_and_fingerprint_do_not_depend_on_the_place(
    option: str, dataset: Dataset, tmp_path: Path
) -> None:
    elsewhere = built("dataset", option, tmp_path)
    assert [*elsewhere.entries] == [*dataset.entries]
    assert elsewhere.fingerprint == dataset.fingerprint


def test_another_split_is_another_set(option: str, dataset: Dataset, home: Path) -> None:
    if "split" not in configuration("dataset", option, home).dataset:
        pytest.skip(f"dataset={option} has no split to choose: its files say it")
    judging = "++dataset.split.fractions={train:0,val:0,test:1}"
    other = built("dataset", option, home, judging)
    moved = [*other.entries] != [*dataset.entries]
    assert (other.fingerprint != dataset.fingerprint) == moved


def test_a_sample_is_what_its_entry_says(dataset: Dataset) -> None:
    for entry in dataset.entries:
        sample = dataset.read(entry)
        assert sample.picture.entry == entry
        assert (sample.id, sample.name, sample.split) == (entry.id, entry.name, entry.split)
        assert sample.truth.shape == sample.picture.shape


def test_reading_twice_gives_the_same_bytes(dataset: Dataset) -> None:
    for entry in dataset.entries:
        assert differences(dataset.read(entry), dataset.read(entry)) == []


def test_splits_part_the_set_in_its_order(dataset: Dataset) -> None:
    listed = names(dataset.entries)
    assert [sample.name for sample in dataset.samples()] == listed
    parts = [[sample.name for sample in dataset.samples(split)] for split in SPLITS]
    assert sorted(chain(*parts)) == sorted(listed)
    for part in parts:
        assert part == [name for name in listed if name in part]


def test_a_copy_in_another_process_is_the_same_set(dataset: Dataset) -> None:
    copy = pickle.loads(pickle.dumps(dataset))  # noqa: S301
    assert [*copy.entries] == [*dataset.entries]
    assert copy.fingerprint == dataset.fingerprint
    for entry in dataset.entries:
        assert differences(copy.read(entry), dataset.read(entry)) == []


def test_an_error_of_a_sample_stops(option: str, home: Path) -> None:
    dataset = built("dataset", option, home)
    with pytest.raises(InputError, match="torn"):
        dataset.refuse(dataset.entries[0].name, InputError("the file is torn"))
    assert dict(dataset.skipped) == {}


def test_an_error_of_a_sample_is_counted_where_errors_are_skipped(option: str, home: Path) -> None:
    if "on_error" not in configuration("dataset", option, home).dataset:
        pytest.skip(f"dataset={option} has no on_error: it has no files that could be unusable")
    dataset = built("dataset", option, home, "dataset.on_error=skip")
    name = dataset.entries[0].name
    dataset.refuse(name, InputError("the file is torn"))
    assert dict(dataset.skipped) == {name: "the file is torn"}
