"""A search as a tree: recorded, described and folded."""
