"""What a search sees and returns: the game, its workspace, limits, progress, results, and whoever watches."""
