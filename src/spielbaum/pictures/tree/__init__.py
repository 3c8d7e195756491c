"""Searched trees as SVG, HTML and for Graphviz."""
