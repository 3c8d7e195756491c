"""Alles in Klassen: Stellung, Spiel und Suche; die Suche zählt ihre Knoten."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Stellung:
    kreuze: frozenset
    kreise: frozenset

    @property
    def belegt(self):
        return self.kreuze | self.kreise


class TicTacToe:
    GEWINNREIHEN = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]

    def startzustand(self):
        return Stellung(frozenset(), frozenset())

    def spieler(self, stellung):
        return "X" if len(stellung.kreuze) == len(stellung.kreise) else "O"

    def zuege(self, stellung):
        return [feld for feld in range(9) if feld not in stellung.belegt]

    def nach_zug(self, stellung, feld):
        if self.spieler(stellung) == "X":
            return Stellung(stellung.kreuze | {feld}, stellung.kreise)
        return Stellung(stellung.kreuze, stellung.kreise | {feld})

    def hat_reihe(self, felder):
        return any(reihe <= felder for reihe in self.GEWINNREIHEN)

    def ist_ende(self, stellung):
        return self.hat_reihe(stellung.kreuze) or self.hat_reihe(stellung.kreise) or len(stellung.belegt) == 9

    def nutzen(self, stellung):
        if self.hat_reihe(stellung.kreuze):
            return +1
        if self.hat_reihe(stellung.kreise):
            return -1
        return 0

    def bewertung(self, stellung):
        """3 X2 + X1 - (3 O2 + O1)"""
        x = [0, 0, 0, 0]
        o = [0, 0, 0, 0]
        for reihe in self.GEWINNREIHEN:
            if not reihe & stellung.kreise:
                x[len(reihe & stellung.kreuze)] += 1
            if not reihe & stellung.kreuze:
                o[len(reihe & stellung.kreise)] += 1
        return 3 * x[2] + x[1] - (3 * o[2] + o[1])


class Suche:
    def __init__(self, spiel):
        self.spiel = spiel
        self.knoten = 0

    def minimax(self, stellung):
        """Der beste Zug und sein Wert für X."""
        self.knoten += 1
        if self.spiel.ist_ende(stellung):
            return None, self.spiel.nutzen(stellung)
        ist_max = self.spiel.spieler(stellung) == "X"
        bester_zug, bester_wert = None, -math.inf if ist_max else math.inf
        for zug in self.spiel.zuege(stellung):
            _, wert = self.minimax(self.spiel.nach_zug(stellung, zug))
            if wert > bester_wert if ist_max else wert < bester_wert:
                bester_zug, bester_wert = zug, wert
        return bester_zug, bester_wert

    def alphabeta(self, stellung, tiefe, alpha=-math.inf, beta=math.inf):
        """Der Wert für X."""
        self.knoten += 1
        if self.spiel.ist_ende(stellung):
            return 100 * self.spiel.nutzen(stellung)
        if tiefe == 0:
            return self.spiel.bewertung(stellung)
        if self.spiel.spieler(stellung) == "X":
            wert = -math.inf
            for zug in self.spiel.zuege(stellung):
                wert = max(wert, self.alphabeta(self.spiel.nach_zug(stellung, zug), tiefe - 1, alpha, beta))
                alpha = max(alpha, wert)
                if wert >= beta:
                    break
        else:
            wert = math.inf
            for zug in self.spiel.zuege(stellung):
                wert = min(wert, self.alphabeta(self.spiel.nach_zug(stellung, zug), tiefe - 1, alpha, beta))
                beta = min(beta, wert)
                if wert <= alpha:
                    break
        return wert

    def negamax(self, stellung, alpha=-math.inf, beta=math.inf):
        """Der Wert für den Spieler am Zug; mit Fenster."""
        self.knoten += 1
        if self.spiel.ist_ende(stellung):
            faktor = 1 if self.spiel.spieler(stellung) == "X" else -1
            return faktor * self.spiel.nutzen(stellung)
        for zug in self.spiel.zuege(stellung):
            alpha = max(alpha, -self.negamax(self.spiel.nach_zug(stellung, zug), -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha
