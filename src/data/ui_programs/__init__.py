"""Screens of real programs on a virtual display, with what the programs tell of themselves."""
