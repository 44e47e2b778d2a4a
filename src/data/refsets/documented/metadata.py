"""``photo_metadata.json``, in which later files keep names, parts and tags."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from src.data.refsets.documented.boxes import merged
from src.data.refsets.documented.entries import part_of
from src.data.refsets.labels.boxes import Form
from src.data.refsets.labels.unfit import listed, mapping, text, words
from src.data.refsets.words import BIBS, FACES, PHOTO_TAGS

KEYS = {BIBS: "bib_tags", FACES: "face_tags"}


@dataclass(frozen=True)
class About:
    """Names, part and tags of a photo, and how the file wrote them."""

    names: tuple[str, ...]
    part: str | None
    tags: Mapping[str, tuple[str, ...]]
    form: Form = None


def about_of(said: Any) -> About:
    """An entry of the file."""
    raw = mapping(said)
    about = _plain(raw)
    return about if dict(raw) == usual(about) else replace(about, form=dict(raw))


def usual(about: About) -> dict[str, Any]:
    """The same in the usual way."""
    tags = {key: list(about.tags.get(dimension, ())) for dimension, key in KEYS.items()}
    return {"paths": list(about.names), "split": about.part or "", **tags, "frozen": None}


def said_of(about: About) -> dict[str, Any]:
    """An entry as its file wrote it, with what has changed since."""
    return merged(about.form, usual(about), lambda form: usual(_plain(form)))


def names_of(said: Any, *path: str) -> tuple[str, ...]:
    """A list of relative paths."""
    found = listed(said, *path)
    return tuple(text(name, *path, place) for place, name in enumerate(found))


def _plain(raw: Mapping[str, Any]) -> About:
    tags = {
        dimension: words(raw.get(key, ()), PHOTO_TAGS[dimension], "tag", key)
        for dimension, key in KEYS.items()
    }
    return About(
        names_of(raw.get("paths", ()), "paths"), part_of(raw.get("split", ""), "split"), tags
    )
