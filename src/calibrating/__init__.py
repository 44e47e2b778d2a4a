"""From recordings of people to the values of hands and clocks."""

from src.calibrating.calibration import Calibration, calibrate
from src.calibrating.fits import Fit
from src.calibrating.of_traces import evidence_of

__all__ = ["Calibration", "Fit", "calibrate", "evidence_of"]
