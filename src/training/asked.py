"""What a session says that was asked to stop."""

ASKED = "asked to stop"
