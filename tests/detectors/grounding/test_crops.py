"""Which windows of a screenshot are looked at."""

from dataclasses import replace

import numpy as np
import pytest

from src.core import Answer, Question
from src.core.answers import NOTHING
from src.detectors.grounding.crops.crop import Crop
from src.detectors.grounding.crops.edges import is_cut
from src.detectors.grounding.crops.fixed import Fixed
from src.detectors.grounding.crops.patches import apart, dilated, votes
from src.detectors.grounding.crops.planner import (
    ELSEWHERE,
    IS_TARGET,
    NOT_FOUND,
    Check,
    Density,
    Proposal,
)
from src.detectors.grounding.crops.screenseeker import ScreenSeeker
from src.detectors.grounding.crops.whole import Whole
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.screen import Screen
from src.detectors.grounding.window import Window
from tests.detectors.grounding.methods import Blobs, picture, screenshot

CROPS: list[Crop] = [Whole(), Fixed(), ScreenSeeker()]
BUTTON = (1800, 900, 1860, 930)
LARGE = screenshot((3840, 2160), BUTTON, (100, 100, 160, 150), (3700, 2100, 3840, 2160))


def answered(crop: Crop, question: Question, pixels: np.ndarray = LARGE) -> tuple[Answer, Blobs]:
    method = Blobs()
    (answer,) = Grounder(method, crop).detect(picture(pixels, question)).answers
    return answer, method


@pytest.mark.parametrize("crop", CROPS, ids=lambda crop: type(crop).__name__)
@pytest.mark.parametrize("box", [BUTTON, (100, 100, 160, 150), (3700, 2100, 3840, 2160)])
def test_a_click_finds_its_element_in_pixels_of_the_screen(
    crop: Crop, box: tuple[int, int, int, int]
) -> None:
    answer, _ = answered(crop, Question("a/0", click=(box[0] + 7, box[1] + 9)))
    assert answer.box == box
    assert answer.point == ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


@pytest.mark.parametrize("crop", CROPS, ids=lambda crop: type(crop).__name__)
@pytest.mark.parametrize("size", [(1, 1), (30, 20), (199, 400), (1300, 100)])
def test_a_screen_of_any_size_gets_an_answer(crop: Crop, size: tuple[int, int]) -> None:
    pixels = screenshot(size, (0, 0, *size))
    if isinstance(crop, Fixed):
        crop = Fixed([200, 1300])
    for question in (Question("a/0", click=(0.5, 0.5)), Question("a/0", instruction="all of it")):
        assert answered(crop, question, pixels)[0].box == (0, 0, *size)


def test_fixed_windows_grow_until_one_shows_the_whole_element() -> None:
    wide = screenshot((1000, 1000), (300, 480, 560, 520))
    answer, method = answered(Fixed(), Question("a/0", click=(430, 500)), wide)
    assert method.parses == [(200, 200), (300, 300)]
    assert (answer.box, answer.attempts) == ((300, 480, 560, 520), 2)


def test_an_element_that_no_window_shows_whole_is_told_as_the_widest_shows_it() -> None:
    endless = screenshot((1000, 1000), (0, 480, 1000, 520))
    answer, method = answered(Fixed(), Question("a/0", click=(500, 500)), endless)
    assert method.parses == [(200, 200), (300, 300), (500, 500)]
    assert answer.box == (250, 480, 750, 520)


def test_an_instruction_is_looked_at_again_round_the_first_answer() -> None:
    answer, method = answered(Fixed(), Question("a/0", instruction="the button"))
    assert method.parses == [(2160, 3840), (200, 200)]
    assert (answer.box, answer.attempts) == ((3700, 2100, 3840, 2160), 2)


def test_a_click_is_followed_by_halves_and_outward_again() -> None:
    _, method = answered(ScreenSeeker(), Question("a/0", click=(1810, 905)))
    assert method.parses == [(768, 1280)]
    _, method = answered(ScreenSeeker(), Question("a/0", click=(1000, 50)))
    assert method.parses == [(768, 1280), (1080, 1920), (2160, 3840)]
    shallow = ScreenSeeker(depth=1)
    assert answered(shallow, Question("a/0", click=(1810, 905)))[1].parses == [(1080, 1920)]


def test_a_wide_element_is_followed_outward_until_it_is_whole() -> None:
    bar = screenshot((3840, 2160), (400, 1000, 3400, 1040))
    answer, method = answered(ScreenSeeker(), Question("a/0", click=(2000, 1020)), bar)
    assert method.parses == [(768, 1280), (1080, 1920), (2160, 3840)]
    assert answer.box == (400, 1000, 3400, 1040)


def test_an_instruction_is_searched_where_most_proposals_lie() -> None:
    crowd = [(2900 + 60 * place, 1500, 2930 + 60 * place, 1530) for place in range(4)]
    pixels = screenshot((3840, 2160), (100, 100, 135, 135), *crowd)
    answer, method = answered(ScreenSeeker(), Question("a/0", instruction="the largest"), pixels)
    assert method.parses == [(2160, 3840), (768, 1280)]
    assert answer.box is not None
    assert answer.box[0] >= 2900  # the largest of the densest area


