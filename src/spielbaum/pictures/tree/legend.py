"""The legend of a picture of a tree: the meaning of the signs that occur in it."""

from spielbaum.errors import Message
from spielbaum.language import tr
from spielbaum.pictures.svg.blocks import Block, beside, shape, words
from spielbaum.pictures.svg.theme import LIGHT, player_text
from spielbaum.pictures.tree.node import TreeLook, player_glyph
from spielbaum.search.trace.record import TreeRecord

_WINDOW = ("[α, β]", Message("window at entry"))

_SIGNS = {
    "leaf": ("≈ ", Message("evaluated leaf")),
    "known": ("known ", Message("a table or the rules were enough")),
    "stopped": ("stopped ", Message("a limit ended the search here")),
}


def legend(record: TreeRecord, look: TreeLook) -> list[Block]:
    """Return the signs that occur in a tree, with their meanings."""
    ends = {node.end for node in record.nodes}
    movers = {node.to_move for node in record.nodes if node.to_move is not None}
    items = [_player(look, player) for player in range(look.game.players) if look.vectors or player in movers]
    if look.windows:
        window = (
            ("[floor, max]", Message("what the player above has, and the most there is")) if look.vectors else _WINDOW
        )
        items.append(_item(words(window[0], size=11, fill=LIGHT["quiet"]), window[1]))
    if any(node.bound in ("lower", "upper") for node in record.nodes):
        signs = (
            ("≤", Message("the player above has at most its entry"))
            if look.vectors
            else ("≥ ≤", Message("at least, at most"))
        )
        items.append(_item(words(signs[0], size=11, bold=True), signs[1]))
    if len(look.line) > 1:
        items.append(_item(_line(stroke=LIGHT["best"], stroke_width=3.5), Message("principal variation")))
    if "cut" in ends:
        items.append(_item(words(tr("alpha ≥ beta"), size=11, fill=LIGHT["cut"]), Message("why the node was cut")))
    if "folded" in ends:
        items.append(
            _item(words(tr("folded"), size=11), Message("nodes that are not shown, leaves among them, pruned actions"))
        )
    if "pruned" in ends:
        items.append(_item(_struck(), Message("pruned")))
    items += [_item(words(tr(sign), size=11), meaning) for end, (sign, meaning) in _SIGNS.items() if end in ends]
    return items


def _player(look: TreeLook, player: int) -> Block:
    name = player_text(look.game, player) if look.game.view.player_names else tr("player {}", player)
    role = "" if look.vectors else "MAX: " if player == look.root_player else "MIN: "
    return _item(player_glyph(look, player), f"{role}{name}")


def _item(sign: Block, meaning: str | Message) -> Block:
    return beside([sign, words(tr(meaning), size=11, fill=LIGHT["quiet"], align=0)], gap=6)


def _line(**look: object) -> Block:
    return Block(24, 12, lambda left, top: shape("path", d=f"M{left:.1f} {top + 6:.1f}h24", **look))


def _struck() -> Block:
    dashed = _line(stroke=LIGHT["quiet"], stroke_dasharray="4 3")

    def draw(left: float, top: float) -> str:
        strokes = f"M{left + 10:.1f} {top:.1f}v12M{left + 14:.1f} {top:.1f}v12"
        return dashed.draw(left, top) + shape("path", d=strokes, stroke=LIGHT["cut"], stroke_width=2)

    return Block(24, 12, draw)
