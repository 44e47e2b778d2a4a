"""Reference sets in the formats of others: one file per format, one way in, one way out."""
