"""Games that others have written, as games here: those of CS50, AIMA, easyAI and OpenSpiel."""
