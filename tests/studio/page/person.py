"""Somebody in front of the page: a real pointer and real keys, in coordinates of the photo."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.studio.asked import Asker

PATIENCE_SECONDS = 15.0

PLACE = """([x, y]) => {
    const { view } = studio, bounds = view.stage.getBoundingClientRect();
    const at = view.toScreen({ x: x * view.width, y: y * view.height });
    return [at.x + bounds.left, at.y + bounds.top];
}"""

READY = """([sha, step]) => window.studio?.ready && studio.shownSha === sha && studio.step === step
    && studio.at && studio.store.photo.sha === sha"""

SAVED = """() => studio.store.state === "saved" && !studio.store.queue.length
    && !studio.store.undoing && !studio.opening"""


@dataclass(frozen=True)
class Person:
    """A browser's tab, and the server to ask what was really kept."""

    tab: Any
    studio: Asker

    def photos(self) -> list[str]:
        """All photos in order."""
        return [one["sha"] for one in self.studio.get("/api/photos?limit=200")["photos"]]

    def opens(self, step: str, sha: str) -> "Person":
        """Wait until a photo can be labelled."""
        self.tab.goto(f"{self.studio.origin}/label/{step}/{sha}")
        return self.sees(step, sha)

    def opens_here(self, step: str, sha: str) -> "Person":
        """The same without a new page, as one goes from photo to photo."""
        self.tab.evaluate("([sha, step]) => studio.go(sha, step)", [sha, step])
        return self.sees(step, sha)

    def sees(self, step: str, sha: str) -> "Person":
        """The same for one that the page goes to by itself."""
        self.tab.wait_for_function(READY, arg=[sha, step])
        return self

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the photo, in fractions, lies on the screen."""
        left, top = self.tab.evaluate(PLACE, [x, y])
        return left, top

    def drags(self, *places: tuple[float, float], steps: int = 3) -> "Person":
        """Press at the first place, pass the others, let go."""
        mouse = self.tab.mouse
        mouse.move(*self.at(*places[0]))
        mouse.down()
        for place in places[1:]:
            mouse.move(*self.at(*place), steps=steps)
        mouse.up()
        return self

    def clicks(self, x: float, y: float) -> "Person":
        """One click on the photo."""
        self.tab.mouse.click(*self.at(x, y))
        return self

    def keys(self, *names: str) -> "Person":
        """One key after another."""
        for name in names:
            self.tab.keyboard.press(name)
        return self

    def types(self, text: str) -> "Person":
        """Letter by letter."""
        self.tab.keyboard.type(text)
        return self

    def saved(self) -> "Person":
        """Wait until the page says so."""
        self.tab.wait_for_function(SAVED)
        return self

    def labels(self, dimension: str) -> Any:
        """What the set has of the photo that is shown."""
        sha = self.tab.evaluate("studio.store.sha")
        step = self.tab.evaluate("studio.step")
        return self.studio.get(f"/api/photos/{sha}/{step}")["labels"][dimension]

    def boxes(self, dimension: str) -> list[dict[str, Any]]:
        """Its boxes; none where nobody said anything."""
        said = self.labels(dimension)
        return [] if said is None else list(said["boxes"])

    def hears(self, text: str) -> "Person":
        """Wait until the page says it aloud."""
        self.tab.wait_for_function(
            "(text) => document.querySelector('.said').textContent.includes(text)", arg=text
        )
        return self


def until(holds: Callable[[], bool]) -> None:
    """Wait for what the server will know in a moment."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.02)
