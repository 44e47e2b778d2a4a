"""A detector on a dataset: rows and a scorecard, on one core or on many."""
