"""The pages of exercises without JavaScript: the answer is in the URL, and the server stores nothing."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

NINE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def verdict(page: str) -> tuple[str, str]:
    found = re.search(r'<p class="notice (\w*)" id="verdict"[^>]*>(.*?)</p>', page)
    assert found
    return found[1], unescape(found[2])


def asked(client: TestClient, kind: str, tree: str = NINE, **fields: str) -> str:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    answer = client.get("/exercise", params={"kind": kind, "tree": tree, "check": "1", **named})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_listed_exercise_can_be_opened_and_shows_its_solution(client: TestClient, language: str) -> None:
    listed = client.get(f"/exercises?lang={language}").text
    links = [unescape(link) for link in re.findall(r'href="([^"]*)" data-exercise', listed)]
    assert len(links) == 13
    for link in links:
        page = client.get(link)
        assert page.status_code == 200
        solution = re.search(r'href="([^"]*)#tree" id="solve"', page.text)
        assert solution
        source = re.search(r'id="tree" data-src="([^"]+)"', client.get(unescape(solution[1])).text)
        assert source
        document = client.get(unescape(source[1])).json()
        assert len(document["trees"][0]["parent"]) > 4
        assert "B" in document["trees"][0]["texts"]


def test_the_first_wrong_value_is_explained_and_marked(client: TestClient) -> None:
    page = asked(client, "values", v_A="3", v_B="8", v_C="2", v_D="2")
    assert verdict(page) == ("wrong", "At B MIN picks the smallest of 3; 12; 8: 3, not 8.")
    assert re.search(r'id="v-B" name="v-B" value="8"[^>]*aria-invalid="true" aria-describedby="verdict"', page)
    assert len(re.findall('data-right="1"', page)) == 3
    assert verdict(asked(client, "values", v_B="3"))[0] == "open"
    assert verdict(asked(client, "values", v_A="3", v_B="3", v_C="2", v_D="2"))[0] == "right"


def test_values_and_vectors_are_explained_in_german(client: TestClient) -> None:
    page = asked(client, "values", algorithm="alpha-beta", lang="de", v_C="2")
    assert verdict(page)[1] == (
        "C wird vorzeitig verlassen, also ist dort nur ≤ 2 bekannt, nicht 2. "
        "In C lässt MIN höchstens 2 zu, und in A hat MAX schon 3: Zu C geht MAX nie."
    )
    page = asked(client, "values", "[[[1, 5, 2], [3, 4, 1]]]", algorithm="max-n", lang="de", v_B="1 5 2", v_A="3 4 1")
    assert verdict(page)[1].startswith("In A nimmt Spieler 0 von (1, 5, 2) den Vektor")


def test_cuts_are_explained(client: TestClient) -> None:
    assert verdict(asked(client, "cuts", cut_c2="1", cut_c3="1")) == (
        "right",
        "All cuts are right, and none is missing.",
    )
    assert verdict(asked(client, "cuts", cut_c2="1"))[1] == (
        "The branch to c3 is cut. At C MIN concedes at most 2. At A MAX already has 3, so MAX will never go to C."
    )
    assert verdict(asked(client, "cuts", cut_d2="1", cut_c2="1", cut_c3="1"))[1] == (
        "The branch to d2 is not cut. When the search reaches it, α is 3 and β is 14: "
        "a value between them would still matter."
    )


def test_buttons_move_branches(client: TestClient) -> None:
    page = asked(client, "order", "[[2, 4, 6], [12, 3, 8]]")
    assert "Alpha-beta visits 6 of 6 leaves" in page
    assert verdict(page)[1] == "At A the search begins with B, but C is best with 3. Put that branch first."
    page = asked(client, "order", "[[2, 4, 6], [12, 3, 8]]", move="C-left", check="")
    assert 'name="order" value="A21"' in page
    assert verdict(page) == ("right", "Well done: 4 leaves. The minimum is 4.")
    assert 'id="C-left"' in page


def test_teachers_get_a_link_to_their_exercise(client: TestClient) -> None:
    made = client.get("/exercises", params={"kind": "order", "tree": NINE, "target": "6"}).text
    link = re.search(r'id="exercise-link" readonly value="([^"]+)"', made)
    assert link
    page = client.get(unescape(link[1]))
    assert "until alpha-beta visits at most 6 leaves" in page.text
    wrong = client.get("/exercises", params={"kind": "cuts", "tree": "[[3, 12], [", "lang": "de"})
    assert wrong.status_code == 400
    assert "Ein Baum wird als geschachtelte Listen geschrieben" in wrong.text


@pytest.mark.parametrize(
    "query", ["kind=riddles", "tree=[[]]", "seed=x", "kind=order&order=Z1", "kind=order&move=A-up", "what=else"]
)
def test_invalid_addresses_are_refused(client: TestClient, query: str) -> None:
    page = client.get(f"/exercise?{query}")
    assert page.status_code == 400
    assert "That did not work" in page.text


def test_lessons_lead_to_the_exercise_on_their_tree(client: TestClient) -> None:
    found = {}
    for key in ("four-leaves", "tic-tac-toe", "twenty-seven", "max-n", "three-by-two", "hypermax", "deep-pruning"):
        link = re.search(r'href="([^"]+)" id="by-hand"', client.get(f"/understand/{key}").text)
        found[key] = unescape(link[1]) if link else ""
        assert not link or client.get(found[key]).status_code == 200
    assert "kind=cuts" in found["twenty-seven"]
    assert "algorithm=max-n" in found["max-n"]
    assert "algorithm=minimax" in found["four-leaves"]
    assert not found["tic-tac-toe"]
    assert "kind=cuts" in found["three-by-two"]
    assert not found["hypermax"]  # it compares with Max^n, which is another algorithm
    assert not found["deep-pruning"]


def test_without_a_tree_an_exercise_is_another_one_each_time(client: TestClient) -> None:
    link = next(
        one for one in re.findall(r'href="([^"]+)"', client.get("/exercises").text) if one.endswith("?kind=order")
    )
    drawn = {client.get(link, follow_redirects=False).headers["location"] for _ in range(4)}
    assert len(drawn) > 1
    assert all("seed=" in address and client.get(address).status_code == 200 for address in drawn)


def test_answers_are_escaped(client: TestClient) -> None:
    page = asked(client, "values", v_A='"><script>')
    assert "<script>" not in page.split("</head>")[1]
    assert "is not a value" in verdict(page)[1]
