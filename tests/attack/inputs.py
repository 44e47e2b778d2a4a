"""Inputs by number, and what the readers say to each: run in a process with little memory."""

import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import tifffile
from PIL import Image

from src.core import InputError
from src.data.base import LazyDataset
from src.data.folder import Folder
from src.data.formats.images import read_pixels
from src.data.formats.masks import read_labels, read_mask
from src.data.formats.raster import load, measure
from src.data.label_studio import LabelStudio
from src.data.layout import find_labels
from src.data.rootpainter import RootPainter
from src.data.split import Split
from src.data.tags import read_tags
from tests.attack.mutations import ODD, Rng, as_json, spoiled, twisted
from tests.data.every import FILES, write
from tests.data.pictures import deep_png, photograph, two_squares
from tests.data.studio_tasks import SHAPE, brush, square, task
from tests.data.ui.screens import HEIGHT, WIDTH, write_pictures

SECONDS, MEMORY = 5, 2**30
"""Of a processor and of memory, for one input."""

ASLEEP = 60
"""Seconds by the clock in which a process that waits for nothing gets its turn on any machine."""

LONGEST = 2000
"""Characters of a sentence."""

Attempt = Callable[[Path, Rng], Any]


def _saved(image: Image.Image, format: str, **options: Any) -> bytes:
    kept = io.BytesIO()
    image.save(kept, format=format, **options)
    return kept.getvalue()


def _tiff(values: Any, **options: Any) -> bytes:
    kept = io.BytesIO()
    tifffile.imwrite(kept, values, **options)
    return kept.getvalue()


def _npy(values: Any) -> bytes:
    kept = io.BytesIO()
    np.save(kept, values)
    return kept.getvalue()


def _pictures() -> list[bytes]:
    """Valid files of every kind that is read, and of some that are not."""
    rgb, grey = photograph(1), photograph(2, (20, 24))
    mask, deep = two_squares(), photograph(3).astype(np.uint16) * 257
    image = Image.fromarray(rgb)
    frames = [Image.fromarray(photograph(n)) for n in range(3)]
    modes = [image.convert(mode) for mode in ("L", "LA", "RGBA", "P", "1", "RGB")]
    return [
        *(_saved(one, "PNG") for one in modes),
        _saved(Image.fromarray(mask), "PNG"),
        _saved(Image.fromarray(deep[..., 0]), "PNG"),
        deep_png(deep), deep_png(deep[..., :2]),
        _saved(image, "PNG", save_all=True, append_images=frames),
        *(_saved(image.convert(mode), "JPEG") for mode in ("L", "RGB", "CMYK")),
        _saved(image, "JPEG", progressive=True),
        *(_saved(image.convert(mode), "TIFF") for mode in ("CMYK", "YCbCr", "P", "1", "LA",
        "RGBA")),
        *(_saved(image, "TIFF", compression=how) for how in ("tiff_lzw", "jpeg", "packbits")),
        _tiff(rgb, photometric="rgb"), _tiff(grey), _tiff(grey, bigtiff=True),
        _tiff(grey, compression="zlib"), _tiff(grey, tile=(16, 16)), _tiff(deep, photometric="rgb"),
        _tiff(grey.astype(np.float32)), _tiff(grey.astype(np.float16)), _tiff(grey.astype(">u4")),
        _tiff(grey.astype(np.complex64)), _tiff(grey.astype(np.uint64) << 40),
        _tiff(photograph(4, (3, 20, 24)), photometric="minisblack"), _tiff(grey,
        photometric="miniswhite"),
        _tiff(np.moveaxis(rgb, 2, 0), photometric="rgb", planarconfig="separate"),
        _tiff(grey, description="<OME/>"), _tiff(grey, imagej=True),
        _npy(grey), _npy(rgb), _npy(grey.astype(np.float64)), _npy(mask > 0),
        _npy(grey.astype(complex)),
        _npy(np.zeros((0, 5), np.uint8)), _npy(np.zeros((5, 5, 0), np.uint8)), _npy(np.zeros((4,
        4, 9))),
        _saved(image, "GIF"), _saved(image, "BMP"), _saved(image, "WEBP"), b"%PDF-1.4", b"<svg/>",
    ]  # fmt: skip