class Guide:
    """A planner that knows where to look and refuses one answer."""

    def __init__(self, *areas: tuple[int, int, int, int], refused: tuple[float, ...] = ()) -> None:
        self.areas, self.refused, self.asked = areas, refused, []  # type: ignore[var-annotated]

    def propose(self, screen: Screen, window: Window, question: Question) -> Proposal:  # noqa: ARG002
        self.asked.append(window)
        return Proposal(self.areas)

    def check(self, screen: Screen, window: Window, question: Question, answer: Answer) -> Check:
        assert screen.whole.contains((window.left, window.top))
        if answer.box is None or answer.box == self.refused:
            return Check(NOT_FOUND)
        if question.instruction == "vague":
            return Check(ELSEWHERE, (window, replace(question, instruction="clear")))
        return Check(IS_TARGET)


def test_a_planners_areas_are_searched_in_turn_until_a_check_says_yes() -> None:
    guide = Guide((1800, 900, 1860, 930), (100, 100, 160, 150), refused=BUTTON)
    answer, method = answered(ScreenSeeker(guide), Question("a/0", instruction="x"))
    assert method.parses[:2] == [(768, 1280), (768, 1280)]
    assert answer.box == (100, 100, 160, 150)


def test_where_no_check_says_yes_nothing_is_found() -> None:
    guide = Guide(BUTTON, refused=BUTTON)
    answer, _ = answered(ScreenSeeker(guide), Question("a/0", instruction="x"))
    assert (answer.outcome, answer.reason) == (NOTHING, NOT_FOUND)


def test_a_target_elsewhere_is_asked_for_in_the_planners_words() -> None:
    answer, _ = answered(ScreenSeeker(Guide(BUTTON)), Question("a/0", instruction="vague"))
    assert (answer.box, answer.attempts) == (BUTTON, 2)


def test_the_search_goes_no_deeper_than_told() -> None:
    guide = Guide((0, 0, 3000, 1800), (0, 0, 2600, 1500), (0, 0, 2000, 1200), (0, 0, 1400, 900))
    answered(ScreenSeeker(guide, overlap=0.99), Question("a/0", instruction="x"))
    assert len(guide.asked) == 3
    widths = [window.width for window in guide.asked]
    assert widths == sorted(widths, reverse=True)


SMALLEST, INSIDE = (1280, 768), Window(0, 0, 3840, 2160)


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((1800, 900, 1860, 930), [Window(1190, 531, 1280, 768)]),
        ((0, 0, 5, 5), [Window(0, 0, 1280, 768)]),
        ((500.2, 300.7, 2000.1, 1200.4), [Window(500, 300, 1501, 901)]),
        ((0, 0, 3840, 40), [Window(0, 0, 1920, 768), Window(1920, 0, 1920, 768)]),
        ((0, 0, 10, 2160), [Window(0, 0, 1280, 2160)]),
        ((-50, -50, 9999, 9999), [INSIDE]),
    ],
)
def test_areas_are_grown_and_halved(
    box: tuple[float, float, float, float], expected: list[Window]
) -> None:
    assert dilated(box, SMALLEST, 2.5, INSIDE) == expected


def test_a_screen_that_leaves_no_choice_is_halved_no_further() -> None:
    strip = Window(0, 0, 9000, 50)
    parts = dilated((0, 0, 9000, 50), SMALLEST, 2.5, strip)
    assert all(part.width == 1280 and part.height == 50 for part in parts)
    assert parts[0].left == 0
    assert parts[-1].right == 9000


def test_a_vote_at_the_centre_is_one_and_falls_with_the_distance() -> None:
    window = Window(100, 100, 1000, 500)
    centre, edge, outside = (600, 350), (1100, 350), (1101, 350)
    weights = [float(votes([window], [point], 0.3)[0]) for point in (centre, edge, outside)]
    assert weights == pytest.approx([1, np.exp(-0.25 / 0.18), 0])
    assert float(votes([window], [centre, edge], 0.3)[0]) == pytest.approx(sum(weights))


def test_of_two_areas_that_overlap_the_one_with_more_votes_stays() -> None:
    first, second, third = Window(0, 0, 100, 100), Window(10, 0, 100, 100), Window(500, 0, 100, 100)
    kept = apart([first, second, third], np.array([1.0, 2.0, 1.5]), 0.5)
    assert kept == [second, third]
    assert apart([first, second], np.array([1.0, 2.0]), 0.9) == [second, first]


def test_a_box_at_the_edge_of_its_window_is_cut_unless_the_screen_ends_there() -> None:
    whole, window = Window(0, 0, 1000, 1000), Window(0, 300, 200, 200)
    answer = Answer("a/0", "found", (50, 400), (0, 390, 100, 410))
    assert not is_cut(answer, window, whole)
    assert is_cut(replace(answer, box=(150, 390, 200, 410)), window, whole)
    assert is_cut(replace(answer, box=(20, 300, 100, 410)), window, whole)
    assert not is_cut(replace(answer, box=None), window, whole)


def test_without_a_planner_an_answer_that_misses_the_click_is_refused() -> None:
    screen = Screen(screenshot((100, 100)), Blobs(), Grounder(Blobs()).transforms, texts=False)
    beside = Answer("a/0", "found", (50, 50), (40, 40, 60, 60))
    question = Question("a/0", click=(10, 10))
    assert Density().check(screen, screen.whole, question, beside).result == NOT_FOUND
