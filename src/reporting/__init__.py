"""What a run shows: tables, pictures, playback, and the folder that can hold them."""
