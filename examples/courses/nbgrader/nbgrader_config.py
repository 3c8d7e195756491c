"""The course of the example."""

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "games"
c.IncludeHeaderFooter.header = ""
c.ClearSolutions.code_stub = {"python": "# your code\nraise NotImplementedError"}
