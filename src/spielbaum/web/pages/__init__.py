"""The endpoints: pages, event streams, and the commands that change a game."""
