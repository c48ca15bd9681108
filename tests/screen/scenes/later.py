"""Scenes from the pools to the end of a match."""

from msgspec.structs import replace

from table.rules.prompts import ChooseOne, Confirm, Option
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.view import Counter, Pool, Rolled, SeatView
from table.session.focus import CLOSED
from table.view.published import Desk, Focus, Published, ReaderState
from tests.screen.scenes.made_of import LUKE, VADER, empire, options, rebels, seat_view, standing, table, view


def pooled(seat: Seat) -> SeatView:
    counts = (
        ("rank.commander", 1),
        ("rank.operative", 1),
        ("rank.corps", 4),
        ("rank.special", 1),
        ("rank.support", 2),
        ("rank.heavy", 1),
    )
    counters = (*seat_view(seat).counters, Counter(text("legion.counter.passes"), 2, "counter.pass"))
    units = empire("ordered") if seat is BLUE else rebels("ordered")
    card = VADER if seat is BLUE else LUKE
    return seat_view(seat, card=card, pieces=units, pools=(Pool(text("legion.pool"), counts),), counters=counters)


def pools() -> Published:
    at = view("order_pool", text("legion.headline.order_pool"), pooled(BLUE), pooled(RED), first=RED, reveals=1)
    ready = tuple(
        Confirm(key=f"ready.{seat}", seat=seat, ask=text("legion.end.ask", round=2), rule="LG-61", hold=True)
        for seat in (BLUE, RED)
    )
    return table(at, *ready)


def activation() -> Published:
    red = replace(
        pooled(RED),
        pieces=tuple(
            replace(unit, state=state, badges=("token.advantage",) if unit.name == "R2-D2" else ())
            for unit, state in zip(
                rebels(), ("done", "done", "done", "ordered", "ordered", "gone", *[""] * 9), strict=True
            )
        ),
    )
    at = view(
        "activation",
        text("legion.headline.turn", seat=text("seat.blue")),
        pooled(BLUE),
        red,
        first=RED,
        reveals=1,
        rolled=Rolled("red_defense", "block", RED, 2, by_hand=True),
        story=(text("legion.story.drawn", seat=text("seat.red"), token=text("legion.token.operative")),),
    )
    draw = (
        Option("draw", text("legion.turn.draw"), "token.order"),
        Option("pass", text("legion.turn.pass"), "counter.pass"),
    )
    ask = ChooseOne(
        key="act", seat=BLUE, ask=text("legion.turn.ask"), rule="LG-61", options=(*options(empire(), 0, 3, 7), *draw)
    )
    lost = ChooseOne(
        key="defeated",
        seat=BLUE,
        ask=text("legion.defeat.ask"),
        rule="TB-20",
        standing=True,
        hold=True,
        options=options(empire()),
    )
    lost_red = replace(lost, seat=RED, options=options(rebels()))
    return table(at, ask, lost, lost_red)


def waiting() -> Published:
    """Blue has nothing to do, and its buttons stand where they could tell that a unit is defeated."""
    base = activation()
    asked = replace(base.prompts[0], seat=RED, options=options(rebels(), 3, 4))
    always = (*standing(BLUE, empire()), *standing(RED, rebels()))
    return replace(
        base,
        prompts=(asked, *always),
        desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("defeat", CLOSED)), Desk(RED, ReaderState.EMPTY)),
    )


def defeat() -> Published:
    """Blue reports it: the list is open."""
    base = waiting()
    return replace(base, desks=(Desk(BLUE, ReaderState.EMPTY, focus=Focus("defeat", 3)), base.desks[1]))


def over() -> Published:
    story = tuple(text("legion.story.round_over", number=n) for n in range(1, 7))
    at = view("end", text("legion.headline.over"), story=story, over=True)
    choices = (Option("archive", text("session.next_match")), Option("again", text("lobby.back")))
    return table(
        at, ChooseOne(key="after", seat=None, ask=text("match.close"), rule="TB-40", options=choices, hold=True)
    )
