"""Views: the template contexts of boards, games, players, searches and trees."""

from spielbaum.web.views.analysis import values_table as values_table
from spielbaum.web.views.boards import board_picture as board_picture
from spielbaum.web.views.game import game_context as game_context
from spielbaum.web.views.game import game_page as game_page
from spielbaum.web.views.players import player_name as player_name
from spielbaum.web.views.stored_game import stored_game_page as stored_game_page
from spielbaum.web.views.trees import tree_document as tree_document