PICTURES = _pictures()
READERS: tuple[Callable[[Path], Any], ...] = (
    read_pixels,
    read_mask,
    lambda path: read_mask(path, "binary"),
    lambda path: read_mask(path, "labels"),
    read_labels,
    lambda path: measure(load(path), path),
)


def picture(home: Path, rng: Rng) -> Any:
    """A picture or mask, spoiled, by each of its readers."""
    file = home / "a.png"
    data = PICTURES[int(rng.integers(len(PICTURES)))]
    file.write_bytes(spoiled(data, rng) if rng.random() < 0.95 else data)
    answers = []
    for reader in READERS:
        try:
            answers.append(reader(file))
        except InputError as error:
            answers.append(said(error))
    return answers


def consumed(dataset: LazyDataset) -> int:
    """How many samples a dataset gives; its fingerprint too must be text."""
    return len(dataset.fingerprint) + len(list(dataset.samples()))


def _skipping(rng: Rng) -> dict[str, str]:
    return {"on_error": "skip"} if rng.random() < 0.5 else {}


def dataset(home: Path, rng: Rng) -> Any:
    """Every layout with one of its files spoiled, taken away or made another thing."""
    kind = sorted(FILES)[int(rng.integers(len(FILES)))]
    files = [path for path in sorted(write(kind, home).rglob("*")) if path.is_file()]
    file = files[int(rng.integers(len(files)))]
    how = rng.random()
    if how < 0.6:
        file.write_bytes(spoiled(file.read_bytes(), rng))
    else:
        file.unlink()
        stranger(file, rng)
    return consumed(FILES[kind](home, **_skipping(rng)))


def stranger(file: Path, rng: Rng) -> None:
    """Something that is no plain file, in the place of one."""
    ways: tuple[Callable[[], Any], ...] = (
        lambda: os.mkfifo(file),
        lambda: file.symlink_to("/dev/zero"),
        lambda: file.symlink_to("/dev/stdin"),
        lambda: file.symlink_to(file),
        lambda: file.symlink_to("/nowhere/at/all"),
        lambda: file.symlink_to("/etc/passwd"),
        lambda: file.symlink_to("/"),
        lambda: file.symlink_to("/proc/self/mem"),
        file.mkdir,
        file.touch,
        lambda: None,
    )
    ways[int(rng.integers(len(ways)))]()


TASKS = [
    task("a.png", brush(square(2, 1)), brush(square(9, 1), id="b", label="eel"),
    source="annotations"),
    task("/data/local-files/?d=b.png", brush(square(2, 2)), source="annotations"),
    task("c.png", {"id": "p", "type": "polygonlabels", "original_width": SHAPE[1],
                   "original_height": SHAPE[0], "value": {"points": [[1, 1], [50, 1], [50, 50]],
                                                          "polygonlabels": ["cod"]}},
         source="annotations"),
]  # fmt: skip


def tasks(home: Path, rng: Rng) -> Any:
    """A task file, spoiled in its structure or in its bytes."""
    write("label_studio", home)
    whole: Any = TASKS
    content = as_json(twisted(whole, rng)) if rng.random() < 0.8 else spoiled(as_json(whole), rng)
    (home / "tasks.json").write_bytes(content)
    several = {"several": "newest"} if rng.random() < 0.5 else {}
    return consumed(LabelStudio(str(home), **several, **_skipping(rng)))  # type: ignore[arg-type]


def predictions(home: Path, rng: Rng) -> Any:
    """The same of predictions beside masks that a person drew."""
    write("pseudo_labels", home)
    whole = json.loads((home / "tasks.json").read_bytes())
    (home / "tasks.json").write_bytes(as_json(twisted(whole, rng)))
    return consumed(FILES["pseudo_labels"](home, **_skipping(rng)))


PROJECT = {
    "name": "p",
    "dataset": "d",
    "location": "x",
    "file_names": ["a.png"],
    "classes": [["r", [1]]],
}


