"""The pages of exercises: the list with a form for teachers, an exercise with its verdict, and its solution."""

from secrets import randbelow
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from spielbaum.errors import SpielbaumError
from spielbaum.exercises.exercise import Exercise
from spielbaum.exercises.puzzle import GAMES
from spielbaum.exercises.query import FIELDS, KINDS, algorithms_for, read_exercise
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import Site, shared_page, site_of, traced_result
from spielbaum.web.views.boards import thumbnail
from spielbaum.web.views.exercises import ANSWERS, answered, exercise_groups, solution_json, task_of, title_of
from spielbaum.web.views.game import game_title

MOST_DRAWN = 9_999
"""The largest number of a tree that is drawn at random."""


async def exercises(request: Request) -> Response:
    """Return the list of exercises, with the link to an exercise made by the form."""
    site, ctx = site_of(request), RequestContext(request, FIELDS)

    def page() -> Response:
        made: dict[str, Any] = {"sentence": "", "link": ""}
        if ctx.fields.get("tree"):
            try:
                exercise = read_exercise(ctx.fields)
                made |= {"link": _address(ctx, exercise), "open": ctx.link("/exercise", **exercise.fields)}
            except SpielbaumError as error:
                made |= {"sentence": ctx.t.sentence(error)}
        given = {name: ctx.fields.get(name, "") for name in FIELDS}
        return site.renderer.response(
            ctx,
            "exercises.html",
            status=400 if made["sentence"] else 200,
            groups=exercise_groups(ctx.t),
            puzzles=[_puzzle_card(site, ctx, name) for name in GAMES],
            made=made,
            given=given,
            kinds=list(KINDS),
            algorithms=algorithms_for("values"),
        )

    return await run_in_threadpool(page)


async def exercise(request: Request) -> Response:
    """Return the page of an exercise with the verdict on the answer in the request."""
    site, ctx = site_of(request), RequestContext(request, (*FIELDS, *ANSWERS))

    def page() -> Response:
        shown = read_exercise(ctx.fields)
        if not set(ctx.fields) - {"kind", "algorithm", "target", "lang"}:
            drawn = {**shown.fields, "seed": 1 + randbelow(MOST_DRAWN)}
            return RedirectResponse(ctx.link("/exercise", **drawn), status_code=303)
        solved = bool(ctx.fields.get("solution"))
        return site.renderer.response(
            ctx,
            "exercise.html",
            title=title_of(ctx.t, shown),
            task=task_of(ctx.t, shown),
            kind=shown.kind,
            fields=shown.fields,
            answer=answered(ctx.t, shown, ctx.fields),
            link_address=_address(ctx, shown),
            again=ctx.link("/exercise", **shown.fields),
            another=ctx.link("/exercise", **shown.next_fields),
            solution=ctx.link("/exercise", **shown.fields, solution=1) + "#tree",
            source=ctx.link("/exercise/tree.json", **shown.fields) if solved else "",
        )

    is_drawn = "tree" not in ctx.fields and "seed" not in ctx.fields
    return await (run_in_threadpool(page) if is_drawn else shared_page(ctx, page))


async def solution(request: Request) -> Response:
    """Return the search that solves an exercise as JSON for the viewer."""
    ctx = RequestContext(request, FIELDS)
    key = ("exercise", ctx.t.language, *(ctx.fields.get(name, "") for name in FIELDS))
    body = await traced_result(request, key, solution_json, ctx.t, ctx.fields)
    return Response(body, media_type="application/json")


def _puzzle_card(site: Site, ctx: RequestContext, name: str) -> dict[str, Any]:
    game = site.catalogue.game(name)
    return {"game": name, "title": game_title(ctx.t, site.catalogue, name), "picture": thumbnail(game)}


def _address(ctx: RequestContext, shown: Exercise) -> str:
    """Return the absolute URL of an exercise."""
    return ctx.shared("/exercise", **shown.fields)
