"""Requests and responses, without games: forms, templates, translations, security, errors and rate limits."""

from spielbaum.web.http.assets import Assets as Assets
from spielbaum.web.http.errors import WebError as WebError
from spielbaum.web.http.rate_limits import RateLimiter as RateLimiter
from spielbaum.web.http.rate_limits import SerialQueue as SerialQueue
from spielbaum.web.http.rate_limits import WindowLimit as WindowLimit
from spielbaum.web.http.rendering import Renderer as Renderer
from spielbaum.web.http.request_context import RequestContext as RequestContext
from spielbaum.web.http.security import SecurityMiddleware as SecurityMiddleware
from spielbaum.web.http.translations import LANGUAGES as LANGUAGES
from spielbaum.web.http.translations import Translations as Translations