def project(home: Path, rng: Rng) -> Any:
    """A project of RootPainter with a spoiled file of its own."""
    write("rootpainter", home)
    (home / "datasets" / "d").mkdir()
    for file in sorted((home / "datasets").glob("*.png")):
        file.rename(home / "datasets" / "d" / file.name)
    twist = {**PROJECT, "dataset": ODD[int(rng.integers(len(ODD)))]}
    ways = (as_json(twisted(PROJECT, rng)), as_json(twist), spoiled(as_json(PROJECT), rng))
    (home / "p.seg_proj").write_bytes(ways[int(rng.integers(3))])
    return consumed(RootPainter(str(home), **_skipping(rng)))


SCREENS = ("ui", "ui_coco", "ui_osworld_g", "ui_screenspot", "ui_tasks")


def screens(home: Path, rng: Rng) -> Any:
    """A file of elements on screenshots, spoiled in its structure or in its bytes."""
    kind = SCREENS[int(rng.integers(len(SCREENS)))]
    if kind == "ui_tasks":
        kind = write_published(home)
    else:
        write(kind, home)
    files = sorted(home.glob("*.json"))
    file = files[int(rng.integers(len(files)))]
    whole = json.loads(file.read_bytes())
    content = as_json(twisted(whole, rng)) if rng.random() < 0.9 else spoiled(as_json(whole), rng)
    file.write_bytes(content)
    return consumed(FILES[kind](home, **_skipping(rng)))


def write_published(home: Path) -> str:
    """The lists of tasks of OSWorld-G as they were published; gives the name of their reader."""
    write_pictures(home, "a", "b")
    drawn = {"bbox": [4, 3, 8, 6], "polygon": [1, 1, 20, 1, 20, 20], "refusal": []}
    listed = [
        {"id": f"{name}-{kind}", "image_path": f"{name}.png", "image_size": [WIDTH, HEIGHT],
         "instruction": "press", "box_type": kind, "box_coordinates": box, "GUI_types": ["icon"]}
        for name in ("a", "b") for kind, box in drawn.items()
    ]  # fmt: skip
    for file in ("OSWorld-G.json", "OSWorld-G_refined.json"):
        (home / file).write_bytes(as_json(listed))
    return "ui_osworld_g"


TABLE = b"name,split,site\na,train,x\nb,val,y\nc,test,\n"
CELLS = (b'"', b'""', b",", b"\n", b"\r", b"\0", b"\xff", b'"open', b"\xef\xbb\xbf", b";", b"\t",
b"'",
         b"\xe2\x80\xa8", b"a" * 200_000, b"=cmd()", b"name", b"train")  # fmt: skip


def table(home: Path, rng: Rng) -> Any:
    """A table of splits or of tags, spoiled."""
    content = TABLE
    if rng.random() < 0.6:
        for _ in range(int(rng.integers(1, 4))):
            place = int(rng.integers(len(content) + 1))
            content = content[:place] + CELLS[int(rng.integers(len(CELLS)))] + content[place:]
    else:
        content = spoiled(content, rng)
    file = home / "table.csv"
    file.write_bytes(content)
    if rng.random() < 0.3:
        file.unlink()
        stranger(file, rng)
    if rng.random() < 0.5:
        return [Split(file=str(file)).of("1", name) for name in "abc"]
    write("folder", home)
    return len(read_tags(str(file))) + consumed(Folder(str(home), tags=str(file), **_skipping(rng)))  # type: ignore[arg-type]


NAMES: tuple[bytes, ...] = (
    b"\xff\xfe.png", b"a\nb.png", b"a\tb.png", b"\xc3(.png", b"x" * 240 + b".png", b" .png",
    b"-rf.png",
    b"$(touch x).png", b"a.PNG", b"a.png.png", b".png", b"..png", b"\xe2\x80\xa8.png",
    b"{name}.png",
    b"%s.png", b"*.png", b"[a].png", b"\xf0\x9f\x92\xa5.png", b"a\x1b[31m.png", b"a,b.png",
    b'"a".png',
    b"CON.png", b"\xed\xa0\x80.png", b"e\xcc\x81.png", b"\xc3\xa9.png", b"0.png", b"00.png",
    b"\xd9\xa1.png",
)  # fmt: skip


