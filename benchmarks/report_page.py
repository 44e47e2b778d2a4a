"""The gallery of 2,000 samples in a real browser: how long frames take while it is used.

python -m benchmarks.report_page [SAMPLES]
"""

import io
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image

from src.core import Scorecard
from src.reporting.page.facts import RunFacts
from src.reporting.page.one_run import run_page

SIDE, PICTURES = 256, 100
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]

SCROLL = """async (step) => {
    const view = document.getElementById("view");
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    let before = await frame();
    while (view.scrollTop + view.clientHeight < view.scrollHeight - 1 && times.length < 400) {
        view.scrollTop += step;
        const now = await frame();
        times.push(now - before);
        before = now;
    }
    return times;
}"""

IDLE = """async () => {
    const times = [];
    let before = await new Promise(requestAnimationFrame);
    for (let count = 0; count < 120; count += 1) {
        const now = await new Promise(requestAnimationFrame);
        times.push(now - before);
        before = now;
    }
    return times;
}"""

CHOOSE = """async (kind) => {
    const field = (id) => document.getElementById(id);
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    let before = await frame();
    for (let count = 0; count < 60; count += 1) {
        if (kind === "sort") field("way").value = count % 2 ? "up" : "down";
        else field("least").value = (count % 10) / 10;
        gallery.choose();
        const now = await frame();
        times.push(now - before);
        before = now;
    }
    field("least").value = "";
    gallery.choose();
    return times;
}"""


def noisy_pictures() -> list[bytes]:
    """WebP files of soil-like noise, which compresses badly."""
    rng, files = np.random.default_rng(0), []
    for _ in range(PICTURES):
        content = io.BytesIO()
        pixels = rng.normal(100, 25, (SIDE, SIDE, 3)).clip(0, 255).astype(np.uint8)
        Image.fromarray(pixels).reduce(2).resize((SIDE, SIDE)).save(content, "WEBP", quality=75)
        files.append(content.getvalue())
    return files


def page_of(samples: int) -> str:
    """A run with so many samples."""
    names = np.array([f"sample-{number:05d}" for number in range(samples)])
    scores = np.random.default_rng(1).uniform(0, 1, samples)
    card = Scorecard({"f1": 0.5}, rows={"name": names, "id": names, "f1": scores}, main=("f1",))
    files = noisy_pictures()
    pictures = {place: files[place % PICTURES] for place in range(samples)}
    return run_page(RunFacts("benchmark", {}, card=card, score="f1", thumbnails=pictures))


def worked(session: Any) -> float:
    """Seconds of processor time that the page's own thread has had, whatever else runs here."""
    told = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in told if one["name"] == "TaskDuration"))


def main() -> None:
    """Print frame times of scrolling, sorting and filtering beside those of the page at rest."""
    from playwright.sync_api import sync_playwright

    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "report.html"
        file.write_text(page_of(samples), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        tab = browser.new_page(viewport={"width": 1200, "height": 900})
        tab.goto(file.as_uri())
        session = tab.context.new_cdp_session(tab)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        print(f"{samples} samples, {file.stat().st_size / 2**20:.1f} MiB")
        print(f"loaded after {tab.evaluate('performance.now()'):.0f} ms")
        for name, script, word in (
            ("at rest", IDLE, None),
            ("scrolled by 60 px a frame", SCROLL, 60),
            ("sorted anew every frame", CHOOSE, "sort"),
            ("filtered anew every frame", CHOOSE, "filter"),
        ):
            before = worked(session)
            times = tab.evaluate(script, word)
            own = 1000 * (worked(session) - before) / len(times)
            middle, slow, slowest = np.percentile(times, [50, 95, 99])
            print(
                f"{name}: {len(times)} frames, median {middle:.1f} ms, 95 % {slow:.1f}, "
                f"99 % {slowest:.1f}, longest {max(times):.1f}; "
                f"{own:.1f} ms of the page's processor time each"
            )
        print(f"tiles that exist: {tab.evaluate('document.querySelectorAll(`.tile`).length')}")
        browser.close()


if __name__ == "__main__":
    main()
