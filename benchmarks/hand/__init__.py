"""How much the simulated hand is like a person's: ``python -m benchmarks.hand LABEL``."""
