"""Lines of text by RapidOCR, and what is said where it is not installed."""

import pickle

import numpy as np
import pytest

from src.core import InputError
from src.detectors.ui import text_lines
from src.detectors.ui.text_lines import TextReader
from src.geometry.boxes import intersection
from tests.detectors.ui.drawings import LABEL_INSIDE, blank, screen


@pytest.fixture(name="reader", scope="module")
def reader_fixture() -> TextReader:
    return TextReader()


def test_lines_are_found_and_not_read_unless_asked(reader: TextReader) -> None:
    found = reader.lines(screen(), read=False)
    assert found.texts is None
    assert (intersection([LABEL_INSIDE], found.boxes) > 0).any()


def test_one_call_leaves_no_trace_in_the_next(reader: TextReader) -> None:
    before = reader.lines(screen(), read=False)
    assert reader.lines(screen(), read=True).texts is not None
    after = reader.lines(screen(), read=False)
    assert after.texts is None
    assert after.boxes.tobytes() == before.boxes.tobytes()


def test_what_is_written_is_read(reader: TextReader) -> None:
    texts = reader.lines(screen(), read=True).texts
    assert texts is not None
    assert any("saved" in text for text in texts)


@pytest.mark.parametrize("read", [False, True])
@pytest.mark.parametrize("shape", [(1, 1), (5, 300), (240, 400)])
def test_where_there_is_no_text_there_are_no_lines(
    reader: TextReader, shape: tuple[int, int], read: bool
) -> None:
    found = reader.lines(blank(*shape), read=read)
    assert found.boxes.shape == (0, 4)
    assert (found.texts == ()) if read else (found.texts is None)


def test_a_reader_that_was_used_can_be_sent_to_another_process(reader: TextReader) -> None:
    before = reader.lines(screen(), read=False)
    copy = pickle.loads(pickle.dumps(reader))  # noqa: S301
    assert np.array_equal(copy.lines(screen(), read=False).boxes, before.boxes)


@pytest.mark.parametrize("package", ["rapidocr", "onnxruntime"])
def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr(text_lines, "find_spec", lambda name: None if name == package else object())
    with pytest.raises(InputError, match=rf"{package}.*brushwork\[grounding\]"):
        TextReader()
