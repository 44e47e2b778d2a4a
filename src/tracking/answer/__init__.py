"""Recorded runs as pages for people."""
