"""The template context of the page of a game."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from spielbaum.game import Action, Game, State
from spielbaum.game.click_path import Clicks, after_clicks, click_path_of, click_paths, drawn_names
from spielbaum.game.notation import format_action, format_state
from spielbaum.language import Translations
from spielbaum.pictures import Look
from spielbaum.pictures.svg.theme import player_colour
from spielbaum.session import Session
from spielbaum.session.notes import MAX_VARIATION, MAX_VARIATIONS, Variation
from spielbaum.web.http.forms import integer_field
from spielbaum.web.http.request_context import RequestContext
from spielbaum.web.live.catalogue import Catalogue
from spielbaum.web.live.live_game import PACES, LiveGame
from spielbaum.web.views.boards import as_buttons, board_picture
from spielbaum.web.views.engine_panel import engine_panel
from spielbaum.web.views.moves import (
    COLUMNS,
    ShownPosition,
    choices_left,
    is_from_to,
    last_trail,
    latest_moves,
    passing_move,
    variation_at,
    variation_texts,
    written_moves,
)
from spielbaum.web.views.players import choices_of, in_turn, player_name, seat_fields, standing_of
from spielbaum.web.views.searches import hint_text
from spielbaum.web.views.shown_line import browse
from spielbaum.web.views.words import ending_at, rules_of, sentence_on, with_reason

TABS = (("play", ""), ("why", "/why"), ("tree", "/tree"), ("review", "/review"))
"""The pages of a game: their names and the ends of their URLs."""

SHEETS = (("play", ""), ("why", "/why"), ("review", "/review"), ("tree", "/tree"))
"""The sheets beside the board; the last is a page."""

MAX_PATHS = 400
"""The most moves that a window can show before the server answers."""

DULL, OCCURRENCES = 1_000, 3
"""The plies after which a draw can be agreed in every game, and the occurrences of a position that suffice."""

MOST_BEFORE, MOST_AFTER = 300, 100
"""The most moves before and after the shown position that are listed."""

MAX_ACTIONS = 400
"""The most actions that are listed; others can be played on the board."""


def game_title(t: Translations, catalogue: Catalogue, text: str) -> str:
    """Return the title of a game."""
    return t.named("title", catalogue.title_key(text), catalogue.name_of(text))


def options_text(t: Translations, options: Mapping[str, str]) -> str:
    """Return the options of a game in words."""
    return ", ".join(f"{t.named('option', name)} {t.named('choice', value)}" for name, value in options.items())


def game_page(
    ctx: RequestContext,
    catalogue: Catalogue,
    live: LiveGame,
    *,
    chosen: Sequence[str] = (),
    notice: str = "",
    still: bool = False,
) -> dict[str, Any]:
    """Return the context of the page of a game.

    ``chosen`` are the places touched so far; ``notice`` is a message about the last command. A board that is ``still``
    is for viewing only.

    Raises
    ------
    WebError
        404 if there is no such ply.
    """
    session, t = live.session, ctx.t
    game, plies = session.game, len(session.turns)
    shown = shown_position_of(ctx, session)
    ply, state = shown.ply, shown.states[-1]
    past = ply < plies or shown.variation is not None
    trying = not still and (past or session.notes.ended is not None) and not game.is_terminal(state)
    playable = (session.human_to_move and not past and not still) or trying
    paths = click_paths(game, state) if playable else {}
    chosen = chosen if chosen and set(drawn_names(game, state)).issuperset(chosen) else ()
    touched = after_clicks(game, state, chosen, paths) if playable else Clicks((), ())
    settlement = None if past else session.settlement
    markable = () if settlement is None or still or not session.humans else _markable(game, state)
    look = Look(
        targets=touched.targets or markable,
        owned=settlement.owners if settlement else {},
        dead=settlement.dead if settlement else (),
        chosen=tuple(chosen),
        latest={} if shown.moves else latest_moves(session, ply),
        trail=() if shown.moves else last_trail(session, ply),
        attributes=as_buttons,
    )
    move = shown.move or (session.turns[ply - 1].text if ply else None)
    return {
        **_identity(ctx, catalogue, live, state),
        **shown_position(ctx, game, shown.states, len(shown.states) - 1, move, look),
        "shown_ply": ply,
        "plies": plies,
        "browse": browse(ply, plies),
        "flip": ctx.link("", ply=ctx.ply, flip=not ctx.flipped, **step_asked(ctx)).removeprefix(ctx.root),
        "go": _browse(ctx, shown, session),
        "variation": shown.variation,
        "step": len(shown.moves),
        "where": shown.where,
        "comment": session.notes.comments.get(shown.where, ""),
        "arrows": session.notes.arrows.get(shown.where, ()),
        "trying": trying,
        "paths": _path_texts(paths, chosen),
        "past": past,
        "chosen": list(chosen),
        "touchable": bool(touched.targets or chosen),
        "settling": _settling(t, session) if markable else None,
        "ambiguous": len(touched.actions) > 1,
        "actions": [] if past else _actions(live, touched),
        "status": _variation_text(t, game, state)
        if shown.moves
        else past_status(t, ply)
        if past
        else status_text(t, live),
        "dull": not past and may_draw(session) and session.occurrences >= OCCURRENCES,
        "out": "" if past else _out(t, live),
        "seats": _seats(t, live, ply),
        "choices": choices_of(game, catalogue.engines_for(game)),
        "moves": _moves(ctx, t, session, ply),
        "tried": _variations(ctx, t, session, session.notes.variations, shown),
        "columns": columns_of(game),
        "rematch": live.rematch,
        "whole": not ctx.by_htmx,
        "commands": [] if past else _commands(live),
        "passing": None if past else passing_move(live),
        "pace": "" if past or humans_in(session) or session.is_over else live.pace,
        "paces": tuple(PACES),
        "falling": game.view.falling,
        "hopping": game.view.trail is not None,
        "draggable": is_from_to(paths.values()),
        "choices_at": choices_left(game, state, touched, chosen),
        "typed": _typed(paths.values()),
        "over": session.is_over,
        "waiting": live.engine_to_move is not None,
        "hint": "" if past else hint_of(t, live),
        "hint_path": "" if past else hint_path(live),
        "scores_address": _scores_address(ctx, live, past=past),
        "announce": _announcement(t, live),
        "notice": notice,
    }


def _markable(game: Game, state: State) -> Sequence[str]:
    """Return the places of all pieces that can be marked as dead."""
    settle = game.view.settle
    return tuple(settle(state, drawn_names(game, state)).dead) if settle else ()


def _settling(t: Translations, session: Session) -> dict[str, Any]:
    """Return who agrees with the pieces that are marked as dead."""
    agreed, humans = session.notes.agreed, session.humans
    return {
        "seats": [(seat, player_name(t, session.game, seat), seat in agreed) for seat in humans],
        "done": set(humans) <= set(agreed),
    }


def shown_position(
    ctx: RequestContext, game: Game, states: Sequence[State], ply: int, move: str | None, look: Look
) -> dict[str, Any]:
    """Return the context of a position of a game, reached by ``move``: its board, its notation, and links to others."""
    t, state, before = ctx.t, states[ply], states[ply - 1] if ply else None
    ending = ending_at(game, state)
    look = replace(look, before=before, ringed=ending.cells if ending else (), flipped=ctx.flipped)
    return {
        "board": board_picture(t, game, state, look),
        "notation": format_state(game, state),
        "asked_ply": ctx.ply,
        "shown_ply": ply,
        "plies": len(states) - 1,
        "browse": browse(ply, len(states) - 1),
        "flipped": ctx.flipped,
        "remark": "" if move is None else sentence_on(t, game, before, move),
        "rules": rules_of(t, game),
    }


def shown_position_of(ctx: RequestContext, session: Session) -> ShownPosition:
    """Return the position that a request names: a ply, by default the last, or a step of a variation.

    Raises
    ------
    WebError
        404 if there is none.
    """
    number = integer_field(ctx.fields, "var", 0, MAX_VARIATIONS)
    step = integer_field(ctx.fields, "at", 0, MAX_VARIATION) or 0
    return variation_at(session, ctx.shown_ply(len(session.turns)), number, step)


def _browse(ctx: RequestContext, shown: ShownPosition, session: Session) -> list[tuple[str, str | None, str]]:
    """Return the links to the positions before and after the shown one; those of a variation stay in it."""
    plies = len(session.turns)
    if shown.variation is None:
        return [
            (name, None if ply is None else _at(ctx, ply=ply), sign) for name, ply, sign in browse(shown.ply, plies)
        ]
    last = len(session.notes.variations[shown.variation].moves)

    def address(step: int | None) -> str | None:
        if step is None:
            return None
        return _at(ctx, var=shown.variation, at=step) if step else _at(ctx, ply=shown.ply)

    return [(name, address(step), sign) for name, step, sign in browse(len(shown.moves), last)]


def step_asked(ctx: RequestContext) -> dict[str, str | None]:
    """Return the fields of a request that name a step of a variation."""
    return {name: ctx.fields.get(name) for name in ("var", "at")}


def _at(ctx: RequestContext, **place: object) -> str:
    """Return the query of a position, which follows the path of a game or of its fragment."""
    return ctx.link("", **place, flip=ctx.flipped).removeprefix(ctx.root)


def _path_texts(paths: Mapping[Action, Sequence[str]], chosen: Sequence[str]) -> str:
    """Return the clicks of every move, for windows that show a move before the server answers."""
    if not 0 < len(paths) <= MAX_PATHS or chosen or not all(paths.values()):
        return ""
    return json.dumps([list(path) for path in paths.values()], separators=(",", ":"), ensure_ascii=False)


def humans_in(session: Session) -> bool:
    """Return whether a human is still in the game."""
    return bool(set(session.humans) & set(session.present))


def _out(t: Translations, live: LiveGame) -> str:
    """Return the sentence for humans who are out of the game; empty if there are none, or it is over."""
    session = live.session
    out = [player_name(t, session.game, seat) for seat in session.humans if seat not in session.present]
    return "" if session.is_over or not out else t("game.out", players=", ".join(out))


def may_draw(session: Session) -> bool:
    """Return whether a draw can be agreed: by humans among themselves, or if the game does not get ahead."""
    if session.is_over or not session.turns:
        return False
    alone = len(session.humans) == session.game.players
    return alone or session.occurrences >= OCCURRENCES or len(session.turns) >= DULL


def columns_of(game: Game) -> int:
    """Return the number of columns of the list of moves."""
    return game.players if game.players <= COLUMNS else COLUMNS


def _identity(ctx: RequestContext, catalogue: Catalogue, live: LiveGame, state: State) -> dict[str, Any]:
    """Return the title and the URLs of a game."""
    text, game = live.record.game, live.session.game
    path = f"/game/{live.record.id}"
    view = {"ply": ctx.ply, "flip": ctx.flipped, **step_asked(ctx)}
    return {
        "path": path,
        "tabs": TABS,
        "sheets": SHEETS,
        **named_game(ctx.t, catalogue, text, game),
        "revision": live.revision,
        "version": live.version,
        "address": ctx.shared(path),
        "view_address": ctx.link(f"{path}/view", **view),
        "new_address": new_address(ctx, catalogue, text, game),
        "from_address": new_address(ctx, catalogue, text, game, state),
    }


def named_game(t: Translations, catalogue: Catalogue, text: str, game: Game) -> dict[str, str]:
    """Return the title of a game, and its options unless it is offered with exactly these."""
    shown = "" if catalogue.offer(text) else options_text(t, game.options)
    key = catalogue.title_key(text)
    described = key if t.named("title", key, "") else ""
    return {"title": game_title(t, catalogue, text), "options": shown, "described": described}


def new_address(ctx: RequestContext, catalogue: Catalogue, text: str, game: Game, state: State | None = None) -> str:
    """Return the URL that sets up the same game, from a position if one is given."""
    offer = catalogue.offer(text)
    position = {} if state is None else {"position": format_state(game, state)}
    if offer:
        return ctx.link(f"/new/{offer.key}", **position)
    return ctx.link(f"/new/{catalogue.title_key(text)}", **game.options, **position)


def status_text(t: Translations, live: LiveGame) -> str:
    """Return the status line: the player to move, or the result."""
    session = live.session
    game = session.game
    if ended := session.notes.ended:
        loser = "" if ended.seat is None else player_name(t, game, ended.seat)
        return t(f"status.{ended.how}", result=ending_text(t, game, session.winners, game.players), player=loser)
    if session.drawn_by_repetition:
        return t("status.repetition")
    if session.is_over:
        result = ending_text(t, game, session.winners, game.players)
        settlement = session.settlement
        return with_reason(t, result, settlement.remark if settlement else ending_at(game, session.state))
    name = player_name(t, game, session.mover)
    if live.failure:
        return t("status.failure", reason=live.failure)
    if session.human_to_move:
        return t("status.human", player=name)
    return t("status.paused" if live.paused else "status.engine", player=name)


def _variation_text(t: Translations, game: Game, state: State) -> str:
    """Return the status line of a position of a variation."""
    if game.is_terminal(state):
        return with_reason(t, t("status.variation"), ending_at(game, state))
    return t("status.variation-mover", player=player_name(t, game, int(game.to_move(state))))


def ending_text(t: Translations, game: Game, winners: Sequence[int], players: int) -> str:
    """Return the result of a finished game with a number of players."""
    names = [player_name(t, game, player) for player in winners]
    if len(names) == players:
        return t("status.drawn") if players > 1 else t("status.over")
    return t("status.won" if len(names) == 1 else "status.shared", player=names[0], players=", ".join(names))


def _typed(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return an example of typing a move: the names of the places to touch; empty if none can be typed."""
    return next((path for path in paths if path and all(name.isascii() and name.isalnum() for name in path)), ())


