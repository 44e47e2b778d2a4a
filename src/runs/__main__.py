"""``python -m src.runs``."""

from src.runs import app

if __name__ == "__main__":
    app()
