"""What was painted on a photo, with the trace of the hand."""

from typing import Any

from fastapi import APIRouter

from src.data.formats.continued import continued
from src.data.formats.traces import read_trace, trace_of, trace_parquet
from src.data.refsets import ReferenceSet
from src.data.refsets.canonical import is_sha
from src.data.refsets.labels import Masks
from src.data.refsets.labels.unfit import Unfit, flag, mapping, whole
from src.data.refsets.paint import paint_of
from src.data.refsets.store.spent import Spent
from src.data.refsets.words import MASKS
from src.studio.asking import Said, Set, known_photo, known_step
from src.studio.told import documents_told

router = APIRouter(prefix="/api")


@router.put("/photos/{sha}/masks")
def save(refset: Set, sha: str, said: Said) -> dict[str, Any]:
    """Put paint in the place of what was there, if nobody else did meanwhile."""
    known_step(refset, MASKS)
    photo = known_photo(refset, sha)
    if photo.width is None or photo.height is None:
        raise Unfit("the bytes of this photo are not in the set: prepare it again")
    began = whole(said.get("revision"), "revision")
    labelled = flag(said.get("labelled", True), "labelled")
    given = said.get("trace")
    paint = paint_of(said.get("png"), (photo.height, photo.width))
    trace = _trace(refset, said.get("after"), given)
    spent = None if said.get("spent") is None else Spent.of_json(said["spent"])
    with refset.batch() as batch:
        kept = None if trace is None else batch.put(trace)
        document = Masks(batch.put(paint), kept, labelled)
        saved = batch.save(photo.sha, {MASKS: document}, began=began)
        if spent is not None:
            batch.spend(photo.sha, MASKS, spent)
    return {"revision": saved.revision, "documents": documents_told(saved.documents)}


def _trace(refset: ReferenceSet, after: Any, given: Any) -> bytes | None:
    """The file of a trace; one that was kept ``after`` which hand this one went on comes first."""
    if given is None:
        return None
    trace = trace_of(mapping(given, "trace"))
    if after is not None:
        if not is_sha(after) or not refset.objects.has(after):
            raise Unfit("there is no such trace", ("after",))
        trace = continued(read_trace(refset.objects.read(after)), trace)
    return trace_parquet(trace)
