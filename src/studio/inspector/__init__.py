"""Runs that were recorded, photo by photo: what was right, what was not, and where."""
