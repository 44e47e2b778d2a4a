"""What lies on the desk before anybody has painted on it."""

import base64
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core import Sample


@dataclass(frozen=True, eq=False)
class Laid:
    """An image that waits to be annotated."""

    sample: Sample
    prediction: npt.NDArray[np.bool_] | None

    def plain(self) -> dict[str, Any]:
        """Plain values from which ``of`` makes it again."""
        seen = self.prediction
        bits = None if seen is None else base64.b64encode(np.packbits(seen).tobytes()).decode()
        return {"name": self.sample.name, "prediction": bits}

    @classmethod
    def of(cls, plain: Mapping[str, Any], sample: Sample) -> Self:
        """What gave these plain values."""
        if plain["prediction"] is None:
            return cls(sample, None)
        shape = sample.picture.shape
        packed = np.frombuffer(base64.b64decode(plain["prediction"]), np.uint8)
        return cls(sample, np.unpackbits(packed, count=math.prod(shape)).reshape(shape) > 0)
