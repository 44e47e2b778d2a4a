"""Proposals of real detectors, offline and behind servers, and a person who goes through them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.curating.annotating import RECORDING, annotate, colours
from src.curating.proposals import Proposal
from src.curating.proposing import proposer
from src.data.formats.painter import write_picture
from src.data.ui.document import read_annotations
from src.data.ui.records import ElementRecord, ScreenshotRecord
from tests.curating.test_recording import QUIET
from tests.curating.typist import Typist
from tests.detectors.grounding.looking import COLOURS
from tests.detectors.grounding.loopback import Loopback, loopback
from tests.detectors.grounding.methods import screenshot
from tests.detectors.ui.drawings import screen

SQUARES = {"red": (20, 30, 80, 60), "blue": (200, 100, 240, 120)}


@pytest.fixture(name="server", scope="module")
def server_fixture() -> Iterator[Loopback]:
    with loopback() as server:
        yield server


def squares() -> np.ndarray:
    pixels = screenshot((300, 200))
    for name, (x1, y1, x2, y2) in SQUARES.items():
        pixels[y1:y2, x1:x2] = COLOURS[name]
    return pixels


def proposed(
    pixels: np.ndarray, detector: str, *settings: str, said: list[str] | None = None
) -> tuple[Proposal, ...]:
    sample = ScreenshotRecord("a", "a.png", pixels.shape[1], pixels.shape[0])
    told = [] if said is None else said
    return proposer(detector, settings, 0.0, lambda _: pixels, told.append)(sample)


def test_a_person_goes_through_what_the_usual_detector_proposes(tmp_path: Path) -> None:
    write_picture(tmp_path / "a.png", screen())
    proposals = proposed(colours(tmp_path / "a.png"), "ui_fused")
    nested = [own for own in proposals if own.place + 1 < len(own.chain)]
    widened, edited, new = nested[0], nested[1], (60.0, 120.0, 300.0, 150.0)

    person = Typist(str(tmp_path))
    for proposal in proposals[: proposals.index(edited) + 1]:
        person.until("?  > ", 120)
        if proposal is widened:
            person.type("w")
            person.until(" ".join(f"{side:.0f}" for side in wider(proposal)))
            person.until("?  > ")
            person.type("a")
        elif proposal is edited:
            person.type("e 60 120 300 150")
            person.until("60 120 300 150")
            person.until("60 120 300 150")  # typed, then told
            person.until("?  > ")
            person.type("a")
        else:
            person.type("s")
    person.until("?  > ")
    person.type("q")
    assert person.ended() == 0

    done = read_annotations(tmp_path)
    verdicts = [row["verdict"] for row in done.given["review"]["decisions"]]
    skips = proposals.index(edited) - 1
    assert sorted(verdicts) == ["edited"] * 2 + ["skipped"] * skips
    assert skips > 0
    size = np.array([400, 240] * 2)
    boxes = [sides(element) * size for element in done.samples[0].elements]
    assert np.allclose(boxes, [wider(widened), new])
    assert not np.allclose(boxes[0], widened.box)


def wider(proposal: Proposal) -> tuple[float, ...]:
    return proposal.chain[proposal.place + 1]


def sides(element: ElementRecord) -> np.ndarray:
    assert element.bbox is not None
    return np.array(element.bbox)


def test_a_server_that_fails_on_a_picture_is_told_and_the_next_one_comes(
    server: Loopback, tmp_path: Path
) -> None:
    write_picture(tmp_path / "a.png", screenshot((300, 200)))  # nothing on it: status 500
    write_picture(tmp_path / "b.png", squares())
    person = Typist(str(tmp_path), "--detector", "omniparser", f"servers.omniparser={server.url}")
    person.until("a.png: no proposals, detector=omniparser failed: OmniParser fails, as on a pic")
    for _ in SQUARES:
        person.until("?  > ", 120)
        person.type("a")
    assert person.ended() == 0
    first, second = read_annotations(tmp_path).samples
    assert first.elements == ()
    boxes = [sides(element) * np.array([300, 200] * 2) for element in second.elements]
    assert np.allclose(boxes, list(SQUARES.values()), atol=1 / 64)
    assert [element.text for element in second.elements] == ["red square", "blue square"]


@pytest.mark.parametrize("detector", ["qwen2_5_vl", "qwen3_vl"])
def test_a_model_is_asked_for_all_elements_at_once(server: Loopback, detector: str) -> None:
    server.reset()
    proposals = proposed(squares(), detector, f"servers.chat={server.url}")
    assert np.allclose([own.box for own in proposals], list(SQUARES.values()), atol=1 / 64)
    assert [own.text for own in proposals] == ["red square", "blue square"]
    assert {own.type for own in proposals} == {"icon"}
    assert len(server.asked) == 1


def test_a_model_that_can_only_click_is_told(server: Loopback) -> None:
    said: list[str] = []
    assert proposed(squares(), "ui_tars_1_5", f"servers.chat={server.url}", said=said) == ()
    (sentence,) = said
    assert sentence.startswith('a.png: no proposals, detector=ui_tars_1_5 failed: format: "Action:')
    assert sentence.endswith("lists no elements")


def test_an_empty_screen_has_nothing_to_propose(server: Loopback) -> None:
    said: list[str] = []
    assert proposed(screenshot((90, 60)), "qwen3_vl", f"servers.chat={server.url}", said=said) == ()
    assert said == []


@pytest.mark.parametrize(
    ("detector", "settings", "sentence"),
    [
        ("omniparser", ["servers.omniparser=http://127.0.0.1:9"], "the server is not there"),
        ("omniparser", [], "url is not given: set servers.omniparser"),
        ("omniparser", ["servers.nobody=1"], "nobody"),
        (RECORDING, ["seed=1"], "^seed=1 has no effect: --detector recording asks nobody$"),
    ],
)
def test_what_cannot_propose_is_one_sentence(
    detector: str, settings: list[str], sentence: str, tmp_path: Path
) -> None:
    write_picture(tmp_path / "a.png", squares())
    with pytest.raises(InputError, match=sentence) as told:
        annotate(tmp_path, detector, 0.0, QUIET, settings)
    assert "\n" not in str(told.value)
