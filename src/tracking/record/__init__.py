"""A run while it lasts: what it tells MLflow, how it ends, how it goes on."""
