"""Teaching a model by simulated corrections."""
