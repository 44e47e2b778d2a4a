"""Rendered race photos: runners with bibs, bystanders, boards; every label known."""
