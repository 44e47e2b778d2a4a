from collections.abc import Iterator

import numpy as np
import pytest
import torch
from hydra import compose, initialize_config_dir
from hydra.utils import instantiate
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from src.composing.conf import CONF
from src.composing.trusted import TRUSTED
from src.core import Detector, Entry, InputError, Picture
from src.detectors.neural import NeuralDetector
from src.detectors.residual_unet import ResidualUNet
from src.detectors.tiling import Geometry, Span, Standardised, Tiler, spans
from src.detectors.unet import UNet, unet_geometry

ENTRY = Entry("a1", "first", "test")
ROOTPAINTER = Geometry(context=36, multiple=16, remainder=12, shrinks=True)


def picture(shape: tuple[int, ...], kind: type = np.uint8) -> Picture:
    values = np.random.default_rng(0).integers(0, 256, shape)
    return Picture(ENTRY, values.astype(kind))


def whole(net: UNet, shown: Picture) -> np.ndarray:
    """The same net, with one tile as large as the picture."""
    side = net.geometry.input_side(max(shown.shape))
    return NeuralDetector(net, Tiler(side, whole_pixels=10**9)).probabilities(shown)


def pixels(parts: list[Span]) -> Iterator[int]:
    for part in parts:
        yield from range(part.written.start, part.written.stop)


@given(
    length=st.integers(1, 3000),
    geometry=st.sampled_from(
        [ROOTPAINTER, *(unet_geometry(d, p) for d in (2, 4) for p in ("same", "valid"))]
    ),
)
@settings(max_examples=200, deadline=None)
def test_every_pixel_is_taken_once_and_from_a_sound_place(length: int, geometry: Geometry) -> None:
    tile_in = geometry.input_side(300)
    parts = spans(length, tile_in, geometry)
    assert list(pixels(parts)) == list(range(length))
    for part in parts:
        assert part.side <= tile_in
        output_side = geometry.output_side(part.side)
        assert 0 <= part.read.start < part.read.stop <= output_side
        lost = geometry.lost // 2
        assert part.written.start == part.start + lost + part.read.start
        if not geometry.shrinks:
            inner = part.read.start >= geometry.context or part.start == 0
            assert inner, "a border that the padding spoils was kept"
            assert part.read.stop <= output_side - geometry.context or part is parts[-1]


@pytest.mark.parametrize(
    ("length", "count"), [(1, 1), (500, 1), (501, 2), (1000, 2), (1001, 3), (1500, 3)]
)
def test_no_tile_more_than_the_picture_needs(length: int, count: int) -> None:
    assert len(spans(length, 572, ROOTPAINTER)) == count


def test_a_picture_of_the_output_size_is_one_tile() -> None:
    ((rows, columns),) = Tiler(572).tiles((500, 500), ROOTPAINTER)
    assert (rows.start, rows.side) == (columns.start, columns.side) == (-36, 572)


def test_tiles_are_no_larger_than_the_picture_needs() -> None:
    assert {span.side for span in spans(37, 572, ROOTPAINTER)} == {124}
    assert {span.side for span in spans(501, 572, ROOTPAINTER)} == {332}


def test_a_small_picture_goes_whole_through_a_net_that_keeps_the_size() -> None:
    geometry = unet_geometry(4, "same")
    ((rows, columns),) = Tiler(256).tiles((1200, 800), geometry)
    assert (rows.side, columns.side) == (1200, 800)
    assert len(Tiler(256, whole_pixels=0).tiles((1200, 800), geometry)) > 1


@pytest.mark.parametrize(("shape", "depth"), [((501, 499), 2), ((37, 41), 1), ((1200, 800), 2)])
@pytest.mark.parametrize(("padding", "norm"), [("valid", "none"), ("same", "batch")])
def test_tiles_give_what_the_whole_picture_gives(
    shape: tuple[int, int], depth: int, padding: str, norm: str
) -> None:
    net = UNet(width=2, depth=depth, padding=padding, norm=norm)
    tile_in = net.geometry.input_side(min(300, min(shape) - 9))
    shown = picture(shape)
    tiled = NeuralDetector(net, Tiler(tile_in, batch_size=3, whole_pixels=0)).probabilities(shown)
    assert tiled.shape == shape
    assert tiled.dtype == np.float32
    assert np.ptp(tiled) > 0.01
    np.testing.assert_allclose(tiled, whole(net, shown), atol=1e-4)


@pytest.mark.parametrize("shape", [(37, 41), (21, 1), (30, 50)])
def test_group_norm_changes_a_tile_but_skips_nothing(shape: tuple[int, int]) -> None:
    found = NeuralDetector(ResidualUNet(), Tiler(108)).probabilities(picture(shape))
    assert found.shape == shape
    assert ((found > 0) & (found < 1)).all()


class Blue(nn.Module):
    """A net without weights that finds what is more blue than red."""

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        return batch[:, [0, 2]] * 10


def test_every_pixel_lands_where_it_came_from() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (101, 67, 3), np.uint8)
    colours[..., 2] = np.where(colours[..., 0] > 128, 0, 255)
    detector = NeuralDetector(
        Blue(), Tiler(32, batch_size=4, whole_pixels=0), Geometry(8, 8), instances="foreground"
    )
    found = detector.detect(Picture(ENTRY, colours))
    assert np.array_equal(found.foreground(), colours[..., 2] > colours[..., 0])
    assert len(found) == 1


