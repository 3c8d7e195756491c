"""The pages, and what is done on them."""
