"""Which questions several methods were asked alike, and whether they may be compared at all."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from src.core import InputError, Table
from src.scoring.grounding.contenders import Method
from src.scoring.grounding.parts import APART

SAME_RULES = ("edge", "iou", "level")
"""What methods must be scored by alike."""

IDENTITY = (
    "id", "name", "question", "instruction", "click_x", "click_y",
    "truth_x1", "truth_y1", "truth_x2", "truth_y2",
)  # fmt: skip
"""Two questions are one where all of this is the same."""


def check_comparable(methods: Sequence[Method], common: bool) -> None:
    """Refuse methods that were scored by other rules or asked about other sets."""
    if len(methods) < 2:
        raise InputError(f"a comparison needs two methods or more, got {len(methods)}")
    first = methods[0]
    for other in methods[1:]:
        for rule in SAME_RULES:
            if first.rules[rule] != other.rules[rule]:
                raise InputError(
                    f"{first.name} was scored with {rule} {first.rules[rule]} and {other.name} "
                    f"with {other.rules[rule]}: run one of them again"
                )
        if first.fingerprint != other.fingerprint and not common:
            raise InputError(
                f"{first.name} was asked about the set {first.fingerprint or 'unknown'} and "
                f"{other.name} about {other.fingerprint or 'unknown'}: pass --common to compare "
                "what both were asked"
            )


def shared_questions(
    methods: Sequence[Method], asked: Sequence[Table], common: bool
) -> list[npt.NDArray[np.int64]]:
    """The places of the questions that all were asked, in the order of the first."""
    names = [_identities(own) for own in asked]
    if not common:
        for method, own in zip(methods, names, strict=True):
            if own != names[0]:
                raise InputError(
                    f"{methods[0].name} and {method.name} were asked other questions of one set, "
                    "such as another split: pass --common to compare what both were asked"
                )
        return [np.arange(len(names[0])) for _ in methods]
    everywhere = set(names[0]).intersection(*names)
    if not everywhere:
        raise InputError("these methods were asked no common question: nothing can be compared")
    places = [{name: place for place, name in enumerate(own)} for own in names]
    order = [name for name in names[0] if name in everywhere]
    return [np.array([own[name] for name in order], np.int64) for own in places]


def _identities(questions: Table) -> list[str]:
    columns = [questions[name].astype(str).tolist() for name in IDENTITY]
    return [APART.join(words) for words in zip(*columns, strict=True)]
