"""The running server: the catalogue of games, the games in memory, and the engines that move in them."""
