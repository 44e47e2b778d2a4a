"""Predictions against their truth, as pictures."""
