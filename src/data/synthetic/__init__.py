"""Datasets that are drawn: sample by sample from a seed."""
