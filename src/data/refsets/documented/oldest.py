"""Version 2: one file, in which a photo has numbers and no boxes."""

from collections.abc import Mapping
from typing import Any

from src.data.refsets.labels import Unfit
from src.data.refsets.labels.unfit import listed, shown
from src.data.refsets.words import FACES, PHOTO_TAGS

OLD_FACE_TAGS: Mapping[str, str] = {"face_no_faces": "no_faces"}
ABOUT_BOXES = ("face_tiny_faces", "face_blurry_faces", "face_occluded_faces", "face_profile")
"""Said of a photo then, of single faces later: they cannot be handed to a box that is not there."""

OWN = ("bibs", "tags", "face_tags", "split", "bib_labeled", "face_labeled")


def bibs_said(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The bibs of an entry as version 3 says them: boxes without an area."""
    boxes = []
    for place, number in enumerate(listed(raw.get("bibs", ()), "bibs")):
        if isinstance(number, bool) or not isinstance(number, int | str):
            raise Unfit(f"must be a number, got {shown(number)}", ("bibs", place))
        boxes.append({"x": 0, "y": 0, "w": 0, "h": 0, "number": str(number), "scope": "bib"})
    tags = [tag for tag in listed(raw.get("tags", ()), "tags") if tag not in _face_tags()]
    labelled = raw.get("bib_labeled", bool(boxes or tags))
    split = {"split": raw["split"]} if "split" in raw else {}
    rest = {key: value for key, value in raw.items() if key not in OWN}
    return {"boxes": boxes, "tags": tags, **split, "labeled": labelled, **rest}


def faces_said(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What the entry says of faces: tags, and whether somebody looked."""
    said = [
        *listed(raw.get("face_tags", ()), "face_tags"),
        *(tag for tag in listed(raw.get("tags", ()), "tags") if tag in _face_tags()),
    ]
    tags = [OLD_FACE_TAGS.get(tag, tag) for tag in said if tag not in ABOUT_BOXES]
    lost = [tag for tag in said if tag in ABOUT_BOXES]
    labelled = {"labeled": raw["face_labeled"]} if "face_labeled" in raw else {}
    return {"boxes": [], "tags": list(dict.fromkeys(tags)), **labelled} | (
        {"old_tags": lost} if lost else {}
    )


def _face_tags() -> tuple[str, ...]:
    return (*PHOTO_TAGS[FACES], *OLD_FACE_TAGS, *ABOUT_BOXES)
