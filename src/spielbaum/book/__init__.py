"""Books: files with the values of all positions up to a ply, built by searches and used instead of them."""

from spielbaum.book.book import Book as Book
from spielbaum.book.book import read_book as read_book
from spielbaum.book.build import build_book as build_book
from spielbaum.book.facts import BookFacts as BookFacts
from spielbaum.book.plan import Plan as Plan
from spielbaum.book.verify import verify_book as verify_book
