"""What is kept of a stopped evaluation, and how it goes on."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances, Picture, Prediction, Row, Sample
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Local
from src.evaluation.ledger import FRAME, MAGIC, Ledger
from tests.evaluation.same import differences
from tests.evaluation.scenes import Areas, Bright, Moody, Squares


class StoppedError(Exception):
    """What stops an evaluation in these tests."""


class Observer:
    """Remembers what it saw, and stops after so many samples."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.seen: list[tuple[str, bytes, Prediction, Row]] = []

    def __call__(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        self.seen.append((sample.name, sample.picture.pixels.tobytes(), prediction, row))
        if len(self.seen) == self.most:
            raise StoppedError


def stopped(path: Path, after: int, dataset: Squares | None = None) -> Observer:
    """An evaluation of eight squares that came to its end too early."""
    observer = Observer(after)
    with pytest.raises(StoppedError):
        evaluate_dataset(
            dataset or Squares(8), None, Bright(), Areas(), observe=observer, ledger=Ledger(path)
        )
    return observer


def kept(path: Path) -> int:
    """How many of the eight squares are kept; what is torn is cut off."""
    ledger = Ledger(path)
    count = ledger.begin(Squares(8).entries, shown=False)
    assert len(list(ledger.kept())) == count
    ledger.close()
    return count


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "evaluation.ledger"


@pytest.mark.parametrize("workers", [1, 2])
def test_it_goes_on_where_it_stopped_and_sees_the_same(path: Path, workers: int) -> None:
    before = stopped(path, 3)
    traces = path.parent
    again, whole = Observer(), Observer()
    card = evaluate_dataset(
        Squares(8), None, Bright(traces=traces), Areas(), observe=again,
        executor=Local(workers), ledger=Ledger(path),
    )  # fmt: skip
    once = evaluate_dataset(Squares(8), None, Bright(), Areas(), observe=whole)
    detected = {file.name for file in traces.iterdir()} - {path.name}
    assert detected == {f"square-{place}" for place in range(3, 8)}
    assert differences(again.seen[:3], before.seen) == []
    assert dict(card.metrics) == dict(once.metrics)
    for seen, expected in zip(again.seen, whole.seen, strict=True):
        (*own, row), (*other, expected_row) = seen, expected
        assert differences(own, other) == []
        assert differences(row.values, expected_row.values) == []
        assert differences(row.tables, expected_row.tables) == []


def test_times_of_the_first_part_are_kept(path: Path) -> None:
    before = stopped(path, 3)
    again = Observer()
    evaluate_dataset(Squares(8), None, Bright(), Areas(), observe=again, ledger=Ledger(path))
    assert [row.seconds for *_, row in again.seen[:3]] == [row.seconds for *_, row in before.seen]


def test_a_finished_one_is_only_read(path: Path) -> None:
    evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=Ledger(path))
    dataset = Squares(8)
    card = evaluate_dataset(dataset, None, Moody(), Areas(), ledger=Ledger(path))
    assert dataset.reads == 0
    assert card.metrics["difference"] == 0


def test_unreadable_samples_stay_left_out(path: Path) -> None:
    stopped(path, 3, Squares(8, "skip", ["square-1"]))
    dataset, again = Squares(8, "skip", ["square-1"]), Observer()
    card = evaluate_dataset(dataset, None, Bright(), Areas(), observe=again, ledger=Ledger(path))
    assert len(card) == 7
    assert dict(dataset.skipped) == {"square-1": "square-1.png is broken: copy it again"}
    assert "square-1" not in [name for name, *_ in again.seen]


def test_a_sample_that_stops_the_evaluation_is_not_kept(path: Path) -> None:
    for _ in range(2):
        with pytest.raises(InputError, match=r"square-2\.png is broken"):
            evaluate_dataset(
                Squares(8, "stop", ["square-2"]), None, Bright(), Areas(), ledger=Ledger(path)
            )
    assert kept(path) == 2
    card = evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=Ledger(path))
    assert len(card) == 8


def test_predictions_are_kept_only_for_an_observer(path: Path) -> None:
    evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=Ledger(path))
    bare = path.stat().st_size
    observer = Observer()
    evaluate_dataset(Squares(8), None, Bright(), Areas(), observe=observer, ledger=Ledger(path))
    assert len(observer.seen) == 8
    assert path.stat().st_size > bare


