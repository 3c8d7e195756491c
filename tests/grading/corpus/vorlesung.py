"""Übungsblatt 4: wie auf den Folien, mit Max_Value und Min_Value und einem globalen Zähler."""

# Ein Zustand ist eine Zeichenkette aus neun Feldern, zeilenweise. Wer am Zug ist, ergibt sich aus der Zahl der Steine.

START = "........."
REIHEN = ["012", "345", "678", "036", "147", "258", "048", "246"]

anzahl = 0


def anfang():
    return START


def zuege(s):
    liste = []
    for feld in range(9):
        if s[feld] == ".":
            liste.append(feld)
    return liste


def nachfolger(s, feld):
    if s.count("X") == s.count("O"):
        stein = "X"
    else:
        stein = "O"
    return s[:feld] + stein + s[feld + 1:]


def gewonnen(s, stein):
    for reihe in REIHEN:
        voll = True
        for feld in reihe:
            if s[int(feld)] != stein:
                voll = False
        if voll:
            return True
    return False


def ende(s):
    return gewonnen(s, "X") or gewonnen(s, "O") or "." not in s


def nutzen(s):
    if gewonnen(s, "X"):
        return 1
    if gewonnen(s, "O"):
        return -1
    return 0


# --- Aufgabe 1: Minimax

def Max_Value(s):
    global anzahl
    anzahl = anzahl + 1
    if ende(s):
        return nutzen(s)
    v = -1000
    for zug in zuege(s):
        w = Min_Value(nachfolger(s, zug))
        if w > v:
            v = w
    return v


def Min_Value(s):
    global anzahl
    anzahl = anzahl + 1
    if ende(s):
        return nutzen(s)
    v = 1000
    for zug in zuege(s):
        w = Max_Value(nachfolger(s, zug))
        if w < v:
            v = w
    return v


# --- Aufgabe 2: Alpha-Beta und Negamax

def Max_Value_AB(s, alpha, beta):
    global anzahl
    anzahl = anzahl + 1
    if ende(s):
        return nutzen(s)
    v = -1000
    for zug in zuege(s):
        w = Min_Value_AB(nachfolger(s, zug), alpha, beta)
        if w > v:
            v = w
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def Min_Value_AB(s, alpha, beta):
    global anzahl
    anzahl = anzahl + 1
    if ende(s):
        return nutzen(s)
    v = 1000
    for zug in zuege(s):
        w = Max_Value_AB(nachfolger(s, zug), alpha, beta)
        if w < v:
            v = w
        if v <= alpha:
            return v
        if v < beta:
            beta = v
    return v


def negamax(s, farbe):
    """farbe ist 1, wenn X am Zug ist, und -1, wenn O am Zug ist."""
    if ende(s):
        return farbe * nutzen(s)
    bester = -1000
    for zug in zuege(s):
        wert = -negamax(nachfolger(s, zug), -farbe)
        if wert > bester:
            bester = wert
    return bester


# --- Aufgabe 3: Bewertung und Tiefe

def bewertung(s):
    summe = 0
    for reihe in REIHEN:
        steine = [s[int(feld)] for feld in reihe]
        x = steine.count("X")
        o = steine.count("O")
        if x == 2 and o == 0:
            summe = summe + 3
        if x == 1 and o == 0:
            summe = summe + 1
        if o == 2 and x == 0:
            summe = summe - 3
        if o == 1 and x == 0:
            summe = summe - 1
    return summe


def minimax_tiefe(s, tiefe, maximiert):
    if ende(s):
        return 100 * nutzen(s)
    if tiefe == 0:
        return bewertung(s)
    if maximiert:
        v = -1000
        for zug in zuege(s):
            v = max(v, minimax_tiefe(nachfolger(s, zug), tiefe - 1, False))
        return v
    else:
        v = 1000
        for zug in zuege(s):
            v = min(v, minimax_tiefe(nachfolger(s, zug), tiefe - 1, True))
        return v


if __name__ == "__main__":
    print("Minimax:", Max_Value(START), anzahl)
    anzahl = 0
    print("Alpha-Beta:", Max_Value_AB(START, -1000, 1000), anzahl)
