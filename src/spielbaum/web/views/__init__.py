"""Views: the template contexts of boards, games, players, searches and trees."""
