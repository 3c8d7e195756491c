"""The running server: the catalogue of games, the games in memory, and the engines that move in them."""

from spielbaum.web.live.catalogue import Catalogue as Catalogue
from spielbaum.web.live.catalogue import Offer as Offer
from spielbaum.web.live.live_game import Hint as Hint
from spielbaum.web.live.live_game import LiveGame as LiveGame
from spielbaum.web.live.live_games import LiveGames as LiveGames
from spielbaum.web.live.live_games import StaleRevisionError as StaleRevisionError
from spielbaum.web.live.site import Site as Site
from spielbaum.web.live.site import site_of as site_of
