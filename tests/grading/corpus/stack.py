"""No recursion: the path from the root is a list of frames."""

WIN_LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
]


def initial_state():
    return {"cells": [" "] * 9, "turn": "X"}


def player(state):
    return state["turn"]


def actions(state):
    return [square for square, mark in enumerate(state["cells"]) if mark == " "]


def result(state, square):
    cells = list(state["cells"])
    cells[square] = state["turn"]
    return {"cells": cells, "turn": "O" if state["turn"] == "X" else "X"}


def winner(state):
    for a, b, c in WIN_LINES:
        if state["cells"][a] != " " and state["cells"][a] == state["cells"][b] == state["cells"][c]:
            return state["cells"][a]
    return ""


def terminal(state):
    return winner(state) != "" or " " not in state["cells"]


def utility(state):
    return {"X": 1, "O": -1, "": 0}[winner(state)]


def evaluate(state):
    """3 X2 + X1 - (3 O2 + O1)."""
    counts = {("X", 1): 0, ("X", 2): 0, ("O", 1): 0, ("O", 2): 0}
    for line in WIN_LINES:
        marks = "".join(state["cells"][square] for square in line).replace(" ", "")
        if marks in ("X", "XX", "O", "OO"):
            counts[marks[0], len(marks)] += 1
    return 3 * counts["X", 2] + counts["X", 1] - (3 * counts["O", 2] + counts["O", 1])


class Frame:
    def __init__(self, state, action, maximizing, alpha=float("-inf"), beta=float("inf")):
        self.state = state
        self.action = action
        self.maximizing = maximizing
        self.alpha = alpha
        self.beta = beta
        self.todo = None
        self.best = float("-inf") if maximizing else float("inf")
        self.best_action = None


def back_up(parent, action, value):
    """Take the value of a child into its parent."""
    if parent.maximizing:
        if value > parent.best:
            parent.best, parent.best_action = value, action
    else:
        if value < parent.best:
            parent.best, parent.best_action = value, action


def minimax(state):
    """Return the value for X and the best action."""
    root = Frame(state, None, player(state) == "X")
    stack = [root]
    while stack:
        frame = stack[-1]
        if frame.todo is None:
            if terminal(frame.state):
                frame.best = utility(frame.state)
                frame.todo = []
            else:
                frame.todo = list(actions(frame.state))
        if frame.todo:
            action = frame.todo.pop(0)
            stack.append(Frame(result(frame.state, action), action, not frame.maximizing))
        else:
            stack.pop()
            if stack:
                back_up(stack[-1], frame.action, frame.best)
    return root.best, root.best_action


def alpha_beta(state, depth):
    """Return the value for X and the best action, looking depth plies ahead."""
    root = Frame(state, None, player(state) == "X")
    stack = [root]
    while stack:
        frame = stack[-1]
        if frame.todo is None:
            if terminal(frame.state):
                frame.best = 100 * utility(frame.state)
                frame.todo = []
            elif len(stack) - 1 == depth:
                frame.best = evaluate(frame.state)
                frame.todo = []
            else:
                frame.todo = list(actions(frame.state))
        if frame.todo and frame.alpha < frame.beta:
            action = frame.todo.pop(0)
            stack.append(Frame(result(frame.state, action), action, not frame.maximizing, frame.alpha, frame.beta))
        else:
            stack.pop()
            if stack:
                parent = stack[-1]
                back_up(parent, frame.action, frame.best)
                if parent.maximizing:
                    parent.alpha = max(parent.alpha, parent.best)
                else:
                    parent.beta = min(parent.beta, parent.best)
    return root.best, root.best_action


def negamax(state):
    """Return the value for the player to move, with two stacks instead of recursion."""
    path, values = [(state, None)], [float("-inf")]
    while True:
        here, left = path[-1]
        if left is None:
            if terminal(here):
                values[-1] = utility(here) if player(here) == "X" else -utility(here)
                left = []
            else:
                left = list(actions(here))
        if left:
            path[-1] = (here, left[1:])
            path.append((result(here, left[0]), None))
            values.append(float("-inf"))
        else:
            path.pop()
            value = values.pop()
            if not path:
                return value
            values[-1] = max(values[-1], -value)
