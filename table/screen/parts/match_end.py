"""The end of a match: the victory, both scores, the time, the story's end, and the file's code."""

from collections.abc import Sequence
from typing import TypeAlias

from pygame import Rect

from table.rules.result import Result
from table.rules.seats import BLUE
from table.rules.shown_codes import grouped, letters_of
from table.rules.text import Text, text
from table.rules.view import Counter, PieceState, SeatView, View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.qr import draw_qr
from table.screen.drawing.typefaces import BODY, FINE, LEAD
from table.screen.parts.seat_title import draw_title, seat_title
from table.view.published import PublishedScore

TITLE, ROW, GAP = 38, 30, 10
BETWEEN = 6
"""The gap in units between a count in one column and the icon in the next."""
Names: TypeAlias = tuple[str, str]
"""The names of blue's and red's players; empty for one without a name."""
NOBODY: Names = ("", "")
CHAIN = 96
"""The height in units of the code of the file's end."""


def draw_match_end(
    canvas: Canvas, box: Rect, view: View, score: PublishedScore, chain: str, players: Names = NOBODY
) -> None:
    """Draw the result, the story's end in the room that is left, and the file's code at the foot if there is one."""
    foot = canvas.px(CHAIN) if chain else 0
    rest = draw_result(canvas, Rect(box.x, box.y, box.width, box.height - foot), view, score, players)
    _draw_story(canvas, rest, view)
    if chain:
        draw_chain(canvas, Rect(box.x, box.bottom - foot, box.width, foot), chain)


def draw_result(canvas: Canvas, box: Rect, view: View, score: PublishedScore, players: Names = NOBODY) -> Rect:
    """Draw how the match was won, both sides with points by round and losses, and the time; return the rest."""
    row, rest = canvas.px(ROW), Rect(box)
    if score.result is not None:
        canvas.text(_how(canvas, score.result), Rect(rest.x, rest.y, rest.width, row), BODY)
        rest = Rect(rest.x, rest.y + row, rest.width, rest.height - row)
    timed = row if score.lasted_s is not None else 0
    counters = _room_for(canvas, rest.height - timed, view, score)
    for seat, shown, player in zip(view.seats, counters, players, strict=True):
        if (height := _height(canvas, shown, score)) > rest.height:
            break
        title = seat_title(seat.seat, player, seat.side)
        _draw_standing(canvas, Rect(rest.x, rest.y, rest.width, height), title, seat, shown, score, view.round)
        rest = Rect(rest.x, rest.y + height + canvas.px(GAP), rest.width, rest.height - height - canvas.px(GAP))
    if score.lasted_s is not None and rest.height + canvas.px(GAP) >= row:
        rest.y -= max(0, row - rest.height)  # the gap below the last side yields
        rest = _draw_time(canvas, rest, score.lasted_s)
    return rest


def _how(canvas: Canvas, result: Result) -> Text:
    """Return the words for how the match was won: the rule's own line if its game has one."""
    own = f"result.by.{result.rule.replace('-', '_')}"
    return text("screen.result", how=text(own if own in canvas.words else f"history.by.{result.by}"))


def _room_for(canvas: Canvas, room: int, view: View, score: PublishedScore) -> tuple[list[Counter], ...]:
    """Return the counts to show for each seat, so that both fit: all, the sums, or nothing."""
    for counted in (_counted, _summed_up):
        counters = tuple(counted(seat, score) for seat in view.seats)
        if sum(_height(canvas, each, score) + canvas.px(GAP) for each in counters) <= room + canvas.px(GAP):
            return counters
    return tuple([] for _ in view.seats)


def draw_chain(canvas: Canvas, box: Rect, chain: str) -> None:
    """Draw the code of the file's end, which identifies the file."""
    drawn = draw_qr(canvas.surface, Rect(box.right - box.height, box.y, box.height, box.height), letters_of(chain))
    words = Rect(box.x, box.y, drawn.x - canvas.px(GAP) - box.x, box.height)
    canvas.text(text("screen.chain", code=grouped(chain)), words, BODY, palette.INK, lines=4)


