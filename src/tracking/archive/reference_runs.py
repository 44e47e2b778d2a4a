"""Runs that scored a reference set, and whose artifacts may show its photos."""

from collections.abc import Collection, Iterator

from src.tracking.archive.archive import Archive
from src.tracking.archive.past_run import PastRun
from src.tracking.store import DEFAULT_URI

SET, FROZEN, FINGERPRINT = "reference.set", "reference.frozen", "reference.fingerprint"
STAGING = "staging"


def runs_on(
    uri: str | None, title: str, fingerprints: Collection[str]
) -> Iterator[tuple[PastRun, str]]:
    """Runs on frozen sets of these fingerprints, or on the set as it stood, and which it was."""
    archive = Archive(uri or DEFAULT_URI)
    for run in archive.search(f"tags.`{SET}` LIKE '%'"):
        if run.tags.get(FINGERPRINT) in fingerprints:
            yield run, f"scored the frozen set {run.tags.get(FROZEN)} and still shows its photos"
        elif run.tags.get(SET) == title and run.tags.get(FROZEN) == STAGING:
            yield run, "scored the set before it was frozen and may show them"
