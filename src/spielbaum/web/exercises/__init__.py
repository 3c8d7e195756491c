"""Exercises on pages: trees to be searched by hand, puzzles, and the verdicts on answers.

Nothing here is text for people, and nothing is stored: an exercise and an answer are fields of a query string, and a
verdict is the key of a sentence with its values.
"""
