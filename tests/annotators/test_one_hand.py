"""Whoever annotates, ``annotator.hand`` is the hand that paints, below any wrappers."""

import inspect
from dataclasses import replace

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig, OmegaConf

from src.annotators.hand import Hand
from src.annotators.policies import ClickAnnotator, InattentiveAnnotator, NoisyAnnotator
from src.annotators.recording import Recording
from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Annotator
from tests.annotators.scenes import ellipses

OWN_HANDS = {"none", "person", "population"}
OPTIONS = sorted({file.stem for file in CONF.glob("annotator/*.yaml")} - OWN_HANDS)
"""Those that paint with the hand that is set: a person has a hand of his own."""

HANDS = sorted(file.stem for file in CONF.glob("hand/*.yaml"))
PEOPLE = [
    *([name] for name in OPTIONS),
    *([wrapper, name] for wrapper in ("inattentive", "noisy", "top_errors") for name in OPTIONS),
    ["inattentive", "noisy", "click"],
    ["noisy", "top_errors", "inattentive", "human_sparse"],
]

every_option = pytest.mark.parametrize("name", OPTIONS)
everybody = pytest.mark.parametrize("people", PEOPLE, ids=" over ".join)


def composed(people: list[str], *overrides: str) -> DictConfig:
    """The configuration of a policy that wraps the next one, which wraps the next one."""
    policy, *wrapped = people
    choices = [
        f"annotator@annotator{'.base' * depth}={name}" for depth, name in enumerate(wrapped, 1)
    ]
    with initialize_config_dir(str(CONF)):
        return compose("config", [f"annotator={policy}", *choices, *overrides])


def hands_that_paint(annotator: Annotator, monkeypatch: pytest.MonkeyPatch) -> set[Hand]:
    """The hands of all recordings that are made in both phases."""
    hands, begin = set(), Recording.__init__

    def noted(recording: Recording, hand: Hand, start: tuple[int, int]) -> None:
        hands.add(hand)
        begin(recording, hand, start)

    monkeypatch.setattr(Recording, "__init__", noted)
    truth = ellipses(100, 2)
    annotator.initial(truth, np.random.default_rng(0))
    annotator.correct(truth, np.zeros_like(truth), np.random.default_rng(0))
    return hands


@everybody
def test_the_hand_that_was_set_is_the_hand_that_paints(
    people: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    annotator = build(composed(people, "annotator.hand.jitter_rate=0.11"), "annotator")
    usual = build(composed(people), "annotator").hand
    assert hands_that_paint(annotator, monkeypatch) == {replace(usual, jitter_rate=0.11)}


@everybody
def test_another_hand_can_be_chosen(people: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    annotator = build(composed(people, "hand@annotator.hand=steady"), "annotator")
    steady = Hand(jitter_rate=0, angular_noise=0)
    assert hands_that_paint(annotator, monkeypatch) == {steady}


@everybody
def test_the_recorded_configuration_has_one_hand(people: list[str]) -> None:
    config = composed(people, "annotator.hand.travel_speed=500")
    person = OmegaConf.to_container(config, resolve=True)["annotator"]
    hands = [person["hand"]]
    while "base" in person:
        person = person["base"]
        hands.append(person["hand"])
    assert [hand["travel_speed"] for hand in hands] == [500] * len(hands)


@pytest.mark.parametrize("sweep", ["jitter", "jitter_by_threshold"])
@every_option
def test_the_sweeps_of_the_hand_fit_every_policy(sweep: str, name: str) -> None:
    with initialize_config_dir(str(CONF)):
        words = ["+experiment=quickstart", f"annotator={name}", f"+sweep={sweep}"]
        params = compose("config", words, return_hydra_config=True).hydra.sweeper.params
        swept = [key for key in params if key.startswith("annotator.")]
        config = compose("config", [*words[:2], *(f"{key}=50" for key in swept)])
    assert swept
    assert all(OmegaConf.select(config, key) == 50 for key in swept)
    assert build(config, "annotator").hand.jitter_rate == 50


@pytest.mark.parametrize("name", HANDS)
def test_a_configuration_names_every_argument_of_a_hand(name: str) -> None:
    config = composed(["click"], f"hand@annotator.hand={name}")
    assert set(config.annotator.hand) - {"_target_"} == set(inspect.signature(Hand).parameters)


def test_the_default_hand_is_that_of_the_class() -> None:
    assert build(composed(["click"]), "annotator").hand == Hand()


def test_a_wrapper_lends_its_hand_to_all_whom_it_wraps() -> None:
    quick = Hand(travel_speed=1600.0)
    annotator = InattentiveAnnotator(hand=quick, base=NoisyAnnotator(base=ClickAnnotator()))
    expected = NoisyAnnotator(hand=quick, base=ClickAnnotator(hand=quick))
    assert annotator.base == expected


def test_whoever_has_no_hand_cannot_be_wrapped() -> None:
    with pytest.raises(TypeError, match=r"dataclass with a hand, got <object"):
        NoisyAnnotator(base=object())
