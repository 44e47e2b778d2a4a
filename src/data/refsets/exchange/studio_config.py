"""The labelling configuration in which a set can be corrected in Label Studio."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import quoteattr

from src.data.formats.label_studio.write import BRUSH, IMAGE
from src.data.refsets.words import (
    BIB_SCOPES,
    BIBS,
    ELEMENTS,
    FACE_BOX_TAGS,
    FACE_SCOPES,
    FACES,
    MASKS,
    PHOTO_TAGS,
)

BOXES, NUMBER, IDENTITY, TEXT, DONE = "boxes", "number", "identity", "text", "labelled"
SCOPE = {BIBS: "bib_scope", FACES: "face_scope"}
TAGS = {BIBS: "bib_tags", FACES: "face_photo_tags"}
FACE_TAGS = "face_tags"
"""Names of the tags in the configuration; ``DONE`` says which dimensions somebody finished."""


def set_config(dimensions: Sequence[str], labels: Iterable[str]) -> str:
    """The configuration for a set.

    Args:
        labels: what boxes, or paint, are called.
    """
    lines = [f'  <Image name="{IMAGE}" value="${IMAGE}" zoom="true" zoomControl="true"/>']
    tag, name = ("BrushLabels", BRUSH) if MASKS in dimensions else ("RectangleLabels", BOXES)
    lines.append(f'  <{tag} name="{name}" toName="{IMAGE}">')
    lines += [f"    <Label value={quoteattr(label)}/>" for label in labels]
    lines.append(f"  </{tag}>")
    if BIBS in dimensions:
        lines += _choices(SCOPE[BIBS], BIB_SCOPES, 'perRegion="true"', "bib")
        lines.append(_area(NUMBER, "bib"))
        lines += _choices(TAGS[BIBS], PHOTO_TAGS[BIBS], 'choice="multiple"')
    if FACES in dimensions:
        lines += _choices(SCOPE[FACES], FACE_SCOPES, 'perRegion="true"', "face")
        lines.append(_area(IDENTITY, "face"))
        lines += _choices(FACE_TAGS, FACE_BOX_TAGS, 'perRegion="true" choice="multiple"', "face")
        lines += _choices(TAGS[FACES], PHOTO_TAGS[FACES], 'choice="multiple"')
    if ELEMENTS in dimensions:
        lines.append(_area(TEXT, None))
    lines += _choices(DONE, dimensions, 'choice="multiple"')
    return "<View>\n" + "\n".join(lines) + "\n</View>\n"


def _choices(name: str, values: Iterable[str], how: str, label: str | None = None) -> list[str]:
    when = f' whenTagName="{BOXES}" whenLabelValue="{label}"' if label else ""
    head = f'  <Choices name="{name}" toName="{IMAGE}" {how}{when}>'
    return [head, *(f"    <Choice value={quoteattr(value)}/>" for value in values), "  </Choices>"]


def _area(name: str, label: str | None) -> str:
    when = f' whenTagName="{BOXES}" whenLabelValue="{label}"' if label else ""
    return (
        f'  <TextArea name="{name}" toName="{IMAGE}" perRegion="true" editable="true" '
        f'maxSubmissions="1"{when}/>'
    )
