"""Files that hold no weights, or more than weights."""

import io
import os
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

from src.detectors.unet import UNet


class Payload:
    """Does something when it is unpickled."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call[0], tuple(self.call[1:])


def archived(**parts: bytes) -> bytes:
    """A zip like PyTorch's."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name, content in parts.items():
            archive.writestr(f"archive/{name.replace('__', '/')}", content)
    return kept.getvalue()


def saved(held: Any, **options: Any) -> bytes:
    kept = io.BytesIO()
    torch.save(held, kept, **options)
    return kept.getvalue()


def flipped(content: bytes, seed: int) -> bytes:
    """Some bits of the second half, where the weights and the directory are."""
    damaged = bytearray(content)
    rng = np.random.default_rng(seed)
    for place in rng.integers(0, len(damaged), 200):
        damaged[place] ^= 1 << rng.integers(8)
    return bytes(damaged)


def swollen(content: bytes) -> bytes:
    """The same archive with one more part, which unpacks to a gigabyte."""
    kept = io.BytesIO(content)
    with zipfile.ZipFile(kept, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data/99", bytes(2**26))
    return kept.getvalue()


def longer(content: bytes) -> bytes:
    """Weights that say that they are larger than what is kept of them."""
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(kept, "w") as archive:
        for entry in whole.infolist():
            part = whole.read(entry)
            if entry.filename.startswith("archive/data/"):
                part = part[: len(part) // 2]
            archive.writestr(entry.filename, part)
    return kept.getvalue()


def bad_weights(good: bytes, canary: Path) -> dict[str, bytes]:
    """Name to content of a file that holds no weights of the net."""
    command = Payload(os.system, f"touch {canary}")
    other = {"state_dict": UNet(width=3, depth=1).state_dict()}
    own = UNet(width=1, depth=1).state_dict()
    wrong_shape = {name: value[..., None] for name, value in own.items()}
    return {
        "empty": b"",
        "text": b"weights\n" * 100,
        "half": good[: len(good) // 2],
        "without its end": good[:-1],
        "one byte": good[:1],
        "zeros": bytes(len(good)),
        "a pickle that runs a program": pickle.dumps(command),
        "an old pickle that runs a program": pickle.dumps(command, protocol=0),
        "a checkpoint that runs a program": saved(command),
        "a program among the weights": saved({"state_dict": {**own, "x": command}}),
        "a program beside the weights": saved({"state_dict": own, "x": command}),
        "a program by eval": saved(Payload(eval, f"open({str(canary)!r}, 'w')")),
        "a program by exec": saved(Payload(exec, f"open({str(canary)!r}, 'w')")),
        "the old format": saved({"state_dict": own}, _use_new_zipfile_serialization=False),
        "the old format with a program": saved(command, _use_new_zipfile_serialization=False),
        "weights of another net": saved(other),
        "weights of another shape": saved({"state_dict": wrong_shape}),
        "weights of no net": saved({"state_dict": {}}),
        "no weights": saved({"epoch": 3}),
        "a list": saved([1, 2]),
        "numbers for tensors": saved({"state_dict": dict.fromkeys(own, 1.0)}),
        "an archive without a pickle": archived(version=b"3"),
        "an archive of a pickle that runs a program": archived(
            data_pkl=b"", **{"data.pkl": pickle.dumps(command, protocol=2), "version": b"3"}
        ),
        "an archive of nothing": archived(),
        "an archive that unpacks to more": swollen(good),
        "weights that are cut inside the archive": longer(good),
        "a huge header": b"\x93NUMPY\x01\x00" + struct.pack("<H", 65535) + b"{" * 65535,
        "an array of objects": _objects(command),
        "a compiled module": b"\x80\x02}q\x00." + good,
        "bits flipped everywhere": flipped(good, 1),
    }


def _objects(held: Any) -> bytes:
    kept = io.BytesIO()
    np.savez(kept, foreground=np.array([held], object), background=np.array([held], object))
    return kept.getvalue()
