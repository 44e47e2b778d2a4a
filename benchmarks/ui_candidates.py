"""What is lost where: ``python -m benchmarks.ui_candidates [--pages N] [--seed N] [--ranker R]``.

Human clicks on pages of val of ui_rendered: how often the right box is among the candidates at the
click at all, how often the ranker puts it first, and whether it chose something smaller or larger.
"""

import argparse
from collections import defaultdict

import cv2
import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from src.core import Instances
from src.data.ui_rendered.dataset import UiRendered
from src.detectors.grounding.grounder import colours
from src.detectors.ui.choice import choice_at
from src.detectors.ui.consensus import supported
from src.detectors.ui.looking import Looking
from src.detectors.ui.method import UiMethod
from src.detectors.ui.ranker import Ranker, read_ranker
from src.detectors.ui.seen import Seen
from src.geometry.boxes import area, iou
from src.training.ui.clicks import Meant, Things

SEED = 2024
RIGHT, TIGHT = 0.5, 0.7
MOST = {"control": 40, "leaf alone": 15, "leaf in a control": 15}


def main() -> None:
    """Print rates by what was clicked, and by platform."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--pages", type=int, default=16)
    words.add_argument("--seed", type=int, default=SEED)
    words.add_argument("--ranker", default="ui_fused", help="name of one in the project, or file")
    given = words.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    ranker = read_ranker(given.ranker)
    if not isinstance(ranker, Ranker):
        words.error("--ranker must name one that was taught")
    method = UiMethod(given.ranker, looking=Looking(), keep=False)
    pages = UiRendered(pages={"train": 0, "val": given.pages, "test": 0}, seed=given.seed)
    rng, told = np.random.default_rng(7), defaultdict(list)
    for sample in pages.samples("val"):
        seen = method.candidates(colours(sample.picture.pixels), texts=False, ranker=ranker)
        platform = "phone" if seen.shape[0] > seen.shape[1] else "desktop"
        for kind, meant in clicks(sample.truth, rng):
            told[kind, platform].append(outcome(seen, ranker, meant))
    counted = ("right", "IoU ≥ 0.7", "among candidates", "smaller", "larger", "nothing")
    table = Table("clicked", "clicks", *counted)
    for (kind, platform), own in sorted(told.items()):
        present, first, tight = ([one[place] for one in own] for place in range(3))
        counts = [first.count(word) for word in ("smaller", "larger", "nothing")]
        right = [one == "right" for one in first]
        rates = [f"{np.mean(part):.3f}" for part in (right, tight, present)]
        table.add_row(f"{kind}, {platform}", str(len(own)), *rates, *map(str, counts))
    Console(width=100).print(table)


def clicks(truth: Instances, rng: np.random.Generator) -> list[tuple[str, Meant]]:
    """Some of a page: on controls, on leaves alone, on leaves in controls."""
    things = Things.of(truth)
    alone = [place for place in things.leaves if things.owner[place] < 0]
    inner = [place for place in things.leaves if things.owner[place] >= 0]
    drawn = []
    for kind, places in zip(MOST, (things.controls, alone, inner), strict=True):
        chosen = rng.permutation(np.array(places, int))[: MOST[kind]]
        drawn += [(kind, things.meant(int(place), 1.0, rng)) for place in chosen]
    return [(kind, meant) for kind, meant in drawn if meant is not None]


def outcome(seen: Seen, ranker: Ranker, meant: Meant) -> tuple[bool, str, bool]:
    """Whether the right box is there, how the chosen one lies to it, and whether it fits well."""
    choice = choice_at(seen, meant.click)
    if not len(choice.boxes):
        return False, "nothing", False
    overlap = iou(choice.boxes, [meant.box])[:, 0]
    best = int(supported(ranker.scores(choice.rows), choice.boxes).argmax())
    sizes = area(np.array([choice.boxes[best], meant.box]))
    wrong = "smaller" if sizes[0] < sizes[1] else "larger"
    how = "right" if overlap[best] >= RIGHT else wrong
    return bool(overlap.max() >= RIGHT), how, bool(overlap[best] >= TIGHT)


if __name__ == "__main__":
    main()
