"""Worksheets on pruning."""
