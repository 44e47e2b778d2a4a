"""Other simulated people, and wrappers that make any of them less perfect."""

from src.annotators.policies.click import ClickAnnotator
from src.annotators.policies.dense import DenseAnnotator
from src.annotators.policies.human_sparse import HumanSparseAnnotator
from src.annotators.policies.inattentive import InattentiveAnnotator
from src.annotators.policies.noisy import NoisyAnnotator
from src.annotators.policies.population import PopulationAnnotator
from src.annotators.policies.scribble_centerline import ScribbleCenterlineAnnotator
from src.annotators.policies.scribble_contour import ScribbleContourAnnotator
from src.annotators.policies.scribble_line import ScribbleLineAnnotator
from src.annotators.policies.top_errors import TopErrorsAnnotator

__all__ = [
    "ClickAnnotator",
    "DenseAnnotator",
    "HumanSparseAnnotator",
    "InattentiveAnnotator",
    "NoisyAnnotator",
    "PopulationAnnotator",
    "ScribbleCenterlineAnnotator",
    "ScribbleContourAnnotator",
    "ScribbleLineAnnotator",
    "TopErrorsAnnotator",
]
