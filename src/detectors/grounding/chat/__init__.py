"""Models that look at a screenshot and answer in words, behind OpenAI-compatible servers."""
