"""The interfaces that courses use, so that a search or a game of a student is called in one way."""
