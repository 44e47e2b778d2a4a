"""What a detector sees on pictures without truth, as files for people and other programs."""
