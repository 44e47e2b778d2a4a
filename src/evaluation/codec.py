"""Rows and predictions as bytes and back, exactly; reading them runs no code, as a pickle would."""

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import fields
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Alternative, Answer, Answers, Instances, Opinions, Row

QUICKLY = 1
"""Level of zlib: a label image of 512² takes 0.7 ms and 13 kB; at level 6, 1.9 ms and 6 kB."""

LARGE = 1024
"""Values from which on a whole array is worth a look for a smaller type."""

NOUNS = {noun.__name__: noun for noun in (Alternative, Answer, Answers, Instances, Opinions, Row)}

_LENGTH = struct.Struct("<I")


def encoded(value: Any) -> bytes:
    """Nouns, plain values, arrays, and mappings or sequences of them: JSON, then raw arrays."""
    arrays: list[tuple[list[Any], bytes]] = []
    tree = _tree(value, arrays)
    head = json.dumps([tree, [about for about, _ in arrays]], separators=(",", ":")).encode()
    parts = [_LENGTH.pack(len(head)), head, *(content for _, content in arrays)]
    return zlib.compress(b"".join(parts), QUICKLY)


def decoded(content: bytes) -> Any:
    """What was encoded."""
    parts = zlib.decompress(content)
    begin = _LENGTH.size + _LENGTH.unpack_from(parts)[0]
    tree, about = json.loads(parts[_LENGTH.size : begin])
    arrays = []
    for dtype, stored, shape in about:
        array = np.ndarray(shape, np.dtype(stored), parts, begin)
        begin += array.nbytes
        arrays.append(array.astype(dtype))  # a copy: the array must not keep all the others
    return _value(tree, arrays)


def _tree(value: Any, arrays: list[tuple[list[Any], bytes]]) -> Any:
    """JSON of a value; what JSON does not know is a mapping with one key, its kind."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, np.ndarray | np.generic):
        return _array_tree(value, arrays)
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError(f"keys must be texts to be kept, got {list(value)[:5]}")
        return {"mapping": {str(key): _tree(own, arrays) for key, own in value.items()}}
    if isinstance(value, list | tuple):
        parts = [_tree(part, arrays) for part in value]
        return parts if isinstance(value, list) else {"tuple": parts}
    name = type(value).__name__
    if NOUNS.get(name) is type(value):
        columns = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: {key: _tree(own, arrays) for key, own in columns.items()}}
    raise TypeError(f"a {name} cannot be kept: plain values, arrays, {', '.join(NOUNS)} can")


def _array_tree(value: Any, arrays: list[tuple[list[Any], bytes]]) -> Any:
    array = np.asarray(value)
    if array.dtype.hasobject:
        return {"objects": [list(array.shape), [_tree(own, arrays) for own in array.ravel()]]}
    if array.dtype.names or array.dtype.subdtype:
        raise TypeError(f"an array of {array.dtype} cannot be kept: give one column each")
    stored = _small(array)
    about = [array.dtype.str, stored.dtype.str, list(array.shape)]
    arrays.append((about, stored.tobytes()))
    return {"array" if isinstance(value, np.ndarray) else "scalar": len(arrays) - 1}


def _small(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same values in the smallest type; a label image has four bytes and needs one or two."""
    if array.dtype.kind not in "iu" or array.size < LARGE or array.min() < 0:
        return array
    return array.astype(np.min_scalar_type(int(array.max())), copy=False)


def _value(tree: Any, arrays: list[npt.NDArray[Any]]) -> Any:
    if isinstance(tree, list):
        return [_value(part, arrays) for part in tree]
    if not isinstance(tree, dict):
        return tree
    ((kind, own),) = tree.items()
    if kind in ("array", "scalar"):
        return arrays[own] if kind == "array" else arrays[own][()]
    if kind == "bytes":
        return own.encode("latin-1")
    if kind == "tuple":
        return tuple(_value(part, arrays) for part in own)
    if kind == "objects":
        return _objects(own[0], [_value(part, arrays) for part in own[1]])
    columns = {key: _value(part, arrays) for key, part in own.items()}
    return columns if kind == "mapping" else NOUNS[kind](**columns)


def _objects(shape: list[int], values: list[Any]) -> npt.NDArray[np.object_]:
    array = np.empty(prod(shape), object)
    for place, value in enumerate(values):
        array[place] = value
    return array.reshape(shape)
