"""What MLflow keeps of a run, and how it is read back."""
