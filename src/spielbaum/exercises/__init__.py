"""Exercises by hand: trees to be searched, worksheets, puzzles, and the marking of answers.

Nothing is stored: an exercise and an answer are fields of a query string, and a verdict is the key of a sentence with
its values.
"""
