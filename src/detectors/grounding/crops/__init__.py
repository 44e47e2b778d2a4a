"""Where on a screenshot a method is asked."""
