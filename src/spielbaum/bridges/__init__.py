"""Bridges to other libraries: our games and players in OpenSpiel and PettingZoo.

Each bridge imports its library; nothing else does, and nothing imports a bridge.
"""
