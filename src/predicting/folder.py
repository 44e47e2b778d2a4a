"""A folder of pictures without truth becomes a folder of what a detector sees on them."""

import csv
import hashlib
import io
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from annotated_types import Ge, Le, MinLen

from src.core import InputError
from src.data.files import finding
from src.data.files.hashes import HashCache
from src.data.files.lock import alone
from src.data.files.whole import make_folder, write_whole
from src.predicting.collecting import collect
from src.predicting.finding import named, pictures_of, target_of
from src.predicting.looking import Target, look
from src.predicting.telling import Tell, nobody
from src.predicting.writing import (
    COCO,
    KINDS,
    LABEL_STUDIO,
    PROBABILITIES,
    YOLO,
    Noted,
    write_all,
)
from src.reporting.progress import measured_progress

NOTES, ABOUT, SKIPPED = ".brushwork", "prediction.json", "skipped.csv"
"""Below the folder: notes of finished pictures, what it was made by, what could not be used."""

ON_ERROR = ("stop", "skip")


@dataclass(frozen=True)
class Done:
    """What came of all pictures."""

    folder: Path
    pictures: int
    objects: int
    kept: int
    skipped: Mapping[str, str]


@dataclass(frozen=True)
class Prediction:
    """Which pictures are looked at, what is written, and where.

    Args:
        images: a folder of PNG, TIFF and JPEG files, or one of them.
        out: folder for what is written; an empty or a new one, or that of the same prediction.
        write: any of ``KINDS``; the tables ``images.csv`` and ``objects.csv`` are always written.
        whole_pixels: a TIFF of more pixels is read, predicted and written by strips.
        on_error: ``stop`` at a picture that cannot be used, or ``skip`` and list it.
    """

    images: Annotated[str, MinLen(1)]
    out: Annotated[str, MinLen(1)]
    write: Annotated[Sequence[str], MinLen(1)] = ("labels", "overlay")
    whole_pixels: Annotated[int, Ge(1), Le(2**29)] = 25_000_000
    on_error: str = "stop"

    def __post_init__(self) -> None:
        for kind in self.write:
            if kind not in KINDS:
                raise InputError(
                    f"prediction.write must be some of {', '.join(KINDS)}, got {kind!r:.80}"
                )
        if self.on_error not in ON_ERROR:
            raise InputError(
                f"prediction.on_error must be one of {ON_ERROR}: {self.on_error!r:.80}"
            )

    @property
    def kinds(self) -> list[str]:
        """What is written, each once, in a fixed order."""
        return [kind for kind in KINDS if kind in self.write]

    def predict(self, detector: Any, about: Mapping[str, Any], executor: Any, name: str) -> Done:
        """Look at every picture that was not looked at before, and write all of it.

        Args:
            about: the detector's configuration, by which a folder knows whose work it holds.
            name: what the detector is called where others read it.
        """
        refuse_kinds(detector, self.kinds)
        files = pictures_of(self.images)
        folder = finding.expanded(self.out, "prediction.out").absolute()
        if folder == files[0].parent:
            raise InputError("prediction.out is the folder of the pictures: give another")
        maker = {"detector": about, "weights": weights_id(detector)}
        begin(folder, maker)
        with alone(folder / NOTES):
            return self._all(detector, files, folder, executor, _key(maker, self.kinds, name), name)

    def _all(
        self, detector: Any, files: list[Path], folder: Path, executor: Any, key: str, name: str
    ) -> Done:
        targets, skipped = self._targets(files)
        work = Work(detector, folder, self.kinds, key, name, self.on_error)
        waiting = [target for target in targets if work.known(target) is None]
        rows = sum(target.shape[0] * target.shape[1] for target in waiting)
        what = f"predicting {len(waiting)} of {len(targets)} pictures"
        with measured_progress(what, rows) as advance:
            if getattr(executor, "workers", 1) == 1:
                work = replace(work, tell=advance)
            for target, reason in zip(waiting, executor.map(work, waiting), strict=True):
                if reason is not None:
                    skipped[target.path.name] = reason
                elif work.tell is None:
                    advance(target.shape[0] * target.shape[1])
        return self._finished(work, targets, skipped, len(targets) - len(waiting))

    def _targets(self, files: list[Path]) -> tuple[list[Target], dict[str, str]]:
        targets, skipped = [], {}
        with HashCache([files[0].parent]) as cache:
            for file, name in named(files):
                try:
                    targets.append(target_of(file, name, self.whole_pixels, cache))
                except InputError as error:
                    if self.on_error == "stop":
                        raise _advised(error) from error
                    skipped[file.name] = str(error)
        return targets, skipped

    def _finished(
        self, work: "Work", targets: list[Target], skipped: dict[str, str], kept: int
    ) -> Done:
        usable = [target for target in targets if target.path.name not in skipped]
        if not usable:
            reason = next(iter(skipped.values()))
            raise InputError(f"no picture could be used; the first reason: {reason}")

        def notes() -> Iterator[Noted]:
            for target in usable:
                note = work.known(target)
                assert note is not None  # noqa: S101 - written a moment ago
                yield note

        collect(notes, work.folder, self.kinds)
        write_skipped(work.folder / SKIPPED, skipped)
        objects = sum(len(note) for note in notes())
        return Done(work.folder, len(usable), objects, kept, skipped)


