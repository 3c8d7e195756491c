"""The application: games that have not changed for long are deleted."""

import time

from starlette.testclient import TestClient

from spielbaum.store import Plays, Store
from spielbaum.web import Settings, make_app
from visiting import Begin


def test_old_games_are_deleted_if_configured(database: str, begin: Begin) -> None:
    name = begin("nim", "human", "human").path.rpartition("/")[2]
    with Store(database) as store:
        for days, kept in ((None, True), (1, True), (0, False)):
            with TestClient(make_app(Settings(database=database, forget_after=days))):
                deadline = time.monotonic() + (10 if not kept else 0.3)
                while Plays(store).find(name) and time.monotonic() < deadline:
                    time.sleep(0.02)
            assert (Plays(store).find(name) is not None) == kept
