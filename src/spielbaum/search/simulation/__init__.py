"""Monte-Carlo tree search: the tree in memory, random playouts, and statistics of actions."""
