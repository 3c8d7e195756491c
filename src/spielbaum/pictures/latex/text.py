"""Texts and numbers for LaTeX: special characters escaped, mathematical signs as mathematics."""

import re

_SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''",
    **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)),
    "–": "--", "—": "---", "…": r"\ldots{}", "\N{NO-BREAK SPACE}": "~",
}  # fmt: skip
_MATHEMATICS = {
    "≥": r"\geq", "≤": r"\leq", "≠": r"\neq", "≈": r"\approx", "∞": r"\infty", "−": "-", "±": r"\pm", "×": r"\times",
    "·": r"\cdot", "∑": r"\sum", "α": r"\alpha", "β": r"\beta", "Δ": r"\Delta", "ε": r"\varepsilon",
    "λ": r"\lambda", "→": r"\rightarrow", "←": r"\leftarrow", "↑": r"\uparrow", "↓": r"\downarrow",
    "²": "^2", "³": "^3", "ⁿ": "^n", "√": r"\surd", "★": r"\star", "☆": r"\star", "△": r"\bigtriangleup",
    "▽": r"\bigtriangledown", "●": r"\bullet", "○": r"\circ",
}  # fmt: skip
_RAISED = re.compile(r"\\textasciicircum\{\}(?:(\w+)|\(([^()]*)\))")
_WORDS = {"inf": "∞", ">=": "≥", "<=": "≤"}
_COMMAND = re.compile("|".join([*_WORDS, *_MATHEMATICS]))
_TEXTS = str.maketrans(_SPECIAL | {sign: rf"\ensuremath{{{command}}}" for sign, command in _MATHEMATICS.items()})
_SIGNED = re.compile(r"(?<![\w.)])-(?=[\d.])")
"""The sign of a negative number, not a hyphen."""


def escaped(text: str) -> str:
    r"""Return a text as LaTeX; other letters than those of the Latin alphabets are left as they are.

    Examples
    --------
    >>> print(escaped("max-n, 50 % ≥ -1"))
    max-n, 50 \% \ensuremath{\geq} \ensuremath{-}1
    >>> print(escaped("2^10 b^(d/2)"))
    2\textsuperscript{10} b\textsuperscript{d/2}
    """
    found = _SIGNED.sub("−", text).translate(_TEXTS)
    return _RAISED.sub(r"\\textsuperscript{\1\2}", found)


def math(text: str) -> str:
    r"""Return numbers, signs of comparison and infinity as mathematics.

    Examples
    --------
    >>> print(math("[-inf, 3]"), math(">= 2"))
    $[-\infty , 3]$ $\geq 2$
    """
    found = _COMMAND.sub(lambda sign: f"{_MATHEMATICS[_WORDS.get(sign[0], sign[0])]} ", text)
    return f"${found.replace('  ', ' ')}$"
