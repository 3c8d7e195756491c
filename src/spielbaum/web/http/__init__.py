"""Requests and responses, without games: forms, templates, translations, security, errors and rate limits."""
