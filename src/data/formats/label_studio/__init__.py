"""Label Studio's tasks, regions and brush masks, read and written."""
