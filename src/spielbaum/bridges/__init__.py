"""Bridges to other libraries: our games and players in OpenSpiel and PettingZoo.

Each bridge imports its library, and nothing imports a bridge.
"""
