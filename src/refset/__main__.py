"""``python -m src.refset``."""

from src.refset import app

app()
