"""Readers under libFuzzer, which goes where new branches are: a value or one sentence, soon.

``python -m tests.attack.fuzzing READER -max_total_time=SECONDS FOLDER``
"""

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris
import numpy as np

with atheris.instrument_imports(include=["src", "tifffile", "yaml"], enable_loader_override=False):
    from src.core import InputError
    from src.data.files.foreign import read_json, read_yaml
    from src.data.formats.images import read_pixels
    from src.data.formats.label_studio.decode import decode_alpha
    from src.data.formats.label_studio.encode import encode_mask
    from src.data.formats.label_studio.tasks import read_tasks
    from src.data.formats.masks import read_mask

PLACE = Path(tempfile.mkdtemp(prefix="fuzzing-"))
SECONDS = 10
"""Of a processor, for one input."""

SIDES = 64
"""Masks are at most so high and wide."""


def rle(data: bytes) -> None:
    """A brush mask; what is read can be written, and is then read as the same."""
    shape = data[0] % SIDES, data[1] % SIDES
    alpha = decode_alpha(data[2:], shape)
    assert alpha.shape == shape
    again = decode_alpha(encode_mask(alpha > 0), shape)
    assert np.array_equal(again > 0, alpha > 0)


def tiff(data: bytes) -> None:
    """A picture and a mask."""
    file = _file("a.tif", data)
    with suppress(InputError):
        read_mask(file)
    pixels = read_pixels(file)
    assert pixels.dtype.name in ("uint8", "uint16", "float32")
    assert pixels.ndim in (2, 3)


def as_yaml(data: bytes) -> None:
    """A configuration."""
    read_yaml(_file("a.yaml", data), "give another")


def as_json(data: bytes) -> None:
    """A task file, and any other."""
    file = _file("tasks.json", data)
    read_json(file, "give another")
    read_tasks(file)


READERS: dict[str, Callable[[bytes], None]] = {
    "rle": rle, "tiff": tiff, "yaml": as_yaml, "json": as_json,
}  # fmt: skip


def _file(name: str, data: bytes) -> Path:
    file = PLACE / name
    file.write_bytes(data)
    return file


def attempt(reader: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """One input: what is no sentence goes on to libFuzzer, which keeps the input."""

    def once(data: bytes) -> None:
        if len(data) < 3:
            return
        begin = time.process_time()
        try:
            reader(data)
        except InputError as error:
            _check(str(error))
        assert time.process_time() - begin < SECONDS, "it took too long"

    return once


def _check(sentence: str) -> None:
    """One line that can be shown."""
    sentence.encode()
    assert len(sentence.splitlines()) == 1, sentence


def main() -> None:
    """Fuzz until the time or the number that was asked for is over."""
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, attempt(READERS[name]))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
