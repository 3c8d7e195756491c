"""Search algorithms, one module each, and what they share.

``spielbaum.search`` as an attribute is the function ``search``; the modules of this package are imported by their
full names, such as ``from spielbaum.search.core.result import value_text``.
"""
