"""What goes on while people play: games in memory, engines, the catalogue of games."""
