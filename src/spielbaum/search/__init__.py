"""Search algorithms, one module each, and what they share.

The package is callable: ``spielbaum.search(game, state, ...)`` is ``search``, so that
the verb and the place where it lives may have one name.
"""

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from spielbaum.search.driver.once import search

        return search(*args, **kwargs)


sys.modules[__name__].__class__ = _CallablePackage
