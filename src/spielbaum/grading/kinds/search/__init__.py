"""The kind ``search``: a student's own minimax, alpha-beta, negamax, Max^n or paranoid.

It searches small trees made for each student, whose functions note what is visited. The algorithm with one fault each
is run on the same trees; what a submission does wrong is the fault with which the algorithm does the same.
"""

from spielbaum.grading.kinds.search.search import check, run

__all__ = ["check", "run"]
