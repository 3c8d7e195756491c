"""Curves and plots."""
