"""The page on which a Monte-Carlo tree grows, and the tree page of games with mcts."""

from starlette.testclient import TestClient

from spielbaum.web.views.simulations import EXAMPLES
from visiting import Begin


def test_every_example_grows_to_a_thousand_simulations_or_a_proof(client: TestClient) -> None:
    for key in EXAMPLES:
        assert f"example={key}" in client.get("/simulations").text
        document = client.get(f"/simulations/growth.json?example={key}").json()
        assert len(document["leaf"]) == 1_000
        film = client.get(f"/simulations/boards.json?example={key}&simulation=1000").json()
        assert len(film["boards"]) == len(film["plies"]) > 1
    assert client.get("/simulations/boards.json?simulation=1001").status_code == 400


def test_exploration_changes_the_tree(client: TestClient) -> None:
    greedy, curious = (
        client.get(f"/simulations/growth.json?example=empty&exploration={c}").json()["leaf"] for c in (0, 2)
    )
    assert greedy != curious


def test_the_tree_page_shows_simulations_of_the_shown_position(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    client, path = visitor.client, visitor.path
    page = client.get(f"{path}/tree?algorithm=mcts").text
    assert f'data-growth="{path}/simulations/growth.json?solver=1"' in page
    document = client.get(f"{path}/simulations/growth.json?solver=1").json()
    assert document["parent"].count(0) == 9
    assert client.get(f"{path}/simulations/boards.json?solver=1&simulation=3").json()["plies"][0] == 0


def test_mcts_has_a_tree_beside_other_algorithms(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    document = visitor.client.get(f"{visitor.path}/tree.json?algorithm=mcts&beside=alpha-beta&depth=2").json()
    tree = document["trees"][0]
    assert "300 visits" in tree["texts"][tree["reason"][0]]
