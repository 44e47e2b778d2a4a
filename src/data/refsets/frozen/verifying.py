"""Looking at every byte of a frozen set: what changed, what is missing, what does not belong."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from src.core import InputError
from src.data.refsets.examining import CHANGED, EXTRA, MISSING, Examination, Fault, Wanted
from src.data.refsets.frozen.frozen_set import FILES, HEAD, NAMES, FrozenSet
from src.data.refsets.frozen.manifest import NAME as MANIFEST
from src.data.refsets.frozen.manifest import Line
from src.data.refsets.frozen.packs import pack_name, unpacked
from src.data.refsets.words import MASKS

Names = Mapping[str, Sequence[str]]


def verify_frozen(frozen: FrozenSet, examination: Examination) -> list[Fault]:
    """Every fault of a frozen set, in its files, its photos and its labels."""
    name = frozen.folder.name
    there = {path.name: path for path in frozen.folder.iterdir()}
    faults = [
        Fault(EXTRA, f"{other} in {name}", there[other]) for other in sorted(set(there) - {*FILES})
    ]
    lost = [Fault(MISSING, f"{own} of {name}", frozen.folder / own) for own in FILES]
    faults += [fault for fault in lost if not fault.place.is_file()]
    lines: Sequence[Line] = _attempt(frozen, "lines", MANIFEST, faults) or ()
    names: Names = _attempt(frozen, "names", NAMES, faults) or {}
    kept = [line for line in lines if line.withdrawn is None]
    faults += examination.faults(Wanted(line.photo, _called(line, names)) for line in kept)
    painted: list[Wanted] = []
    for pack, own in groupby(kept, key=lambda line: pack_name(line.photo)):
        faults += _labels(frozen, pack, list(own), names, examination, painted)
    return faults + examination.faults(painted)


def wanted_of(frozen: FrozenSet) -> int:
    """How many objects it holds, for whoever waits."""
    try:
        return len(frozen.lines) + len(frozen.head.packs)
    except InputError:
        return 0


def _labels(
    frozen: FrozenSet,
    pack: str,
    lines: Sequence[Line],
    names: Names,
    examination: Examination,
    painted: list[Wanted],
) -> Iterator[Fault]:
    """Faults of the labels in one pack; what was painted is told to whoever looks at it next."""
    named = [
        (sha, dimension, line)
        for line in lines
        for dimension, sha in line.labels.items()
        if sha is not None
    ]
    if not named:
        return
    sha = frozen.head.packs.get(pack)
    place = examination.objects.path(sha or "")
    kind, content = examination.content(sha) if sha else (MISSING, b"")
    labels = unpacked(content)
    whole = True
    for label, dimension, line in named:
        if label not in labels:
            whole = False
            yield Fault(kind or MISSING, f"{dimension} of {_called(line, names)}", place)
        elif dimension == MASKS:
            painted += _painted(labels[label], _called(line, names))
    if kind is not None and whole:
        yield Fault(kind, f"the labels of photos that begin with {pack}", place)


def _painted(content: bytes, called: str) -> Iterable[Wanted]:
    said = json.loads(content)
    for part, key in (("paint", "mask"), ("trace", "trace")):
        if said.get(key):
            yield Wanted(said[key], f"{part} of {called}")


def _called(line: Line, names: Names) -> str:
    called = names.get(line.photo)
    return f"photo {called[0] if called else line.photo[:12]}"


def _attempt(frozen: FrozenSet, what: str, file: str, faults: list[Fault]) -> Any:
    """What a file says; a fault where it is not what was frozen."""
    if not {HEAD, file} <= {path.name for path in frozen.folder.iterdir()}:
        return None
    try:
        return getattr(frozen, what)
    except InputError as error:
        fault = Fault(CHANGED, str(error), frozen.folder)
        if fault not in faults:
            faults.append(fault)
        return None
