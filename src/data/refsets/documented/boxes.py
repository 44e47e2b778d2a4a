"""Boxes and suggestions as the documented files write them.

A file may write the same thing in several ways: ``tag`` for ``scope``, an old scope, zeros or nulls
for coordinates that nobody recorded, keys of its own. What is not written in the usual way keeps
its form, so that a file that nobody changed is written as it was.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from src.data.refsets.ghosts import Ghost
from src.data.refsets.labels import Area, Bib, Face, Unfit
from src.data.refsets.labels.areas import SIDES
from src.data.refsets.labels.boxes import Form
from src.data.refsets.labels.unfit import mapping, number, shown, text
from src.data.refsets.words import BIBS, OLD_SCOPES

Noun = TypeVar("Noun", Bib, Face, Ghost)

ZEROS = dict.fromkeys(SIDES, 0)
NULLS = dict.fromkeys(SIDES)


def bib_of(said: Any, id: int | None = None) -> Bib:
    """A bib as a file says it."""
    raw = mapping(said)
    scope = raw["scope"] if "scope" in raw else raw.get("tag", "bib")
    bib = Bib(_area(raw), raw.get("number", ""), scope, id)
    return formed(bib, raw, bib_said)


def bib_said(bib: Bib) -> dict[str, Any]:
    """A bib in the usual way."""
    sides = ZEROS if bib.area is None else bib.area.as_json()
    return {**sides, "number": bib.number, "scope": bib.scope}


def face_of(said: Any, id: int | None = None) -> Face:
    """A face as a file says it."""
    raw = mapping(said)
    scope = raw["scope"] if "scope" in raw else raw.get("tag", "keep")
    scope = OLD_SCOPES.get(scope, scope) if isinstance(scope, str) else scope
    face = Face(_area(raw), scope, raw.get("identity"), raw.get("tags", ()), id)
    return formed(face, raw, face_said)


def face_said(face: Face) -> dict[str, Any]:
    """A face in the usual way."""
    sides = NULLS if face.area is None else face.area.as_json()
    own = {"scope": face.scope, "identity": face.identity, "tags": list(face.tags)}
    return {**sides, **own}


def ghost_of(said: Any, dimension: str) -> Ghost:
    """A suggestion as a file says it; a detector may look over the edge of a picture."""
    raw = mapping(said)
    given = raw.get("number")
    found = None if given is None else text(given, "number")
    sure = raw.get("confidence")
    ghost = Ghost(
        _clipped(raw),
        found if dimension == BIBS else None,
        confidence=None if sure is None else number(sure, "confidence"),
    )
    return formed(ghost, raw, lambda made: ghost_said(made, dimension))


def ghost_said(ghost: Ghost, dimension: str) -> dict[str, Any]:
    """A suggestion in the usual way."""
    sides = ZEROS if ghost.area is None else ghost.area.as_json()
    own = {"number": ghost.text or ""} if dimension == BIBS else {}
    return {**sides, **own, "confidence": ghost.confidence}


def formed(noun: Noun, raw: Mapping[str, Any], usual: Callable[[Noun], dict[str, Any]]) -> Noun:
    """The noun with the form in which it was written, where that is not the usual one."""
    return noun if dict(raw) == usual(noun) else replace(noun, form=dict(raw))


def written(
    noun: Noun, usual: Callable[[Noun], dict[str, Any]], read: Callable[[Any], Noun]
) -> dict[str, Any]:
    """A noun as its file wrote it, with what has changed since."""
    return merged(noun.form, usual(noun), lambda raw: usual(read(raw)))


def merged(
    form: Form, now: dict[str, Any], usual: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """The form, in which every key that means something else by now is written anew.

    Args:
        now: what is to be said, in the usual way.
        usual: a form to the same in the usual way.
    """
    if form is None:
        return now
    before = usual(form)
    changed = {key for key in now if key not in before or now[key] != before[key]}
    if changed & set(SIDES):
        changed |= set(SIDES)
    old_names = {"tag"} if "scope" in changed else set()
    gone = {key for key in before if key not in now}
    kept = {key: value for key, value in form.items() if key not in old_names | gone}
    return kept | {key: now[key] for key in now if key in changed}


def _area(raw: Mapping[str, Any]) -> Area | None:
    """Where a box lies; ``None`` for nulls and for the zeros of a number without a box."""
    given = [raw.get("x"), raw.get("y"), raw.get("w"), raw.get("h")]
    if None in given:
        missing = [name for name, side in zip(SIDES, given, strict=True) if side is None]
        if len(missing) < len(SIDES):
            raise Unfit(f"is {'null' if missing[0] in raw else 'missing'}", (missing[0],))
        return None
    if all(_is_zero(side) for side in given):
        return None
    return Area(*given)  # type: ignore[arg-type]  # checked when it is made


def _clipped(raw: Mapping[str, Any]) -> Area | None:
    given = [raw.get("x", 0), raw.get("y", 0), raw.get("w", 0), raw.get("h", 0)]
    with suppress(Unfit):
        if not all(_is_zero(side) for side in given):
            return _within(Area(*given))
    sides = [number(side, name) for name, side in zip(SIDES, given, strict=True)]
    x, y = (min(max(side, 0.0), 1.0) for side in sides[:2])
    far_x, far_y = (min(max(sides[n] + sides[n + 2], 0.0), 1.0) for n in (0, 1))
    if sides[2] < 0 or sides[3] < 0:
        raise Unfit(f"must not be below 0, got {shown(min(sides[2:]))}", ("w",))
    return None if far_x <= x or far_y <= y else Area(x, y, far_x - x, far_y - y)


def _within(area: Area) -> Area:
    """The area; one that was rounded over an edge is to be cut there, not kept."""
    if area.x < 0 or area.y < 0 or area.x + area.w > 1 or area.y + area.h > 1:
        raise Unfit("it reaches over an edge")
    return area


def _is_zero(side: Any) -> bool:
    return isinstance(side, int | float) and not isinstance(side, bool) and side == 0
