"""``suggestions.json``, to looks of detectors and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from src.data.refsets.documented.boxes import ghost_of, ghost_said, written
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Unfit
from src.data.refsets.labels.boxes import Form
from src.data.refsets.labels.unfit import listed, mapping, text
from src.data.refsets.words import BIBS, FACES

PROVENANCE, WEIGHTS = "provenance", "weights"
NULL: Mapping[str, Any] = {"(null)": True}
"""The form of a provenance that is there and null."""


@dataclass(frozen=True)
class Suggested:
    """What a detector saw in a photo.

    Args:
        ghosts: dimension to suggestions; one that the file leaves out is not there.
        form: what the entry says besides, if anything.
    """

    source: Source
    ghosts: Mapping[str, tuple[Ghost, ...]]
    form: Form = field(default=None)


def suggested_of(said: Any, known: dict[str, Source]) -> Suggested:
    """An entry of the file.

    Args:
        known: sources that were there before, by how the file writes them: most are the same.
    """
    raw = mapping(said)
    ghosts = {}
    for dimension in (BIBS, FACES):
        if dimension in raw:
            found = enumerate(listed(raw[dimension], dimension))
            ghosts[dimension] = tuple(_ghost(one, dimension, place) for place, one in found)
    besides = {key: value for key, value in raw.items() if key not in (BIBS, FACES, PROVENANCE)}
    try:
        key = json.dumps(raw[PROVENANCE]) if PROVENANCE in raw else ""
        source = known.get(key) or known.setdefault(key, source_of(raw.get(PROVENANCE, ...)))
    except Unfit as unfit:
        raise unfit.below(PROVENANCE) from unfit
    return Suggested(source, ghosts, besides or None)


def source_of(said: Any) -> Source:
    """Who suggested it; ``...`` where the file does not say."""
    if said is ...:
        return Source(None, None)
    if said is None:
        return Source(None, None, form=NULL)
    raw = mapping(said)
    backend, version = (
        None if raw.get(key) is None else text(raw[key], key) for key in ("backend", "version")
    )
    config = None if raw.get("config") is None else mapping(raw["config"], "config")
    weights = raw.get(WEIGHTS) if isinstance(raw.get(WEIGHTS), Mapping) else {}
    source = Source(backend, version, config, weights or {})
    return source if dict(raw) == source_said(source) else replace(source, form=dict(raw))


def source_said(source: Source) -> dict[str, Any] | None:
    """A provenance in the usual way, or as its file wrote it; ``None`` for a null."""
    if source.form is not None:
        return None if source.form == NULL else dict(source.form)
    said = {
        "backend": source.backend,
        "version": source.version,
        "config": dict(source.configuration or {}),
    }
    return said | ({WEIGHTS: dict(source.weights)} if source.weights else {})


def said_of(looks: Mapping[str, tuple[Source, tuple[Ghost, ...], Form]]) -> dict[str, Any]:
    """An entry, of the last look in each dimension."""
    said: dict[str, Any] = {}
    for dimension, (_, ghosts, form) in looks.items():
        said |= form or {}
        said[dimension] = [
            written(
                ghost,
                lambda one, own=dimension: ghost_said(one, own),  # type: ignore[misc]
                lambda raw, own=dimension: ghost_of(raw, own),  # type: ignore[misc]
            )
            for ghost in ghosts
        ]
    sources = list(dict.fromkeys(id(source) for source, _, _ in looks.values()))
    by_id = {id(source): source for source, _, _ in looks.values()}
    if len(sources) == 1:
        source = by_id[sources[0]]
        if source != Source(None, None) or source.form is not None:
            said[PROVENANCE] = source_said(source)
    elif sources:
        said[PROVENANCE] = _together({name: look[0] for name, look in looks.items()})
    return said


def _together(sources: Mapping[str, Source]) -> dict[str, Any]:
    """One provenance of several detectors: the file has room for one."""
    said = {name: source_said(source) or {} for name, source in sources.items()}
    return {
        "backend": "+".join(str(one.get("backend")) for one in said.values()),
        "version": ",".join(f"{name}={one.get('version')}" for name, one in said.items()),
        "config": {name: one.get("config", {}) for name, one in said.items()},
        WEIGHTS: {name: one.get(WEIGHTS, {}) for name, one in said.items()},
    }


def _ghost(said: Any, dimension: str, place: int) -> Ghost:
    try:
        return ghost_of(said, dimension)
    except Unfit as unfit:
        raise unfit.below(dimension, place) from unfit
