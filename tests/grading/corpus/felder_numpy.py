"""Tic-Tac-Toe mit NumPy: das Brett ist ein Feld von 3 mal 3, X ist 1 und O ist -1."""

import numpy as np

UNENDLICH = 99999


def anfangszustand():
    return np.zeros((3, 3), dtype=int)


def am_zug(brett):
    return 1 if np.count_nonzero(brett) % 2 == 0 else -1


def moegliche_zuege(brett):
    return [(int(z), int(s)) for z, s in np.argwhere(brett == 0)]


def ziehen(brett, zug):
    neu = brett.copy()
    neu[zug] = am_zug(brett)
    return neu


def summen(brett):
    return [*brett.sum(axis=0), *brett.sum(axis=1), np.trace(brett), np.trace(np.fliplr(brett))]


def zu_ende(brett):
    return bool(3 in summen(brett) or -3 in summen(brett) or np.all(brett != 0))


def ergebnis(brett):
    if 3 in summen(brett):
        return 1
    if -3 in summen(brett):
        return -1
    return 0


def bewerte(brett):
    """3 X2 + X1 - (3 O2 + O1)"""
    reihen = [*brett, *brett.T, np.diag(brett), np.diag(np.fliplr(brett))]
    punkte = 0
    for reihe in reihen:
        anzahl_x = int(np.sum(reihe == 1))
        anzahl_o = int(np.sum(reihe == -1))
        if anzahl_x > 0 and anzahl_o > 0:
            continue
        if anzahl_x in (1, 2):
            punkte += 2 * anzahl_x - 1
        if anzahl_o in (1, 2):
            punkte -= 2 * anzahl_o - 1
    return punkte


def minimax(brett, maximiert):
    """Gibt den Wert für X und den besten Zug zurück."""
    if zu_ende(brett):
        return ergebnis(brett), None
    bester_zug = None
    if maximiert:
        bester_wert = -UNENDLICH
        for zug in moegliche_zuege(brett):
            wert, _ = minimax(ziehen(brett, zug), False)
            if wert > bester_wert:
                bester_wert = wert
                bester_zug = zug
    else:
        bester_wert = UNENDLICH
        for zug in moegliche_zuege(brett):
            wert, _ = minimax(ziehen(brett, zug), True)
            if wert < bester_wert:
                bester_wert = wert
                bester_zug = zug
    return bester_wert, bester_zug


def alpha_beta(brett, tiefe, alpha, beta, maximiert):
    """Gibt den Wert für X und den besten Zug zurück; tiefe Züge werden vorausgesehen."""
    if zu_ende(brett):
        return 100 * ergebnis(brett), None
    if tiefe == 0:
        return bewerte(brett), None
    bester_zug = None
    if maximiert:
        bester_wert = -UNENDLICH
        for zug in moegliche_zuege(brett):
            wert, _ = alpha_beta(ziehen(brett, zug), tiefe - 1, alpha, beta, False)
            if wert > bester_wert:
                bester_wert = wert
                bester_zug = zug
            alpha = max(alpha, bester_wert)
            if beta <= alpha:
                break
    else:
        bester_wert = UNENDLICH
        for zug in moegliche_zuege(brett):
            wert, _ = alpha_beta(ziehen(brett, zug), tiefe - 1, alpha, beta, True)
            if wert < bester_wert:
                bester_wert = wert
                bester_zug = zug
            beta = min(beta, bester_wert)
            if beta <= alpha:
                break
    return bester_wert, bester_zug


def negamax(brett, vorzeichen):
    """Gibt den Wert für den Spieler am Zug zurück."""
    if zu_ende(brett):
        return vorzeichen * ergebnis(brett)
    werte = []
    for zug in moegliche_zuege(brett):
        werte.append(-negamax(ziehen(brett, zug), -vorzeichen))
    return max(werte)
