"""One module for each algorithm, named as in its paper, and the registry that finds them."""
