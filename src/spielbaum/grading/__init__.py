"""Grading of students' programs: an assignment says what is asked, and each test ends with a verdict in words."""
