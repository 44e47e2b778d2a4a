"""Pictures, and whatever else a set keeps by its hash."""

from fastapi import APIRouter, Response

from src.data.refsets.canonical import is_sha
from src.data.refsets.upright import shown_as
from src.studio.asking import Set, known_photo
from src.studio.errors import NotThereError

FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
"""Other bytes have another hash."""

PNG = b"\x89PNG"

router = APIRouter(prefix="/api")


@router.get("/photos/{sha}/picture")
def picture(refset: Set, sha: str) -> Response:
    """The upright picture, as a browser can show it."""
    photo = known_photo(refset, sha)
    if not refset.objects.has(photo.sha):
        raise NotThereError("the bytes of this photo are not in the set: prepare it again")
    content, kind = shown_as(refset.objects.read(photo.sha), photo.sha[:12])
    return Response(content, media_type=kind, headers=FOREVER)


@router.get("/objects/{sha}")
def object_of(refset: Set, sha: str) -> Response:
    """A mask, a painted suggestion, a trace."""
    if not is_sha(sha) or not refset.objects.has(sha):
        raise NotThereError("the set has no object of this hash")
    content = refset.objects.read(sha)
    if content.startswith(PNG):
        return Response(content, media_type="image/png", headers=FOREVER)
    headers = {**FOREVER, "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=headers)
