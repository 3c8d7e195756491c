"""The test "rules" of the assignment."""

from otter.test_files import test_case

from spielbaum.grading.here import grade_here

OK_FORMAT = False

name = "rules"
points = 4


@test_case()
def test_rules():
    grade_here("rules").check()
