"""Games between players: a match, a tournament, and what they show."""
