"""The offline methods: one look, then an answer to every question."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from src.core import Answer, InputError, Question
from src.core.answers import ALTERNATIVES
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.method import Method
from src.detectors.ui import method as module
from src.detectors.ui.kept import Kept, KeptParses
from src.detectors.ui.looking import Looking, save_weights
from src.detectors.ui.method import UiMethod
from src.detectors.ui.net import BoxNet
from src.detectors.ui.ranker import read_ranker
from src.detectors.ui.seen import Seen
from src.geometry.boxes import iou
from tests.detectors.grounding.methods import picture
from tests.detectors.ui.drawings import BUTTON, FIELD, ICON, blank, screen

TINY = 0.25


def looking() -> Looking:
    return Looking(BoxNet(width=TINY, seed=3), taught=True, scales=2)


@pytest.fixture(name="elements", scope="module")
def elements_fixture() -> UiMethod:
    return UiMethod("ui_elements", keep=False)


@pytest.fixture(name="fused", scope="module")
def fused_fixture() -> UiMethod:
    return UiMethod("ui_fused", looking=Looking(), keep=False)


def answered() -> Answer:
    """By a method that remembers nothing but what is on disk."""
    shown = picture(screen(), click_on(BUTTON))
    (answer,) = Grounder(UiMethod("ui_elements")).detect(shown).answers
    return answer


def click_on(box: tuple[float, ...]) -> Question:
    x1, y1, x2, y2 = box
    return Question("e/0", (x1 + 0.4 * (x2 - x1), y1 + 0.45 * (y2 - y1)))


@pytest.mark.parametrize("box", [BUTTON, FIELD, ICON], ids=["button", "field", "icon"])
@pytest.mark.parametrize("name", ["elements", "fused"])
def test_a_click_finds_what_is_under_it(
    name: str, box: tuple[float, ...], request: pytest.FixtureRequest
) -> None:
    method: UiMethod = request.getfixturevalue(name)
    answer = method.locate(method.parse(screen(), texts=False), click_on(box))
    assert answer.outcome == "found"
    assert answer.box is not None
    assert iou([box], [answer.box])[0, 0] >= 0.5
    assert 0 < answer.score <= 1


def test_alternatives_are_other_things_and_less_sure(elements: UiMethod) -> None:
    answer = elements.locate(elements.parse(screen(), texts=False), click_on(BUTTON))
    boxes = [answer.box, *(other.box for other in answer.alternatives)]
    scores = [answer.score, *(other.score for other in answer.alternatives)]
    assert 1 <= len(answer.alternatives) <= ALTERNATIVES
    assert scores == sorted(scores, reverse=True)
    assert (iou(boxes, boxes)[~np.eye(len(boxes), dtype=bool)] < 0.7).all()


def test_words_are_read_for_an_instruction_alone(elements: UiMethod) -> None:
    assert elements.parse(screen(), texts=False).content.texts is None
    parsed = elements.parse(screen(), texts=True)
    answer = elements.locate(parsed, Question("e/0", instruction='Click the "Save" button.'))
    assert answer.box is not None
    assert iou([BUTTON], [answer.box])[0, 0] > 0.5
    assert any("save" in (text or "").casefold() for text in parsed.elements.texts or ())


def test_an_instruction_that_nothing_fits_is_answered_by_nothing(elements: UiMethod) -> None:
    parsed = elements.parse(screen(), texts=True)
    answer = elements.locate(parsed, Question("e/0", instruction='Open "Quarterly zebra"'))
    assert answer.outcome == "nothing"
    assert answer.reason


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (9, 3), (64, 64)])
@pytest.mark.parametrize("texts", [False, True])
def test_any_picture_is_parsed_and_any_click_answered(
    fused: UiMethod, shape: tuple[int, int], texts: bool
) -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    parsed = fused.parse(pixels, texts=texts)
    for click in ((0.0, 0.0), (shape[1] - 0.5, shape[0] - 0.5), (-50.0, 1e4)):
        assert fused.locate(parsed, Question("e/0", click)).outcome in ("found", "nothing")
    assert fused.locate(parsed, Question("e/0", instruction="Save")).outcome in ("found", "nothing")


def test_a_flat_screen_has_nothing_small_on_it(elements: UiMethod) -> None:
    parsed = elements.parse(blank(), texts=False)
    answer = elements.locate(parsed, Question("e/0", (200.0, 120.0)))
    assert answer.outcome == "nothing" or iou([answer.box], [(0, 0, 400, 240)])[0, 0] > 0.9


def test_a_parse_is_kept_and_the_second_one_does_not_look(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    first = UiMethod("ui_elements").parse(screen(), texts=False)

    def looked(*_: object, **__: object) -> Seen:
        raise AssertionError("it looked again")

    monkeypatch.setattr(module, "parsed", looked)
    again = UiMethod("ui_elements").parse(screen(), texts=False)
    assert again.elements.boxes is not None
    assert again.elements.boxes.tobytes() == first.elements.boxes.tobytes()  # type: ignore[union-attr]
    with pytest.raises(AssertionError, match="looked again"):
        UiMethod("ui_elements").parse(blank(), texts=False)


def test_a_kept_parse_took_as_long_as_it_did_when_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    first, parses = answered(), KeptParses.usual()
    (file,) = (parses.folder or tmp_path).glob("*.npz")
    kept = parses.get(file.stem)
    assert kept is not None
    assert 0 < 1000 * kept.seconds <= first.parsing_ms
    parses.put(file.stem, Kept(kept.seen, 900.0))
    again = answered()
    assert again.parsing_ms == pytest.approx(900_000)
    assert again.locating_ms < 900_000
    assert (again.box, again.score) == (first.box, first.score)


def test_a_copy_answers_the_same(fused: UiMethod) -> None:
    copy = pickle.loads(pickle.dumps(fused))  # noqa: S301
    answers = [
        one.locate(one.parse(screen(), texts=False), click_on(FIELD)) for one in (fused, copy)
    ]
    assert answers[0] == answers[1]


def test_the_net_alone_answers_too() -> None:
    method = UiMethod("none", looking=looking(), classical=False, keep=False)
    parsed = method.parse(screen(), texts=False)
    assert isinstance(method, Method)
    assert method.locate(parsed, click_on(BUTTON)).outcome in ("found", "nothing")
    assert len(parsed.content.lines) == 0


def test_the_method_without_a_net_needs_no_torch() -> None:
    code = (
        "import sys; from src.detectors.ui.method import UiMethod; UiMethod('ui_elements');"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_neither_candidates_nor_a_net_is_refused() -> None:
    with pytest.raises(InputError, match="neither candidates nor a net"):
        UiMethod("none", classical=False)


def test_an_unknown_ranker_is_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match="neither a file nor one of"):
        UiMethod("ui_guess")


def test_a_damaged_ranker_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ranker.npz"
    file.write_bytes(b"PK not really")
    with pytest.raises(InputError, match="holds no ranker"):
        UiMethod(str(file))


def test_a_ranker_of_other_features_is_refused(tmp_path: Path) -> None:
    ranker = read_ranker("ui_elements")
    file = tmp_path / "ranker.npz"
    ranker.save(file)  # type: ignore[union-attr]
    with np.load(file) as kept:
        arrays = dict(kept)
    np.savez(file, **{**arrays, "traits": arrays["traits"][1:]})
    with pytest.raises(InputError, match="other features"):
        UiMethod(str(file))


def test_weights_come_back_as_they_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "net.pt"
    save_weights(BoxNet(width=TINY, seed=3), file)
    kept = Looking(BoxNet(width=TINY, seed=9), weights=str(file), scales=2)
    maps = [one.look(screen()).maps for one in (kept, looking())]
    off = [np.abs(a.astype(int) - b).max() for a, b in zip(*maps, strict=True)]
    assert max(off) <= 2  # half precision, in steps of 8 bits


@pytest.mark.parametrize("content", [b"", b"not weights at all"])
def test_damaged_weights_are_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "net.pt"
    file.write_bytes(content)
    with pytest.raises(InputError, match="holds no weights"):
        Looking(BoxNet(width=TINY), weights=str(file)).look(screen())


def test_weights_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="do not exist"):
        Looking(BoxNet(width=TINY), weights=str(tmp_path / "net.pt")).look(screen())


def test_weights_of_another_net_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.pt"
    save_weights(BoxNet(width=0.5), file)
    with pytest.raises(InputError, match="fits another net"):
        Looking(BoxNet(width=TINY), weights=str(file)).look(screen())
