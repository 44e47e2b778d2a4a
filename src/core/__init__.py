"""The nouns that everything else speaks: numpy and the standard library only."""

from src.core.annotation import Annotation
from src.core.errors import InputError, Pruned
from src.core.instances import Instances
from src.core.opinions import Opinions
from src.core.protocols import Annotator, Clock, Dataset, Detector, Gate, Row, Scorer, Watch
from src.core.sample import SPLITS, Entry, Picture, Sample
from src.core.scorecard import Interval, Scorecard
from src.core.trajectory import Trajectory
from src.core.verdict import Outcome, Reason, Verdict

__all__ = [
    "SPLITS",
    "Annotation",
    "Annotator",
    "Clock",
    "Dataset",
    "Detector",
    "Entry",
    "Gate",
    "InputError",
    "Instances",
    "Interval",
    "Opinions",
    "Outcome",
    "Picture",
    "Pruned",
    "Reason",
    "Row",
    "Sample",
    "Scorecard",
    "Scorer",
    "Trajectory",
    "Verdict",
    "Watch",
]
