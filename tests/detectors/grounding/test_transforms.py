"""Other looks at the same pixels, tried in turn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest

from src.core import Answer, Question
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.looks import Contrast, Grey, Scale, Sharpen
from src.detectors.grounding.method import Parsed, UnansweredError
from src.detectors.grounding.transforms import Transform, Transforms
from tests.detectors.grounding.methods import Blobs, picture, screenshot

SCREEN = screenshot((300, 200), (20, 30, 80, 60), value=200)
CLICK = Question("a/0", click=(30, 40))
LOOKS: list[Transform] = [Scale(2.0), Scale(0.5), Contrast(1.5), Sharpen(), Grey()]


@dataclass
class Moody(Blobs):
    """As sure as the width that it was shown tells."""

    by_width: Mapping[int, float | None] = None  # type: ignore[assignment]

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        score = self.by_width.get(parsed.elements.shape[1], 0.1)
        if score is None:
            raise UnansweredError("out of order")
        return replace(super().locate(parsed, question), score=score)


def answered(by_width: Mapping[int, float | None], steps: list[Transform]) -> Answer:
    method = Moody(by_width=by_width)
    detector = Grounder(method, transforms=Transforms(steps, confident=0.5))
    (answer,) = detector.detect(picture(SCREEN, CLICK)).answers
    return answer


def test_the_picture_as_it_is_comes_first_and_may_be_enough() -> None:
    answer = answered({300: 0.6}, LOOKS)
    assert (answer.attempts, answer.transform_used, answer.score) == (1, "none", 0.6)


def test_looks_are_tried_in_order_until_one_is_sure_enough() -> None:
    answer = answered({300: 0.2, 600: 0.3, 150: 0.8}, LOOKS)
    assert (answer.attempts, answer.transform_used, answer.score) == (3, "scale_0.5", 0.8)
    assert answer.box == (20, 30, 80, 60)


def test_where_none_is_sure_the_surest_counts() -> None:
    answer = answered({300: 0.2, 600: 0.4, 150: 0.3}, LOOKS)
    assert (answer.attempts, answer.transform_used, answer.score) == (6, "scale_2", 0.4)
    assert answer.box is not None
    assert np.abs(np.subtract(answer.box, (20, 30, 80, 60))).max() <= 0.5  # blurred edges


def test_an_error_in_one_look_is_none_of_the_answer() -> None:
    answer = answered({300: None, 600: 0.9}, LOOKS)
    assert (answer.outcome, answer.attempts, answer.transform_used) == ("found", 2, "scale_2")


def test_an_error_in_every_look_is_one() -> None:
    answer = answered({300: None, 600: None}, [Scale(2.0)])
    assert (answer.outcome, answer.reason, answer.attempts) == ("error", "out of order", 2)


def test_an_answer_without_a_score_is_taken_as_it_comes() -> None:
    answer = answered({300: float("nan")}, LOOKS)
    assert (answer.attempts, answer.transform_used) == (1, "none")


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (33, 20)])
def test_a_look_keeps_pixels_of_eight_bits_in_three_channels(
    look: Transform, shape: tuple[int, int]
) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    shown = look(pixels)
    assert (shown.dtype, shown.ndim, shown.shape[2]) == (np.uint8, 3, 3)
    factor = look.factor if isinstance(look, Scale) else 1
    assert shown.shape[:2] == tuple(max(1, round(side * factor)) for side in shape)


def test_looks_do_what_they_are_called() -> None:
    ramp = np.repeat(np.arange(60, 190, 2, dtype=np.uint8)[None, :, None], 20, 0).repeat(3, 2)
    assert int(Contrast(2.0)(ramp).max()) - int(Contrast(2.0)(ramp).min()) > 200
    edge = np.full((20, 20, 3), 100, np.uint8)
    edge[:, 10:] = 150
    assert Sharpen()(edge)[10, 9, 0] < 100 < 150 < Sharpen()(edge)[10, 10, 0]
    colour = np.dstack([np.full((4, 4), value, np.uint8) for value in (200, 10, 60)])
    grey = Grey()(colour)
    assert (grey[..., 0] == grey[..., 1]).all()
    assert (grey[..., 0] == grey[..., 2]).all()
