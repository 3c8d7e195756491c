"""Exercises that are done on a page: trees to be searched by hand, and what is right and wrong in an answer.

Nothing here is text for people, and nothing is kept: an exercise and an answer are fields of a query string, a finding
is the key of a sentence and its values.
"""
