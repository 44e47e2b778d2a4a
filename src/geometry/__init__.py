"""Boxes, masks, overlap and distance: plain functions of arrays."""
