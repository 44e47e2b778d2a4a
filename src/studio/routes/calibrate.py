"""Three minutes that tell how fast and how sure a hand is."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter

from src.calibrating import calibrate, evidence_of
from src.calibrating.task import task
from src.data.files.whole import write_whole
from src.data.formats.traces import trace_of, trace_parquet
from src.data.refsets.labels.unfit import mapping
from src.studio.asking import Said

router = APIRouter(prefix="/api/calibrate")

FOLDER = Path("calibrations")
"""In the folder that the studio was started in."""


@router.get("/task")
def asked(seed: int = 1) -> dict[str, Any]:
    """What is to be done, in order."""
    return task(max(0, min(seed, 2**31)))


@router.post("")
def fitted(said: Said) -> dict[str, Any]:
    """Keep the trace of a task, and tell what it comes to."""
    trace = trace_of(mapping(said.get("trace"), "trace"))
    calibration = calibrate([evidence_of(trace, "you")])
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    file = FOLDER / f"hand-{moment}" / "trace.parquet"
    write_whole(file, trace_parquet(trace))
    return {"fit": [fit.record() for fit in calibration.fits], "file": file.as_posix()}