def _announcement(t: Translations, live: LiveGame) -> str:
    """Return the announcement for screen readers after a change of the game."""
    session, status = live.session, status_text(t, live)
    if not session.turns:
        return status
    last = session.turns[-1]
    said = sentence_on(t, session.game, session.states[-2], last.text)
    return announcement(t, session.game, last.text, last.seat, f"{said} {status}".strip())


def announcement(t: Translations, game: Game, move: str | None, seat: int, status: str) -> str:
    """Return the announcement of a move and the status after it."""
    return t("game.announce", move=move, player=player_name(t, game, seat), status=status)


def past_status(t: Translations, ply: int) -> str:
    """Return the status line of an earlier position."""
    return t("status.past", ply=ply) if ply else t("status.start")


def _actions(live: LiveGame, touched: Clicks) -> list[dict[str, Any]]:
    session = live.session
    if not session.human_to_move:
        return []
    game, state = session.game, session.state
    listed = touched.actions if len(touched.actions) > 1 else list(game.actions(state))
    hinted = live.hint.move if live.hint and live.hint.revision == live.revision else None
    texts = [format_action(game, state, action) for action in listed[:MAX_ACTIONS]]
    return [{"text": text, "hinted": text == hinted} for text in texts]


def _seats(t: Translations, live: LiveGame, ply: int) -> list[dict[str, Any]]:
    """Return the seats: the player to move at a ply, and the utilities at the end of the game."""
    session = live.session
    past = ply < len(session.turns)
    utility = None if past else session.utility
    settlement = None if past else session.settlement
    mover = session.turns[ply].seat if past else None if session.is_over else session.mover
    return [
        {
            **seat_fields(t, session.game, number, session.seats[number]),
            "moving": number == mover,
            "out": number not in session.present and not session.is_over and not past,
            "clock": live.left(number),
            "running": live.ticking and number == session.mover,
            **standing_of(t, session.game, session.states[ply], number),
            **({"standing": settlement.standing[number]} if settlement else {}),
            "outcome": "" if utility is None else t.number(round(utility[number], 3)),
        }
        for number in in_turn(session.game)
    ]


