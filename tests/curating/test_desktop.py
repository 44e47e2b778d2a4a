"""Clicks on a real X display without a screen."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from src.curating.recording.desktop import Look
from src.curating.recording.folder import recorded_proposals
from src.data.formats.images import read_pixels
from src.data.ui.document import read_annotations

NEEDED = ("Xvfb", "xdotool")

RECORD = """
import sys
from pathlib import Path
from src.curating.recording.desktop import DesktopRecorder
from src.curating.recording.folder import RecordedFolder
recorder = DesktopRecorder(RecordedFolder(Path(sys.argv[1])), clicks=2)
recorder.record(ready=lambda: print("ready", flush=True))
"""


@pytest.fixture(name="display")
def display_fixture() -> Iterator[dict[str, str]]:
    pytest.importorskip("evdev", reason="pynput is absent: pip install 'brushwork[desktop]'")
    pytest.importorskip("mss", reason="mss is absent: pip install 'brushwork[desktop]'")
    for name in NEEDED:
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as told:  # to its end: the server dies where nobody hears it out
        number = told.readline().strip()
    yield {**os.environ, "DISPLAY": f":{number}"}
    server.terminate()
    server.wait()


def test_a_desktop_click_is_kept_with_the_screen_before_it(
    display: dict[str, str], tmp_path: Path
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RECORD, str(tmp_path)], env=display, stdout=subprocess.PIPE
    ) as recorder:
        assert recorder.stdout is not None
        assert recorder.stdout.readline() == b"ready\n"
        for x, y in ((150, 100), (320, 240)):
            time.sleep(0.6)
            subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], env=display,
                           check=True)  # fmt: skip
        assert recorder.wait(30) == 0
    samples = read_annotations(tmp_path).samples
    assert [recorded_proposals(own)[0].click for own in samples] == [(150, 100), (320, 240)]
    assert {read_pixels(tmp_path / own.image).shape for own in samples} == {(480, 640, 3)}


def test_a_click_is_told_in_pixels_of_the_picture() -> None:
    look = Look(np.zeros((200, 400, 3), np.uint8), (100, 50, 200, 100), 0.0)
    assert look.holds(100, 50)
    assert not look.holds(300, 50)
    assert look.clicked(200, 100).click == (200, 100)
    assert look.clicked(100, 50).box == (0, 0, 24, 24)
