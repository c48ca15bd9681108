"""A seat's phone: its code on the screen, the two words that are compared, and the signs of those that are in."""

from msgspec.structs import replace

from table.rules.prompts import ChooseOne, Confirm, Option
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.phones.phone_ways import ACCEPT, AWAY
from table.view.published import (
    AWAY_HELPER,
    Desk,
    Focus,
    HelperRole,
    PhoneState,
    Published,
    ReaderState,
    RoundTime,
    SeatPhone,
)
from tests.screen.scenes.beginning import lobby
from tests.screen.scenes.command_phase import sealing
from tests.screen.scenes.made_of import seal, table, view


def phone_code() -> Published:
    """Blue has asked for a code, and red's phone has its seat already."""
    at = view("select", text("legion.headline.select"))
    invited = SeatPhone(PhoneState.INVITED, "http://table.local:7500/phone#AAECAwQFBgcICQoLDA0ODw")
    return table(
        at,
        seal(BLUE),
        seal(RED),
        Confirm(key=AWAY, seat=BLUE, ask=text(AWAY), rule="TB-120", standing=True, setting=True),
        Confirm(key=AWAY, seat=RED, ask=text(AWAY), rule="TB-120", standing=True, setting=True, hold=True),
        blue=Desk(BLUE, ReaderState.EMPTY, phone=invited),
        red=Desk(RED, ReaderState.CARD, phone=SeatPhone(PhoneState.HELD)),
    )


def phone_words() -> Published:
    """A phone has read blue's code."""
    at = view("select", text("legion.headline.select"))
    ask = text(ACCEPT, first=text("phone.word.33"), second=text("phone.word.61"))
    options = tuple(Option(word, text(f"phone.accept.{word}")) for word in ("yes", "no"))
    accept = ChooseOne(key=ACCEPT, seat=BLUE, ask=ask, rule="TB-120", options=options, hold=True)
    blue = Desk(BLUE, ReaderState.EMPTY, focus=Focus(ACCEPT, 0), phone=SeatPhone(PhoneState.KNOCKING))
    return table(at, accept, seal(BLUE), seal(RED), blue=blue, red=Desk(RED, ReaderState.CARD))


def phone_helpers() -> Published:
    """The judge's phone is in, and the owner's."""
    at = view("select", text("legion.headline.select"))
    return replace(table(at, seal(BLUE), seal(RED), *(_away(role) for role in HelperRole)), helpers=tuple(HelperRole))


def hall_round() -> Published:
    """The round of the hall has its clock."""
    return replace(sealing(), round_time=RoundTime(2, 4992, runs=True))


def hall_round_over() -> Published:
    """The round of the hall is over, and both helpers' phones are in."""
    return replace(phone_helpers(), round_time=RoundTime(12, -4992, runs=True))


def phone_setup() -> Published:
    """The owner's phone sets the table up, before a match."""
    before = lobby()
    return replace(before, prompts=(*before.prompts, _away(HelperRole.SETUP)), helpers=(HelperRole.SETUP,), askings=())


def _away(role: HelperRole) -> Confirm:
    key = AWAY_HELPER[role]
    return Confirm(key=key, seat=None, ask=text(key), rule="TB-123", standing=True, setting=True, hold=True)
