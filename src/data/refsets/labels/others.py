"""Links, masks and the elements of a user interface."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from src.data.refsets.canonical import is_sha
from src.data.refsets.labels.areas import Area
from src.data.refsets.labels.boxes import Form, refuse_twins
from src.data.refsets.labels.said import element_said
from src.data.refsets.labels.unfit import (
    Unfit,
    flag,
    listed,
    mapping,
    number,
    shown,
    whole,
)
from src.data.refsets.words import ELEMENTS, LINKS, MASKS


@dataclass(frozen=True)
class Links:
    """Who wears which bib: pairs of a bib's id and a face's id.

    A face may wear two bibs, a bib has one face.

    Args:
        labelled: ``False`` where links are there, but somebody must look again.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    labelled: bool | None = True
    form: Form = field(default=None, compare=False)

    dimension: ClassVar[str] = LINKS

    def __post_init__(self) -> None:
        pairs = []
        for place, pair in enumerate(listed(self.pairs, "pairs")):
            if len(listed(pair, "pairs", place)) != 2:
                raise Unfit(f"must be a bib and a face, got {shown(pair)}", ("pairs", place))
            pairs.append((whole(pair[0], "pairs", place, 0), whole(pair[1], "pairs", place, 1)))
            if pairs[-1][0] in (bib for bib, _ in pairs[:-1]):
                raise Unfit(f"bib {pair[0]} has two faces: keep one", ("pairs", place))
        object.__setattr__(self, "pairs", tuple(pairs))
        if self.labelled is not None:
            flag(self.labelled, "labelled")

    @classmethod
    def of_json(cls, said: Any) -> Self:
        """What a document says."""
        document = mapping(said)
        labelled = document.get("labelled", True)
        return cls(document.get("pairs", ()), labelled, document.get("form"))

    def as_json(self, *, forms: bool = False) -> dict[str, Any]:
        """The document."""
        said = {"labelled": self.labelled, "pairs": [list(pair) for pair in self.pairs]}
        return said | ({"form": self.form} if forms and self.form is not None else {})


@dataclass(frozen=True)
class Masks:
    """What was painted on a photo, in RootPainter's format, and the trace of the mouse.

    Args:
        mask: SHA-256 of the RGBA picture: red foreground, green background.
        trace: SHA-256 of the trajectory that painted it; ``None`` where nobody recorded it.
    """

    mask: str
    trace: str | None = None
    labelled: bool | None = True
    form: Form = field(default=None, compare=False)

    dimension: ClassVar[str] = MASKS

    def __post_init__(self) -> None:
        for key in ("mask", "trace"):
            sha = getattr(self, key)
            if not is_sha(sha) and not (key == "trace" and sha is None):
                raise Unfit(f"must be the SHA-256 of an object, got {shown(sha)}", (key,))
        if self.labelled is not None:
            flag(self.labelled, "labelled")

    @classmethod
    def of_json(cls, said: Any) -> Self:
        """What a document says."""
        document = mapping(said)
        if "mask" not in document:
            raise Unfit("is missing", ("mask",))
        labelled = document.get("labelled", True)
        return cls(document["mask"], document.get("trace"), labelled, document.get("form"))

    def as_json(self, *, forms: bool = False) -> dict[str, Any]:
        """The document."""
        said = {"labelled": self.labelled, "mask": self.mask, "trace": self.trace}
        return said | ({"form": self.form} if forms and self.form is not None else {})


@dataclass(frozen=True)
class Element:
    """An element of a user interface, as ``annotations.json`` 1.0 has it.

    Args:
        said: ``id``, ``bbox`` (x1, y1, x2, y2 normalised), ``text``, ``type``, ``click_point``
            and whatever else its source says, all of which is kept.
        id: of the box, see ``Bib``; the element's own name is ``said["id"]``.
    """

    said: Mapping[str, Any]
    id: int | None = None
    ghost: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", element_said(self.said))
        self.area  # noqa: B018 - a box that cannot be is refused here

    @property
    def area(self) -> Area | None:
        """Where it lies; ``None`` for what the schema calls a refusal: it is not there."""
        box = self.said.get("bbox")
        if box is None:
            return None
        if len(listed(box, "element", "bbox")) != 4:
            raise Unfit(f"must be x1, y1, x2, y2, got {shown(box)}", ("element", "bbox"))
        sides = [number(side, "element", "bbox", place) for place, side in enumerate(box)]
        x1, y1, x2, y2 = sides
        try:
            return Area(x1, y1, x2 - x1, y2 - y1)
        except Unfit as unfit:
            raise Unfit(f"{unfit.path[0]}: {unfit.reason}", ("element", "bbox")) from unfit

    @classmethod
    def of_json(cls, said: Mapping[str, Any]) -> Self:
        """What a document says of one."""
        ids = [said.get(key) for key in ("id", "ghost")]
        checked = [None if own is None else whole(own, "id") for own in ids]
        return cls(said.get("element", {}), *checked)


@dataclass(frozen=True)
class Elements:
    """All elements of a screenshot.

    Args:
        about: what its source says of the whole screenshot besides its picture and size.
    """

    elements: tuple[Element, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)
    labelled: bool | None = True
    form: Form = field(default=None, compare=False)

    dimension: ClassVar[str] = ELEMENTS

    def __post_init__(self) -> None:
        object.__setattr__(self, "elements", tuple(self.elements))
        object.__setattr__(self, "about", dict(mapping(self.about, "about")))
        if self.labelled is not None:
            flag(self.labelled, "labelled")
        refuse_twins([one.id for one in self.elements], "elements")
        names: dict[str, int] = {}
        for place, one in enumerate(self.elements):
            if names.setdefault(one.said["id"], place) != place:
                raise Unfit(
                    f"{shown(one.said['id'])} is there twice: give each element its own",
                    ("elements", place, "element", "id"),
                )

    @property
    def boxes(self) -> tuple[Element, ...]:
        """The same, by the name that boxes have in every dimension."""
        return self.elements

    @classmethod
    def of_json(cls, said: Any) -> Self:
        """What a document says."""
        document = mapping(said)
        elements = []
        for place, one in enumerate(listed(document.get("elements", ()), "elements")):
            try:
                elements.append(Element.of_json(mapping(one)))
            except Unfit as unfit:
                raise unfit.below("elements", place) from unfit
        about, labelled = document.get("about", {}), document.get("labelled", True)
        return cls(tuple(elements), about, labelled, document.get("form"))

    def as_json(self, *, forms: bool = False) -> dict[str, Any]:
        """The document."""
        elements = [{"id": one.id, "element": dict(one.said)} for one in self.elements]
        said = {"labelled": self.labelled, "about": dict(self.about), "elements": elements}
        return said | ({"form": self.form} if forms and self.form is not None else {})

    def with_ids(self, ids: Mapping[int, int | None]) -> Self:
        """The same elements, each known by what the set calls it: place to id."""
        known = (replace(one, id=ids[place]) for place, one in enumerate(self.elements))
        return replace(self, elements=tuple(known))
