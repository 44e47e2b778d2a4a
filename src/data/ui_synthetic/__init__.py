"""Screens that are drawn: buttons, icons, texts, links, fields, check boxes and drop-downs."""
