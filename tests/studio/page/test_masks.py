"""Painting with a real pointer: the mask is what the disk of the project would have painted."""

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from src.annotators.traces.painting import painted
from src.data.formats.painter import segmentation_png
from src.data.formats.traces import read_trace
from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts import Ghost
from src.studio.asking import Studio
from tests.studio.asked import Asker, served
from tests.studio.page.person import Person
from tests.studio.page.pictures import SIZE, SOURCE
from tests.studio.page.pictures import painted as painted_set

Sits = Callable[..., Person]
Kinds = npt.NDArray[np.uint8]

SHOWN = """async () => {
    const { paint } = studio.at;
    return { png: await paint.png() };
}"""


def kinds_of(content: bytes) -> Kinds:
    """1 where red, 2 where green."""
    rgba = np.asarray(Image.open(io.BytesIO(content)).convert("RGBA"))
    return np.where(rgba[..., 0] > 0, 1, np.where(rgba[..., 1] > 0, 2, 0)).astype(np.uint8)


def on_page(person: Person) -> Kinds:
    """The paint as the page has it."""
    return kinds_of(base64.b64decode(person.tab.evaluate(SHOWN)["png"]))


def kept(person: Person, refset: ReferenceSet) -> tuple[Kinds, Any]:
    """The mask and the trace as the set has them."""
    said = person.labels("masks")
    trace = None if said["trace"] is None else read_trace(refset.objects.read(said["trace"]))
    return kinds_of(refset.objects.read(said["mask"])), trace


def strokes(trace: Any) -> int:
    """How often the button went down."""
    return len(np.unique(trace.stroke[trace.stroke >= 0]))


def test_the_mask_is_the_replay_of_the_hand(
    painting: Asker, canvas: ReferenceSet, sits: Sits
) -> None:
    person = sits(painting)
    person.opens("masks", person.photos()[0])
    person.drags((0.2, 0.2), (0.5, 0.3), (0.9, 0.1), steps=7)  # foreground over two tiles
    person.keys("w").drags((0.3, 0.6), (0.6, 0.7)).keys("]", "]")
    person.keys("e").drags((0.35, 0.2), (0.35, 0.65)).saved()
    mask, trace = kept(person, canvas)
    assert set(np.unique(mask)) == {0, 1, 2}
    assert np.array_equal(mask, on_page(person))
    assert np.array_equal(mask, painted(trace, mask.shape))
    assert set(trace.tool[trace.drawing]) == {"foreground", "background", "eraser"}
    assert (trace.kind == "move").sum() > trace.drawing.sum() / 2  # also between strokes


def test_ten_strokes_are_taken_back_and_made_again(
    painting: Asker, canvas: ReferenceSet, sits: Sits
) -> None:
    person = sits(painting)
    person.opens("masks", person.photos()[1])
    person.drags((0.1, 0.9), (0.9, 0.9))
    first = on_page(person)
    for number in range(10):
        y = 0.05 + 0.07 * number
        person.drags((0.1, y), (0.8, y + 0.2))
    all_eleven = on_page(person)
    person.keys(*["Control+z"] * 10)
    assert np.array_equal(on_page(person), first)
    person.keys(*["Control+Shift+z"] * 10)
    assert np.array_equal(on_page(person), all_eleven)
    person.keys(*["Control+z"] * 4).saved()
    mask, trace = kept(person, canvas)
    assert np.array_equal(mask, on_page(person))
    assert np.array_equal(mask, painted(trace, mask.shape))


def test_a_hand_goes_on_after_a_reload(painting: Asker, canvas: ReferenceSet, sits: Sits) -> None:
    person = sits(painting)
    sha = person.photos()[2]
    person.opens("masks", sha).drags((0.2, 0.2), (0.6, 0.2)).saved()
    person.tab.reload()
    person.sees("masks", sha)
    person.tab.evaluate("() => studio.at.loading")
    before = on_page(person)
    person.drags((0.2, 0.5), (0.6, 0.5)).saved()
    mask, trace = kept(person, canvas)
    assert (mask > 0).sum() > (before > 0).sum() > 0
    assert np.array_equal(mask, painted(trace, mask.shape))
    person.tab.reload()
    person.sees("masks", sha).keys("Control+z").saved()
    person.tab.evaluate("() => studio.at.loading")
    assert np.array_equal(on_page(person), before)  # from the set's log


