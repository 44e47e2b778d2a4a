"""A person in place of the simulated annotator."""

from src.training.person.annotator import Person
from src.training.person.desk import Desk, Offer

__all__ = ["Desk", "Offer", "Person"]
