"""Recorded runs: which there are, their photos, and what two of them do differently."""

import re
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from src.core import InputError
from src.data.formats.painter import picture_png
from src.data.refsets import ReferenceSet
from src.data.refsets.store.photos import Photo, with_beginning
from src.reporting.drawing.pictures import eight_bit
from src.studio.asking import studio_of
from src.studio.errors import NotThereError
from src.studio.inspector.marks import changed, counts
from src.studio.inspector.past import Inspected
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_verdict
from src.tracking.archive.reference_runs import FROZEN, SET
from src.tracking.as_json import plain_numbers

PAGE = 30
NAME = re.compile(r"[\w.-]{1,250}")

router = APIRouter(prefix="/api/runs")


def archive_of(request: Request) -> Archive:
    """The runs of the studio's store."""
    uri = studio_of(request).runs
    if uri is None:
        raise NotThereError("no store of runs is open: start the studio with --runs URI")
    return _archive(uri)


@lru_cache(maxsize=2)
def _archive(uri: str) -> Archive:
    return Archive(uri)


Runs = Annotated[Archive, Depends(archive_of)]


@router.get("")
def runs(archive: Runs, after: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> dict[str, Any]:
    """The newest runs."""
    found = list(islice(archive.found(after + PAGE + 1), after, None))
    told = [_line(run) for run in found[:PAGE]]
    return {"runs": told, "next": after + PAGE if len(found) > PAGE else None}


@router.get("/{run}")
def one(request: Request, archive: Runs, run: str) -> dict[str, Any]:
    """A run and all its photos."""
    found = _inspected(archive, run)
    verdict = read_verdict(archive, found.past)
    return {
        **_line(found.past),
        "verdict": None
        if verdict is None
        else {
            "outcome": verdict.outcome.value,
            "reasons": [f"{own.outcome.value} {own.sentence}" for own in verdict.reasons],
        },
        "scored_by": found.score,
        "metrics": plain_numbers(found.card.metrics),
        "main": list(found.card.main),
        "photos": [_photo(request, found, place) for place in found.places.values()],
    }


@router.get("/{run}/photos/{photo}")
def photo(request: Request, archive: Runs, run: str, photo: str) -> dict[str, Any]:
    """One photo of a run, with what is drawn on it."""
    found = _inspected(archive, run)
    place = _place(found, photo)
    own = _of_set(request, found, photo)
    if own is not None and own.width is not None:
        size = {"width": own.width, "height": own.height}
        picture = f"/api/photos/{own.sha}/picture"
    else:
        height, width = found.sample(place).picture.pixels.shape[:2]
        size = {"width": width, "height": height}
        picture = f"/api/runs/{found.past.id}/photos/{photo}/picture"
    marks = found.marks(place)
    return {
        **_photo(request, found, place),
        **size,
        "picture": picture,
        "counts": counts(marks),
        "marks": [mark.as_json() for mark in marks],
    }


@router.get("/{run}/photos/{photo}/picture")
def picture(archive: Runs, run: str, photo: str) -> Response:
    """The picture itself, from where the run had it."""
    found = _inspected(archive, run)
    pixels = found.sample(_place(found, photo)).picture.pixels
    content = picture_png(eight_bit(pixels))
    return Response(content, media_type="image/png", headers={"cache-control": "private"})


@router.get("/{run}/against/{other}")
def against(request: Request, archive: Runs, run: str, other: str) -> dict[str, Any]:
    """The photos of two runs that became otherwise."""
    first, second = _inspected(archive, run), _inspected(archive, other)
    shared = [own for own in first.places if own in second.places]
    sides = ((first, "first"), (second, "second"))
    photos = [
        {
            **_photo(request, first, first.places[own]),
            **{name: _told(side, side.places[own]) for side, name in sides},
        }
        for own in shared
        if _told(first, first.places[own]) != _told(second, second.places[own])
    ]
    return {
        "first": _line(first.past),
        "second": _line(second.past),
        "shared": len(shared),
        "photos": photos,
    }


@router.get("/{run}/against/{other}/photos/{photo}")
def changes(archive: Runs, run: str, other: str, photo: str) -> dict[str, Any]:
    """What is drawn on a photo in one run and not in the other."""
    sides = [_inspected(archive, name) for name in (run, other)]
    first, second = changed(*(side.marks(_place(side, photo)) for side in sides))
    return {
        "first": [mark.as_json() for mark in first],
        "second": [mark.as_json() for mark in second],
    }


def _inspected(archive: Archive, run: str) -> Inspected:
    if not NAME.fullmatch(run):
        raise NotThereError("there is no such run")
    try:
        past = archive.find(run)
    except InputError as error:
        raise NotThereError(str(error)) from error
    return _kept(archive, past.id, past.status)


@lru_cache(maxsize=6)
def _kept(archive: Archive, id: str, _: str) -> Inspected:
    """A run that has ended never changes; its card takes a second to read."""
    return Inspected(archive, archive.find(id))


def _line(run: PastRun) -> dict[str, Any]:
    return {
        "id": run.id,
        "name": run.name,
        "experiment": run.tags.get("experiment", run.experiment),
        "status": run.status,
        "started": run.started.isoformat(timespec="seconds"),
        "scorer": run.choice("scorer"),
        "dataset": run.choice("dataset"),
        "detector": run.choice("detector"),
        "set": run.tags.get(SET),
        "frozen": run.tags.get(FROZEN),
        "verdict": run.tags.get(keys.VERDICT),
        "fingerprint": run.tags.get(keys.FINGERPRINT),
    }


def _photo(request: Request, found: Inspected, place: int) -> dict[str, Any]:
    rows = found.card.rows
    own = str(rows["id"][place])
    photo = _of_set(request, found, own)
    sha = None if photo is None else photo.sha
    return {"id": own, "name": str(rows["name"][place]), "sha": sha, **_told(found, place)}


def _told(found: Inspected, place: int) -> dict[str, Any]:
    return {
        "outcome": found.outcome_of(place),
        "score": found.score_of(place),
        "counts": found.counts_of(place),
    }


def _place(found: Inspected, photo: str) -> int:
    if photo not in found.places:
        raise NotThereError("the run has no such photo")
    return found.places[photo]


def _of_set(request: Request, found: Inspected, id: str) -> Photo | None:
    """The photo in the set that is labelled here, where the run was on that set."""
    refset: ReferenceSet | None = studio_of(request).refset
    if refset is None or found.past.tags.get(SET) != refset.about.title:
        return None
    with refset.database.reading() as connection:
        return with_beginning(connection, id)
