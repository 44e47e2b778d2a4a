"""Pages from a seeded grammar of components, rendered by Chromium, with their truth."""
