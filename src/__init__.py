"""Brushwork: how fast a model learns from corrections, and how good its output is."""
