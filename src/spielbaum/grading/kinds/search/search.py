"""The verdict on a search: which right way of writing it does the same, and otherwise which fault."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise, product
from math import inf, nan
from random import Random
from typing import Any

from spielbaum.errors import Message, UnknownNameError
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Diagnosis, Stopped, Verdict
from spielbaum.grading.interfaces.instruments import LooksInside
from spielbaum.grading.interfaces.names import PARAMETERS
from spielbaum.grading.interfaces.searches import find_search
from spielbaum.grading.interfaces.trees import Node, Shape, make_lattice, make_tree, unfolded
from spielbaum.grading.kinds.search import sentences
from spielbaum.grading.kinds.search.explain import first_step, shown, smallest, tree_text
from spielbaum.grading.kinds.search.faults import Fault, faults_of
from spielbaum.grading.kinds.search.models import Agents, MaxN, Minimax, Negamax, OwnMinimax, Paranoid, Search, Style
from spielbaum.grading.kinds.search.picture import picture_of
from spielbaum.grading.kinds.search.samples import (
    Sample,
    Seen,
    Watched,
    agrees,
    best_actions,
    make_samples,
    modelled,
    observe,
    watch,
)
from spielbaum.grading.submission import Submission

TREES = 48
"""The number of trees on which a search is run, unless the test says otherwise."""

LATTICES = 120
"""The number of graphs on which a search with a table is run besides."""

NARROW = (-1, 0, 1)

CERTAIN = {"state-changed", "terminal-missing", "wrong-type"}
"""Faults that do not depend on utilities."""

VAGUE = {"initial-value", "action-not-returned", "wrong-value"}
"""What a search may show that starts from a value that is too near, or knows no other utilities than -1, 0 and 1."""

HASTE = 4
"""The plies up to which sooner wins must count more."""

BEYOND = 1e9
"""A factor with which no value is taken for an infinite one."""

ALGORITHMS: dict[str, tuple[type[Search], ...]] = {
    "minimax": (Minimax, OwnMinimax),
    "alpha-beta": (Minimax, OwnMinimax, Negamax),
    "negamax": (Negamax,),
    "max-n": (MaxN,),
    "paranoid": (Paranoid,),
}
"""The forms in which an algorithm may be written."""

PRUNES = {
    "minimax": (False,),
    "alpha-beta": (True,),
    "negamax": (False, True),
    "max-n": (False,),
    "paranoid": (True, False),
}
"""Whether a right search of an algorithm cuts off."""

KEYS = ("algorithm", "function", "parameters", "players", "labels", "view", "limited", "trees", "values", "returns")


def check(test: TestSpec) -> None:
    """Raise an InputError if the options of a test do not fit."""
    test.refuse_unknown(*KEYS)
    algorithm = test.text("algorithm")
    if algorithm not in ALGORITHMS:
        raise UnknownNameError("algorithm", algorithm, ALGORITHMS)
    test.text("function", "")
    for role in test.options.get("parameters", ()):
        if role not in PARAMETERS:
            raise UnknownNameError("role of a parameter", str(role), PARAMETERS)
    test.whole_number("players", 2, least=2)
    test.whole_number("trees", TREES)
    test.choice("view", "first", "mover")
    test.choice("returns", "value", "action", "both")


def run(test: TestSpec, submission: Submission, seed: int) -> Verdict:
    """Return the verdict on the search of a submission."""
    return _Trial(test, submission, seed).verdict()


@dataclass
class _Match:
    """A model that does what the submission does."""

    form: type[Search]
    style: Style
    fault: Fault | None = None


class _Trial:
    """The runs of a submission, and what they show."""

    def __init__(self, test: TestSpec, submission: Submission, seed: int) -> None:
        self.test = test
        self.algorithm = test.text("algorithm")
        self.players = test.whole_number("players", 3 if self.algorithm in ("max-n", "paranoid") else 2)
        self.search = find_search(
            submission,
            self.algorithm,
            function=test.options.get("function"),
            parameters=tuple(test.options.get("parameters", ())),
            limited=test.options.get("limited"),
            players=self.players,
            labels=tuple(test.options.get("labels", ())),
            view=test.text("view", "first"),
            most=min(test.limits.states, 20_000),
        )
        self.random = Random(seed)
        self.known: dict[tuple[Node, int | None], Any] = {}
        self.values = tuple(test.options.get("values", range(-9, 10)))
        self.stops = False
        self.reward: Callable[[float, int, float], float] | None = None

    def verdict(self) -> Verdict:
        """Return the verdict."""
        try:
            runs = self.observed(self.values)
            if self.search.tool.asks_winner and "values" not in self.test.options:
                self.values = NARROW
                runs = self.observed(NARROW)
        except LooksInside:
            if not self.search.own.complete:
                raise
            runs = self.observed_on_own_game()
        stopped = self.failing(runs)
        if stopped is not None:
            return Verdict(0, (stopped,)) if runs[0][1].unseen else self.on_narrow(Verdict(0, (stopped,)))
        right = self.right(runs)
        if right is not None and right.style.prunes and not runs[0][1].unseen:
            runs += self.observed_deep(runs)
            right = self.right(runs)
        if right is not None:
            return self.passed(right, runs)
        if runs[0][1].unseen:
            return Verdict(1, (sentences.HASTENS,)) if self.hastens_on_own_game(runs) else self.wrong(runs)
        for values in dict.fromkeys((self.values, NARROW)):
            self.reward = self.hastens(values)
            if self.reward is not None:
                runs = self.observed(values)
                right = self.right(runs)
                return self.wrong(runs) if right is None else self.passed(right, runs, sentences.HASTENS)
        return self.on_narrow(self.wrong(runs))

    def on_narrow(self, wide: Verdict) -> Verdict:
        """Return the verdict with the utilities -1, 0 and 1, if it is another one than where values are too large."""
        (first, *_) = wide.diagnoses
        if len(self.values) <= len(NARROW) or first.code in CERTAIN:
            return wide
        runs = self.observed(NARROW)
        if self.failing(runs) is not None:
            return wide
        for self.stops in (False, True):
            right = self.right(runs)
            if right is not None:
                return self.passed(right, runs, sentences.STOPS if self.stops else sentences.NARROW)
        self.stops = False
        return self.wrong(runs) if first.code in VAGUE else wide

    def hastens_on_own_game(self, runs: list[tuple[Sample, Seen]]) -> bool:
        """Return whether each value has the sign of the right one, and each action is right: sooner wins count more."""
        if self.search.limited:
            return False
        match = self.nearest(runs)
        for sample, seen in runs:
            ours = modelled(match.form, match.style, sample, seen).value
            best = best_actions(match.form, match.style, sample)
            if seen.error is not None or seen.changed or not isinstance(seen.returned, int | float | tuple):
                return False
            value = seen.value
            if value is None and seen.action is None:
                return False
            if seen.action is not None and seen.action not in best:
                return False
            if value is not None and (
                (value > 0) - (value < 0) != (ours > 0) - (ours < 0) or 0 < abs(value) < abs(ours)
            ):
                return False
        return True

    def hastens(self, values: Sequence[float]) -> Callable[[float, int, float], float] | None:
        """Return what ends are worth if sooner wins count more, such as 10 less the number of moves; None if not."""
        if self.players > 2 or self.search.plies > 1:
            return None

        @cache
        def reward(value: float, ply: int, limit: float) -> float:
            node = Node(ply % 2, (value, -value), (value, -value), "a" * ply)
            for above in reversed(range(ply)):
                node = Node(above % 2, (value, -value), name="a" * above, children=[node])
            found = observe(self.search, Sample(node, None if limit == inf else int(limit))).value
            return float(found) if isinstance(found, int | float) else nan

        scale, self.search.scale = self.search.scale, BEYOND
        largest = max(values)
        wins = {value: [reward(value, ply, inf) for ply in range(1, HASTE + 1)] for value in sorted(values)}
        grows = all(
            (worths[0] > worths[-1] and all(one >= other > 0 for one, other in pairwise(worths))) == (value > 0)
            and [-one for one in worths] == wins.get(-value)
            for value, worths in wins.items()
        )
        ordered = all(list(column) == sorted(set(column)) for column in zip(*wins.values(), strict=True))
        self.search.scale = scale
        if not grows or not ordered:
            return None
        self.search.scale = wins[largest][0] / largest
        return reward

    def observed(self, values: Sequence[float]) -> list[tuple[Sample, Seen]]:
        """Return what the submission does on seeded trees."""
        number = self.test.whole_number("trees", TREES)
        shape = Shape(self.players, 4 if self.search.plies < 3 else 2 * self.search.plies, 3, values)
        samples = make_samples(self.random, shape, self.search, number)
        return [(sample, observe(self.search, sample)) for sample in samples]

    def observed_deep(self, runs: Sequence[tuple[Sample, Seen]]) -> list[tuple[Sample, Seen]]:
        """Return what the submission does on deep trees: a bound that is lost on the way shows only there."""
        shape = Shape(self.players, 6 * self.search.plies, 2, self.values)
        limit = shape.depth + 2 * self.search.plies if self.search.limited else None
        roots = self.search.roots
        samples = [
            Sample(make_tree(self.random, shape, roots[place % len(roots)]), limit) for place in range(len(runs))
        ]
        return [(sample, observe(self.search, sample)) for sample in samples]

    def observed_on_own_game(self) -> list[tuple[Sample, Seen]]:
        """Return what a submission does on positions of its own game; for it looks into its states."""
        own = self.search.own
        own.restore()
        samples: list[Sample] = []
        for root in islice(own.positions(self.random), int(self.test.options.get("trees", TREES))):
            if root.mover in self.search.roots:
                limits = [root.height + 2, *range(1, root.height + 1)] if self.search.limited else [None]
                samples.append(Sample(root, limits[len(samples) % len(limits)]))
        return [(sample, observe(self.search, sample)) for sample in samples]

    def failing(self, runs: list[tuple[Sample, Seen]]) -> Diagnosis | None:
        """Return a diagnosis that does not need models, if there is one."""
        for _, seen in runs:
            if seen.recurses_elsewhere and seen.error is not None:
                raise seen.error
        changed = [sample for sample, seen in runs if seen.changed]
        if changed:
            return self.with_step(sentences.STATE_CHANGED, changed[0])
        at_end = [(sample, seen) for sample, seen in runs if seen.at_end]
        fails = [run for run in at_end if run[1].error is not None and not run[1].endless]
        fails = [run for run in fails if run[1].visits[-1].payoff is not None]
        blank = [run for run in at_end if run[1].value is None and (run[1].action is None or _has_none(run[1]))]
        empty = blank if not any(seen.ends for _, seen in runs) else []
        typed = [run for run in runs if sentences.is_wrong_type(run[1].error) and "NoneType" not in str(run[1].error)]
        if typed:
            assert typed[0][1].error is not None
            return self.with_step(sentences.wrong_type(typed[0][1].error), typed[0][0])
        if fails or empty:
            return self.with_step(sentences.FAILS_AT_END, (fails or empty)[0][0])
        return self.unreturned(runs)

    def crashed(self, runs: list[tuple[Sample, Seen]]) -> Diagnosis | None:
        """Return the diagnosis of a search that computes with values of a wrong type; raise what else it raises."""
        failed = [(sample, seen.error) for sample, seen in runs if seen.error is not None and not seen.endless]
        for sample, error in failed:
            if sentences.is_wrong_type(error):
                nothing = "NoneType" in str(error)
                return self.with_step(sentences.NOTHING_RETURNED if nothing else sentences.wrong_type(error), sample)
        if failed and "NoneType" in str(failed[0][1]) and self.returns_nothing():
            return self.with_step(sentences.NOTHING_RETURNED, failed[0][0])
        if failed:
            raise failed[0][1]
        return None

    def returns_nothing(self) -> bool:
        """Return whether it returns nothing one move before the end, and something at the end."""
        end = Node(1, (1, -1), (1, -1), "a")
        before = observe(self.search, Sample(Node(0, (1, -1), children=[end])))
        return before.error is None and before.returned is None and self.at_end().returned is not None

    def unreturned(self, runs: list[tuple[Sample, Seen]]) -> Diagnosis | None:
        """Return the diagnosis of a search that never returns what it should."""
        wanted = self.test.options.get("returns")
        ended = [(sample, seen) for sample, seen in runs if seen.error is None]
        if not ended:
            return None
        (sample, seen), *_ = ended
        valued = any(one.value is not None for _, one in ended)
        blank = all(_has_none(one) for _, one in ended)
        wants_action = (
            wanted in ("action", "both")
            or not valued
            or blank
            or (wanted is None and not seen.unseen and self.nothing_at_end())
        )
        if not (valued or acts(ended) or seen.unseen) and seen.returned is None and self.at_end().value is not None:
            return self.with_step(sentences.NOTHING_RETURNED, sample)
        if not valued and not acts(ended) and seen.returned is not None and not isinstance(seen.returned, tuple | list):
            return self.with_step(sentences.neither(seen.returned), sample)
        if wants_action and not acts(ended):
            return self.with_step(sentences.action_not_returned(seen.returned), sample)
        if wanted in ("value", "both") and not valued:
            return sentences.value_not_returned(seen.returned)
        return None

    def nothing_at_end(self) -> bool:
        """Return whether it returns nothing where the game is over: then it should return an action elsewhere."""
        seen = self.at_end()
        return seen.error is None and seen.returned is None

    def at_end(self) -> Seen:
        """Return what it does where the game is over."""
        return observe(self.search, Sample(Node(0, (1,) * self.players, (1,) * self.players)))

    # Right searches.

    def forms(self) -> list[type[Search]]:
        """Return the forms in which the algorithm may be written, the one that the source looks like first."""
        forms = ALGORITHMS[self.algorithm]
        if self.search.plies > 1 or self.players > 2:
            forms = tuple(Agents if form is Minimax else form for form in forms if form is not OwnMinimax)
        if self.search.roots == (0,):
            forms = tuple(form for form in forms if form is not OwnMinimax)
        return sorted(forms, key=lambda form: form.negates != self.search.negates)

    def styles(self, form: type[Search], *, acts: bool) -> Iterator[Style]:
        """Yield the right ways of writing a form of the algorithm.

        Parameters
        ----------
        form
            The form.
        acts
            Whether the submission returns actions, so that it shows which of equal ones is the best.
        """
        kinds = ("", "both") if form.negates or form is MaxN else ("", "both", "max", "min")
        ties = kinds if acts or form is MaxN else ("",)
        prunes = PRUNES[self.algorithm]
        for cuts in (True,) if self.search.windowed and len(prunes) > 1 else prunes:
            bounds = (
                product(kinds, ("", "own", "both", *(() if form.negates else ("max", "min")))) if cuts else [("", "")]
            )
            for (strict, hard), last in product(bounds, ties):
                yield Style(
                    cuts,
                    strict,
                    hard,
                    last,
                    scale=self.search.scale,
                    joint=self.search.one_evaluation,
                    unit=self.search.plies,
                    compares="window" if self.search.compares_window else "best",
                    reward=self.reward,
                    stops=self.stops,
                )

    def right(self, runs: list[tuple[Sample, Seen]]) -> _Match | None:
        """Return a right way of writing the algorithm that does the same on all trees.

        It may be another one where the second player is at the root: there, max and min nodes change their functions.
        """
        for form in self.forms():
            for exact in (True, False):
                found = [self.right_form(form, some, exact=exact) for some in by_mover(runs)]
                if all(found):
                    kinds = [one.style for one in found if one is not None]
                    last, strict = (
                        next(filter(None, names), "")
                        for names in zip(*((one.last, one.strict) for one in kinds), strict=True)
                    )
                    return _Match(form, replace(kinds[0], last=last if exact else "both", strict=strict))
        return None

    def right_form(self, form: type[Search], runs: list[tuple[Sample, Seen]], *, exact: bool) -> _Match | None:
        """Return a right way of writing a form that does the same on some trees."""
        for style in self.styles(form, acts=exact and acts(runs)):
            if self.all_agree(form, style, runs, exact=exact) and self.all_best(form, style, runs):
                return _Match(form, style)
        return None

    def all_agree(
        self,
        form: type[Search],
        style: Style,
        runs: list[tuple[Sample, Seen]],
        *,
        exact: bool = True,
        equal: bool = False,
    ) -> bool:
        """Return whether a model does the same on all trees; an action may be any of the best ones unless exact."""
        return all(
            agrees(
                seen,
                modelled(form, style, sample, seen),
                best=None if exact else best_actions(form, style, sample),
                equal=equal,
            )
            for sample, seen in runs
        )

    def all_best(self, form: type[Search], style: Style, runs: list[tuple[Sample, Seen]]) -> bool:
        """Return whether all actions are among the best ones."""
        return all(seen.action is None or seen.action in best_actions(form, style, sample) for sample, seen in runs)

    def passed(self, match: _Match, runs: list[tuple[Sample, Seen]], *remarks: Diagnosis) -> Verdict:
        """Return the verdict on a search that is right on trees."""
        broken = None if runs[0][1].unseen else self.broken_table(match)
        if broken is not None:
            return Verdict(0, (broken,))
        found = list(remarks)
        if match.style.last and any(seen.action is not None for _, seen in runs):
            found.append(sentences.TIES)
        if match.style.strict:
            found.append(sentences.STRICT)
        if any(_searches_twice(run) for run in runs):
            found.append(sentences.TWICE)
        return Verdict(1, tuple(found))

    def broken_table(self, match: _Match) -> Diagnosis | None:
        """Return the diagnosis of a table that gives wrong values, if the submission has one.

        Lines of a game meet again. The value of the root must be right, and what each call returns: the value of its
        node, or a bound beyond its window. Then the same table is used for a deeper search.
        """
        if self.players > 2 or not self.has_table():
            return None
        shape = Shape(self.players, max(8, self.search.plies), 2, self.values)
        for place in range(LATTICES):
            deeper = self.search.limited and place >= 2 * LATTICES // 3
            root = make_lattice(self.random, shape, self.search.roots[place % len(self.search.roots)])
            sample = Sample(root, 4 * self.search.plies if deeper else None)
            self.search.tool.table = {}
            if deeper:
                observe(self.search, Sample(root, 2 * self.search.plies))
            seen, watched = watch(self.search, sample)
            self.search.tool.table = None
            outcome = match.form(root, sample.limit, replace(match.style, prunes=True), {}).run()
            right = seen.error is None and (seen.value is None or seen.value == outcome.value)
            if not right or not all(self.is_true(match, *call) for call in watched.calls):
                bound = sentences.TABLE_BOUND if match.style.prunes else sentences.TABLE_KEY
                found = sentences.TABLE_DEPTH if deeper else bound
                states = len(list(root.below()))
                if right:
                    return replace(found, detail=sentences.in_call(states))
                return replace(found, detail=sentences.in_lattice(states, seen.error or seen.value, outcome.value))
        return None

    def is_true(self, match: _Match, node: Node, alpha: Any, beta: Any, depth: Any, value: Any) -> bool:
        """Return whether what a call returned is the value of its node, or a bound of it beyond the window.

        A table may have a value that was searched deeper.
        """
        limits = range(depth, node.height + 1) if isinstance(depth, int) and depth < node.height else [None]
        if isinstance(value, tuple) or not all(isinstance(end, int | float) for end in (alpha, beta)):
            return True
        for limit in limits:
            exact = self.exact(match, node, limit)
            if value == exact or (value <= alpha and exact <= value) or (value >= beta and exact >= value):
                return True
        return False

    def exact(self, match: _Match, node: Node, limit: int | None) -> Any:
        """Return the value of a node."""
        key = (node, limit)
        if key not in self.known:
            over = node.payoff is not None
            model = match.form(node, limit, replace(match.style, prunes=not over), {})
            self.known[key] = model.run().value
        return self.known[key]

    def has_table(self) -> bool:
        """Return whether it asks less of games in which lines meet again than of the same games as trees."""
        shape = Shape(self.players, max(4, self.search.plies), 3, self.values)
        for _ in range(4):
            root = make_lattice(self.random, shape, self.search.roots[0])
            observe(self.search, Sample(root))
            asked = self.search.tool.asked
            observe(self.search, Sample(unfolded(root)))
            if asked < self.search.tool.asked:
                return True
        return False

    # Wrong searches.

    def wrong(self, runs: list[tuple[Sample, Seen]]) -> Verdict:
        """Return the verdict on a search that no right way of writing explains."""
        matches = self.matches(runs)
        if not matches and not any(seen.error is not None or len(seen.visits) > 1 for _, seen in runs):
            return self.verdict_of(sentences.NO_SEARCH, self.nearest(runs), runs)
        if not matches:
            crashed = self.crashed(runs)
            if crashed is not None:
                return Verdict(0, (crashed,))
        if not matches and acts(runs):
            none = [one for one in runs if one[1].error is None and one[1].action is None]
            if none:
                sample, seen = none[0]
                return Verdict(0, (self.with_step(sentences.action_not_returned(seen.returned), sample),))
        if matches:
            best = self.most_alike(matches, runs) if len(matches) > 1 else matches[0]
            assert best.fault is not None
            fault = best.fault
            best = replace(best, style=replace(best.style, last="", by_best=False, root_cuts=True, lazy=False))
            return self.verdict_of(Diagnosis(fault.code, fault.sentence), best, runs)
        return self.unexplained(runs)

    def matches(self, runs: list[tuple[Sample, Seen]]) -> list[_Match]:
        """Return the faults with which the algorithm does what the submission does.

        Runs with the first player at the root come first: there, values of the first player are those of the player at
        the root. Unusual styles come last: they matter only if something else is wrong.
        """
        for some in by_mover(runs):
            some.sort(key=lambda run: (not self.tells(*run), len(run[1].visits)))
            if self.tells(*some[0]):
                tiny = some[0][0] if some[0][1].unseen else smallest(self.search, some[0][0], self.tells)
                some.insert(0, (tiny, observe(self.search, tiny)))
                first, *others = [form for form in self.forms() if form is not OwnMinimax or tiny.root.mover]
                for form, usual in ((first, True), (first, False), *((form, True) for form in others)):
                    found = [*self.inexact(form, some)] if usual else []
                    found += self.matches_of(form, some, usual=usual)
                    if found:
                        return found
                return []
        return []

    def tells(self, sample: Sample, seen: Seen) -> bool:
        """Return whether a run shows that something is wrong."""
        form = self.forms()[0]
        style = next(self.styles(form, acts=False))
        return not agrees(seen, modelled(form, style, sample, seen), best=best_actions(form, style, sample))

    def inexact(self, form: type[Search], runs: list[tuple[Sample, Seen]]) -> Iterator[_Match]:
        """Yield a right way of writing whose action is wrong, for it takes the last of values that are only bounds."""
        for style in self.styles(form, acts=acts(runs)):
            if style.prunes and self.all_agree(form, style, runs) and not self.all_best(form, style, runs):
                yield _Match(form, style, Fault("cut-on-equality", sentences.CUT_ON_EQUALITY, form, ()))
                return

    def matches_of(self, form: type[Search], runs: list[tuple[Sample, Seen]], *, usual: bool) -> Iterator[_Match]:
        """Yield the faults of a form with which it does what the submission does, each once."""
        sides = ("max", "min")
        styles = [
            style
            for style in self.styles(form, acts=form is MaxN)
            if style.strict not in sides and style.hard not in sides
        ]
        for fault in faults_of(form, True in PRUNES[self.algorithm], self.search.limited):
            if (fault.code, self.search.leaves_loop) in (("first-action-only", False), ("wrong-cut-side", True)):
                continue
            faulty = fault.of(form)
            fitting = [style for style in styles if style.prunes or not fault.prunes]
            if fault.keeps_best:
                fitting += [replace(style, by_best=True) for style in fitting]
            if not usual:
                fitting = [other for style in fitting if style.prunes for other in unusual(style)]
            style = next((style for style in fitting if self.all_agree(faulty, style, runs, equal=True)), None)
            if style is not None:
                yield _Match(form, style, fault)

    def most_alike(self, matches: list[_Match], runs: list[tuple[Sample, Seen]]) -> _Match:
        """Return the fault whose values and windows inside the tree are most like those of the submission's calls."""
        chosen = [sample for sample, seen in runs if self.tells(sample, seen) and len(seen.visits) > 4][:6]
        watched = [(sample, *watch(self.search, sample)) for sample in chosen]
        likeness = [sum(self.alike(match, *one) for one in watched) + self.hinted(match) for match in matches]
        return matches[max(range(len(matches)), key=lambda place: (likeness[place], -place))]

    def alike(self, match: _Match, sample: Sample, seen: Seen, watched: Watched) -> float:
        """Return how much of what the calls of a submission got and returned is as in a model."""
        assert match.fault is not None
        outcome = modelled(match.fault.of(match.form), match.style, sample, seen)
        same: float = sum(watched.values.get(key) == value for key, value in outcome.values.items())
        calls = [Counter(one) for one in watched.counts.values()]
        calls.append(sum(calls, Counter()))  # max and min nodes may have a function each
        same += max(sum(one[key] == count for key, count in outcome.counts.items()) for one in calls)
        for theirs, ours in ((watched.windows, outcome.windows), (watched.exits, outcome.exits)):
            same += sum(self.same_window(theirs[key], ours[key]) for key in theirs if key in ours)
        return same

    def hinted(self, match: _Match) -> float:
        """Return how much the source speaks for a fault that its runs do not tell from another."""
        assert match.fault is not None
        code, strict = match.fault.code, match.style.strict != ""
        missing = {"alpha"} if match.form.negates or match.fault.scope.name == "root" else {"alpha", "beta"}
        own = self.search.root_updates if match.fault.scope.name == "root" else self.search.updates
        unchanged = not missing <= own
        given = self.search.passes_constants
        hints = {"window-not-updated": unchanged and not given, "window-not-passed": given, "cut-on-equality": True}
        hint = hints.get(code, False)
        return 0.5 * hint - 0.25 * strict

    def same_window(self, theirs: tuple[Any, Any], ours: tuple[float, float]) -> bool:
        """Return whether a window is that of a model; infinite ends may be large numbers."""
        large = 2 * self.search.scale * max(map(abs, self.values))
        pairs = zip(theirs, ours, strict=True)
        return any(one is not None for one in theirs) and all(
            one is None
            or one == other
            or (abs(other) == inf and isinstance(one, int | float) and one * other > 0 and abs(one) > large)
            for one, other in pairs
        )

    def unexplained(self, runs: list[tuple[Sample, Seen]]) -> Verdict:
        """Return the verdict if no fault explains the submission: what is certainly true."""
        endless = [one for one in runs if one[1].endless]
        if endless:
            error = endless[0][1].error
            assert error is not None
            if isinstance(error, Stopped):
                return Verdict(0, (error.diagnosis,))
            return Verdict(0, (sentences.ENDLESS,))
        match = self.nearest(runs)
        form, style = match.form, match.style
        different = [one for one in runs if not self.same_result(form, style, *one)]
        if different:
            return self.verdict_of(sentences.wrong_result(len(different), len(runs)), match, runs)
        needed = [len(modelled(form, style, *one).visits) for one in runs]
        whole = [len(modelled(form, replace(style, prunes=False), *one).visits) for one in runs]
        visited = [len(seen.visits) for _, seen in runs]
        return self.verdict_of(sentences.other_nodes(self.algorithm, visited, needed, whole), match, runs)

    def nearest(self, runs: list[tuple[Sample, Seen]]) -> _Match:
        """Return the right way of writing the algorithm with the most equal results."""
        form = self.forms()[0]
        styles = self.styles(form, acts=False)
        return _Match(form, max(styles, key=lambda one: sum(self.same_result(form, one, *run) for run in runs)))

    def same_result(self, form: type[Search], style: Style, sample: Sample, seen: Seen) -> bool:
        """Return whether value and action are right."""
        outcome = modelled(form, style, sample, seen)
        return agrees(seen, outcome, best=best_actions(form, style, sample), visits=False)

    def verdict_of(self, diagnosis: Diagnosis, match: _Match, runs: list[tuple[Sample, Seen]]) -> Verdict:
        """Return the verdict with a diagnosis; half of the points remain if only the number of nodes is wrong."""
        results = [self.same_result(match.form, match.style, *one) for one in runs]
        share = 0.5 if all(results) and self.algorithm in ("alpha-beta", "negamax", "paranoid") else 0.0
        differs = self.differing(match, visits=all(results))
        first = next((sample for sample, seen in runs if differs(sample, seen)), None)
        return Verdict(share, (diagnosis if first is None else self.with_step(diagnosis, first, match),))

    def differing(self, match: _Match, *, visits: bool) -> Callable[[Sample, Seen], bool]:
        """Return whether a run differs from the reference: in its result, or in the nodes that it visits."""

        def differs(sample: Sample, seen: Seen) -> bool:
            if not visits:
                return not self.same_result(match.form, match.style, sample, seen)
            return seen.visits != modelled(match.form, match.style, sample, seen).visits

        return differs

    def with_position(self, diagnosis: Diagnosis, sample: Sample, match: _Match | None) -> Diagnosis:
        """Return a diagnosis with the position of its own game where a submission differs, and the right value."""
        form = match.form if match else self.forms()[0]
        style = match.style if match else next(self.styles(form, acts=False))
        outcome = form(sample.root, sample.limit, replace(style, prunes=False), {}).run()
        seen = observe(self.search, sample)
        action = None if outcome.action is None else sample.root.moves[sample.root.actions.index(outcome.action)]
        detail = Message(
            "At {} it returns {}; the value is {}, and {} is best.",
            _text_of_state(sample.root.state),
            sentences.text_of(seen.returned if seen.error is None else seen.error),
            shown(outcome.value),
            str(action),
        )
        return replace(diagnosis, detail=detail)

    def with_step(self, diagnosis: Diagnosis, sample: Sample, match: _Match | None = None) -> Diagnosis:
        """Return a diagnosis with the smallest tree and the first step at which the submission leaves the reference."""
        if sample.root.state is not None:
            return self.with_position(diagnosis, sample, match)
        if match is None:
            form = self.forms()[0]
            match = _Match(form, next(self.styles(form, acts=False)))
            kind = _kind_of_end(observe(self.search, sample))
            sample = smallest(self.search, sample, lambda _, seen: _kind_of_end(seen) == kind)
        else:
            results = self.same_result(match.form, match.style, sample, observe(self.search, sample))
            sample = smallest(self.search, sample, self.differing(match, visits=results))
        step, ours = first_step(self.search, match.form, match.style, sample, self.algorithm)
        line = tree_text(sample.root, sample.limit, match.form)
        parts = [Message("The smallest tree where it shows is {}.", line), step.text]
        if sample.limit is not None and sample.limit <= sample.root.height:
            parts[0] = Message(
                "The smallest tree where it shows is {}, with a depth limit of {}.",
                line,
                sample.limit // self.search.plies,
            )
        detail = Message("{} {}", *parts)
        return replace(diagnosis, detail=detail, picture=picture_of(sample, match.form, ours, step, self.algorithm))


