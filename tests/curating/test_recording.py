"""Clicks recorded in a real browser, on a page with everything that misleads a recorder."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from src.core import InputError
from src.curating.recorded import record_browser
from src.curating.recording.clicked import Clicked
from src.curating.recording.folder import recorded_proposals
from src.data.ui.document import read_annotations

chromium = pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")

SCALE = 2.0
QUIET = Console(quiet=True)

PAGE = """<!doctype html><style>body{margin:0;background:#fff;font:16px sans-serif}
#change{position:absolute;left:40px;top:20px;width:120px;height:40px;border:0;background:#0a0}
iframe{position:absolute;left:300px;top:100px;width:200px;height:120px;
border:5px solid #000;padding:3px}
x-host{position:absolute;left:40px;top:300px}
#secret{position:absolute;left:40px;top:200px;width:160px;height:30px}</style>
<button id=change onclick="this.remove();document.body.style.background='#f00'">Change</button>
<input id=secret type=password value=hunter2>
<iframe srcdoc="<body style='margin:0'><button style='position:absolute;left:20px;top:30px;
width:80px;height:30px' onclick='this.textContent=1'>Inner</button><input type=password value=x
style='position:absolute;left:20px;top:80px;width:60px;height:20px'>"></iframe>
<x-host></x-host><script>
customElements.define('x-host', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'closed'});
  root.innerHTML = '<div style="padding:10px;background:#eee;width:200px">' +
    '<button style="width:90px;height:36px">Shadow</button></div>';
  root.querySelector('button').onclick = () => { document.title = 'shadow'; }; } });</script>"""


@pytest.fixture(name="address")
def address_fixture(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/index.html"
        server.shutdown()
        thread.join()


async def drive(page: Any) -> None:
    """Show the password first, then click through the window; each click must reach the page."""
    await page.evaluate("document.getElementById('secret').type = 'text'")
    inner = page.frames[1]
    for x, y, frame, done in (
        (100, 40, page, "document.body.style.background !== ''"),
        (300 + 5 + 3 + 60, 100 + 5 + 3 + 45, inner,
         "document.querySelector('button').textContent === '1'"),
        (40 + 10 + 45, 300 + 10 + 18, page, "document.title === 'shadow'"),
    ):  # fmt: skip
        await page.mouse.click(x, y)
        await frame.wait_for_function(done, timeout=30_000)


@chromium
def test_a_click_is_kept_with_the_screen_before_it(address: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert record_browser(address, out, QUIET, headless=True, scale=SCALE, drive=drive) == 3
    samples = read_annotations(out).samples
    pictures = [np.asarray(Image.open(out / sample.image)) for sample in samples]
    proposals = [recorded_proposals(sample)[0] for sample in samples]

    # before, not after: the button is still there in its colour
    assert pictures[0][60, 90].tolist() == [0, 170, 0]
    assert pictures[0][5, 5].tolist() == [255, 255, 255]
    assert pictures[1][5, 5].tolist() == [255, 0, 0]
    assert proposals[0].click == (200, 80)

    # device scale, and a frame inside border and padding
    assert proposals[0].box == (80, 40, 320, 120)
    origin = np.array([300 + 5 + 3, 100 + 5 + 3] * 2)
    inner = (origin + np.array([20, 30, 100, 60])) * SCALE
    assert proposals[1].box == tuple(inner)
    assert proposals[1].click == tuple((origin[:2] + np.array([60, 45])) * SCALE)

    # a closed shadow root is looked into
    assert proposals[2].box == (100, 620, 280, 692)
    assert [own.text for own in proposals] == ["Change", "Inner", "Shadow"]
    assert {own.type for own in proposals} == {"button"}

    # passwords, shown ones and those in frames too, are under paint in every picture
    for picture in pictures:
        for x1, y1, x2, y2 in ((40, 200, 200, 230), tuple(origin + np.array([20, 80, 80, 100]))):
            part = picture[int(y1 * 2) : int(y2 * 2), int(x1 * 2) : int(x2 * 2)]
            assert (part == 64).all()
    assert "hunter2" not in (out / "annotations.json").read_text()


@pytest.mark.parametrize("address", ["example.org", "ftp://x", "javascript:1"])
def test_an_address_without_a_known_scheme_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no scheme"):
        record_browser(address, tmp_path, QUIET)


@chromium
def test_a_page_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        record_browser("http://127.0.0.1:9/", tmp_path, QUIET, headless=True)


@chromium
def test_without_a_screen_the_command_says_so_in_one_sentence(tmp_path: Path) -> None:
    unseen = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    for display in ({}, {"DISPLAY": ":987"}):
        said = subprocess.run(
            [sys.executable, "-m", "src.grounding", "record", "http://127.0.0.1:9/", "--out",
             str(tmp_path)],
            env={**unseen, **display}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert said.returncode == 2
        assert said.stderr.splitlines() == [
            "error: record cannot open a window: it needs a screen, and DISPLAY names none that "
            "is there"
        ]


def test_another_chromium_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def recorded() -> int:
        return record_browser("http://127.0.0.1:9/", tmp_path / "out", QUIET, headless=True)

    monkeypatch.setenv("BRUSHWORK_CHROMIUM", str(tmp_path / "absent"))
    with pytest.raises(InputError, match=r"^record needs Chromium, .* set BRUSHWORK_CHROMIUM"):
        recorded()
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\nexit 3\n")
    other.chmod(0o755)
    monkeypatch.setenv("BRUSHWORK_CHROMIUM", str(other))
    with pytest.raises(InputError, match=f"^record cannot start {other} .*: set BRUSHWORK_CHRO"):
        recorded()


@pytest.mark.parametrize(
    "told",
    [None, {}, {"x": 1}, {"x": "nan", "y": 1, "boxes": [], "suggested": 0},
     {"x": 1, "y": 1, "boxes": [[1, 1, 1, 1]], "suggested": 0}],
)  # fmt: skip
def test_a_page_that_tells_nonsense_is_not_believed(told: Any) -> None:
    with pytest.raises(InputError):
        Clicked.read(told)


def test_boxes_outside_the_screen_are_cut() -> None:
    clicked = Clicked((5, 5), ((-3, -3, 8, 8), (-50, -50, 500, 500)), 1)
    proposal = clicked.proposal((20, 30, 3))
    assert proposal.chain == ((0, 0, 8, 8), (0, 0, 30, 20))
    assert proposal.place == 1
