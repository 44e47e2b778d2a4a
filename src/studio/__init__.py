"""The labelling studio: thin routes over reference sets and recorded runs, and the pages."""