@dataclass(frozen=True, eq=False)
class Work:
    """What is done with each picture, here or in another process.

    Args:
        key: of all settings; with the picture's own hash it says whether a note still holds.
        tell: is told of pixels as they are done; ``None`` in another process.
    """

    detector: Any
    folder: Path
    kinds: Sequence[str]
    key: str
    name: str
    on_error: str
    tell: Tell | None = None

    def __call__(self, target: Target) -> str | None:
        """Look, write, note; the reason where the picture is left out."""
        passing = self.folder / NOTES / f"{target.id}-{_digest(target.name)}.passing"
        told = self.tell or nobody
        try:
            refuse_strips(self.detector, target, self.kinds)
            sight = look(
                self.detector,
                target,
                passing,
                PROBABILITIES in self.kinds,
                lambda rows: told(rows * target.shape[1]),
            )
            own = self._key(target)
            noted = write_all(sight, target, self.folder, self.kinds, own, self.name)
        except InputError as error:
            if self.on_error == "stop":
                raise _advised(error) from error
            return str(error)
        noted.write(self._note(target))
        shutil.rmtree(passing, ignore_errors=True)
        return None

    def known(self, target: Target) -> Noted | None:
        """What was noted of a picture; ``None`` where it or one of its files is not as it was."""
        note = Noted.read(self._note(target))
        if note is None or note.key != self._key(target):
            return None
        return note if all((self.folder / file).is_file() for file in note.files) else None

    def _key(self, target: Target) -> str:
        return _digest(f"{self.key} {target.id} {target.by_strips}")

    def _note(self, target: Target) -> Path:
        return self.folder / NOTES / f"{_digest(target.name)}.json"


def begin(folder: Path, maker: Mapping[str, Any]) -> None:
    """Make the folder; one that holds anything else is refused."""
    about = folder / ABOUT
    text = json.dumps(maker, ensure_ascii=False, indent=1, default=str) + "\n"
    try:
        if about.is_file():
            if about.read_text(encoding="utf-8") != text:
                raise InputError(
                    f"{folder} holds predictions of another detector, see {ABOUT} there: give "
                    "another folder, or remove it"
                )
        elif folder.exists() and any(folder.iterdir()):
            raise InputError(f"{folder} holds other files: give a new or an empty folder")
        make_folder(folder / NOTES)
        write_whole(about, text.encode())
    except OSError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"prediction.out: {folder} cannot be written ({error.strerror or error}): give another"
        ) from error


def weights_id(detector: Any) -> str | None:
    """Hash of what a detector has learned; ``None`` of one that learns nothing."""
    if not hasattr(detector, "save"):
        return None
    with TemporaryDirectory() as place:
        file = Path(place) / "weights"
        detector.save(file)
        return hashlib.sha256(file.read_bytes()).hexdigest()


def refuse_kinds(detector: Any, kinds: Sequence[str]) -> None:
    """Raises where the detector cannot give what shall be written."""
    if PROBABILITIES in kinds and not hasattr(detector, "instances_of"):
        raise InputError(
            f"a {type(detector).__name__} gives no probabilities: leave {PROBABILITIES} out of "
            "prediction.write"
        )


def refuse_strips(detector: Any, target: Target, kinds: Sequence[str]) -> None:
    """Raises for a picture that is too large for the detector, or for what shall be written."""
    if not target.by_strips:
        return
    height, width = target.shape
    if not hasattr(detector, "strips"):
        raise InputError(
            f"{target.path} is {width}×{height}, and a {type(detector).__name__} looks at whole "
            "pictures: cut it into tiles, or raise prediction.whole_pixels"
        )
    if LABEL_STUDIO in kinds:
        raise InputError(
            f"{target.path} is {width}×{height}, too large for Label Studio: leave {LABEL_STUDIO} "
            f"out of prediction.write; {COCO} and {YOLO} take it"
        )


def write_skipped(path: Path, skipped: Mapping[str, str]) -> None:
    """A table of what was left out and why; none where nothing was."""
    path.unlink(missing_ok=True)
    if skipped:
        text = io.StringIO(newline="")
        csv.writer(text).writerows([("file", "reason"), *skipped.items()])
        write_whole(path, text.getvalue().encode())


def _advised(error: InputError) -> InputError:
    """Advice in the key of this group."""
    return InputError(str(error).replace("dataset.on_error=skip", "prediction.on_error=skip"))


def _key(maker: Mapping[str, Any], kinds: Sequence[str], name: str) -> str:
    return _digest(json.dumps([maker, [*kinds], name], default=str))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
