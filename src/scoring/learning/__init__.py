"""How fast a model learns, and who learns fastest."""
