"""The studio's page in headless Chromium beside a tuned Konva: frames, saving, weight.

``python -m benchmarks.studio [--repeats 3]``. Konva comes from npm into a temporary folder; without
npm the page is measured alone. Compare only inside one run: repeats alternate.
"""

import argparse
import io
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image

from src.data.refsets import About, ReferenceSet
from src.data.refsets.labels import Area, Bib, Bibs
from src.data.ui_rendered.browser import executable
from src.studio.asking import Studio
from tests.studio.asked import Asker, served

SIZE, COUNTS, FRAMES = (6000, 4000), (500, 2000), 120
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"]
WINDOW = {"width": 1600, "height": 1000}
KONVA = "konva@10.9.0"
PEER = "http://peer.test"

MOVING = """async (frames) => {
    const gone = [];
    let last;
    for (let i = 0; i < frames; i++) {
        const now = await new Promise(requestAnimationFrame);
        if (last !== undefined) gone.push(now - last);
        last = now;
        MOVE
    }
    return gone;
}"""
OURS = MOVING.replace(
    "MOVE",
    "if (i % 3 === 0) studio.view.zoom(i < frames / 2 ? 1.05 : 0.95); else studio.view.pan(4, -3);",
)
THEIRS = MOVING.replace(
    "MOVE",
    "if (i % 3 === 0) zoom(i < frames / 2 ? 1.05 : 0.95); else pan(4, -3);",
)

# Hit testing off, strokes of constant width, half-size copies of the photo: what made it faster.
PAGE = """<!doctype html><body style="margin:0"><div id="stage"></div>
<script src="/konva.js"></script><script>
const boxes = BOXES;
const stage = new Konva.Stage({ container: "stage", width: 1600, height: 1000 });
const layer = new Konva.Layer({ listening: false });
stage.add(layer);
const image = new Image();
image.onload = () => {
    const copies = [image];
    while (copies.at(-1).width > 1000) {
        const copy = document.createElement("canvas"), from = copies.at(-1);
        copy.width = from.width / 2; copy.height = from.height / 2;
        copy.getContext("2d").drawImage(from, 0, 0, copy.width, copy.height);
        copies.push(copy);
    }
    const photo = new Konva.Image({ image, width: 6000, height: 4000, perfectDrawEnabled: false });
    layer.add(photo);
    for (const [x, y, w, h] of boxes) layer.add(new Konva.Rect({
        x, y, width: w, height: h, stroke: "#27e0a3", strokeWidth: 2, strokeScaleEnabled: false,
        perfectDrawEnabled: false, shadowForStrokeEnabled: false, listening: false }));
    window.scale = 0.25;
    const draw = () => {
        stage.scale({ x: scale, y: scale });
        const level = Math.floor(-Math.log2(scale));
        photo.image(copies[Math.max(0, Math.min(copies.length - 1, level))]);
        stage.batchDraw();
    };
    window.zoom = (by) => {
        const at = { x: (800 - stage.x()) / scale, y: (500 - stage.y()) / scale };
        scale *= by;
        stage.position({ x: 800 - at.x * scale, y: 500 - at.y * scale });
        draw();
    };
    window.pan = (dx, dy) => { stage.position({ x: stage.x() + dx, y: stage.y() + dy }); draw(); };
    draw();
    window.peerReady = true;
};
image.src = "/photo.jpg";
</script>"""


