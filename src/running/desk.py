"""The page on which a person paints, served by the run that waits for it."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from src.core import Watch
from src.training.person import Person

log = logging.getLogger(__name__)


@contextmanager
def seated(
    annotator: Any, folder: Path, stopping: Callable[[], bool], watch: Watch | None
) -> Iterator[Watch | None]:
    """Serve the page while a person annotates; a simulated annotator needs none.

    Gives who is to be told of every image that is done.
    """
    if not isinstance(annotator, Person):
        yield watch
        return
    from src.studio.asking import Studio
    from src.studio.serving import LOOPBACK, listening, serving

    annotator.sit(folder, stopping)
    desk = annotator.desk
    made, address = listening(LOOPBACK, annotator.port)

    def told(row: Mapping[str, Any]) -> None:
        desk.told(row)
        if watch is not None:
            watch(row)

    with serving(Studio(desk=desk), made, address):
        log.warning("paint at %steach", address.url)
        try:
            yield told
        finally:
            desk.finish()
