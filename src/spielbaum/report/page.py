"""The report as a self-contained page, for light and dark screens and for paper."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from spielbaum.language import current_language, current_texts, tr
from spielbaum.pictures.plot import style
from spielbaum.pictures.svg.theme import DARK, LIGHT
from spielbaum.report.blocks import Figure, figure_text, is_numeric
from spielbaum.report.experiment import ExperimentSection, experiment_section
from spielbaum.report.results import Curve, Place, Report, TournamentResult
from spielbaum.report.strength import strength_figures
from spielbaum.report.tournament import TournamentSection, tournament_section


def report_html(report: Report) -> str:
    """Return the page.

    Examples
    --------
    >>> report_html(Report("results.db", (), ())).splitlines()[0]
    '<!DOCTYPE html>'
    """
    found = sections(report)
    name = report.database.replace(chr(92), "/").rpartition("/")[2]
    alone = len(found.experiments) == 1 and not found.tournaments
    return (
        environment()
        .get_template("report.html")
        .render(
            title=tr("Report of {}", report.experiments[0].title if alone else name),
            language=current_language(),
            **found._asdict(),
            light=LIGHT,
            dark=DARK,
            plots=style(),
        )
    )


class Sections(NamedTuple):
    """The sections of a report."""

    experiments: Sequence[ExperimentSection]
    tournaments: Sequence[TournamentSection]
    strength: Sequence[Figure]


def sections(report: Report) -> Sections:
    """Return the sections of a report: experiments, the tournaments outside of them, and curves of strength."""
    by_experiment = _by_experiment(report)
    inside = {number for tournaments in by_experiment for number in tournaments}
    return Sections(
        [
            experiment_section(one, tournaments, number=i)
            for i, (one, tournaments) in enumerate(zip(report.experiments, by_experiment, strict=True), 1)
        ],
        [tournament_section(one) for one in report.tournaments if one.id not in inside],
        strength_figures([curve for curve in report.curves if not _shown(curve, inside)]),
    )


@cache
def environment() -> Environment:
    """Return the templates, which escape everything except the pictures."""
    made = Environment(
        loader=PackageLoader("spielbaum.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["figure_text"] = figure_text
    made.filters["text"] = lambda name: current_texts().text(name)
    made.globals["tr"] = tr
    made.tests["numeric"] = is_numeric
    return made


def _by_experiment(report: Report) -> list[dict[int, TournamentResult]]:
    """Return the tournaments in each experiment's section, by id; one of several experiments is in the first."""
    left, found = {one.id: one for one in report.tournaments}, []
    for experiment in report.experiments:
        own = {number: left.pop(number) for number in experiment.tournaments if number in left}
        found.append({number: replace(one, places=_first(one.places, experiment.title)) for number, one in own.items()})
    return found


def _first(places: Sequence[Place], title: str) -> tuple[Place, ...]:
    """Return the places of a tournament, that in an experiment first, since its labels are used."""
    return tuple(sorted(places, key=lambda place: place.experiment != title))


def _shown(curve: Curve, inside: Collection[int]) -> bool:
    """Return whether the section of an experiment shows the shares of a curve."""
    return curve.scale == "share" and all(point.tournament in inside for point in curve.points)
