"""Brush masks equal those of Label Studio's own code, bit by bit."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image

from src.core import InputError
from src.data.formats.label_studio.decode import decode_alpha
from src.data.formats.label_studio.encode import encode_mask
from tests.conftest import real_data

Mask = npt.NDArray[np.bool_]
PLANET = (2802, 2242)
masks = arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=40))


def sdk() -> Any:
    """Label Studio's own converter; the test skips where it is absent."""
    return pytest.importorskip("label_studio_sdk.converter.brush")


def scene(name: str) -> Mask:
    """Masks whose runs are long, short, or both."""
    rng = np.random.default_rng(4)
    noise = rng.random((90, 70)) < 0.5
    return {
        "noise": noise,
        "nothing": np.zeros((300, 500), bool),
        "everything": np.ones((300, 500), bool),
        "stripes": np.arange(5000).reshape(50, 100) % 3 == 0,
        "runs beyond 16 bits": np.arange(200_000).reshape(400, 500) > 150_000,
        "one pixel": np.ones((1, 1), bool),
    }[name]


SCENES = ["noise", "nothing", "everything", "stripes", "runs beyond 16 bits", "one pixel"]


def bits(text: str) -> bytes:
    """Bits as bytes, the last one filled with zeros."""
    text = text.replace(" ", "")
    text += "0" * (-len(text) % 8)
    return bytes(int(text[place : place + 8], 2) for place in range(0, len(text), 8))


def header(count: int, word: int = 8) -> str:
    """Count, word size and the length sizes 3, 4, 8, 16."""
    return f"{count:032b} {word - 1:05b} 0010 0011 0111 1111"


def test_a_stream_written_by_hand_is_read() -> None:
    literal = "0 00 101 00000001 00000010 00000011 00001001 00000111 00000111"
    run = "1 01 0001 11111111"
    stream = bits(f"{header(8)} {literal} {run}")
    assert decode_alpha(stream, (1, 2)).tolist() == [[9, 255]]
    assert decode_alpha(list(stream), (2, 1)).tolist() == [[9], [255]]


@given(masks)
def test_what_is_encoded_comes_back(mask: Mask) -> None:
    assert np.array_equal(decode_alpha(encode_mask(mask), mask.shape), mask * np.uint8(255))


@pytest.mark.parametrize("name", SCENES)
def test_the_official_decoder_reads_our_masks(name: str) -> None:
    mask = scene(name)
    official = sdk().decode_rle(encode_mask(mask)).reshape(*mask.shape, 4)
    assert (official == np.where(mask, 255, 0)[..., None]).all()


@pytest.mark.parametrize("name", SCENES)
def test_we_read_masks_of_the_official_encoder(name: str) -> None:
    mask = scene(name)
    official = sdk().mask2rle(mask.astype(np.uint8) * 255)
    assert np.array_equal(decode_alpha(official, mask.shape), mask * np.uint8(255))


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(1, 300)), min_size=1, max_size=30))
def test_any_values_are_read_as_the_official_decoder_reads_them(
    runs: list[tuple[int, int]],
) -> None:
    brush = sdk()
    values = np.repeat([value for value, _ in runs], [4 * length for _, length in runs])
    values[3::4] = np.roll(values[3::4], 1)
    stream = brush.encode_rle(values)
    shape = (1, len(values) // 4)
    expected = brush.decode_rle(stream).reshape(*shape, 4)[..., 3]
    assert np.array_equal(decode_alpha(stream, shape), expected)


@pytest.mark.parametrize("name", SCENES)
def test_ours_is_never_longer_than_the_official_encoding(name: str) -> None:
    mask = scene(name)
    assert len(encode_mask(mask)) <= len(sdk().mask2rle(mask.astype(np.uint8) * 255))


def test_a_genuine_brush_of_the_editor_is_read_bit_by_bit() -> None:
    folder = real_data("labelstudio_brush")
    content = json.loads((folder / "image_segmentation_annotation.json").read_bytes())
    rle = content["annotations"][0]["result"][0]["value"]["rle"]
    expected = np.asarray(Image.open(folder / "image_segmentation_lOA7F7sUZJ_expected_alpha.png"))
    alpha = decode_alpha(rle, PLANET)
    assert np.array_equal(alpha, expected)
    again = encode_mask(alpha > 0)
    assert np.array_equal(decode_alpha(again, PLANET) > 0, expected > 0)


RUN = "1 00 111 11111111"


@pytest.mark.parametrize(
    ("stream", "sentence"),
    [
        (b"", "ends after 0 bytes"),
        (bits(header(8))[:6], "ends after 6 bytes"),
        (bits(f"{header(12)} {RUN}"), "holds 12 values, but 2×1 pixels"),
        (bits(f"{header(6)} {RUN}"), "of 4 channels are 8"),
        (bits(f"{header(8, word=16)} {RUN}"), "values of 16 bits"),
        (bits(header(8)), "cut or damaged"),
        (bits(f"{header(8)} {RUN}")[:-1], "cut or damaged"),
        (bits(f"{header(8)} 1 00 100 11111111"), "cut or damaged"),
        (bits(f"{header(8)} 1 01 1100 11111111"), "cut or damaged"),
        ([1, 2, 300], "whole numbers from 0 to 255"),
        ([1, 2, "3"], "whole numbers from 0 to 255"),
        (7, "whole numbers from 0 to 255"),
        ({"counts": "abc"}, "whole numbers from 0 to 255"),
    ],
)
def test_a_broken_stream_is_refused(stream: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        decode_alpha(stream, (1, 2))


def test_every_cut_of_a_stream_is_noticed() -> None:
    mask = scene("noise")[:20, :20]
    stream = encode_mask(mask)
    for length in range(len(stream)):
        with pytest.raises(InputError, match=r"the RLE (ends|is cut)"):
            decode_alpha(stream[:length], mask.shape)


def test_what_follows_the_last_value_does_not_matter() -> None:
    mask = scene("noise")
    stream = [*encode_mask(mask), 0, 255, 7]
    assert np.array_equal(decode_alpha(stream, mask.shape) > 0, mask)
