"""Scenes of a Command Phase: cards, the die, orders."""

from msgspec.structs import replace

from table.rules.prompts import ChooseOne, ChooseSome, Confirm, Roll
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from table.rules.view import Card, Rolled, View
from table.session.focus import CLOSED
from table.view.published import (
    CardNote,
    Desk,
    DispenserState,
    Focus,
    HandingState,
    Notice,
    Published,
    ReaderState,
    TokenDelivery,
)
from tests.screen.scenes.made_of import (
    LUKE,
    VADER,
    empire,
    options,
    rebels,
    seal,
    seat_view,
    steps,
    table,
    unlock,
    view,
)


def sealing() -> Published:
    at = view("select", text("legion.headline.select"), story=(text("story.sealed", seat=text("seat.blue")),))
    blue = Desk(BLUE, ReaderState.CARD, locked=True, focus=Focus("unlock", CLOSED))
    return table(at, unlock(BLUE), seal(RED), blue=blue, red=Desk(RED, ReaderState.CARD))


def sealing_troubles() -> Published:
    at = view("select", text("legion.headline.select"))
    return table(at, seal(BLUE), seal(RED), blue=Desk(BLUE, ReaderState.SEVERAL), red=Desk(RED, ReaderState.FOREIGN))


def lock_refused() -> Published:
    """Blue's card may not be played now; red's still lies there from the last round."""
    at = view("select", text("legion.headline.select"))
    blue, red = (CardNote(text(f"session.cannot_lock.{why}"), "LA-50") for why in ("unplayable", "turned"))
    return table(
        at,
        seal(BLUE),
        seal(RED),
        blue=Desk(BLUE, ReaderState.CARD, note=blue),
        red=Desk(RED, ReaderState.CARD, note=red),
    )


def lock_warned() -> Published:
    """By the classic rules blue's card would be replaced."""
    at = view("select", text("legion.headline.select"))
    wanted = CardNote(text("legion.lock.warned"), "LA-50")
    return table(at, seal(BLUE), seal(RED), blue=Desk(BLUE, ReaderState.CARD, note=wanted))


def revealed(**fields: object) -> View:
    return view(
        "resolve",
        text("legion.headline.resolve"),
        seat_view(BLUE, card=VADER),
        seat_view(RED, card=LUKE),
        reveals=1,
        **fields,
    )


def reveal() -> Published:
    return table(revealed(), blue=Desk(BLUE, ReaderState.CARD), red=Desk(RED, ReaderState.CARD))


def effects() -> Published:
    at = replace(revealed(), headline=text("legion.headline.resolve"))
    return table(
        at, Confirm(key="effect", seat=BLUE, ask=text("legion.effect.reveal", card="Implacable"), rule="LG-21")
    )


def sent_back() -> Published:
    card = Card("Return of the Jedi", text("legion.card.sent_back"), 3, counts=False)
    at = view(
        "select", text("legion.headline.select"), seat_view(BLUE, card=VADER), seat_view(RED, card=card), reveals=1
    )
    return table(at, seal(RED))


def tie() -> Published:
    at = replace(revealed(), steps=steps("priority"), headline=text("legion.headline.priority"))
    return table(
        at,
        Roll(
            key="roll",
            seat=BLUE,
            ask=text("legion.roll.ask"),
            rule="LG-31",
            die="red_defense",
            faces=("block", "surge", "blank"),
        ),
    )


def rolled() -> Published:
    at = replace(
        revealed(),
        steps=steps("priority"),
        headline=text("scene.headline.priority", seat="Red"),
        first=RED,
        rolled=Rolled("red_defense", "surge", BLUE, 2, decided=text("legion.rolled.priority", seat=text("seat.red"))),
        story=(text("legion.story.rolled", seat=text("seat.blue"), face=text("die.surge")),),
    )
    return table(at, proof="7f3a21c9")


def after_roll(step: str, headline: Text, **fields: object) -> View:
    blue = seat_view(BLUE, card=VADER, pieces=empire("ordered"))
    red = seat_view(RED, card=LUKE, pieces=rebels("ordered"))
    return replace(
        view(step, headline, blue, red, reveals=1, first=RED, rolled=Rolled("red_defense", "surge", BLUE, 2)), **fields
    )


def nominate() -> Published:
    at = after_roll("orders", text("scene.headline.priority", seat="Red"))
    ask = ChooseOne(
        key="nominate", seat=RED, ask=text("legion.nominate.ask"), rule="LG-41", options=options(rebels(), 0, 1)
    )
    return table(at, ask, proof="7f3a21c9")


def orders() -> Published:
    at = after_roll("orders", text("legion.headline.orders"))
    ask = ChooseOne(
        key="orders", seat=RED, ask=text("legion.orders.ask", left=2), rule="LG-43", options=options(rebels())
    )
    return table(
        at,
        ask,
        proof="7f3a21c9",
        dispenser=DispenserState.BUSY,
        red=Desk(RED, ReaderState.EMPTY, focus=Focus("orders", 9)),
        handing=(
            TokenDelivery("a", RED, "corps", 1, 0, HandingState.ASKED),
            TokenDelivery("b", RED, "special", 2, 1, HandingState.ASKED),
        ),
    )


def at_range() -> Published:
    at = after_roll("orders", text("legion.headline.orders"))
    ask = ChooseSome(
        key="range",
        seat=BLUE,
        ask=text("legion.orders.ask.range", unit="Darth Vader", range="1-3", left=2),
        rule="LC-35",
        options=options(empire()),
        least=1,
        most=12,
    )
    return table(at, ask, blue=Desk(BLUE, ReaderState.EMPTY, focus=Focus("range", 3, ("0", "3"))))


def two_cards() -> Published:
    """A unit's card was laid on the command card: no card answers then."""
    return replace(
        orders(),
        handing=(),
        desks=(Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.SEVERAL, focus=Focus("orders", 9))),
    )


def refused() -> Published:
    return replace(
        orders(), handing=(), notice=Notice(RED, text("legion.refused.ordered", unit="Rebel Troopers 1"), "LG-44")
    )
