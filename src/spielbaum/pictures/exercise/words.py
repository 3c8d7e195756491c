"""The texts of exercises, in English and German."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Words(NamedTuple):
    """The words of a worksheet.

    ``titles`` and ``names`` are by the algorithm of the exercise, ``names`` as in the middle of a sentence; of others
    it is the title of their record. ``tasks`` are by what is found: ``number``, ``window`` or ``vector``.
    """

    titles: Mapping[str, str]
    names: Mapping[str, str]
    tasks: Mapping[str, str]
    number: str
    solution: str
    name: str
    answer: str
    window_answer: str
    value: str
    counts: str
    player: str
    pruned: str


ENGLISH = Words(
    titles={
        "alpha-beta": "Alpha-beta pruning",
        "null-window": "Alpha-beta with a null window",
        "max-n:shallow": "Max^n with shallow pruning",
    },
    names={"alpha-beta": "alpha-beta (fail-soft)", "max-n:shallow": "Max^n with shallow pruning"},
    tasks={
        "number": (
            "Search the tree by {algorithm}, from left to right. Write into each node that is searched its "
            "value, with ≥ or ≤ where it is only a bound, and strike out every branch that is never looked at. What is "
            "the value of the root, and which action is best?"
        ),
        "window": (
            "Search the tree by alpha-beta (fail-soft) with the window [{alpha}, {beta}], from left to right. Write "
            "into each node that is searched what is known of its value, with ≥ or ≤ where it is only a bound, and "
            "strike out every branch that is never looked at. Is the value of the tree at least {beta}, or at most "
            "{alpha}?"
        ),
        "vector": (
            "Search the tree by {algorithm}, from left to right. The players A, B and C move in turn; "
            "no entry is negative, and the entries of every leaf have the sum {sum}. Among equals the first action "
            "counts. Write into each node that is searched its vector, into one that is left early only what its "
            "player has secured, such as ≥ 6, and strike out every branch that is never looked at. What is the value "
            "of the root, and which action is best?"
        ),
    },
    number="Exercise {seed}",
    solution="Solution",
    name="Name",
    answer="Value of the root: {value}. Best action: {action}.",
    window_answer="The value of the tree is {value}.",
    value="value",
    counts="Leaves looked at: {evaluated}. Leaves never looked at: {pruned}.",
    player="player {name}",
    pruned="never looked at",
)

GERMAN = Words(
    titles={
        "alpha-beta": "Alpha-Beta-Suche",
        "null-window": "Alpha-Beta-Suche mit Nullfenster",
        "max-n:shallow": "Max^n mit flachem Beschneiden (shallow pruning)",
    },
    names={"alpha-beta": "Alpha-Beta (fail-soft)", "max-n:shallow": "Max^n und shallow pruning"},
    tasks={
        "number": (
            "Durchsuche den Baum mit {algorithm} von links nach rechts. Trage in jeden durchsuchten Knoten "
            "seinen Wert ein, mit ≥ oder ≤, wo er nur eine Schranke ist, und streiche jeden Zweig, der nie betrachtet "
            "wird. Welchen Wert hat die Wurzel, und welcher Zug ist der beste?"
        ),
        "window": (
            "Durchsuche den Baum mit Alpha-Beta (fail-soft) und dem Fenster [{alpha}, {beta}] von links nach rechts. "
            "Trage in jeden durchsuchten Knoten ein, was über seinen Wert bekannt ist, mit ≥ oder ≤, wo es nur eine "
            "Schranke ist, und streiche jeden Zweig, der nie betrachtet wird. Ist der Wert des Baumes mindestens "
            "{beta} oder höchstens {alpha}?"
        ),
        "vector": (
            "Durchsuche den Baum mit {algorithm} von links nach rechts. Die Spieler A, B und C ziehen "
            "reihum; kein Eintrag ist negativ, und die Einträge jedes Blattes haben die Summe {sum}. Unter gleich "
            "guten Zügen zählt der erste. Trage in jeden durchsuchten Knoten seinen Vektor ein, in einen vorzeitig "
            "verlassenen nur, was sein Spieler sicher hat, etwa ≥ 6, und streiche jeden Zweig, der nie betrachtet "
            "wird. Welchen Wert hat die Wurzel, und welcher Zug ist der beste?"
        ),
    },
    number="Aufgabe {seed}",
    solution="Lösung",
    name="Name",
    answer="Wert der Wurzel: {value}. Bester Zug: {action}.",
    window_answer="Der Wert des Baumes ist {value}.",
    value="Wert",
    counts="Betrachtete Blätter: {evaluated}. Nie betrachtete Blätter: {pruned}.",
    player="Spieler {name}",
    pruned="nie betrachtet",
)

LANGUAGES: Mapping[str, Words] = MappingProxyType({"en": ENGLISH, "de": GERMAN})
