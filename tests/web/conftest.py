"""A server in this process, and one in a separate process."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from filling import fill_interpreted
from serving import Server, serving
from spielbaum.web import Settings, make_app
from visiting import Begin, Visitor, form_of


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'plays.db'}"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    """A browser without JavaScript whose language is English."""
    with TestClient(make_app(Settings(database=database))) as opened:
        yield opened


@pytest.fixture
def begin(client: TestClient) -> Begin:
    """Return a function that starts a game, from the names of its seats and other fields."""

    def start(key: str, *seats: str, client: TestClient = client, **fields: str) -> Visitor:
        named = {name.replace("__", "-"): value for name, value in fields.items()}
        answer = client.post(f"/new/{key}", data=form_of(seats, named), follow_redirects=False)
        assert answer.status_code == 303, re.search(r'id="error"[^>]*>(.*?)<', answer.text)
        return Visitor(client, answer.headers["location"])

    return start


@pytest.fixture
def visitor(begin: Begin) -> Visitor:
    return begin("tic-tac-toe", "human", "human")


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a filled database to copy, and with its game file."""
    folder = tmp_path_factory.mktemp("filled")
    fill_interpreted(folder, "filled.sqlite")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "plays.db") as started:
        yield started
