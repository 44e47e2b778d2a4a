"""Who a detector is: all that somebody else would need to get the same answers."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from src.composing.builder import build
from src.composing.conf import composed, options
from src.composing.plain import plain_of
from src.core import InputError
from src.data.files.foreign import is_file
from src.data.refsets.ghosts import Source

PACKAGE = "brushwork"
CHUNK = 2**20


def chosen_detector(name: str, overrides: Sequence[str] = ()) -> tuple[Any, Source]:
    """The detector of an option of the configuration, and where its answers come from.

    Args:
        overrides: Hydra's ``key=value``, such as ``detector.polarity=dark``.
    """
    known = options("detector")
    if name not in known:
        raise InputError(f"--detector must be one of {', '.join(known)}, got {name!r:.80}")
    config = composed([f"detector={name}", *overrides])
    detector = build(config, "detector")
    plain = plain_of(config, "detector")
    backend = str(getattr(detector, "backend", name))
    own = getattr(detector, "version", None)
    weights = {**_files(plain), **_weights(detector)}
    return detector, Source(backend, str(own) if own else _package(), plain, weights)


def chosen_embedder(overrides: Sequence[str] = ()) -> tuple[Any, Source]:
    """What measures faces in race photos, and where its numbers come from.

    Args:
        overrides: Hydra's ``key=value``, such as ``detector.embedder.mirrored=true``.
    """
    config = composed(["detector=race", *overrides])
    part = {"embedder": config["detector"]["embedder"]}
    return build(part, "embedder"), Source("embedder", _package(), plain_of(part, "embedder"))


def _package() -> str:
    try:
        return f"{PACKAGE} {version(PACKAGE)}"
    except PackageNotFoundError:
        return PACKAGE


def _files(plain: Any) -> dict[str, str]:
    """SHA-256 of every file that a configuration names."""
    return {
        text: _sha(Path(text).expanduser())
        for text in _texts(plain)
        if is_file(Path(text).expanduser())
    }


def _texts(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        for value in plain.values():
            yield from _texts(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _texts(value)


def _sha(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): check it") from error
    return digest.hexdigest()


def _weights(detector: Any) -> dict[str, str]:
    """SHA-256 of the numbers that a net holds, from wherever they were loaded."""
    net = getattr(detector, "net", None)
    if net is None or not hasattr(net, "state_dict"):
        return {}
    digest = hashlib.sha256()
    for name, tensor in sorted(net.state_dict().items()):
        values = tensor.detach().cpu().contiguous().numpy()
        digest.update(f"{name} {values.dtype} {values.shape}".encode())
        digest.update(values.tobytes())
    return {"net": digest.hexdigest()}
