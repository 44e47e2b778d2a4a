"""Runs side by side: differences, rankings, other clocks."""
