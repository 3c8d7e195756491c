"""What pages show of games, players, searches and trees."""