def _moves(ctx: RequestContext, t: Translations, session: Session, shown: int) -> list[dict[str, Any]]:
    """Return the moves of a game, each with the column of its player, and with the comment on it.

    Of a long game only those around the shown position are listed.
    """
    game, notes = session.game, session.notes
    names = [player_name(t, game, seat) for seat in range(game.players)]
    colours = [player_colour(game, seat) for seat in range(game.players)]
    columns, query = columns_of(game), _at(ctx, ply=0).removesuffix("0") if not ctx.flipped else ""
    column_of = {seat: place % columns for place, seat in enumerate(in_turn(game))}
    return [
        {
            "ply": ply,
            "address": f"{query}{ply}" if query else _at(ctx, ply=ply),
            "text": text,
            "number": number,
            "column": column_of[turn.seat],
            "name": names[turn.seat],
            "colour": colours[turn.seat],
            "comment": notes.comments.get(str(ply), ""),
        }
        for ply, (turn, (number, text)) in enumerate(zip(session.turns, written_moves(session), strict=True), 1)
        if -MOST_BEFORE < ply - shown <= MOST_AFTER
    ]


def _variations(
    ctx: RequestContext, t: Translations, session: Session, tried: Sequence[Variation], shown: ShownPosition
) -> dict[int, list[dict[str, Any]]]:
    """Return the variations by the ply after which they are listed: that of the move that they replace."""
    found: dict[int, list[dict[str, Any]]] = {}
    for number, one in enumerate(tried):
        if one.ply > len(session.turns):  # its moves were taken back
            continue
        texts = variation_texts(session, one)
        steps = [
            {
                "text": text,
                "address": _at(ctx, var=number, at=step),
                "current": shown.variation == number and len(shown.moves) == step,
                "comment": session.notes.comments.get(f"{number}.{step}", ""),
            }
            for step, text in enumerate(texts, 1)
        ]
        entry = {"number": number, "from": t("moves.from", ply=one.ply), "steps": steps}
        found.setdefault(min(one.ply + 1, len(session.turns)), []).append(entry)
    return found


