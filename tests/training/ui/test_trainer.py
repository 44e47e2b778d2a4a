"""Teaching the dense net: it learns, always the same, and goes on where it was stopped."""

from functools import partial
from pathlib import Path

import pytest
import torch

from src.core import InputError
from src.detectors.grounding.grounder import Grounder
from src.detectors.ui.looking import Looking, read_weights
from src.detectors.ui.method import UiMethod
from src.detectors.ui.net import BoxNet
from src.training.participants import Taught
from src.training.ui.trainer import DenseTrainer
from tests.training.ui.small import TINY, Numbers, detector, participants, screens, trainer

pytestmark = pytest.mark.filterwarnings("ignore")


def weights(taught: Grounder) -> list[torch.Tensor]:
    return list(taught.method.looking.net.state_dict().values())  # type: ignore[attr-defined]


def same(one: Grounder, other: Grounder) -> bool:
    return all(torch.equal(a, b) for a, b in zip(weights(one), weights(other), strict=True))


@pytest.fixture(name="whole", scope="module")
def whole_fixture(tmp_path_factory: pytest.TempPathFactory) -> tuple[Taught, Numbers]:
    """A study of two epochs, and what it told."""
    sink = Numbers()
    folder = tmp_path_factory.mktemp("whole")
    return trainer().teach(detector(), participants(folder, sink)), sink


def test_a_net_learns_tells_every_epoch_and_leaves_its_weights(
    whole: tuple[Taught, Numbers],
) -> None:
    taught, sink = whole
    assert not same(taught.detector, detector())
    assert [step for step, _ in sink.told] == [1, 2]
    assert {"train/loss", "val/control", "val/leaf"} <= set(sink.told[-1][1])
    (file,) = taught.files
    assert set(read_weights(file)) == set(taught.detector.method.looking.net.state_dict())


def test_the_same_seed_gives_the_same_net(whole: tuple[Taught, Numbers], tmp_path: Path) -> None:
    again = trainer().teach(detector(), participants(tmp_path))
    assert same(again.detector, whole[0].detector)


def test_a_study_that_was_stopped_ends_with_the_same_net(
    whole: tuple[Taught, Numbers], tmp_path: Path
) -> None:
    class Stopped(Numbers):
        def metrics(self, numbers: dict[str, float], step: int = 0) -> None:
            super().metrics(numbers, step)
            if step == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trainer().teach(detector(), participants(tmp_path, Stopped()))
    sink = Numbers()
    resumed = trainer().teach(detector(), participants(tmp_path, sink))
    assert [step for step, _ in sink.told] == [2]
    assert same(resumed.detector, whole[0].detector)


def test_a_net_that_has_weights_goes_on_from_them(
    whole: tuple[Taught, Numbers], tmp_path: Path
) -> None:
    (file,) = whole[0].files
    looking = Looking(BoxNet(width=TINY, seed=7), weights=str(file), scales=1)
    begun = Grounder(UiMethod("none", looking=looking, classical=False, keep=False))
    still = trainer(epochs=1, optimizer=partial(torch.optim.SGD, lr=0.0))
    net = still.teach(begun, participants(tmp_path)).detector.method.looking.net
    before = read_weights(file)
    assert all(torch.allclose(own, before[name]) for name, own in net.named_parameters())


def test_drawn_screens_can_be_learned_beside(tmp_path: Path) -> None:
    beside = trainer(beside=screens(count=8), beside_share=0.5, epochs=1)
    assert beside.teach(detector(), participants(tmp_path)).files


def test_screens_of_programs_can_be_learned_beside(tmp_path: Path) -> None:
    settings = {"beside": screens(), "beside_share": 0.2, "programs": screens()}
    study = trainer(**settings, programs_share=0.3)
    shares = [share for share, _ in study._pages(participants(tmp_path))]
    assert shares == pytest.approx([0.5, 0.2, 0.3])


def test_shares_of_more_than_all_crops_are_refused() -> None:
    with pytest.raises(InputError, match="programs_share must be 1 or less together"):
        trainer(beside_share=0.6, programs=screens(), programs_share=0.5)


def test_a_detector_without_a_net_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="set detector=ui_net"):
        trainer().teach(Grounder(UiMethod("none", keep=False)), participants(tmp_path))


@pytest.mark.parametrize(("key", "value"), [("precision", "16-true"), ("epoch_crops", 1)])
def test_settings_that_cannot_be_are_refused(key: str, value: object) -> None:
    with pytest.raises(InputError, match=f"trainer.{key}"):
        trainer(**{key: value})


def test_nobody_paints() -> None:
    assert not DenseTrainer.paints
