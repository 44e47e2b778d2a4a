"""A run that waits for a person: the picture to paint, and what was painted."""

import math
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from src.annotators.traces import annotation_of
from src.annotators.traces.standing import standing
from src.data.formats import painter
from src.data.refsets.labels.unfit import mapping, text, whole
from src.studio.asking import Said, studio_of
from src.studio.errors import NotThereError
from src.training.person.desk import Desk, Offer

router = APIRouter(prefix="/api/teach")


def desk_of(request: Request) -> Desk:
    """Where the run waits."""
    desk = studio_of(request).desk
    if desk is None:
        raise NotThereError("no run waits here: start one with +experiment=teach_by_hand")
    return desk


At = Annotated[Desk, Depends(desk_of)]


@router.get("")
def state(desk: At) -> dict[str, Any]:
    """What lies on the desk."""
    now, offer, trace, since, numbers = desk.look()
    told: dict[str, Any] = {"state": now, "since": since, "numbers": _plain(numbers)}
    if offer is None:
        return told
    height, width = offer.picture.shape
    place = f"/api/teach/{offer.step}"
    return told | {
        "step": offer.step,
        "sha": offer.picture.entry.id,
        "name": offer.picture.entry.name,
        "width": width,
        "height": height,
        "picture": f"{place}/picture",
        "prediction": None if offer.prediction is None else f"{place}/prediction",
        "model": f"after image {offer.after}" if offer.after else None,
        "samples": len(trace),
        "painted": f"{place}/painted" if standing(trace) else None,
    }


@router.post("")
def paint(desk: At, said: Said) -> dict[str, Any]:
    """Keep what the hand did since; ``ending`` asks for the next picture."""
    ending = said.get("ending")
    samples = desk.add(
        text(said.get("sha"), "sha"),
        whole(said.get("from", 0), "from"),
        mapping(said.get("trace"), "trace"),
        None if ending is None else text(ending, "ending"),
    )
    return {"samples": samples}


@router.get("/{step}/{what}")
def look(desk: At, step: int, what: str) -> Response:
    """The picture, what the model sees in it, or what was painted so far."""
    _, offer, trace, _, _ = desk.look()
    if offer is None or offer.step != step:
        raise NotThereError("this picture does not lie on the desk any more")
    if what == "painted":
        content = painter.annotation_png(annotation_of(trace, offer.picture.shape))
    else:
        content = _png(offer, what)
    return Response(content, media_type="image/png")


def _png(offer: Offer, what: str) -> bytes:
    if what == "picture":
        return painter.picture_png(offer.picture.pixels)
    if what == "prediction" and offer.prediction is not None:
        return painter.segmentation_png(offer.prediction)
    raise NotThereError("picture, prediction and painted can be asked for")


def _plain(numbers: dict[str, Any]) -> dict[str, Any]:
    """JSON has no word for what is undefined."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in numbers.items()
    }
