"""Growing trees of Monte-Carlo tree search: the data of their viewer, and an interactive page."""

from spielbaum.pictures.growth.html import film_of as film_of
from spielbaum.pictures.growth.html import growth_data as growth_data
from spielbaum.pictures.growth.html import growth_html as growth_html
