"""Where the time of the offline grounding methods goes: ``python -m benchmarks.ui_parsing``.

CPU seconds of one core, best of a few, for a screenshot of 1920 × 1080: by stage of a parse, for a
parse that was kept, and for a click on a parsed screen.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from src.core import Question
from src.data.ui_synthetic.dataset import UiSynthetic
from src.detectors.ui.candidates import find_candidates
from src.detectors.ui.elements import chosen, elements_of
from src.detectors.ui.kept import Kept, KeptParses, key_of
from src.detectors.ui.looking import Looking
from src.detectors.ui.method import UiMethod
from src.detectors.ui.parsing import with_sight
from src.detectors.ui.ranker import read_ranker
from src.detectors.ui.relief import Relief
from src.detectors.ui.seen import Seen
from src.detectors.ui.text_lines import TextReader
from src.detectors.ui.traits import traits_of

SHAPE = (1080, 1920)
REPEATS = 3
CLICKS = 300


def main() -> None:
    """Print seconds by stage, and milliseconds of a click."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pixels = screenshot()
    table = Table("stage", "CPU ms, 1920 × 1080, one core")
    for name, milliseconds in (*stages(pixels), *methods(pixels)):
        table.add_row(name, f"{milliseconds:.1f}")
    Console().print(table)


def screenshot() -> np.ndarray:
    """Six drawn screens side by side: as crowded as a desktop."""
    screens = UiSynthetic(count=6, size=(540, 640), difficulty="hard", seed=11)
    drawn = [sample.picture.pixels for sample in screens.samples()]
    return np.vstack([np.hstack(drawn[:3]), np.hstack(drawn[3:])])[: SHAPE[0], : SHAPE[1]]


def stages(pixels: np.ndarray) -> list[tuple[str, float]]:
    """One after another, as a parse of ui_fused goes."""
    reader, looking, ranker = TextReader(), Looking(), read_ranker("ui_fused")
    lines = reader.lines(pixels, read=False)
    relief, sight = Relief.of(pixels), looking.look(pixels)
    candidates = find_candidates(relief, lines.boxes)
    both = with_sight(candidates, sight)
    traits = traits_of(both, pixels, relief, sight)
    worth = ranker.worths(traits)
    timed: list[tuple[str, Callable[[], object]]] = [
        ("lines of text", lambda: reader.lines(pixels, read=False)),
        ("net, three scales", lambda: looking.look(pixels)),
        (
            "candidates of ink, colour, lines",
            lambda: find_candidates(Relief.of(pixels), lines.boxes),
        ),
        ("the net's candidates", lambda: with_sight(candidates, sight)),
        (f"traits of {len(both.boxes)} candidates", lambda: traits_of(both, pixels, relief, sight)),
        ("what they are worth", lambda: ranker.worths(traits)),
        ("elements", lambda: chosen(both.boxes, worth)),
    ]
    return [(name, best(call)) for name, call in timed]


def methods(pixels: np.ndarray) -> list[tuple[str, float]]:
    """Whole parses, one that was kept, and clicks."""
    told = []
    for name, method in (
        ("ui_elements", UiMethod("ui_elements", keep=False)),
        ("ui_net", UiMethod("none", looking=Looking(), classical=False, keep=False)),
        ("ui_fused", UiMethod("ui_fused", looking=Looking(), keep=False)),
    ):
        look = partial(method.candidates, pixels, texts=False, ranker=read_ranker(method.ranker))
        told.append((f"{name}: parse", best(look)))
        seen = look()
        told.append((f"{name}: kept parse", kept(pixels, seen)))
        parsed = method.parse(pixels, texts=False)
        rng = np.random.default_rng(0)
        spent = []
        for _ in range(CLICKS):
            x, y = rng.uniform(0, SHAPE[1]), rng.uniform(0, SHAPE[0])
            begin = time.process_time()
            method.locate(parsed, Question("q/0", (x, y)))
            spent.append(1000 * (time.process_time() - begin))
        told.append((f"{name}: click, median", float(np.median(spent))))
        told.append((f"{name}: click, p95", float(np.quantile(spent, 0.95))))
    return told


def kept(pixels: np.ndarray, seen: Seen) -> float:
    """From pixels to elements where the parse is on disk and nobody remembers it."""
    with TemporaryDirectory() as folder:
        key = key_of(pixels, "benchmark")
        KeptParses(Path(folder)).put(key, Kept(seen, 0.0))
        return best(lambda: elements_of(at_hand(Path(folder), key_of(pixels, "benchmark"))))


def at_hand(folder: Path, key: str) -> Seen:
    """A parse that was kept a moment ago."""
    found = KeptParses(folder).get(key)
    if found is None:
        raise SystemExit(f"the parse that was put into {folder} is not there")
    return found.seen


def best(call: Callable[[], object]) -> float:
    """Milliseconds of CPU, the best of a few."""
    spent = []
    for _ in range(REPEATS):
        begin = time.process_time()
        call()
        spent.append(1000 * (time.process_time() - begin))
    return min(spent)


if __name__ == "__main__":
    main()