def _has_none(seen: Seen) -> bool:
    """Return whether one of several things that it returned is None."""
    return isinstance(seen.returned, tuple | list) and None in seen.returned


def unusual(style: Style) -> Iterator[Style]:
    """Yield other ways of writing a search, which show only if something else is wrong."""
    yield replace(style, root_cuts=False)
    yield replace(style, lazy=True)
    for compares in ("best", "window", "value"):
        if compares != style.compares:
            yield replace(style, compares=compares)


def _text_of_state(state: Any) -> str:
    text = str(state)
    return text if len(text) <= 120 else text[:119] + "…"


def by_mover(runs: Sequence[tuple[Sample, Seen]]) -> list[list[tuple[Sample, Seen]]]:
    """Return the runs with each player at the root."""
    groups = [[run for run in runs if run[0].root.mover == mover] for mover in (0, 1, 2)]
    return [group for group in groups if group]


def acts(runs: Sequence[tuple[Sample, Seen]]) -> bool:
    """Return whether a submission returns actions."""
    return any(seen.action is not None for _, seen in runs)


def _kind_of_end(seen: Seen) -> tuple[Any, ...]:
    """Return how a run ended, to find a smaller tree on which it ends the same way."""
    return type(seen.error), seen.changed, seen.returned is None, seen.action is None


def _searches_twice(run: tuple[Sample, Seen]) -> bool:
    """Return whether nodes of one player below the root are searched a different number of times."""
    sample, seen = run
    times: dict[int, set[int]] = defaultdict(set)
    for node in seen.visits:
        if node is not sample.root and node.children and id(node) in seen.expanded:
            times[node.mover].add(seen.expanded[id(node)])
    return any(len(numbers) > 1 for numbers in times.values())
