"""The file ``annotations.json`` 1.0 as nouns: normalised coordinates, and nothing is lost.

Every noun keeps the JSON object it was read from, so that keys which nobody here knows, the order
of all, and the form of known values survive reading, changing and writing. A number survives as its
value, not digit by digit: 0.10 comes back as 0.1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from src.data.ui.elements import BBOX, Box, Point

VERSION = "1.0"


@dataclass(frozen=True)
class ElementRecord:
    """One element as the file has it; coordinates are fractions of the screenshot's sides.

    Args:
        bbox: x1, y1, x2, y2; ``None`` for a refusal.
        box_type: ``bbox``, ``polygon`` or ``refusal``.
        polygon: corners of an element that is no rectangle.
        click_point: where somebody clicked.
        gui_types: ``GUI_types`` in the file.
        raw_box_coordinates: pixels, x, y, width and height or the corners of a polygon, as some
            sets keep them.
        scored: ``False`` where hit or miss must not count.
        given: the object that it was read from.
    """

    id: str
    bbox: Box | None
    text: str | None = None
    type: str = ""
    click_point: Point | None = None
    instruction: str = ""
    refined_instruction: str = ""
    box_type: str = BBOX
    polygon: tuple[Point, ...] | None = None
    level: str = ""
    gui_types: tuple[str, ...] = ()
    raw_box_coordinates: tuple[float, ...] | None = None
    scored: bool = True
    given: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "ElementRecord":
        """What a JSON object says, which must have been looked at for faults before."""
        known = {one.name: one.read(given[one.key]) for one in _ELEMENT if one.key in given}
        return cls(**{"bbox": None, **known}, given=given)

    def moved(self, bbox: Box) -> "ElementRecord":
        """The same element as a rectangle elsewhere; what told its old place otherwise goes."""
        return replace(
            self, bbox=bbox, box_type=BBOX, polygon=None, raw_box_coordinates=None, click_point=None
        )

    def as_json(self) -> dict[str, Any]:
        """The object it was read from, with what has changed since."""
        return _written(self, _ELEMENT)


@dataclass(frozen=True)
class ScreenshotRecord:
    """One sample as the file has it.

    Args:
        image: path of the picture, from the folder of the file.
        width, height: of the picture, in pixels.
    """

    id: str
    image: str
    width: int
    height: int
    elements: tuple[ElementRecord, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "ScreenshotRecord":
        """What a JSON object says, which must have been looked at for faults before."""
        return cls(**{one.name: one.read(given[one.key]) for one in _SCREENSHOT}, given=given)

    def as_json(self) -> dict[str, Any]:
        """The object it was read from, with what has changed since."""
        written = _written(self, _SCREENSHOT)
        written["elements"] = [element.as_json() for element in self.elements]
        return written


@dataclass(frozen=True)
class Annotations:
    """The whole file."""

    dataset: str
    samples: tuple[ScreenshotRecord, ...] = ()
    version: str = VERSION
    given: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Annotations":
        """What a JSON object says, which must have been looked at for faults before."""
        samples = tuple(ScreenshotRecord.read(sample) for sample in given["samples"])
        return cls(str(given.get("dataset", "")), samples, str(given["version"]), given)

    def as_json(self) -> dict[str, Any]:
        """The object it was read from, with what has changed since."""
        written = _written(self, _FILE)
        written["samples"] = [sample.as_json() for sample in self.samples]
        return written


@dataclass(frozen=True)
class _Key:
    """How one field is kept: its key in the file, and the way from JSON."""

    key: str
    read: Callable[[Any], Any]
    always: bool = False

    @property
    def name(self) -> str:
        return self.key.lower()


def pairs(values: Sequence[Any] | None) -> tuple[Point, ...] | None:
    """Corners, given as pairs or one number after another."""
    if values is None:
        return None
    flat = _numbers_within(values)
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _numbers_within(values: Sequence[Any]) -> tuple[float, ...]:
    """Numbers, given one after another or in pairs."""
    return tuple(
        float(v) for one in values for v in (one if isinstance(one, list | tuple) else [one])
    )


def _numbers(values: Sequence[Any] | None) -> Any:
    return None if values is None else _numbers_within(values)


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(str(one) for one in value or ())


_ELEMENT = (
    _Key("id", str, always=True),
    _Key("bbox", _numbers, always=True),
    _Key("text", lambda value: value),
    _Key("type", _text),
    _Key("click_point", _numbers),
    _Key("instruction", _text),
    _Key("refined_instruction", _text),
    _Key("box_type", lambda value: value or BBOX),
    _Key("polygon", pairs),
    _Key("level", _text),
    _Key("GUI_types", _texts),
    _Key("raw_box_coordinates", _numbers),
    _Key("scored", lambda value: value is not False),
)
_SCREENSHOT = (
    _Key("id", str, always=True),
    _Key("image", str, always=True),
    _Key("width", int, always=True),
    _Key("height", int, always=True),
    _Key("elements", lambda own: tuple(ElementRecord.read(one) for one in own), always=True),
)
_FILE = (_Key("version", str, always=True), _Key("dataset", _text, always=True))


def _written(record: Any, keys: Sequence[_Key]) -> dict[str, Any]:
    """The object that a record was read from; a key is touched only where its value has changed."""
    written = dict(record.given)
    for one in keys:
        value = getattr(record, one.name)
        if one.key in written and one.read(written[one.key]) == value:
            continue
        if one.always or value != getattr(type(record), one.name, None):
            written[one.key] = _plain(value)
        else:
            written.pop(one.key, None)
    return written


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
