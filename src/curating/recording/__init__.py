"""Clicks that somebody makes in a browser or on a desktop, each with the screen before it."""
