"""An evaluation that takes long enough to be stopped: ``LEDGER WORKERS``."""

import signal
import sys

from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Local
from src.evaluation.ledger import Ledger
from tests.evaluation.scenes import Areas, Bright, Squares

COUNT = 40


def main(path: str, workers: str) -> None:
    """A while for each of 40 squares; Ctrl-C ends it with a word and code 130."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job would ignore it
    try:
        evaluate_dataset(
            Squares(COUNT), None, Bright(seconds=0.5), Areas(), observe=lambda *_: None,
            executor=Local(int(workers)), ledger=Ledger(path),
        )  # fmt: skip
    except KeyboardInterrupt:
        sys.stdout.write("stopped")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main(*sys.argv[1:])
