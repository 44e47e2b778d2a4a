"""People at work on a set of screenshots: proposals reviewed on a terminal, clicks recorded."""
