"""Through a real Label Studio and back: imported, seen, corrected with a brush, exported, taught.

``make test-labelstudio`` installs it and runs this; the folder that ``BRUSHWORK_PICTURES`` names
keeps what was seen.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from src.core import InputError
from src.data.formats.label_studio.decode import decode_alpha
from src.data.formats.label_studio.task_masks import TaskMasks
from src.data.label_studio import LabelStudio
from src.data.synthetic.nuclei import Nuclei
from src.data.ui_rendered.browser import FLAGS, executable
from src.geometry.masks import decode, to_rles
from tests.data.ui_rendered.chromium import skip_without_chromium
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_label_studio import LEARNING, export
from tests.label_studio_server import (
    PATIENCE_SECONDS,
    PROGRAM,
    LabelStudioServer,
    label_studio,
    until,
)

pytestmark = pytest.mark.skipif(
    not PROGRAM.is_file(), reason="Label Studio is not installed: make test-labelstudio"
)

SIZE = 256
SHAPE = (SIZE, SIZE)
SMALL = ("dataset.count=5", f"dataset.size={SIZE}", "pictures=0", "tracking.run_name=otsu")
STEPS = 6
"""Places that the mouse is seen at between two turns of a stroke."""

Run = Callable[..., Answer]
Alpha = npt.NDArray[np.uint8]


@pytest.fixture
def studio(run: Run, workplace: Path) -> Path:
    """The folder that a recorded run leaves for Label Studio."""
    skip_without_chromium()
    assert run(*SMALL).code == 0
    folder = workplace / "studio"
    result = export("otsu", "--output", str(folder / "tasks.json"), "--label", "nucleus")
    assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture
def server(studio: Path, workplace: Path) -> Iterator[LabelStudioServer]:
    with label_studio(workplace, studio) as running:
        yield running


@pytest.fixture
def page(server: LabelStudioServer) -> Iterator[Any]:
    """A tab of Chromium whose user has logged in."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=executable(), args=[*FLAGS])
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.set_default_timeout(1000 * PATIENCE_SECONDS)
        tab.goto(f"{server.uri}/user/login/", wait_until="domcontentloaded")
        tab.fill("input[name=email]", server.user)
        tab.fill("input[name=password]", server.password)
        tab.click("button[type=submit]")
        tab.wait_for_url(lambda url: "login" not in url, wait_until="commit")
        yield tab
        browser.close()


def alpha(region: dict[str, Any]) -> Alpha:
    return decode_alpha(region["value"]["rle"], SHAPE)


def worst(regions: list[dict[str, Any]]) -> tuple[int, npt.NDArray[np.bool_]]:
    """Which region of the first picture covers its nucleus worst, and that nucleus."""
    truth = next(iter(Nuclei(count=5, size=SIZE, seed=1).samples())).truth
    found = []
    for number, region in enumerate(regions):
        mask = alpha(region) > 0
        for rle in to_rles(truth):
            nucleus = decode(rle)
            both = np.count_nonzero(mask & nucleus)
            # What lies within one nucleus, so that painting mends it.
            if both > 0.9 * np.count_nonzero(mask):
                found.append((both / np.count_nonzero(mask | nucleus), number, nucleus))
    _, number, nucleus = min(found, key=lambda one: one[0])
    return number, nucleus


