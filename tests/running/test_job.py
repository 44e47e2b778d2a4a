"""How a job of a sweep ends where its store is away."""

import logging
import pickle
from collections.abc import Iterator

import pytest
from hydra import compose, initialize_config_dir
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, open_dict

from src.composing.conf import CONF
from src.core import InputError
from src.running import job as running
from src.tracking.store import StoreAwayError

SECRET = "postgresql://me:secret@host/runs"


@pytest.fixture(name="swept")
def swept_fixture() -> Iterator[DictConfig]:
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=["+experiment=smoke"], return_hydra_config=True)
    with open_dict(config):
        config.hydra.mode = RunMode.MULTIRUN
        config.hydra.sweep.dir = "multirun"
    HydraConfig.instance().set_config(config)
    yield config
    HydraConfig.instance().cfg = None


@pytest.mark.parametrize("error", [StoreAwayError("The run store", "no answer"), InputError("no")])
def test_a_job_of_a_sweep_ends_with_what_it_is_and_without_what_led_to_it(
    swept: DictConfig, monkeypatch: pytest.MonkeyPatch, error: InputError
) -> None:
    def fails(*_: object) -> None:
        raise error from ValueError(SECRET)

    monkeypatch.setattr(logging, "raiseExceptions", True)
    monkeypatch.setattr(running, "run", fails)
    monkeypatch.setattr(running, "work_as_started", lambda *_: None)
    with pytest.raises(type(error)) as ended:
        running.job(swept, {})
    assert ended.value is error
    assert ended.value.__cause__ is None
    assert ended.value.__suppress_context__


def test_a_store_that_is_away_is_told_to_another_process() -> None:
    error = StoreAwayError("The run store", "no answer", "try later")
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (str(sent), sent.store) == (str(error), error.store)
