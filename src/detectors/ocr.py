"""RapidOCR, for whoever finds lines of text or reads them."""

from typing import Any

from src.core import InputError

THREADS = "EngineConfig.onnxruntime"


def text_engine(key: str, *, longest: int, shortest: int, threads: int = 1) -> Any:
    """The engine; its weights are inside the package.

    It keeps ``use_det``, ``use_rec`` and the like of the call before: say all of them always.

    Args:
        key: of the configuration, for whoever has to correct it.
        longest: px; the longer side of a larger picture is shrunk to it.
        shortest: px; the shorter side of a smaller picture is enlarged to it.
        threads: of one picture; what is found does not depend on it.
    """
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise InputError(f"{key}: rapidocr cannot start ({error})") from error
    return RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.max_side_len": longest,
            "Det.limit_type": "min",
            "Det.limit_side_len": shortest,
            f"{THREADS}.intra_op_num_threads": threads,
            f"{THREADS}.inter_op_num_threads": 1,
        }
    )