def photo() -> bytes:
    """A grainy JPEG of 24 megapixels."""
    rng = np.random.default_rng(0)
    small = rng.integers(60, 200, (SIZE[1] // 8, SIZE[0] // 8, 3), np.uint8)
    picture = Image.fromarray(small).resize(SIZE, Image.Resampling.BICUBIC)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=88)
    return stream.getvalue()


def areas(count: int) -> list[Area]:
    """Boxes of many sizes all over the photo."""
    rng = np.random.default_rng(count)
    sides = rng.uniform(0.005, 0.04, (count, 2))
    corners = rng.uniform(0, 1 - sides)
    return [
        Area(*map(float, (*corner, *side))) for corner, side in zip(corners, sides, strict=True)
    ]


def made(folder: Path, content: bytes) -> ReferenceSet:
    """The photo once for each number of boxes."""
    refset = ReferenceSet.create(folder, About("bench", ("bibs",), source="synthetic"))
    for count in COUNTS:
        sha = refset.add(content + bytes([count % 251]), f"{count}.jpg")
        boxes = tuple(Bib(area, str(place)) for place, area in enumerate(areas(count)))
        refset.save(sha, {"bibs": Bibs(boxes, labelled=False)}, began=None)
    return refset


def konva(folder: Path) -> bytes | None:
    """The peer from npm; ``None`` where there is no npm."""
    if shutil.which("npm") is None:
        return None
    command = ["npm", "pack", KONVA, "--silent"]
    if subprocess.run(command, cwd=folder, capture_output=True).returncode:
        return None
    with tarfile.open(next(folder.glob("konva-*.tgz"))) as archive:
        file = archive.extractfile("package/konva.min.js")
        return None if file is None else file.read()


@contextmanager
def browser() -> Iterator[Any]:
    """Headless Chromium without a GPU."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=str(executable()), args=ARGUMENTS)
        yield found
        found.close()


def opened(tab: Any, studio: Asker, sha: str) -> None:
    """Until the photo can be labelled."""
    tab.goto(f"{studio.origin}/label/bibs/{sha}")
    tab.wait_for_function("(sha) => window.studio?.ready && studio.shownSha === sha", arg=sha)


def told(name: str, gone: list[float]) -> str:
    """One line of figures."""
    return (
        f"{name:<22} median {np.median(gone):4.0f} ms, 95 % below {np.percentile(gone, 95):4.0f} ms"
    )


def frames(found: Any, studio: Asker, content: bytes, peer: bytes | None, repeats: int) -> None:
    """Pan and zoom over both numbers of boxes, ours and the peer's in turns."""
    photos = studio.get("/api/photos?limit=2")["photos"]
    medians: dict[tuple[int, str], list[float]] = {}
    for _ in range(repeats):
        for count, one in zip(COUNTS, photos, strict=True):
            tab = found.new_page(viewport=WINDOW)
            opened(tab, studio, one["sha"])
            medians.setdefault((count, "studio"), []).append(moved(tab, OURS, f"{count}, studio"))
            if peer is None:
                continue
            tab = found.new_page(viewport=WINDOW)
            serve_peer(tab, count, peer, content)
            tab.goto(f"{PEER}/")
            tab.wait_for_function("() => window.peerReady")
            medians.setdefault((count, "Konva"), []).append(moved(tab, THEIRS, f"{count}, Konva"))
    for count in COUNTS:
        if (count, "Konva") in medians:
            ratio = np.median(medians[count, "studio"]) / np.median(medians[count, "Konva"])
            print(f"{count} boxes: {ratio:.2f} of Konva's frame time")


def moved(tab: Any, script: str, name: str) -> float:
    """Median milliseconds of a frame, after some that nobody counts."""
    tab.wait_for_timeout(500)
    tab.evaluate(script, FRAMES // 4)
    gone = tab.evaluate(script, FRAMES)
    tab.close()
    print(told(name, gone))
    return float(np.median(gone))


def serve_peer(tab: Any, count: int, peer: bytes, content: bytes) -> None:
    """Answer what the peer's page asks for."""
    width, height = SIZE
    boxes = [[one.x * width, one.y * height, one.w * width, one.h * height] for one in areas(count)]
    parts = {
        "/": ("text/html", PAGE.replace("BOXES", str(boxes)).encode()),
        "/konva.js": ("text/javascript", peer),
        "/photo.jpg": ("image/jpeg", content),
    }

    def answer(route: Any) -> None:
        kind, body = parts.get(route.request.url.removeprefix(PEER), ("text/plain", b""))
        route.fulfill(content_type=kind, body=body)

    tab.route(f"{PEER}/**", answer)


def photo_and_saves(found: Any, studio: Asker, repeats: int) -> None:
    """Until a large photo is there, what a save takes, and what a page weighs."""
    sha = studio.get("/api/photos?limit=2")["photos"][0]["sha"]
    for _ in range(repeats):
        context = found.new_context(viewport=WINDOW)
        tab = context.new_page()
        answers = answers_of(tab)
        began = time.perf_counter()
        opened(tab, studio, sha)
        ready = time.perf_counter() - began
        tab.keyboard.press("Tab")
        saves = []
        for _ in range(20):
            tab.keyboard.press("ArrowRight")
            tab.wait_for_function("() => studio.store.state === 'saved' && studio.store.lastSave")
            saves.append(tab.evaluate("() => studio.store.lastSave"))
        print(f"photo ready {ready:.2f} s, after its page {tab.evaluate('studio.ready'):.0f} ms")
        print(told("save of 500 boxes", saves))
        print(f"page {sum(map(weighed, answers)) / 1000:.0f} kB")
        context.close()


def answers_of(tab: Any) -> list[Any]:
    """All answers that a tab gets from now on."""
    answers: list[Any] = []
    tab.on("response", lambda one: answers.append(one))
    return answers


def weighed(response: Any) -> int:
    """Bytes of what is the page's own."""
    own = "/page/" in response.url or "/label/" in response.url
    return len(response.body()) if own and response.ok else 0


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        home, content = Path(folder), photo()
        print(f"photo of {SIZE[0]}×{SIZE[1]}, {len(content) / 1e6:.1f} MB")
        with (
            made(home / "set", content) as refset,
            served(Studio(refset)) as studio,
            browser() as found,
        ):
            frames(found, studio, content, konva(home), given.repeats)
            photo_and_saves(found, studio, given.repeats)


if __name__ == "__main__":
    main()
