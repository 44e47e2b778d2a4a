"""Answers to questions about screenshots: tables, plots, pictures, a page of mistakes."""
