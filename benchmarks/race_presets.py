"""What each preset finds on three sets of rendered photos, and what a photo costs.

    python -m benchmarks.race_presets [--count 16] [--seeds 201 202 203] [OVERRIDE ...]

One line for every preset and seed: scores, and CPU-seconds per photo of all stages together. What
was found once is kept, so that a run which was ended goes on where it was.
"""

import argparse

from benchmarks.race_detectors import measured

PRESETS = ("fast", "balanced", "best")
SHOWN = (
    "numbers/precision", "numbers/recall", "bibs/f1", "ocr/accuracy", "faces/precision",
    "faces/recall", "links/f1", "by_face/top_1", "by_face/recall_at_5", "clustering/pairwise_f1",
)  # fmt: skip


def main() -> None:
    """Measure and print as a table of Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seeds", type=int, nargs="+", default=[201, 202, 203])
    parser.add_argument("--presets", nargs="+", default=PRESETS)
    given, overrides = parser.parse_known_args()
    print(f"| preset | seed | CPU-s | {' | '.join(SHOWN)} |")
    print("|---" * (3 + len(SHOWN)) + "|")
    for preset in given.presets:
        for seed in given.seeds:
            card, costs = measured(given.count, seed, [f"preset={preset}", *overrides])
            spent = costs.spent.total() / 1000 / max(costs.photos, 1)
            scores = " | ".join(f"{card.metrics[name]:.3f}" for name in SHOWN)
            print(f"| {preset} | {seed} | {spent:.2f} | {scores} |", flush=True)


if __name__ == "__main__":
    main()
