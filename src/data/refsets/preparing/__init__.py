"""Filling a set: photos from a folder, and what a detector suggests about them."""
