"""Answers to questions about a screenshot: methods, and what may stand around them."""
