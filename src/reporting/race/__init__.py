"""What a run on race photos shows besides its numbers."""
