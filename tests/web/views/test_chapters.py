"""The chapters of the lessons: their answers are those of the search, and they answer what a student should know."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from spielbaum.language import LANGUAGES, translations_for
from spielbaum.web.views.chapters import CHAPTERS, Chapter, scenes_of

QUESTIONS = {
    "minimax": {
        "Whose gain is the number of a leaf?": "The number of a leaf is what MAX gets",
        "What does MIN get?": "MIN gets the opposite",
        "What is the value of a MAX node?": "the largest below it",
        "What is the value of a MIN node?": "at a MIN node the smallest",
        "In which order are values found?": "from the leaves up",
        "Which value does B get in the example, and why?": "MIN chooses b1 with 3, the smallest of 3, 12 and 8",
        "What is the principal variation?": "the moves that both choose if both play their best",
        "What does the value of the root promise if the opponent errs?": "if MIN errs, MAX gets at least as much",
        "How many leaves does minimax visit?": "there are b^d of them",
        "What is negamax?": "Negamax is another way to write minimax",
    },
    "alpha-beta": {
        "What is alpha?": "α is the value that MAX already has for certain",
        "What is beta?": "β the value that MIN already has",
        "What are alpha and beta before the first leaf?": "at the root A, α is −∞ and β is ∞",
        "When is a node cut off?": "When α ≥ β the node is cut off",
        "Why may its other branches be skipped?": "the opponent will avoid the node",
        "Why can the first MIN node not be cut?": "As long as α is −∞, a MIN node cannot be cut off",
        "What is an alpha cut, and where does it happen?": "MAX already has 3 at B and will not choose C",
        "What is a beta cut?": "the mirror image of an α-cut",
        "What is known about a cut node?": "≤ after an α-cut, ≥ after a β-cut",
        "Does pruning change the value of the root?": "always returns the minimax value of the root",
    },
    "ordering": {
        "Does the order change the value?": "changes the cost and never the value",
        "Which child of a MAX node should come first?": "For MAX the best child is the one with the largest value",
        "Which child of a MIN node should come first?": "for MIN the one with the smallest",
        "How many of the nine leaves does the bad order visit?": "7 leaves",
        "How many does the good order visit?": "5 leaves are visited instead of 7",
        "What is the least number of leaves?": "b^⌈d/2⌉ + b^⌊d/2⌋ − 1",
        "How many leaves are that for b = 10 and d = 6?": "1,999",
        "Why can no algorithm do with fewer?": "one set of leaves proves that the value is not smaller",
        "How many leaves does the worst order visit?": "In the worst order alpha-beta visits all 1,000,000",
        "What are killer moves?": "moves that caused a cut in a sibling",
    },
    "null-window": {
        "What is a null window?": "A null window contains no value",
        "What does it answer?": "answers yes or no",
        "Which move does PVS search with the full window?": "PVS searches the first move with the full window",
        "What does it ask of the others?": "is it worth more than 4?",
        "Why is a null window cheaper?": "The narrower the window, the more is cut",
        "What does it mean that a search fails high?": "The search fails high: C is better than B",
        "What does PVS do then?": "This is the re-search",
        "What does it mean that a search fails low?": "the answer is no, after a single leaf. The search fails low",
        "When does PVS visit more leaves than alpha-beta?": "The best move was not first",
        "How does MTD(f) find the value?": "When the lower and the upper bound are equal: that is the value, 6",
    },
    "deepening": {
        "What is iterative deepening?": "searches to depth 1, then 2, then 3, and so on, each time from the start",
        "What is the horizon?": "the answer of O is beyond its horizon",
        "Why does depth 2 choose another move?": "the only move that stops the column",
        "What do the shallow searches cost?": "About 11%: 10 + 100 + … + 100,000 is 111,110",
        "What do they give to the next search?": "Each search tells the next one which move to try first",
        "What is played when time runs out?": "The best move of depth 6, or a better one",
        "What is a transposition?": "leads to the same position as the other way round: a transposition",
        "What does an entry of the table keep?": "the value or bound, the depth and the best move",
        "When does a lower bound of the table decide?": "A lower bound decides if it is at least β",
        "What is a shallow entry good for?": "Its value is not used: a search to depth 5 must not rest on depth 3",
    },
    "max-n": {
        "What is a leaf worth?": "A leaf is worth a vector: a number for each player",
        "Which child does a player choose?": "the child with its own largest number",
        "What does the node get?": "the node gets that child's whole vector",
        "Which leaf does player 2 choose at C?": "Player 2 chooses c1: its third number is 3",
        "Why does player 1 choose b1?": "2 is more than 1. B is worth (2, 2, 1)",
        "What is the root worth?": "(3, 3, 1): player 0 chooses a1",
        "Do players harm each other?": "every player looks only at its own number",
        "What if two children are equal for the player who chooses?": "may change everything for the others",
        "Which of equal children does Spielbaum take?": "Spielbaum takes the first of equal children",
        "Why can no leaf be skipped?": "Without limits on the numbers nothing can be pruned",
    },
    "max-n-pruning": {
        "What is immediate pruning?": "the player to move has the most there is",
        "What does shallow pruning need?": "numbers that are never negative and a known largest sum",
        "Which two players does shallow pruning compare?": "a player with the one directly above",
        "How much can be left for player 0 at B?": "10 − 6 = 4 is left for the other two",
        "Which sum cuts B?": "4 + 6 ≥ 10",
        "What is known about the vector of a cut node?": "Player 0 gets at most 4, player 1 at least 6",
        "What about the third entry?": "The last entry is open",
        "What is deep pruning?": "Deep pruning uses the same sum for players that are not neighbours",
        "Which choice is right in the example?": "Max^n is right, and deep pruning is wrong",
        "Why is deep pruning wrong?": "c2 decides what player 1 does at B",
    },
    "paranoid": {
        "What does paranoid search assume?": "all other players are one opponent who wants to harm",
        "What is a leaf worth?": "the root player's number less those of all others",
        "What is (5, 3, 2) worth to player 0?": "5 − 3 − 2 = 0",
        "Who minimises?": "The root player maximises, all others minimise",
        "Why is D worth 0 although player 2 would get more at d2?": "player 2 gives up a point to harm player 0",
        "What happens if two opponents move one after the other?": "Two MIN levels follow each other",
        "Is its pruning sound?": "alpha-beta prunes it soundly",
        "What is the advantage over Max^n?": "It looks deeper than Max^n in the same time",
        "What does Max^n choose instead, and what does it expect?": "C ends in (5, 3, 2)",
        "When is the paranoid view reasonable?": "When the others really turn against the leader",
    },
    "hypermax": {
        "What does Hypermax do to a vector first?": "it subtracts their mean",
        "What becomes of (4, 1, 4)?": "(1, −2, 1): the sum is 9, the mean is 3",
        "What is alpha in Hypermax?": "α is a vector: what each player has for certain on the way from the root",
        "What is alpha after a1?": "α is (2, −∞, −∞)",
        "What does alpha add up to after c1?": "2 − 2 + 2 = 2",
        "When is a node cut off?": "If the entries of α add up to 0 or more",
        "Why does that sound convincing?": "at least one player on the way will avoid C",
        "What is Hypermax with two players?": "With two players it is alpha-beta, node by node",
        "Which choice is right in the example?": "a1 is right: player 0 gets 2",
        "Why was the cut wrong?": "With c2, C is worth −1 to player 1, more than the −2 at b1",
    },
}
"""Ten questions on each algorithm, with words of the chapter that answer them; those on MCTS are in its own test."""


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_chapter_answers_ten_questions(client: TestClient, key: str) -> None:
    page = client.get(f"/understand/{key}?lang=en").text
    words = " ".join(unescape(re.sub(r"<[^>]+>", "", page[page.index("<h1>") :])).split())
    assert len(QUESTIONS[key]) == 10
    assert not [question for question, answer in QUESTIONS[key].items() if answer not in words]


ALL_OR_NONE = {"en": ("All of them", "None"), "de": ("Alle.", "Keines")}


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_name_the_answers_of_the_search(chapter: Chapter, language: str) -> None:
    t = translations_for(language)
    for scene, shown in zip(chapter.scenes, scenes_of(t, chapter), strict=True):
        explained = unescape(re.sub(r"<[^>]+>", "", str(shown["explain"])))
        pruned = scene.ask is not None and scene.ask.kind == "pruned"
        right = [option.node if pruned else option.text for option in shown["options"] if option.right]
        assert len(right) == bool(scene.ask) or shown["many"]
        if scene.ask is None or scene.ask.kind == "text":
            continue
        at_once = ALL_OR_NONE[language][0 if right else 1]
        if right and at_once not in explained:
            assert all(re.search(rf"(^|\W){re.escape(name)}(\W|$)", explained) for name in right), (scene.key, right)
        else:
            assert at_once in explained
            assert len(right) in (0, len(shown["options"]))


def test_every_tree_of_a_chapter_can_be_opened(client: TestClient) -> None:
    for chapter in CHAPTERS:
        page = client.get(f"/understand/{chapter.key}").text
        sources = re.findall(r'class="tree-viewer" data-src="([^"]+)"', page)
        assert len(sources) == sum(not shown.simulations for shown in chapter.trees)
        for source in sources:
            assert all(len(tree["parent"]) > 3 for tree in client.get(unescape(source)).json()["trees"])
    assert client.get("/understand/minimax/9/tree.json").status_code == 404
    assert client.get("/understand/nonsense/0/tree.json").status_code == 404
