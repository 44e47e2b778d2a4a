"""Files of other people's formats, read at the door."""
