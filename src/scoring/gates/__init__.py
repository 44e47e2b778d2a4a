"""From a scorecard to a verdict."""
