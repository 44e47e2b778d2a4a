"""Where a reference set keeps things: a database of what is said, a folder of what is shown."""
