"""A process that has imported everything and bears others: a run then starts within a second.

It reads a line of JSON for each on its standard input, and answers with a line of its own.
"""

import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tests.attack.moments import count_moments, counted, meet_before_claiming
from tests.attack.processes import ASLEEP

MEMORY = 2**33
"""Bytes of addresses that a process may have; the libraries alone take two gigabytes."""

EVERYTHING = (
    *("lightning.pytorch", "matplotlib.pyplot", "sklearn.ensemble"),
    *("mlflow.store.tracking.sqlalchemy_store", "mlflow.store.tracking.rest_store"),
    *("src.run", "src.runs", "src.running.repeat", "src.running.teach", "src.serving.export"),
)


def main(prepare: Callable[[], None] = lambda: None) -> None:
    """Bear and wait, until nobody asks any more.

    Args:
        prepare: what every process does first.
    """
    _import_everything()
    _answer({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            ended, status = os.waitpid(request["wait"], os.WNOHANG if request.get("now") else 0)
            _answer({"code": os.waitstatus_to_exitcode(status) if ended else None})
        elif "signal" in request:
            os.kill(request["to"], request["signal"])
            _answer({})
        else:
            pid = os.fork()
            if pid == 0:
                _live(request, prepare)
            _answer({"pid": pid})


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _import_everything() -> None:
    for name in EVERYTHING:
        import_module(name)


def _live(request: dict[str, Any], prepare: Callable[[], None]) -> None:
    """Be the process that was asked for, to its end."""
    code: Any = 70
    os.chdir(request["folder"])
    os.environ.update(request["environment"])
    tempfile.tempdir = None  # asked for anew
    with open(request["output"], "w") as output:  # noqa: PTH123
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    try:
        # What computes longer dies of the first alarm, what sleeps longer of the second: on a
        # busy machine everything takes long. What takes more memory has no more.
        signal.setitimer(signal.ITIMER_PROF, request["seconds"])
        signal.alarm(ASLEEP * request["seconds"])
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        prepare()
        count_moments(*request["killed"])
        if request["meeting"]:
            meet_before_claiming(request["meeting"])
        sys.argv = [request["door"], *request["words"]]
        _enter(request["door"])
        code = 0
    except SystemExit as stop:
        code = stop.code
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        with open(request["output"] + ".moments", "w") as file:  # noqa: PTH123
            json.dump(counted(), file)
        os._exit(code if isinstance(code, int) else 1 if code else 0)


def _enter(door: str) -> None:
    if door == "run":
        from src.run import main as run

        run()
    else:
        from src.runs import app

        app()


if __name__ == "__main__":
    main()
