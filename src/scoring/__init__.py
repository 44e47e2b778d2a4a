"""How good it is: rows, scorecards, verdicts."""
