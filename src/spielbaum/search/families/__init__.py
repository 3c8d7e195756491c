"""Families of algorithms: how their searches are run, limited and read."""
