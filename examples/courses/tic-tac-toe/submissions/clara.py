"""Tic-Tac-Toe, Clara."""


class Stellung:
    def __init__(self, felder, am_zug):
        self.felder = felder
        self.am_zug = am_zug


def initial_state():
    return Stellung(" " * 9, "X")


def player(state):
    return state.am_zug


def actions(state):
    return [i for i, feld in enumerate(state.felder) if feld == " "]


def result(state, action):
    neu = state.felder[:action] + state.am_zug + state.felder[action + 1:]
    return Stellung(neu, "O" if state.am_zug == "X" else "X")


def reihen(state):
    f = state.felder
    zeilen = [f[0:3], f[3:6], f[6:9]]
    spalten = [f[0::3], f[1::3], f[2::3]]
    return zeilen + spalten + [f[0::4], f[2:7:2]]


def terminal(state):
    return "XXX" in reihen(state) or "OOO" in reihen(state) or " " not in state.felder


def utility(state):
    return reihen(state).count("XXX") > 0 and 1 or reihen(state).count("OOO") > 0 and -1 or 0


def max_wert(state):
    if terminal(state):
        return utility(state), None
    bester, bester_zug = -1000, None
    for zug in actions(state):
        wert, _ = min_wert(result(state, zug))
        if wert > bester:
            bester, bester_zug = wert, zug
    return bester, bester_zug


def min_wert(state):
    if terminal(state):
        return utility(state), None
    bester, bester_zug = 1000, None
    for zug in actions(state):
        wert, _ = max_wert(result(state, zug))
        if wert < bester:
            bester, bester_zug = wert, zug
    return bester, bester_zug


def minimax(state):
    return max_wert(state) if player(state) == "X" else min_wert(state)


def alpha_beta(state, alpha, beta):
    if terminal(state):
        return utility(state)
    for zug in actions(state):
        wert = alpha_beta(result(state, zug), alpha, beta)
        if player(state) == "X":
            alpha = max(alpha, wert)
        else:
            beta = min(beta, wert)
        if beta <= alpha:
            break
    return alpha if player(state) == "X" else beta


def negamax(state, alpha, beta):
    if terminal(state):
        return utility(state) if player(state) == "X" else -utility(state)
    for zug in actions(state):
        wert = negamax(result(state, zug), -beta, -alpha)
        if wert >= beta:
            return beta
        alpha = max(alpha, wert)
    return alpha


def evaluation(state):
    punkte = 0
    for reihe in reihen(state):
        x, o = reihe.count("X"), reihe.count("O")
        if o == 0 and x < 3:
            punkte += (0, 1, 3)[x]
        elif x == 0 and o < 3:
            punkte -= (0, 1, 3)[o]
    return punkte


def limited(state, depth, alpha, beta):
    if terminal(state):
        return 100 * utility(state)
    if depth == 1:
        return evaluation(state)
    for zug in actions(state):
        wert = limited(result(state, zug), depth - 1, alpha, beta)
        if player(state) == "X":
            alpha = max(alpha, wert)
        else:
            beta = min(beta, wert)
        if beta <= alpha:
            break
    return alpha if player(state) == "X" else beta
