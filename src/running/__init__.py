"""One run from its configuration to its record, and what is around it."""
