"""Where a net computes: what cannot be run here is asked of Lightning's own list."""

from pathlib import Path

import numpy as np
import pytest
import torch
from lightning.pytorch.accelerators import AcceleratorRegistry

from src.core import Entry, InputError, Picture
from src.detectors.neural import NeuralDetector
from src.detectors.otsu import Otsu
from src.detectors.unet import UNet
from src.serving.device import ACCELERATORS, chosen_accelerator, computes_alike, placed
from src.training.corrective import CorrectiveTrainer

KEY = "trainer.accelerator"


def small() -> NeuralDetector:
    """A net that answers at once."""
    return NeuralDetector(UNet(width=2, depth=1, norm="group"))


def picture() -> Picture:
    """Noise."""
    noise = np.random.default_rng(1).integers(0, 255, (32, 40, 3), np.uint8)
    return Picture(Entry("noise", "noise", "test"), noise)


def has(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """As on a machine with these accelerators."""
    for name in ACCELERATORS[1:]:
        known = AcceleratorRegistry[name]["accelerator"]
        monkeypatch.setattr(known, "is_available", staticmethod(lambda own=name: own in names))


def test_lightning_knows_every_accelerator_that_can_be_chosen() -> None:
    assert set(ACCELERATORS) - {"auto"} <= set(AcceleratorRegistry.available_accelerators())


@pytest.mark.parametrize(
    ("there", "asked", "chosen"),
    [
        (("cpu",), "auto", "cpu"),
        (("cpu", "cuda"), "auto", "cuda"),
        (("cpu", "mps"), "auto", "mps"),
        (("cpu", "cuda"), "cpu", "cpu"),
        (("cpu", "mps"), "mps", "mps"),
    ],
)
def test_auto_takes_what_the_machine_has(
    monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], asked: str, chosen: str
) -> None:
    has(monkeypatch, *there)
    assert chosen_accelerator(asked, KEY) == chosen


def test_what_the_machine_has_not_is_refused_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, "cpu")
    with pytest.raises(
        InputError, match=r"trainer.accelerator=cuda: this machine has none; it has"
    ):
        CorrectiveTrainer(torch.optim.AdamW, accelerator="cuda")
    with pytest.raises(InputError, match="must be one of auto, cpu, cuda, mps"):
        chosen_accelerator("tpu", KEY)
    with pytest.raises(InputError, match=r"trainer.precision must be one of"):
        CorrectiveTrainer(torch.optim.AdamW, precision="8")


def test_only_a_cpu_promises_the_same_digits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("CUBLAS_WORKSPACE_CONFIG", raising=False)
    computes_alike("cpu")
    assert torch.are_deterministic_algorithms_enabled()
    assert not torch.is_deterministic_algorithms_warn_only_enabled()
    assert caplog.text == ""
    computes_alike("cuda")
    assert "the same seed may give other last digits" in caplog.text
    computes_alike("cpu")


def test_half_precision_and_a_compiled_net_see_the_same() -> None:
    plain = small().probabilities(picture())
    half = placed(small(), "auto", "bf16-mixed", None).probabilities(picture())
    assert half.dtype == np.float32
    assert 0 < np.abs(half - plain).max() < 0.02
    net = placed(small(), "cpu", "32-true", "eager")
    np.testing.assert_allclose(net.probabilities(picture()), plain, atol=1e-6)


def test_weights_of_a_compiled_net_keep_their_names(tmp_path: Path) -> None:
    placed(small(), "cpu", "32-true", "eager").save(tmp_path / "best.ckpt")
    again = small()
    again.load(tmp_path / "best.ckpt")
    np.testing.assert_array_equal(again.probabilities(picture()), small().probabilities(picture()))


def test_what_has_no_net_stays_on_the_cpu() -> None:
    otsu = Otsu()
    assert placed(otsu, "auto", "32-true", None) is otsu
    with pytest.raises(InputError, match=r"a Otsu has no net: leave detector.accelerator at cpu"):
        placed(otsu, "cpu", "bf16-mixed", None)
    with pytest.raises(InputError, match=r"detector.compile must be null or one of"):
        placed(small(), "cpu", "32-true", "nonsense")
