"""People in the pictures: listed, renamed, handed over, forgotten."""
