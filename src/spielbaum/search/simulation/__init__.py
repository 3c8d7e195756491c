"""Monte-Carlo tree search: the tree in memory, random playouts, and what is known of actions wherever they occur."""
