"""The answer of a run or of several, on one page that needs nothing else."""
