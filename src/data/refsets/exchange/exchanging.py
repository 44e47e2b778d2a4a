"""Writing a set in a format of others, and taking in what comes in one."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from src.core import InputError
from src.data.files.finding import expanded
from src.data.files.whole import make_folder
from src.data.refsets.arriving import Arrival, Tally, arrive
from src.data.refsets.exchange.coco import IMAGES, write_coco
from src.data.refsets.exchange.coco_reading import read_coco
from src.data.refsets.exchange.coming import Coming, arrival_of
from src.data.refsets.exchange.completing import Held
from src.data.refsets.exchange.label_studio import write_studio
from src.data.refsets.exchange.leaving import Leaving, Terms, leavings
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.mask_folder import read_masks, write_masks
from src.data.refsets.exchange.overlay import Overlay
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.exchange.rootpainter import DATASETS, read_project, write_project
from src.data.refsets.exchange.studio_reading import read_studio
from src.data.refsets.exchange.ui_schema import read_ui, write_ui
from src.data.refsets.exchange.yolo import read_yolo, write_yolo
from src.data.refsets.people.pseudonyms import known
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store import guard
from src.data.refsets.store.objects import disk_errors
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS

Write = Callable[[ReferenceSet, Iterable[Leaving], Path, Pictures, Losses], int]
Read = Callable[[Path, tuple[str, ...]], Iterator[Coming]]


@dataclass(frozen=True)
class Format:
    """One way to write a set and to read it.

    Args:
        dimensions: a set needs one of them.
        pictures: folder of the pictures in an export.
        flat: whether all pictures lie in it, and none deeper.
    """

    write: Write
    read: Read
    dimensions: tuple[str, ...]
    held: Held
    pictures: str = IMAGES
    flat: bool = False


RACE = (BIBS, FACES, LINKS)
FORMATS: Mapping[str, Format] = {
    "coco": Format(write_coco, read_coco, (*RACE, MASKS, ELEMENTS), Held(RACE)),
    "yolo": Format(
        write_yolo,
        read_yolo,
        (BIBS, FACES, ELEMENTS),
        Held((BIBS, FACES), ("scope",), photo_tags=False, keys=False),
    ),
    "label-studio": Format(
        write_studio, read_studio, (*RACE, MASKS, ELEMENTS), Held(RACE, keys=False)
    ),
    "ui": Format(write_ui, read_ui, (ELEMENTS,), Held((ELEMENTS,), unlocated=True)),
    "masks": Format(write_masks, read_masks, (MASKS,), Held((MASKS,), background=False), flat=True),
    "rootpainter": Format(
        write_project, read_project, (MASKS,), Held((MASKS,), sources=False), DATASETS, flat=True
    ),
}


@dataclass(frozen=True)
class Exported:
    """How many photos were written, and what could not be."""

    photos: int
    losses: Losses


def export_set(
    refset: ReferenceSet,
    folder: Path,
    format: str,
    terms: Terms | None = None,
    step: Callable[[], None] = lambda: None,
) -> Exported:
    """Write a set into a new or empty folder; tells what its format cannot hold."""
    chosen, terms = _format(refset, format), terms or Terms()
    home = expanded(folder, "FOLDER").absolute()
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise InputError(f"FOLDER: {home} is not empty: name a new folder")
    losses = Losses()

    def leaving() -> Iterator[Leaving]:
        for one in leavings(refset, terms, losses, flat=chosen.flat):
            yield one
            step()

    with disk_errors(home):
        make_folder(home)
        pictures = Pictures(refset, terms, home / chosen.pictures)
        return Exported(chosen.write(refset, leaving(), home, pictures, losses), losses)


def import_set(
    refset: ReferenceSet,
    path: Path,
    format: str,
    *,
    replacing: bool = False,
    dry_run: bool = False,
    who: str | None = None,
    step: Callable[[], None] = lambda: None,
) -> Tally:
    """Read all and check it, then take it in; nothing, where something is wrong.

    Args:
        replacing, dry_run, step: see ``arrive``.
    """
    chosen = _format(refset, format)
    with tempfile.TemporaryDirectory(prefix="refset-") as passing:
        # What is painted goes to the set only when all of it is known to be right.
        trial = replace(refset, objects=Overlay(Path(passing), refset.objects))
        tally = _taken(trial, path, chosen, format, replacing, True, who, lambda: None)
    if dry_run:
        return tally
    with guard.shared(refset.objects.folder, refset.database.patience):
        return _taken(refset, path, chosen, format, replacing, False, who, step)


def _taken(
    refset: ReferenceSet, path: Path, chosen: Format, format: str, replacing: bool, dry_run: bool,
    who: str | None, step: Callable[[], None],
) -> Tally:  # fmt: skip
    with refset.database.reading() as connection:
        people = {word: name for name, word in known(connection).items()}

    def arrivals() -> Iterator[Arrival]:
        seen: dict[str, str] = {}
        for coming in chosen.read(path, refset.dimensions):
            arrival = arrival_of(refset, coming, chosen.held, people)
            if arrival.sha in seen:
                raise InputError(
                    f"{coming.place}: this photo is also {seen[arrival.sha]}: keep one of the two"
                )
            seen[arrival.sha] = coming.place
            yield arrival

    return arrive(
        refset,
        arrivals(),
        source=format,
        replacing=replacing,
        dry_run=dry_run,
        who=who,
        step=step,
    )


def _format(refset: ReferenceSet, name: str) -> Format:
    chosen = FORMATS[name]
    if not set(chosen.dimensions) & set(refset.dimensions):
        raise InputError(
            f"--format: {name} holds {', '.join(chosen.dimensions)}, {refset.folder} has "
            f"{', '.join(refset.dimensions)}: choose another"
        )
    return chosen
