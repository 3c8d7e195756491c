"""Spielbaum in a web page: the application, its engines and its storage in the browser, and the builder of the site."""