def _commands(live: LiveGame) -> list[str]:
    """Return the possible commands."""
    session = live.session
    able = {
        "undo": session.undoable > 0 or session.notes.ended is not None,
        "redo": bool(session.undone),
        "hint": session.human_to_move,
        "now": live.engine_to_move is not None and live.engine_to_move.searches,
        "pause": live.engine_to_move is not None,
        "go-on": not session.is_over and not session.human_to_move and (live.paused or bool(live.failure)),
        "draw": may_draw(session),
        "resign": bool(session.humans) and not session.is_over and len(session.turns) > 1 and session.game.is_duel,
        "rematch": session.is_over and not live.rematch,
    }
    return [name for name, possible in able.items() if possible]


def hint_of(t: Translations, live: LiveGame) -> str:
    """Return a hint for the present position in words; empty without one."""
    hint = live.hint
    if hint is None or hint.revision != live.revision:
        return ""
    return t("hint.thinking") if hint.move is None else hint_text(t, live.session, hint)


def hint_path(live: LiveGame) -> str:
    """Return the places of a hint's move."""
    hint, session = live.hint, live.session
    if hint is None or hint.move is None or hint.revision != live.revision or session.is_over:
        return ""
    return " ".join(click_path_of(session.game, session.state, session.parse_move(hint.move)))


def _scores_address(ctx: RequestContext, live: LiveGame, *, past: bool) -> str:
    """Return the URL of the scores for the position that is shown; empty while an engine is to move."""
    if not past and not live.session.human_to_move:
        return ""
    return ctx.link(f"/game/{live.record.id}/scores", ply=ctx.ply, **step_asked(ctx))


def game_context(ctx: RequestContext, game: dict[str, Any], live: LiveGame) -> dict[str, Any]:
    """Return the context of all pages of a game: the game, its engine panel, and functions for URLs."""
    path = game["path"]
    kept: dict[str, Any] = {"ply": ctx.ply, "flip": ctx.flipped, "var": None, "at": None}
    here = {**kept, **step_asked(ctx)}
    return {
        "place_address": ctx.link(path, **here),
        "analysis_address": ctx.link(f"{path}/analysis", ply=game["shown_ply"], flip=ctx.flipped, **step_asked(ctx)),
        "game": game,
        "engine": engine_panel(ctx.t, live, ctx.ply),
        "command_url": lambda name: ctx.link(f"{path}/{name}", flip=ctx.flipped),
        "view": lambda **fields: ctx.link(path, **{**kept, **fields}),
    }
