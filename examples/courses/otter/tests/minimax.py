"""The test "minimax" of the assignment."""

from otter.test_files import test_case

from spielbaum.grading.here import grade_here

OK_FORMAT = False

name = "minimax"
points = 6


@test_case()
def test_minimax():
    grade_here("minimax").check()