def test_a_net_that_does_not_say_its_tiles_needs_a_geometry() -> None:
    with pytest.raises(InputError, match="Blue"):
        NeuralDetector(Blue(), Tiler(32))


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0)])
def test_an_empty_picture_has_empty_probabilities(shape: tuple[int, int]) -> None:
    detector = NeuralDetector(UNet(width=2), Tiler(256))
    assert detector.probabilities(picture(shape)).shape == shape
    assert len(detector.detect(picture(shape))) == 0


def test_components_touch_by_corners_and_carry_their_probability() -> None:
    colours = np.zeros((16, 16, 3), np.uint8)
    for row, column in ((2, 2), (3, 3), (10, 10)):
        colours[row, column, 2] = 255
    found = NeuralDetector(Blue(), Tiler(16), Geometry(2, 4), threshold=0.9).detect(
        Picture(ENTRY, colours)
    )
    assert len(found) == 2
    assert found.scores is not None
    assert (found.scores > 0.99).all()


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.float32])
def test_bit_depth_exposure_and_grey_do_not_matter(kind: type) -> None:
    detector = NeuralDetector(UNet(width=2, depth=2), Tiler(64))
    plain = picture((40, 50))
    brighter = Picture(ENTRY, (plain.pixels.astype(np.float64) * 0.5 + 9).astype(np.float32))
    colour = Picture(ENTRY, np.stack([plain.pixels.astype(kind)] * 3, axis=2))
    expected = detector.probabilities(plain)
    np.testing.assert_allclose(detector.probabilities(colour), expected, atol=1e-5)
    np.testing.assert_allclose(detector.probabilities(brighter), expected, atol=1e-5)


def test_a_flat_picture_is_zero_and_a_broken_one_refused() -> None:
    assert not Standardised.of(np.full((4, 4), 7, np.uint8)).window(-2, -2, 9, 9).any()
    with pytest.raises(InputError, match="finite"):
        Standardised.of(np.array([[np.nan, 1.0]], np.float32))


@pytest.mark.parametrize("length", [1, 2, 5])
def test_mirroring_is_numpys(length: int) -> None:
    values = np.random.default_rng(0).normal(size=(length, length)).astype(np.float32)
    seen = Standardised(values, 0.0, 1.0).window(-7, -7, length + 14, length + 14)
    assert np.array_equal(seen[0], np.pad(values, 7, "reflect"))


def test_prediction_leaves_the_net_as_it_was() -> None:
    net = UNet(width=2, depth=2, norm="batch").train()
    net.exit.eval()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    NeuralDetector(net, Tiler(64)).probabilities(picture((40, 40)))
    assert net.training
    assert not net.exit.training
    assert all(torch.equal(before[name], value) for name, value in net.state_dict().items())


@pytest.mark.parametrize("views", [2, 4, 8])
@pytest.mark.parametrize("padding", ["same", "valid"])
def test_views_are_the_mean_of_the_picture_turned_and_turned_back(views: int, padding: str) -> None:
    net, shown = UNet(width=2, depth=2, padding=padding), picture((44, 60, 3))
    one = NeuralDetector(net, Tiler(120))
    turns = [(0, False), (2, False), (1, False), (3, False)] + [(n, True) for n in range(4)]
    expected = []
    for quarters, mirrored in turns[:views]:
        pixels = shown.pixels[:, ::-1] if mirrored else shown.pixels
        seen = one.probabilities(Picture(ENTRY, np.rot90(pixels, quarters).copy()))
        upright = np.rot90(seen, -quarters)
        expected.append(upright[:, ::-1] if mirrored else upright)
    found = NeuralDetector(net, Tiler(120), views=views).probabilities(shown)
    assert np.abs(found - np.mean(expected, axis=0)).max() < 1e-5
    assert np.abs(found - expected[0]).max() > 1e-3


@pytest.mark.parametrize("name", ["unet", "unet_rootpainter"])
def test_a_configuration_builds_a_detector(name: str) -> None:
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=[f"detector={name}"])
    detector = instantiate(config.detector, _execution_whitelist_=list(TRUSTED))
    assert isinstance(detector, Detector)
    assert detector.detect(picture((30, 20))).shape == (30, 20)


@pytest.mark.parametrize("padding", ["same", "valid"])
def test_the_largest_side_that_fits_is_used(padding: str) -> None:
    net, shown = UNet(width=2, depth=2, padding=padding), picture((150, 130))
    assert not net.geometry.fits(107)
    found = NeuralDetector(net, Tiler(107, whole_pixels=0)).probabilities(shown)
    fitting = Tiler(net.geometry.largest_side(107), whole_pixels=0)
    assert np.array_equal(found, NeuralDetector(net, fitting).probabilities(shown))
    with pytest.raises(InputError, match=r"tiler\.tile_in"):
        NeuralDetector(net, Tiler(3))


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"threshold": 1.0}, "threshold"),
        ({"instances": "blobs"}, "instances"),
        ({"views": 3}, "views"),
        ({"tiler": Tiler(100)}, r"tiler\.tile_in must exceed 192"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], word: str) -> None:
    with pytest.raises(InputError, match=word):
        NeuralDetector(UNet(width=2), **options)  # type: ignore[arg-type]
