"""Bridges to other libraries of games: theirs as games here, ours as games and environments there.

Each is one module or folder that imports the other side; nothing else does, and nothing here is imported at the start.
"""
