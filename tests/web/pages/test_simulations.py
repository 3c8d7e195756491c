"""The page on which a Monte-Carlo tree grows, and the tree page of games with mcts."""

import re

from starlette.testclient import TestClient

from spielbaum.web.live.watching import watch_token
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
    watched = f"/watch/{watch_token(path.removeprefix('/game/'))}"
    page = client.get(f"{watched}/tree?algorithm=mcts").text
    assert f'data-growth="{watched}/simulations/growth.json?solver=1"' in page
    assert path not in page
    assert client.get(f"{watched}/simulations/growth.json?solver=1").json() == document


def test_mcts_has_a_tree_beside_other_algorithms(begin: Begin) -> None:
    visitor = begin("tic-tac-toe", "human", "human")
    document = visitor.client.get(f"{visitor.path}/tree.json?algorithm=mcts&beside=alpha-beta&depth=2").json()
    tree = document["trees"][0]
    assert "300 visits" in tree["texts"][tree["reason"][0]]


QUESTIONS = {
    "Which four steps has a simulation?": "selection, expansion, playout, back-up",
    "Which child does selection take?": "always takes the child with the largest upper bound",
    "What is the upper bound?": "value + C · √(ln N / n)",
    "Which move comes before all others?": "A move without a visit comes before all others",
    "When does a leaf get children?": "A leaf gets children when it is visited for the second time",
    "What does a playout need?": "only the rules and the result at the end of the game",
    "Which nodes does a result change?": "every node on the way counts one more visit and takes the result",
    "For whom is the value of a node?": "The value under a disc is for the player who moves there",
    "Why is a bad move tried again?": "While a move waits, N grows and its own n does not",
    "What does C change?": "A larger C explores more, a smaller one trusts the means sooner",
    "Which move is played?": "The move with the most visits is played",
    "What do the means become?": "the means become the minimax values",
}
"""What a student should be able to answer after the chapter, and the words in which it answers."""


def test_the_chapter_answers_the_questions_that_a_student_should(client: TestClient) -> None:
    page = client.get("/understand/mcts").text
    words = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert not [question for question, answer in QUESTIONS.items() if answer not in words]
