"""Boards as SVG: squares, cells or places, pieces, marks and names of places."""

from spielbaum.pictures.board.board import draw_board as draw_board
from spielbaum.pictures.board.board import draw_place as draw_place
from spielbaum.pictures.board.look import Look as Look