@pytest.mark.parametrize("lost", [1, FRAME.size + 1, 40])
def test_a_torn_end_is_cut_off(path: Path, lost: int) -> None:
    stopped(path, 3)
    content = path.read_bytes()
    path.write_bytes(content[:-lost])
    assert kept(path) == 2
    left = path.read_bytes()
    assert content.startswith(left)
    card = evaluate_dataset(
        Squares(8), None, Bright(), Areas(), observe=Observer(), ledger=Ledger(path)
    )
    assert card.metrics["difference"] == 0
    assert path.read_bytes().startswith(left)


def test_any_byte_less_leaves_whole_records(path: Path) -> None:
    stopped(path, 3)
    content, counts = path.read_bytes(), []
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        counts.append(kept(path))
    assert counts == sorted(counts)
    assert set(counts) == {0, 1, 2}


@pytest.mark.parametrize("added", [bytes(40), b"\1" * 40, b"\xff" * 40])
def test_what_a_power_cut_may_leave_is_cut_off(path: Path, added: bytes) -> None:
    stopped(path, 3)
    content = path.read_bytes()
    path.write_bytes(content + added)
    assert kept(path) == 3
    assert path.read_bytes() == content


def test_a_spoilt_record_and_all_after_it_are_done_again(path: Path) -> None:
    stopped(path, 3)
    content = bytearray(path.read_bytes())
    content[len(MAGIC) + FRAME.size + 30] ^= 1
    path.write_bytes(content)
    assert kept(path) == 0


def test_other_samples_are_refused(path: Path) -> None:
    stopped(path, 3)
    with pytest.raises(InputError, match=r"sample 1 is now square-3, and was another picture"):
        evaluate_dataset(Squares(8), "val", Bright(), Areas(), ledger=Ledger(path))
    with pytest.raises(InputError, match=r"holds more than the 2 samples"):
        evaluate_dataset(Squares(2), None, Bright(), Areas(), ledger=Ledger(path))
    before = path.read_bytes()
    card = evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=Ledger(path))
    assert len(card) == 8
    assert path.read_bytes().startswith(before)


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary", encoding="utf-8")
    with pytest.raises(InputError, match="was not written by an evaluation of this version"):
        evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=Ledger(file))
    assert file.read_text(encoding="utf-8") == "dear diary"


def test_its_owner_removes_it(path: Path) -> None:
    ledger = Ledger(path)
    evaluate_dataset(Squares(8), None, Bright(), Areas(), ledger=ledger)
    assert path.exists()
    ledger.remove()
    ledger.remove()
    assert not path.exists()


class Measuring(Areas):
    """From the fifth square on it knows who somebody is."""

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        row = super().score(sample, prediction)
        names = {"people": {"name": np.array(["Ann Secret"])}}
        return row if sample.name < "square-4" else replace(row, withheld=names)


def test_it_ends_before_what_tells_who_somebody_is(path: Path) -> None:
    with pytest.raises(StoppedError):
        evaluate_dataset(
            Squares(8), None, Bright(), Measuring(), observe=Observer(6), ledger=Ledger(path)
        )
    assert kept(path) == 4
    traces = path.parent
    card = evaluate_dataset(
        Squares(8), None, Bright(traces=traces), Measuring(), ledger=Ledger(path)
    )
    detected = {file.name for file in traces.iterdir()} - {path.name}
    assert detected == {f"square-{place}" for place in range(4, 8)}
    assert len(card) == 8


@dataclass(frozen=True)
class Recognising(Bright):
    """Measures faces."""

    def detect(self, picture: Picture) -> Instances:
        found = super().detect(picture)
        return replace(found, extra={"embedding": np.ones((len(found), 128))})


def test_no_measurement_of_a_face_is_kept_for_an_observer(path: Path) -> None:
    observer = Observer()
    evaluate_dataset(
        Squares(8), None, Recognising(), Areas(), observe=observer, ledger=Ledger(path)
    )
    assert len(observer.seen) == 8
    assert kept(path) == 0