def _draw_time(canvas: Canvas, box: Rect, lasted_s: int) -> Rect:
    """Draw how long the match took, and return the rest of the box."""
    hours, minutes = divmod(lasted_s // 60, 60)
    row = canvas.px(ROW)
    canvas.text(text("screen.lasted", time=f"{hours}:{minutes:02d}"), Rect(box.x, box.y, box.width, row), BODY)
    return Rect(box.x, box.y + row, box.width, box.height - row)


def _counted(seat: SeatView, score: PublishedScore) -> list[Counter]:
    """Return everything that is counted at a seat, with its losses."""
    return [*seat.counters, *_summed_up(seat, score)]


def _summed_up(seat: SeatView, score: PublishedScore) -> list[Counter]:
    """Return the units lost and the cards played."""
    units = [piece for piece in seat.pieces if piece.state == PieceState.GONE]
    lost = [Counter(text("screen.lost"), len(units), "counter.lost")] if units else []
    played = score.cards[seat.seat is not BLUE]
    cards = [Counter(text("screen.cards_played"), played, "counter.hand")] if played else []
    return [*lost, *cards]


def _height(canvas: Canvas, counters: Sequence[Counter], score: PublishedScore) -> int:
    rows = -(-len(counters) // 2) + bool(score.rounds)
    return canvas.px(TITLE + ROW * rows + 6)


def _draw_standing(
    canvas: Canvas,
    box: Rect,
    name: Text | str,
    seat: SeatView,
    counters: Sequence[Counter],
    score: PublishedScore,
    rounds: int,
) -> None:
    title = Rect(box.x, box.y, box.width, canvas.px(TITLE))
    canvas.plate(title, palette.DEEP[seat.seat], seat.seat, radius=8)
    canvas.icon(f"seat.{seat.seat}", (title.x + canvas.px(20), title.centery), 22, palette.SEAT[seat.seat])
    named = Rect(title.x + canvas.px(38), title.y, title.width - canvas.px(46), title.height)
    if score.counts:
        points = str(score.totals[seat.seat is not BLUE])
        canvas.text(points, named, LEAD, bold=True, align="right")
        named.width -= canvas.text_width(points, LEAD, bold=True) + canvas.px(GAP)
    draw_title(canvas, named, name, seat.emblem)
    column, row = box.width // 2, canvas.px(ROW)
    if score.rounds:
        by_round = text("screen.points_by_round", points=_by_round(seat, score, rounds))
        canvas.text(by_round, Rect(box.x + canvas.px(4), box.bottom - row, box.width - canvas.px(8), row), BODY)
    for index, counter in enumerate(counters):
        icon, value = counter.icon, str(counter.value)
        line = Rect(box.x + index % 2 * column, title.bottom + canvas.px(3) + index // 2 * row, column, row)
        canvas.icon(icon, (line.x + canvas.px(11), line.centery), 20, palette.QUIET)
        width = canvas.text_width(value, BODY, bold=True) + 2
        canvas.text(value, Rect(line.x + canvas.px(25), line.y, width, row), BODY, bold=True)
        x = line.x + canvas.px(28) + width
        label = Rect(x, line.y, line.right - canvas.px(BETWEEN) - x, row)
        whole = canvas.fits(counter.label, label, FINE, minor=True)
        words = counter.label if whole else canvas.words.brief(counter.label)
        canvas.text(words, label, FINE, palette.QUIET, minor=True)


def _by_round(seat: SeatView, score: PublishedScore, rounds: int) -> str:
    """Return the points of each round that was played, such as `3, 0, 5`."""
    won = {each.round: each.blue if seat.seat is BLUE else each.red for each in score.rounds}
    return ", ".join(str(won.get(number, 0)) for number in range(1, max(rounds, *won) + 1))


def _draw_story(canvas: Canvas, box: Rect, view: View) -> None:
    """Draw the last lines that fit, oldest first."""
    row, left, shown = canvas.px(ROW), box.height, list[tuple[Text, int]]()
    for line in reversed(view.story):
        if (height := row * min(2, canvas.lines_of(line, box.width, BODY))) > left:
            break
        left -= height
        shown.append((line, height))
    y = box.y
    for line, height in reversed(shown):
        canvas.text(line, Rect(box.x, y, box.width, height), BODY, palette.QUIET, lines=2)
        y += height
