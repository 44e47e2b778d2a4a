"""Where recorded clicks are kept: a set of screenshots whose elements are still to be confirmed."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.curating.proposals import Point, Proposal
from src.data.formats.painter import write_picture
from src.data.ui.document import FILE, read_annotations, write_annotations
from src.data.ui.records import Annotations, ScreenshotRecord

RECORDED = "recorded"
"""The key of a sample that holds what was clicked, until a person says what it was."""

BY = "recording"


@dataclass
class RecordedFolder:
    """A set that grows by one screenshot per click; it is whole after each of them."""

    folder: Path

    def __post_init__(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"--out: {self.folder} cannot be made ({error.strerror}): give another folder"
            ) from error
        there = (self.folder / FILE).is_file()
        self.annotations = read_annotations(self.folder) if there else Annotations(BY)

    def __len__(self) -> int:
        return len(self.annotations.samples)

    def add(self, pixels: npt.NDArray[np.uint8], proposal: Proposal) -> None:
        """Keep the screen as it was before the click, and what the click may have meant."""
        height, width = pixels.shape[:2]
        taken = {sample.image for sample in self.annotations.samples}
        names = (f"samples/{number:04d}.png" for number in range(1, 1 << 20))
        image = next(name for name in names if name not in taken)
        write_picture(self.folder / image, pixels)
        sample = ScreenshotRecord(
            image.removeprefix("samples/").removesuffix(".png"), image, width, height,
            given={RECORDED: as_json(proposal, width, height)},
        )  # fmt: skip
        samples = (*self.annotations.samples, sample)
        self.annotations = replace(self.annotations, samples=samples)
        write_annotations(self.folder, self.annotations)


def as_json(proposal: Proposal, width: int, height: int) -> dict[str, Any]:
    """Normalised, as everything in the file is."""
    click = proposal.click or (0.0, 0.0)
    chain = [
        [x1 / width, y1 / height, x2 / width, y2 / height] for x1, y1, x2, y2 in proposal.chain
    ]
    return {
        "click_point": [click[0] / width, click[1] / height],
        "boxes": chain,
        "suggested": proposal.place,
        "text": proposal.text,
        "type": proposal.type,
    }


def recorded_proposals(sample: ScreenshotRecord) -> tuple[Proposal, ...]:
    """What was clicked on a screenshot, as a proposal; none where nobody clicked."""
    kept = sample.given.get(RECORDED)
    if kept is None:
        return ()
    width, height = sample.width, sample.height
    try:
        chain = tuple(
            (x1 * width, y1 * height, x2 * width, y2 * height) for x1, y1, x2, y2 in kept["boxes"]
        )
        click: Point = kept["click_point"][0] * width, kept["click_point"][1] * height
        words = str(kept.get("text") or ""), str(kept.get("type") or "")
        return (Proposal(BY, chain, int(kept["suggested"]), *words, click=click),)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(
            f"sample {sample.id}: its key {RECORDED!r} was not written by record: remove it"
        ) from error
