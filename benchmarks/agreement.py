"""Every two of six tools on one field, beside peers: ``python -m benchmarks.agreement``.

Peers that are not installed are left out. Features are not measured: that is scikit-image's work,
about a millisecond per object, once per tool.
"""

from functools import partial
from itertools import combinations

import numpy as np

from benchmarks.geometry import Call
from benchmarks.objects import Labels, by_turns, colony, installed, print_times
from src.core import Entry, Picture
from src.scoring.tools.pairs import compare_tools

SIDE, COUNT = 1024, 500
"""Pixels, objects."""


def main() -> None:
    """Print the best of a few turns, and how many times ours each peer takes."""
    labels = tools()
    pixels = np.random.default_rng(0).integers(0, 255, (SIDE, SIDE)).astype(np.uint8)
    picture = Picture(Entry("field", "field", "test"), pixels)
    calls: dict[str, Call] = {"ours": partial(compare_tools, labels, picture, ())}
    pairs = [(labels[one], labels[two]) for one, two in combinations(labels, 2)]
    if stardist := installed("stardist.matching"):
        calls["stardist"] = lambda: [stardist.matching(*pair, thresh=0.5) for pair in pairs]
    if cellpose := installed("cellpose.metrics"):
        calls["cellpose"] = lambda: [
            cellpose.average_precision(*pair, threshold=[0.5]) for pair in pairs
        ]
    print_times(f"{len(pairs)} pairs of {SIDE}² with {COUNT} objects", by_turns(calls))


def tools() -> dict[str, Labels]:
    """A colony, what a tool makes of it, and the same a few pixels off."""
    truth, found = colony(SIDE, COUNT)
    shifted = {f"shifted {step}": np.roll(found, step, axis=(0, 1)) for step in (1, 2, 4, 6)}
    return {"truth": truth, "tool": found, **shifted}


if __name__ == "__main__":
    main()
