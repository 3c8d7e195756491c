"""One module per algorithm, named as in its paper, and the registry that finds them."""
