"""Requests and responses: addresses, forms, languages, errors, limits."""
