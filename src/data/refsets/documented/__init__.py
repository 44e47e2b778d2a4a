"""The documented JSON files, schema version 3, read and written without loss."""
