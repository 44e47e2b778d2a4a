"""From described parts to objects, or to one sentence with the key."""

import pickle
from functools import partial
from typing import Any

import pytest
from omegaconf import OmegaConf

from src.composing.builder import build, build_node, check
from src.composing.conf import composed
from src.core import InputError
from src.detectors.otsu import Otsu
from tests.composing.parts import Cart, Wheel

PARTS = "tests.composing.parts"
TRUSTED = (f"{PARTS}.*",)
WHEEL = {"_target_": f"{PARTS}.Wheel"}
CART = {"_target_": f"{PARTS}.Cart", "name": "red", "front": WHEEL}


def built(described: Any) -> Any:
    return build_node(described, "cart", TRUSTED)


def test_nested_parts_are_built_from_the_inside() -> None:
    cart = built({**CART, "others": {"left": {**WHEEL, "radius": 2}}, "loads": [1, 2.5]})
    assert cart == Cart("red", Wheel(), {"left": Wheel(2)}, [1, 2.5])


def test_a_partial_part_is_called_by_others_and_can_be_sent_to_another_process() -> None:
    cart = built({**CART, "paint": {**WHEEL, "_partial_": True, "radius": 2, "spokes": "???"}})
    assert isinstance(cart.paint, partial)
    assert pickle.loads(pickle.dumps(cart)).paint(spokes=5) == Wheel(2, 5)  # noqa: S301


