"""Tables for LaTeX, with the rules of the package booktabs."""

from collections.abc import Sequence


def latex_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Return a table, to be put into a ``table`` with a caption; it needs ``\usepackage{booktabs}``.

    Parameters
    ----------
    columns
        The names of the columns as LaTeX; those that begin with ``>`` are aligned to the right.
    rows
        The texts of each row as LaTeX, one for each column.

    Examples
    --------
    >>> print(latex_table(["player", ">games"], [["minimax", "12"]]))
    \begin{tabular}{lr}
      \toprule
      player & games \\
      \midrule
      minimax & 12 \\
      \bottomrule
    \end{tabular}
    """
    sides = "".join("r" if column.startswith(">") else "l" for column in columns)
    head = _line([column.removeprefix(">") for column in columns])
    body = "\n".join(map(_line, rows))
    return f"\\begin{{tabular}}{{{sides}}}\n  \\toprule\n{head}\n  \\midrule\n{body}\n  \\bottomrule\n\\end{{tabular}}"


def _line(cells: Sequence[str]) -> str:
    guarded = [f"{{}}{cells[0]}" if cells[0].startswith(("[", "*")) else cells[0], *cells[1:]]  # not an option of \\
    return rf"  {' & '.join(guarded)} \\"
