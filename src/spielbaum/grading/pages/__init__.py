"""Self-contained pages: one for the class, and one for each student."""

from spielbaum.grading.pages.page import class_page, student_page

__all__ = ["class_page", "student_page"]