def test_interpolations_are_resolved_before_the_check() -> None:
    config = OmegaConf.create(
        {"size": 7, "cart": {**CART, "front": {**WHEEL, "radius": "${size}"}}}
    )
    assert build_node(config.cart, "cart", TRUSTED).front == Wheel(7)
    config.size = "abc"
    with pytest.raises(InputError, match=r"^cart\.front\.radius must be a number, .*got 'abc'$"):
        build_node(config.cart, "cart", TRUSTED)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": 3}, "cart.name must be text, got 3; as text it is cart.name='\"3\"'"),
        ({"name": "???"}, "set cart.name: it has no default"),
        ({"front": None}, "cart.front must be a Wheel, described by its _target_, got null"),
        ({"front": {"radius": 3}}, "cart.front must be a Wheel, described by its _target_, got"),
        ({"front": CART}, "cart.front must be a Wheel, described by its _target_, got Cart"),
        ({"front": {**WHEEL, "radius": "a"}}, "cart.front.radius must be a number, at least 0"),
        ({"front": {**WHEEL, "radius": 101}}, "cart.front.radius must be a number, at least 0"),
        ({"front": {**WHEEL, "radios": 1}}, "cart.front.radios is no argument of Wheel; did you"),
        ({"others": {"left": {**WHEEL, "spokes": 0.5}}}, "cart.others.left.spokes must be a whole"),
        ({"others": {"left": "???"}}, "set cart.others.left: it has no default"),
        ({"front": {**WHEEL, "spokes": 13}}, "cart.front.spokes must bring luck, got 13"),
        ({"front": {**WHEEL, "spokes": 12}}, "no wheel has 12 spokes"),
        ({"front": {**WHEEL, "_args_": [1]}}, "cart.front._args_ is not taken: give every"),
        ({"front": {**WHEEL, "_partial_": "yes"}}, "cart.front._partial_ must be true or false"),
        ({"front": {**WHEEL, "_convert_": "some"}}, "cart.front._convert_ must be one of none"),
        ({"_target_": f"{PARTS}.Opener"}, "cart.name is no argument of Opener; did you mean path"),
        ({"name": "${nowhere}"}, "cart.name: Interpolation key 'nowhere' not found"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_the_key(change: dict[str, Any], sentence: str) -> None:
    config = OmegaConf.create({"cart": {**CART, **change}})
    with pytest.raises(InputError) as said:
        build_node(config.cart, "cart", TRUSTED)
    assert str(said.value).startswith(sentence)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize("described", [None, "abc", [], {}, {"radius": 3}, 5])
def test_what_describes_nothing_is_said(described: Any) -> None:
    with pytest.raises(InputError, match=r"^cart describes nothing: it needs a _target_$"):
        built(described)


@pytest.mark.parametrize(
    ("path", "reason"), [("absent", "No such file"), ("x" * 300, "File name too long")]
)
def test_a_path_that_the_system_refuses_is_told_by_its_key(path: str, reason: str) -> None:
    with pytest.raises(InputError, match=rf"^cart\.path: {reason}"):
        built({"_target_": f"{PARTS}.Opener", "path": path})


def test_an_annotation_that_only_a_type_checker_knows_is_not_asked() -> None:
    with pytest.raises(InputError, match=r"^cart\.path: No such file"):
        built({"_target_": f"{PARTS}.Opener", "path": "absent", "price": "cheap"})


def test_a_fault_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(AttributeError):
        built({"_target_": f"{PARTS}.Buggy"})


def test_a_group_is_built_and_none_is_none() -> None:
    config = composed(["detector=otsu", "gate=none"])
    assert isinstance(build(config, "detector"), Otsu)
    assert build(config, "gate") is None


@pytest.mark.parametrize(
    ("group", "value", "sentence"),
    [
        ("dataset", None, "dataset has no _target_: set dataset to one of bbbc038, "),
        ("dataset", "abc", "dataset has no _target_: set dataset to one of bbbc038, "),
        ("gate", {"threshold": 3}, "gate has no _target_: set gate to one of "),
        (
            "clock",
            {"_target_": "src.annotators.clocks.Segments"},
            "clock._target_: src.annotators.clocks.Segments may not be called here",
        ),
        (
            "detector",
            {"_target_": "src.data.layout.find_labels", "root": ".", "labels": "{tool}"},
            "detector._target_: find_labels is no detector",
        ),
        (
            "detector",
            {
                "_target_": "src.detectors.stored.Stored",
                "find": {"_target_": "src.data.formats.masks.read_mask", "path": "a.png"},
            },
            "detector.find must be described by its _target_",
        ),
        (
            "scorer",
            {"_target_": "src.scoring.gates.threshold.Threshold"},
            "scorer._target_: src.scoring.gates.threshold.Threshold may not be called here",
        ),
        (
            "detector",
            {"_target_": "src.detectors.otsu.Otsu", "_partial_": True},
            "detector._target_: Otsu with _partial_ is no detector",
        ),
    ],
)
def test_a_group_that_is_no_such_thing_is_refused(group: str, value: Any, sentence: str) -> None:
    config = composed([])
    config[group] = value
    with pytest.raises(InputError) as said:
        build(config, group)
    assert str(said.value).startswith(sentence)


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        (["seed=null"], "seed must be a whole number, at least 0"),
        (["pictures=-1"], "pictures must be a whole number, at least 0"),
        (["scorer.resamples=inf"], "scorer.resamples must be a whole number"),
        (
            ["trainer=default", "trainer.rules.corrective_f1_threshold=abc"],
            "trainer.rules.corrective_f1_threshold must be a number, got 'abc'",
        ),
        (["trainer=default", "trainer.optimizer.lr=abc"], "trainer.optimizer.lr must be a number"),
        (["trainer=default", "+trainer.optimizer.betas=[1]"], "trainer.optimizer.betas must be a"),
        (["dataset=folder"], "set dataset.root: it has no default"),
        (["annotator=click", "annotator.hand.jitter_rate=[]"], "annotator.hand.jitter_rate must"),
        (["crop=fixed"], "crop has no effect: src.detectors.otsu.Otsu takes none"),
        (["transforms=robust"], "transforms has no effect: src.detectors.otsu.Otsu takes none"),
        (["servers.chat=5"], "servers.chat must be text, or null, got 5"),
    ],
)
def test_a_run_is_refused_before_anything_is_built(overrides: list[str], sentence: str) -> None:
    with pytest.raises(InputError) as said:
        check(composed(overrides))
    assert str(said.value).startswith(sentence)


def test_the_default_run_is_in_order() -> None:
    check(composed([]))
