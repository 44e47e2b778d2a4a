"""Ways in which the folder of a stopped session comes to differ from what the session left."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from src.tracking import keys
from src.training.checkpoints import load_plain

LAST, PREVIOUS = keys.LAST_CHECKPOINT, keys.PREVIOUS_CHECKPOINT


@dataclass(frozen=True)
class Stopped:
    """The folder of a session that was killed after an image, and that of another such session."""

    folder: Path
    other: Path

    @property
    def first(self) -> Path:
        """The annotation that was painted first; every state needs it."""
        (file,) = (self.folder / "annotations" / "val").glob("*.png")
        return file

    @property
    def newest(self) -> Path:
        """The annotation that the last state knows and the one before does not."""
        last, previous = (self._annotations(name) for name in (LAST, PREVIOUS))
        (name,) = last - previous
        (file,) = (self.folder / "annotations").rglob(f"{name}.png")
        return file

    def _annotations(self, name: str) -> set[str]:
        (state,) = load_plain(self.folder / name)["callbacks"].values()
        return set(state["session"]["digests"]["annotations"])


def paint(file: Path) -> None:
    """As a person would: a square of background."""
    with Image.open(file) as image:
        rgba = np.array(image.convert("RGBA"))
    rgba[:30, :30] = (0, 255, 0, 180)
    Image.fromarray(rgba).save(file)


def resize(file: Path) -> None:
    """A picture of another size, painted all over."""
    Image.new("RGBA", (10, 12), (255, 0, 0, 180)).save(file)


def cut(file: Path) -> None:
    """Lose the second half."""
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def flip(file: Path) -> None:
    """Turn one bit over."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 8
    file.write_bytes(content)


def paint_another(session: Stopped) -> None:
    """Paint a picture that the session has not come to."""
    shutil.copy(session.first, session.folder / "annotations" / "train" / "by_hand.png")


def save_again(session: Stopped) -> None:
    """Open and save every annotation, as a program does in which nothing was painted."""
    for file in (session.folder / "annotations").rglob("*.png"):
        with Image.open(file) as image:
            image.save(file, compress_level=9)


def on_both(harm: Callable[[Path], None]) -> Callable[[Stopped], None]:
    """Harm both checkpoints."""

    def tamper(session: Stopped) -> None:
        for name in (LAST, PREVIOUS):
            harm(session.folder / name)

    return tamper


def from_the_other(*names: str) -> Callable[[Stopped], None]:
    """Put the other session's last checkpoint in the place of these."""

    def tamper(session: Stopped) -> None:
        for name in names:
            shutil.copy(session.other / LAST, session.folder / name)

    return tamper


def flip_last_and_paint(session: Stopped) -> None:
    """What would be painted again from the state before was changed by a person."""
    paint(session.newest)
    flip(session.folder / LAST)


Tampering = tuple[Callable[[Stopped], object], str | None]

TAMPERINGS: dict[str, Tampering] = {
    "nothing": (lambda _: None, None),
    "first annotation painted on": (lambda s: paint(s.first), "was changed: "),
    "newest annotation painted on": (lambda s: paint(s.newest), "was changed: "),
    "newest annotation painted on, last checkpoint damaged": (flip_last_and_paint, "was changed: "),
    "another picture painted": (paint_another, "painted pixels that are not its own"),
    "annotation of another size": (lambda s: resize(s.first), "was changed: 120 painted pixels"),
    "annotation torn": (lambda s: cut(s.newest), "cannot be read"),
    "first annotation deleted": (lambda s: s.first.unlink(), "is gone"),
    "newest annotation deleted": (lambda s: s.newest.unlink(), None),
    "annotations saved again": (save_again, None),
    "last checkpoint cut": (lambda s: cut(s.folder / LAST), None),
    "last checkpoint flipped": (lambda s: flip(s.folder / LAST), None),
    "last checkpoint deleted": (lambda s: (s.folder / LAST).unlink(), None),
    "both checkpoints cut": (on_both(cut), "previous.ckpt is damaged"),
    "both checkpoints flipped": (on_both(flip), "last.ckpt is damaged"),
    "both checkpoints deleted": (on_both(Path.unlink), "holds no checkpoint"),
    "last checkpoint of another run": (from_the_other(LAST), None),
    "both checkpoints of another run": (from_the_other(LAST, PREVIOUS), "of another session"),
    "trajectories deleted": (lambda s: shutil.rmtree(s.folder / "trajectories"), "is gone"),
    "project file edited": (lambda s: next(s.folder.glob("*.seg_proj")).write_text("{}"), None),
    "picture changed": (lambda s: paint(s.folder / "datasets" / s.first.name), None),
}
"""What is done, and the words of the refusal; ``None`` where nothing that matters has changed."""
