"""Sums of combinatorial games: canonical forms, and lower bounds by numbers and switches."""
