"""What a search sees and returns: the game, nodes, workspace, limits, progress, results, and tracers."""
