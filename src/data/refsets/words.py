"""The words of reference sets: dimensions, scopes, tags, parts."""

from collections.abc import Mapping

BIBS, FACES, LINKS, MASKS, ELEMENTS = "bibs", "faces", "links", "masks", "elements"
DIMENSIONS = (BIBS, FACES, LINKS, MASKS, ELEMENTS)
"""What can be said about a photo, one by one."""

BOXED = (BIBS, FACES, ELEMENTS)
"""Dimensions whose labels are boxes."""

BIB_SCOPES: Mapping[str, bool] = {
    "bib": True,
    "bib_clipped": True,
    "bib_obscured": False,
    "not_bib": False,
}
FACE_SCOPES: Mapping[str, bool] = {"keep": True, "uncertain": False, "exclude": False}
"""Scope to whether a box of it is scored."""

SCOPES: Mapping[str, Mapping[str, bool]] = {BIBS: BIB_SCOPES, FACES: FACE_SCOPES}
REJECTED: Mapping[str, str] = {BIBS: "not_bib", FACES: "exclude"}
"""The scope of what a detector proposed and a person saw to be nothing of the kind."""

OLD_SCOPES: Mapping[str, str] = {"ignore": "exclude", "unknown": "uncertain"}
"""How older files of faces say it."""

FACE_BOX_TAGS = ("tiny", "blurry", "occluded", "profile", "looking_down")
PHOTO_TAGS: Mapping[str, tuple[str, ...]] = {
    BIBS: (
        "obscured_bib",
        "dark_bib",
        "no_bib",
        "blurry_bib",
        "partial_bib",
        "light_bib",
        "other_banners",
    ),
    FACES: ("no_faces", "light_faces"),
}
"""Dimension to what may be said about the whole photo."""

ITERATION, FULL = "iteration", "full"
PARTS = (ITERATION, FULL)
"""``iteration`` is a small part to try things on; ``full`` means all photos, those included."""

REST = "rest"
"""What is not of ``iteration``: where a dataset confirms what was tried on that."""

OPEN, ACCEPTED, EDITED, REJECTED_GHOST = "open", "accepted", "edited", "rejected"
FATES = (OPEN, ACCEPTED, EDITED, REJECTED_GHOST)
"""What became of a suggestion."""

COMPLETE, NEGATIVE, INCOMPLETE, UNLABELLED = "complete", "negative", "incomplete", "unlabelled"
STATES = (COMPLETE, NEGATIVE, INCOMPLETE, UNLABELLED)
"""How far a photo is; ``negative`` is complete, and known to show nothing."""

MUST, CANNOT = "must", "cannot"
KINDS_OF_PAIRS = (MUST, CANNOT)
"""Whether two faces are one person, or never are."""
