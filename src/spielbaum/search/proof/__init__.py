"""Proofs: null windows to the end of the game, and the table in which their bounds meet."""
