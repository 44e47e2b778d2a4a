import pytest
import torch

from src.core import InputError
from src.detectors.residual_unet import ResidualUNet
from src.detectors.unet import UNet


def output_of(net: torch.nn.Module, side: int) -> tuple[int, ...]:
    """The shape that comes out, without computing it."""
    return tuple(net.to("meta")(torch.empty(1, 3, side, side, device="meta")).shape)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_every_side_that_fits_gives_what_is_said(depth: int) -> None:
    net = UNet(width=2, depth=depth, padding="valid", norm="none")
    sides = [side for side in range(600) if net.geometry.fits(side)]
    assert sides[0] - 2 * net.context <= 4
    for side in (sides[0], sides[1], sides[-1]):
        assert output_of(net, side) == (1, 2, net.output_side(side), net.output_side(side))
        assert net.output_side(side) == side - 2 * net.context


def test_the_first_u_nets_sizes_are_known() -> None:
    assert UNet(padding="valid").output_side(572) == 388


def test_same_padding_keeps_the_side() -> None:
    net = UNet(width=2)
    assert output_of(net, 160) == (1, 2, 160, 160)
    assert net.output_side(160) == 160


@pytest.mark.parametrize(("padding", "side"), [("same", 100), ("valid", 160), ("valid", 172)])
def test_a_side_that_does_not_fit_is_refused_with_one_that_does(padding: str, side: int) -> None:
    net = UNet(width=2, padding=padding)
    with pytest.raises(InputError, match=r"such as \d+") as refusal:
        net.output_side(side)
    assert net.geometry.fits(int(str(refusal.value).split()[-1]))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_context_is_how_far_padding_spoils(depth: int) -> None:
    net = UNet(width=2, depth=depth, norm="none").double()
    picture = torch.rand(1, 3, 192, 192, generator=torch.Generator().manual_seed(0)).double()
    with torch.inference_mode():
        change = (net(picture)[..., 32:160, 32:160] - net(picture[..., 32:160, 32:160])).abs()
    spoilt = (change > 1e-12).any(dim=1)[0].nonzero()
    border = torch.minimum(spoilt, 127 - spoilt).amin(dim=1)
    assert int(border.max()) + 1 == net.context


def test_channels_double_up_to_a_cap() -> None:
    net = UNet(width=4, depth=4, most_channels=16)
    assert [encoder[0].out_channels for encoder in net.encoders] == [4, 8, 16, 16, 16]


@pytest.mark.parametrize("norm", ["group", "batch", "none"])
def test_the_norm_is_the_one_asked_for(norm: str) -> None:
    kinds = {type(module).__name__ for module in UNet(width=4, depth=1, norm=norm).modules()}
    assert ("GroupNorm" in kinds, "BatchNorm2d" in kinds) == (norm == "group", norm == "batch")


@pytest.mark.parametrize("make", [UNet, ResidualUNet])
def test_the_seed_alone_gives_the_first_weights(make: type[UNet | ResidualUNet]) -> None:
    state = torch.get_rng_state()
    first, same, other = (
        torch.nn.utils.parameters_to_vector(make(seed=seed).parameters()) for seed in (1, 1, 2)
    )
    assert torch.equal(first, same)
    assert not torch.equal(first, other)
    assert torch.equal(torch.get_rng_state(), state)


@pytest.mark.parametrize("options", [{"norm": "layer"}, {"padding": "full"}, {"depth": 0}])
def test_bad_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        UNet(**options)  # type: ignore[arg-type]


def test_the_residual_net_has_its_documented_size() -> None:
    count = sum(parameter.numel() for parameter in ResidualUNet().parameters())
    assert 1_310_000 <= count <= 1_330_000


@pytest.mark.parametrize("side", [572 - 16 * k for k in (0, 1, 10, 30, 31)])
def test_the_residual_net_loses_72_pixels(side: int) -> None:
    net = ResidualUNet()
    assert output_of(net, side) == (1, 2, side - 72, side - 72)
    assert net.output_side(side) == side - 72
    assert net.context == 36


def test_the_residual_net_learns() -> None:
    net = ResidualUNet()
    logits = net(torch.randn(1, 3, 76, 76, generator=torch.Generator().manual_seed(0)))
    logits[:, 1].square().mean().backward()
    assert all(parameter.grad is not None for parameter in net.parameters())
    assert torch.isfinite(logits).all()