def stroke(nucleus: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """(turns, 2) x and y of a mouse that scribbles over a nucleus."""
    rows, columns = np.nonzero(nucleus)
    turns = []
    for row in range(rows.min() + 2, rows.max() - 1, 3):
        own = columns[rows == row]
        turns += [(own.min() + 2, row), (own.max() - 2, row)][:: -1 if len(turns) % 4 else 1]
    return np.array(turns) + 0.5


def shoot(page: Any, name: str) -> None:
    """Keep what is seen, where somebody wants it."""
    if folder := os.environ.get("BRUSHWORK_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def corrected(page: Any, region: dict[str, Any], turns: npt.NDArray[np.float64]) -> None:
    """Click on a region, which chooses it, and draw with the brush, which adds to it."""
    page.locator(".lsf-outliner-item").first.wait_for()
    canvas = page.locator(".konvajs-content").first.bounding_box()
    scale = canvas["height"] / SIZE

    def on_screen(place: npt.NDArray[np.float64]) -> tuple[float, float]:
        return canvas["x"] + scale * place[0], canvas["y"] + scale * place[1]

    rows, columns = np.nonzero(alpha(region) > 0)
    middle = np.argmin(np.hypot(rows - rows.mean(), columns - columns.mean()))
    shoot(page, "label_studio_predicted")
    page.keyboard.press("v")
    page.mouse.click(*on_screen(np.array([columns[middle], rows[middle]]) + 0.5))
    page.get_by_text(region["id"], exact=True).wait_for()
    page.keyboard.press("b")
    page.mouse.move(*on_screen(turns[0]))
    page.mouse.down()
    for place in turns[1:]:
        page.mouse.move(*on_screen(place), steps=STEPS)
    page.mouse.up()


def test_a_mask_that_is_painted_in_a_real_label_studio_is_learned_from(
    run: Run, studio: Path, server: LabelStudioServer, page: Any
) -> None:
    tasks = json.loads((studio / "tasks.json").read_text())
    configuration = (studio / "label_config.xml").read_text()
    project = server.make_project(configuration, tasks, studio / "images")
    first = tasks[0]["data"]["image"]
    number, nucleus = worst(tasks[0]["predictions"][0]["result"])

    listed = server.ask("GET", f"tasks?project={project}")["tasks"]
    own = next(int(one["id"]) for one in listed if one["data"]["image"] == first)
    page.goto(f"{server.uri}/projects/{project}/data?task={own}", wait_until="domcontentloaded")
    corrected(page, tasks[0]["predictions"][0]["result"][number], stroke(nucleus))
    shoot(page, "label_studio_corrected")
    page.get_by_role("button", name="Submit").click()
    until(lambda: server.annotated(project, first), "the annotation")
    for task in listed:
        if task["id"] != own:
            full = server.ask("GET", f"tasks/{task['id']}?project={project}")
            accepted = {"result": full["predictions"][0]["result"]}
            server.ask("POST", f"tasks/{task['id']}/annotations", accepted)

    exported = server.exported(project)
    file = studio / "exported.json"
    file.write_text(json.dumps(exported))
    assert all(isinstance(one, int) for task in exported for one in task["predictions"])
    with pytest.raises(InputError, match="only numbered"):
        TaskMasks(str(file))

    by_image = {task["data"]["image"]: task["annotations"][0]["result"] for task in exported}
    before = [alpha(one) for one in tasks[0]["predictions"][0]["result"]]
    after = [alpha(one) for one in by_image[first]]
    changed = [one for one in range(len(before)) if not np.array_equal(before[one], after[one])]
    assert changed == [number]
    soft, hard = after[number] > 0, after[number] >= 128
    assert np.count_nonzero(soft) > np.count_nonzero(hard) > np.count_nonzero(before[number])

    samples = {one.name: one for one in LabelStudio(str(file), str(studio / "images")).samples()}
    assert len(samples) == len(tasks)
    masks = [decode(rle) for rle in to_rles(samples[Path(first).stem].truth)]
    assert np.array_equal(masks[number], hard)
    assert samples[Path(first).stem].truth.class_names == ("nucleus",)

    iou = [
        np.count_nonzero(mask & nucleus) / np.count_nonzero(mask | nucleus)
        for mask in (before[number] > 0, hard)
    ]
    assert iou[1] > iou[0]

    data = ("dataset=label_studio", f"dataset.tasks={file}", f"dataset.images={studio / 'images'}")
    scored = run(*data, "scorer=masks", "pictures=0", "split=all")
    assert scored.code == 0, scored.err
    fractions = "dataset.split.fractions={train: 0.4, val: 0.2, test: 0.4}"
    taught = run(*LEARNING, *data[1:], fractions)
    assert taught.code == 0, taught.err
