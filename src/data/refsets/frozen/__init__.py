"""Frozen sets: photos and labels by their hashes, which no later edit can reach."""
