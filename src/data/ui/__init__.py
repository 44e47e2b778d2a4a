"""Screenshots with their elements, and what is asked of them."""
