"""How a detector learns from what an annotator painted."""
