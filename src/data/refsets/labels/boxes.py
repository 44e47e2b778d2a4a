"""Bibs and faces, and what was said about a whole photo in their dimensions."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

from src.data.files.foreign import UNSPEAKABLE
from src.data.refsets.labels.areas import Area, area_json
from src.data.refsets.labels.unfit import Unfit, flag, listed, mapping, shown, text, whole, words
from src.data.refsets.words import BIB_SCOPES, BIBS, FACE_BOX_TAGS, FACE_SCOPES, FACES, PHOTO_TAGS

Form = Mapping[str, Any] | None
"""How a file wrote it, where another way would mean the same; ``None`` for the usual way."""


@dataclass(frozen=True)
class Bib:
    """A bib.

    Args:
        area: ``None`` where only its number is known.
        number: as far as it can be read, ``?`` for a digit that cannot.
        id: what the set knows it by for good; ``None`` or below 0 while it is new.
        ghost: the suggestion that it was made from, if any; not kept in the label.
    """

    area: Area | None
    number: str = ""
    scope: str = "bib"
    id: int | None = None
    ghost: int | None = field(default=None, compare=False)
    form: Form = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _scope(self.scope, BIB_SCOPES)
        _sayable(text(self.number, "number"), "number")

    @property
    def scored(self) -> bool:
        """Whether finding it counts."""
        return BIB_SCOPES[self.scope]

    @classmethod
    def of_json(cls, said: Mapping[str, Any]) -> Self:
        """What a document says of one."""
        return cls(
            Area.of_json(said),
            said.get("number", ""),
            said.get("scope", "bib"),
            _id(said),
            _id(said, "ghost"),
            said.get("form"),
        )

    def as_json(self) -> dict[str, Any]:
        """Coordinates, number and scope."""
        return {**area_json(self.area), "number": self.number, "scope": self.scope}


@dataclass(frozen=True)
class Face:
    """A face.

    Args:
        area: ``None`` where coordinates were never recorded.
        identity: a name, ``anonymous_N``, or ``None`` for a face that nobody will see again.
        tags: of this face alone, see ``FACE_BOX_TAGS``.
        id, ghost: see ``Bib``.
    """

    area: Area | None
    scope: str = "keep"
    identity: str | None = None
    tags: tuple[str, ...] = ()
    id: int | None = None
    ghost: int | None = field(default=None, compare=False)
    form: Form = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _scope(self.scope, FACE_SCOPES)
        if self.identity is not None:
            if not text(self.identity, "identity").strip():
                raise Unfit("is empty: give a name, or null", ("identity",))
            _sayable(self.identity, "identity")
        object.__setattr__(self, "tags", words(self.tags, FACE_BOX_TAGS, "tag of a face", "tags"))

    @property
    def scored(self) -> bool:
        """Whether finding it counts."""
        return FACE_SCOPES[self.scope]

    @classmethod
    def of_json(cls, said: Mapping[str, Any]) -> Self:
        """What a document says of one."""
        return cls(
            Area.of_json(said),
            said.get("scope", "keep"),
            said.get("identity"),
            said.get("tags", ()),
            _id(said),
            _id(said, "ghost"),
            said.get("form"),
        )

    def as_json(self) -> dict[str, Any]:
        """Coordinates, scope, identity and tags."""
        return {
            **area_json(self.area),
            "scope": self.scope,
            "identity": self.identity,
            "tags": list(self.tags),
        }


@dataclass(frozen=True)
class Boxes:
    """The boxes of a photo in one dimension, in their order.

    Args:
        tags: of the whole photo.
        labelled: whether a person has said that this is all; ``None`` in files without the flag.
    """

    boxes: tuple[Any, ...] = ()
    tags: tuple[str, ...] = ()
    labelled: bool | None = True
    form: Form = field(default=None, compare=False)

    dimension: ClassVar[str]
    noun: ClassVar[type[Bib | Face]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", tuple(self.boxes))
        allowed = PHOTO_TAGS[self.dimension]
        tags = words(self.tags, allowed, f"tag of a photo's {self.dimension}", "tags")
        object.__setattr__(self, "tags", tags)
        if self.labelled is not None:
            flag(self.labelled, "labelled")
        refuse_twins([box.id for box in self.boxes], "boxes")

    @classmethod
    def of_json(cls, said: Any) -> Self:
        """What a document says."""
        document = mapping(said)
        boxes = []
        for place, one in enumerate(listed(document.get("boxes", ()), "boxes")):
            try:
                boxes.append(cls.noun.of_json(mapping(one)))
            except Unfit as unfit:
                raise unfit.below("boxes", place) from unfit
        labelled = document.get("labelled", True)
        return cls(tuple(boxes), document.get("tags", ()), labelled, document.get("form"))

    def as_json(self, *, forms: bool = False) -> dict[str, Any]:
        """The document; ``forms`` for whoever must write files as they were."""
        boxes = [{"id": box.id, **box.as_json(), **_form(box.form, forms)} for box in self.boxes]
        said = {"labelled": self.labelled, "tags": list(self.tags), "boxes": boxes}
        return said | _form(self.form, forms)

    def with_ids(self, ids: Mapping[int, int | None]) -> Self:
        """The same boxes, each known by what the set calls it: place to id."""
        boxes = (known_as(box, ids[place]) for place, box in enumerate(self.boxes))
        return replace(self, boxes=tuple(boxes))


class Bibs(Boxes):
    """All bibs of a photo."""

    dimension, noun = BIBS, Bib


class Faces(Boxes):
    """All faces of a photo."""

    dimension, noun = FACES, Face


Box = TypeVar("Box")


def known_as(box: Box, id: int | None) -> Box:
    """The same box by another id; what it says was looked at before, half a million times."""
    known = object.__new__(type(box))
    known.__dict__.update(box.__dict__, id=id)
    return known


def refuse_twins(ids: list[int | None], *path: str | int) -> None:
    """Raises where two boxes are known by one id."""
    seen: set[int] = set()
    for place, own in enumerate(ids):
        if own is not None and own in seen:
            raise Unfit(f"the id {own} is there twice: keep one", (*path, place, "id"))
        if own is not None:
            seen.add(own)


def _scope(scope: Any, allowed: Mapping[str, bool]) -> None:
    if not isinstance(scope, str) or scope not in allowed:
        raise Unfit(f"{shown(scope)} is no scope; they are {', '.join(allowed)}", ("scope",))


def _sayable(said: str, key: str) -> None:
    if UNSPEAKABLE.search(said):
        raise Unfit(f"{shown(said)} has a letter that is no text: take it out", (key,))


def _id(said: Mapping[str, Any], key: str = "id") -> int | None:
    return None if said.get(key) is None else whole(said[key], key)


def _form(form: Form, wanted: bool) -> dict[str, Any]:
    return {"form": dict(form)} if wanted and form is not None else {}
