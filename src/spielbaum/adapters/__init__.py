"""Adapters of games written for other libraries: CS50, AIMA, easyAI and OpenSpiel."""
