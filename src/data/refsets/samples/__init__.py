"""Samples of a dataset whose truth becomes labels of a set."""
