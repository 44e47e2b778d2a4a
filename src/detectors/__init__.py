"""What finds things in pictures."""