def names(home: Path, rng: Rng) -> Any:
    """A layout in which one sample has a name that is hard to say."""
    kind = sorted(FILES)[int(rng.integers(len(FILES)))]
    write(kind, home)
    name = NAMES[int(rng.integers(len(NAMES)))]
    for file in sorted(home.rglob("a.png")):
        file.rename(file.with_name(os.fsdecode(name)))
    return consumed(FILES[kind](home, **_skipping(rng)))


def roots(home: Path, rng: Rng) -> Any:
    """Texts that are no folder, wherever a folder is asked for."""
    # Whoever gives the folder of all folders has it searched.
    texts = [odd for odd in ODD if isinstance(odd, str) and odd not in ("//", "..")]
    text = texts[int(rng.integers(len(texts)))]
    ways: tuple[Callable[[], Any], ...] = (
        lambda: Folder(text),
        lambda: Folder(str(write("folder", home)), images=text or "."),
        lambda: Folder(str(write("folder", home)), tags=text or "."),
        lambda: LabelStudio(text or "."),
        lambda: LabelStudio(str(write("label_studio", home)), images=text or "."),
        lambda: RootPainter(text),
        lambda: RootPainter(str(write("rootpainter", home)), images=text or "."),
        lambda: find_labels(str(write("fields", home)), text + "{tool}"),
        lambda: find_labels(text, "{tool}"),
        lambda: Split(file=text or ".").of("1", "a"),
    )
    return ways[int(rng.integers(len(ways)))]()


KINDS: tuple[Attempt, ...] = (
    picture, picture, picture, dataset, tasks, predictions, project, screens, table, names, roots,
)  # fmt: skip


def said(error: InputError) -> str:
    """A sentence, if it is one that can be shown."""
    sentence = str(error)
    sentence.encode()
    if len(sentence.splitlines()) != 1 or len(sentence) > LONGEST:
        raise ValueError(f"not one short line: {sentence[:300]!r}")
    return sentence


def outcome(number: int) -> str:
    """``value``, ``sentence``, or whatever else came of an input."""
    attempt, rng = KINDS[number % len(KINDS)], np.random.default_rng(number)
    # Some names of folders are relative, and then should be so to a place where nothing is.
    with tempfile.TemporaryDirectory(prefix="attack-") as place:
        home = Path(place, "home")
        home.mkdir()
        os.chdir(place)
        try:
            attempt(home, rng)
        except InputError as error:
            try:
                said(error)
            except ValueError as wrong:
                return f"{attempt.__name__}: {wrong}"
            return "sentence"
        except BaseException as error:  # to be told, whatever it is
            return f"{attempt.__name__}: {type(error).__name__}: {str(error)[:300]!r}"
        finally:
            os.chdir("/")
    return "value"


class Late(BaseException):
    """No error of the system, which a reader might take for one of its file."""


def _late(*_: object) -> None:
    raise Late


def _highest() -> int:
    """Bytes; getrusage would give those of the process that this one was forked from."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    lines = status.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) * 1024


def main(numbers: Iterator[int]) -> None:
    """One line before and one after each input, so that a process that died tells of which."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _late)
    signal.signal(signal.SIGPROF, _late)
    warnings.simplefilter("ignore")
    # What numpy warns of is mostly a number that became another.
    warnings.simplefilter("error", RuntimeWarning)
    for number in numbers:
        print(json.dumps([number]), flush=True)  # noqa: T201
        signal.setitimer(signal.ITIMER_REAL, ASLEEP)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        begin = time.process_time()
        came = outcome(number)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = time.process_time() - begin
        print(json.dumps([number, came, seconds]), flush=True)  # noqa: T201
    print(json.dumps({"peak": _highest()}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(map(int, sys.argv[1].split(",")))
