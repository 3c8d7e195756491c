"""The contract of a game: a short trial before a search, and ``check_game``, which looks for a counter-example."""
