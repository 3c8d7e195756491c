"""The lessons: chapters that ask and explain, and animated searches of small trees."""

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from spielbaum.web.http.errors import WebError
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.http.threads import run_in_threadpool
from spielbaum.web.live.site import Site, shared_page, site_of, traced_result
from spielbaum.web.pages import simulations
from spielbaum.web.views.boards import thumbnail
from spielbaum.web.views.chapters import CHAPTERS, Chapter, Shown, chapter_of, chapter_tree_json, scenes_of, summary_of
from spielbaum.web.views.exercises import drawn_tree, exercise_on
from spielbaum.web.views.gallery import LESSONS, MOVING, Lesson, lesson_of


async def gallery(request: Request) -> Response:
    """Return the page of the gallery."""
    site, ctx = site_of(request), RequestContext(request)

    def page() -> Response:
        groups = [
            {"name": name, "cards": [_card(ctx, lesson) for lesson in lessons]} for name, lessons in LESSONS.items()
        ]
        source = ctx.link(f"/understand/{MOVING}/tree.json")
        chapters = [chapter.key for chapter in CHAPTERS]
        return site.renderer.response(ctx, "understand.html", chapters=chapters, groups=groups, source=source)

    return await run_in_threadpool(page)


async def lesson(request: Request) -> Response:
    """Return the page of a chapter, or with one of the trees."""
    site, ctx = site_of(request), RequestContext(request)
    opened = chapter_of(request.path_params["key"])
    if opened is not None:
        return await shared_page(ctx, partial(_chapter_page, site, ctx, opened))
    shown = _lesson(request)
    source = ctx.link(f"/understand/{shown.key}/tree.json")
    by_hand = exercise_on(shown)
    exercise = ctx.link("/exercise", **by_hand) if by_hand else ""
    return site.renderer.response(ctx, "lesson.html", lesson=shown, source=source, exercise=exercise)


def _chapter_page(site: Site, ctx: RequestContext, opened: Chapter) -> Response:
    number = CHAPTERS.index(opened)
    trees = [
        simulations.sources(ctx, "/simulations", **dict(shown.simulations))
        if shown.simulations
        else {"source": ctx.link(f"/understand/{opened.key}/{place}/tree.json"), "boards": not shown.written}
        for place, shown in enumerate(opened.trees)
    ]
    following = CHAPTERS[number + 1].key if number + 1 < len(CHAPTERS) else ""
    return site.renderer.response(
        ctx,
        "chapter.html",
        chapter=opened,
        number=number + 1,
        count=len(CHAPTERS),
        scenes=scenes_of(ctx.t, opened),
        summary=summary_of(ctx.t, opened),
        trees=trees,
        grows=any(shown.simulations for shown in opened.trees),
        following=following,
        exercise=ctx.link("/exercise", **dict(opened.exercise)) if opened.exercise else "",
    )


async def chapter_tree(request: Request) -> Response:
    """Return a tree of a chapter as JSON for the viewer."""
    ctx, opened = RequestContext(request), chapter_of(request.path_params["key"])
    number = request.path_params["number"]
    if opened is None or number >= len(opened.trees):
        raise WebError(404, "not-found")
    key = (opened.key, number, ctx.t.language)
    body = await traced_result(request, key, chapter_tree_json, ctx.t, opened.trees[number])
    return Response(body, media_type="application/json")


async def lesson_tree(request: Request) -> Response:
    """Return one of the trees as JSON for the viewer."""
    ctx, shown = RequestContext(request), _lesson(request)
    tree = Shown(shown.game, shown.algorithms, shown.depth)
    body = await traced_result(request, (shown.key, ctx.t.language), chapter_tree_json, ctx.t, tree)
    return Response(body, media_type="application/json")


def _lesson(request: Request) -> Lesson:
    found = lesson_of(request.path_params["key"])
    if found is None:
        raise WebError(404, "not-found")
    return found


def _card(ctx: RequestContext, lesson: Lesson) -> dict[str, Any]:
    shown = Shown(lesson.game, lesson.algorithms)
    picture = drawn_tree(ctx.t, shown.tree_of()) if shown.written else thumbnail(shown.game())
    return {"key": lesson.key, "picture": picture}
