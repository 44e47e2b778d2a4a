"""Simulated people with a brush, and their clocks."""
