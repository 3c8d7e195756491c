"""Bridges: games, engines and programs of others, and our games in theirs."""
