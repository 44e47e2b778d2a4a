"""Searching configurations with Optuna: a study, its trials, and what they came to."""
