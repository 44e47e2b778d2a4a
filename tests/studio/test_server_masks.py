"""Paint and traces that arrive over HTTP."""

import base64
import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.annotators.traces import painted
from src.data.formats.traces import read_trace
from src.data.refsets import ReferenceSet
from src.studio.asking import Studio
from tests.data.refsets.making import new_set, png
from tests.studio.asked import Asker, served

SHAPE = (40, 60)
STROKE = [
    ("look", 0.0, 5, 5, 0, "", -1),
    ("down", 10.0, 10.5, 12.5, 1, "foreground", 0),
    ("move", 20.0, 30.25, 20.75, 1, "foreground", 0),
    ("up", 30.0, 30.25, 20.75, 0, "foreground", 0),
]


@pytest.fixture(name="painted_set")
def painted_set_fixture(tmp_path: Path) -> Iterator[ReferenceSet]:
    with new_set(tmp_path / "painted", ("masks",), photos=1) as made:
        yield made


@pytest.fixture(name="easel")
def easel_fixture(painted_set: ReferenceSet) -> Iterator[Asker]:
    with served(Studio(painted_set)) as asker:
        yield asker


def trace() -> dict[str, list[object]]:
    names = ("kind", "t", "x", "y", "buttons", "tool", "stroke")
    columns = dict(zip(names, map(list, zip(*STROKE, strict=True)), strict=True))
    count = len(STROKE)
    same = {"radius": 3, "zoom": 1.0, "dpr": 1.0, "pointer": "mouse", "key": ""}
    return columns | {name: [value] * count for name, value in same.items()}


def rgba(paint: np.ndarray) -> np.ndarray:
    made = np.zeros((*paint.shape, 4), np.uint8)
    made[paint == 1], made[paint == 2] = (255, 0, 0, 180), (0, 255, 0, 180)
    return made


def sent(content: bytes) -> str:
    return base64.b64encode(content).decode()


def place(easel: Asker) -> str:
    return f"/api/photos/{easel.get('/api/photos')['photos'][0]['sha']}/masks"


def test_paint_and_trace_come_back_bit_by_bit(easel: Asker, painted_set: ReferenceSet) -> None:
    from src.data.formats.traces import trace_of

    paint = painted(trace_of(trace()), SHAPE)
    assert paint.any()
    said = {"revision": 0, "png": sent(png(rgba(paint))), "trace": trace(), "labelled": True}
    saved = easel.put(place(easel), said)["documents"]["masks"]
    kept = easel.ask("GET", f"/api/objects/{saved['mask']}")
    assert kept.headers["content-type"] == "image/png"
    pixels = np.asarray(Image.open(io.BytesIO(kept.content)))
    assert np.array_equal(pixels, rgba(paint))
    stored = easel.ask("GET", f"/api/objects/{saved['trace']}")
    assert stored.headers["content-disposition"] == "attachment"
    assert np.array_equal(painted(read_trace(stored.content), SHAPE), paint)
    assert painted_set.state(painted_set.photo("0").sha) == "complete"


def test_undo_brings_the_paint_before_back(easel: Asker) -> None:
    address, masks, revision = place(easel), [], 0
    for value in (1, 2):
        content = sent(png(rgba(np.full(SHAPE, value))))
        saved = easel.put(address, {"revision": revision, "png": content, "labelled": False})
        masks.append(saved["documents"]["masks"]["mask"])
        revision = saved["revision"]
    undone = easel.post(address.replace("masks", "undo"), {"revision": revision})
    assert undone["labels"]["masks"]["mask"] == masks[0]
    stale = easel.send("PUT", address, {"revision": 0, "png": content})
    assert stale.status == 409
    assert stale.said["theirs"]["documents"]["masks"]["mask"] == masks[0]


def bomb() -> bytes:
    """A few bytes that say they are 60,000 pixels wide and high."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 10_000)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (bomb(), "is 60000×60000 but the photo is 60×40"),
        (png(rgba(np.ones(SHAPE)))[:-30], "truncated or damaged"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "is no PNG"),
        (png(np.ones((*SHAPE, 3), np.uint8)), "must have red, green, blue and alpha"),
        (png(np.full((*SHAPE, 4), 255, np.uint8)), "red and green"),
        (b"", "is no PNG"),
    ],
)
def test_what_is_no_paint_is_refused_in_a_sentence(
    easel: Asker, content: bytes, sentence: str
) -> None:
    answer = easel.send("PUT", place(easel), {"revision": 0, "png": sent(content)})
    assert answer.status == 422
    assert sentence in answer.said["error"]


def test_a_trace_that_is_none_keeps_nothing(easel: Asker) -> None:
    content = sent(png(rgba(np.ones(SHAPE))))
    broken = {**trace(), "t": [1.0]}
    answer = easel.send("PUT", place(easel), {"revision": 0, "png": content, "trace": broken})
    assert answer.status == 422
    assert easel.get(place(easel))["labels"]["masks"] is None