def test_sizes_are_separate_and_zooming_never_moves_a_mask(
    painting: Asker, canvas: ReferenceSet, sits: Sits
) -> None:
    person = sits(painting)
    person.opens("masks", person.photos()[3])
    radius = "() => studio.at.painter.radius"
    brush = person.tab.evaluate(radius)
    person.keys("e", "]", "]")
    assert person.tab.evaluate(radius) > brush
    person.keys("q")
    assert person.tab.evaluate(radius) == brush
    person.tab.mouse.move(*person.at(0.5, 0.5))
    person.tab.keyboard.down("Shift")
    person.tab.mouse.wheel(0, -120)
    person.tab.wait_for_function("(before) => studio.at.painter.radius > before", arg=brush)
    person.tab.keyboard.up("Shift")
    person.drags((0.4, 0.4), (0.6, 0.6)).saved()
    before = on_page(person)
    person.tab.mouse.wheel(0, -400)
    person.tab.wait_for_timeout(300)
    place = person.tab.evaluate("() => studio.view.scale")
    person.keys("v").saved()
    assert person.tab.evaluate("() => studio.view.scale") != pytest.approx(place)
    assert np.array_equal(on_page(person), before)
    assert np.array_equal(kept(person, canvas)[0], before)


def test_a_prediction_lies_beneath_and_can_be_taken(tmp_path: Path, sits: Sits) -> None:
    with painted_set(tmp_path / "set", 1) as refset, served(Studio(refset)) as studio:
        predicted = np.zeros(SIZE[::-1], bool)
        predicted[100:200, 500:700] = True
        (photo,) = refset.photos()
        with refset.batch() as batch:
            ghost = Ghost(painting=batch.put(segmentation_png(predicted)))
            batch.suggest(photo.sha, "masks", SOURCE, [ghost])
        person = sits(studio).opens("masks", photo.sha)
        person.tab.locator(".prediction").wait_for(state="attached")
        person.keys("p")
        assert "hidden" in person.tab.locator(".prediction").get_attribute("class")
        person.keys("a").hears("taken as paint").saved()
        mask, trace = kept(person, refset)
        assert np.array_equal(mask == 1, predicted)
        assert trace is None  # nobody painted that


def test_paint_that_could_not_be_sent_survives_the_page(
    painting: Asker, canvas: ReferenceSet, sits: Sits
) -> None:
    person = sits(painting, may=("ERR_FAILED",))
    sha = person.photos()[3]
    person.opens("masks", sha)
    person.tab.evaluate("() => studio.at.loading")
    painted_here = paints_without_a_server(person)
    person.tab.reload()
    person.sees("masks", sha).saved()
    person.tab.evaluate("() => studio.at.loading")
    assert np.array_equal(on_page(person), painted_here)
    assert np.array_equal(kept(person, canvas)[0], painted_here)
    person.drags((0.1, 0.5), (0.5, 0.5)).saved()
    mask, trace = kept(person, canvas)
    assert np.array_equal(mask, painted(trace, mask.shape))


def test_unsent_paint_that_is_sent_before_the_photo_is_shown_keeps_its_trace(
    painting: Asker, canvas: ReferenceSet, sits: Sits
) -> None:
    person = sits(painting, may=("ERR_FAILED",))
    sha = person.photos()[2]
    person.opens("masks", sha)
    person.tab.evaluate("() => studio.at.loading")
    said = person.labels("masks")
    before = strokes(kept(person, canvas)[1]) if said and said["trace"] else 0
    paints_without_a_server(person)
    waiting: list[Any] = []
    person.tab.route("**/picture", lambda route: waiting.append(route))
    with person.tab.expect_response(lambda answer: answer.request.method == "PUT") as sent:
        person.tab.reload(wait_until="commit")
    sent.value.finished()
    assert waiting
    for route in waiting:
        route.continue_()
    person.tab.unroute("**/picture")
    person.sees("masks", sha)
    person.tab.evaluate("() => studio.at.loading")
    for place in (0.5, 0.3):
        person.drags((0.1, place), (0.5, place)).saved()
        mask, trace = kept(person, canvas)
        assert np.array_equal(mask, painted(trace, mask.shape))
        assert np.array_equal(mask, on_page(person))
    assert strokes(trace) == before + 3


def paints_without_a_server(person: Person) -> Kinds:
    """A stroke that stays in the browser, as the page has it."""
    person.tab.route("**/masks", lambda route: route.abort() if put(route) else route.continue_())
    person.drags((0.1, 0.8), (0.9, 0.85))
    here = on_page(person)
    person.tab.wait_for_function("() => studio.store.state === 'away'")
    person.tab.unroute("**/masks")
    return here


def put(route: Any) -> bool:
    """Whether the page sends something."""
    return bool(route.request.method == "PUT")
