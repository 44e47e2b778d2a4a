"""The nouns that everything else speaks: numpy and the standard library only."""

from src.core.annotation import Annotation
from src.core.answers import Alternative, Answer, Answers
from src.core.cache import cache_folder
from src.core.changes import Change, MetricChange, Movement
from src.core.directions import Direction, Directions
from src.core.errors import InputError, Pruned
from src.core.instances import Instances
from src.core.interval import Interval
from src.core.opinions import Opinions
from src.core.prediction import Prediction
from src.core.protocols import (
    Annotator,
    Awaited,
    Clock,
    Dataset,
    Detector,
    Gate,
    Paced,
    Scorer,
    Watch,
)
from src.core.questions import Question, element_of, question_id
from src.core.row import Row, Table
from src.core.sample import SPLITS, Entry, Picture, Sample
from src.core.scorecard import Scorecard
from src.core.sink import Report, Sink
from src.core.surface import Surface
from src.core.trace import Trace
from src.core.trajectory import Trajectory
from src.core.verdict import Outcome, Reason, Verdict

__all__ = [
    "SPLITS",
    "Alternative",
    "Annotation",
    "Annotator",
    "Answer",
    "Answers",
    "Awaited",
    "Change",
    "Clock",
    "Dataset",
    "Detector",
    "Direction",
    "Directions",
    "Entry",
    "Gate",
    "InputError",
    "Instances",
    "Interval",
    "MetricChange",
    "Movement",
    "Opinions",
    "Outcome",
    "Paced",
    "Picture",
    "Prediction",
    "Pruned",
    "Question",
    "Reason",
    "Report",
    "Row",
    "Sample",
    "Scorecard",
    "Scorer",
    "Sink",
    "Surface",
    "Table",
    "Trace",
    "Trajectory",
    "Verdict",
    "Watch",
    "cache_folder",
    "element_of",
    "question_id",
]
