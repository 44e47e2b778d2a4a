"""What a worker process does: wait for a place, answer, wait again."""

from contextlib import suppress
from multiprocessing.connection import Connection

from src.evaluation.executors.parcel import unpacked
from src.evaluation.executors.threads import limited, set_torch_threads


def serve(connection: Connection, threads: int | None, torch_threads: int | None) -> None:
    """Answer until the other end is closed, or its process is gone.

    Args:
        torch_threads: as many as the first process's torch takes, for numbers like its own.
    """
    with suppress(EOFError, OSError):
        answer = unpacked(connection.recv_bytes())
        set_torch_threads(torch_threads)
        with limited(threads):
            while True:
                connection.send_bytes(answer(connection.recv()))
