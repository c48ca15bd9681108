"""The command tokens: the pile pays what a side receives, and gets back what it pays (TB-89).

Tokens on an initiative card never come back before the match is over.
"""

from table.games.tide_of_iron.rules.model.events import (
    CommandLost,
    CommandReceived,
    CommandSpent,
    CommandTransferred,
    InitiativeCardChanged,
    StrategyCardActivated,
)
from table.games.tide_of_iron.rules.model.state import COMMAND, TideBattle
from table.games.tide_of_iron.rules.steps.corrections import AVAILABLE, ON_CARD
from table.games.tide_of_iron.rules.steps.income import pays
from table.rules.corrections import Corrected
from table.rules.game import Event
from table.rules.seats import SEATS
from table.rules.tokens import HandBack, HandOut

COUNTED = (AVAILABLE, ON_CARD)
"""The corrections that move tokens."""


def hand_outs(event: Event) -> tuple[HandOut, ...]:
    if isinstance(event, CommandReceived) and event.count:
        return (HandOut(event.seat, COMMAND, event.count),)
    if isinstance(event, CommandTransferred):
        return (HandOut(event.seat.opponent, COMMAND, event.count),)
    if isinstance(event, InitiativeCardChanged) and event.by > 0:
        return (HandOut(event.seat, COMMAND, event.by),)
    if isinstance(event, Corrected) and event.what in COUNTED and event.added:
        return (HandOut(event.seat, COMMAND, event.added),)
    return ()


def hand_backs(before: TideBattle, event: Event) -> tuple[HandBack, ...]:
    """Return the tokens that come back. Between actions they can wait; in the Command Phase the hopper needs them."""
    if isinstance(event, StrategyCardActivated | CommandSpent) and event.cost:
        return (HandBack(event.seat, COMMAND, event.cost, later=before.step != "spend"),)
    if isinstance(event, CommandTransferred | CommandLost):
        return (HandBack(event.seat, COMMAND, event.count, later=before.step != "spend"),)
    if isinstance(event, InitiativeCardChanged) and event.by < 0:
        return (HandBack(event.seat, COMMAND, -event.by, later=before.step != "spend"),)
    if isinstance(event, Corrected) and event.what in COUNTED and event.taken:
        return (HandBack(event.seat, COMMAND, event.taken, later=before.step != "spend"),)
    return ()


def worst_case(battle: TideBattle) -> tuple[HandOut, ...]:
    """Return the most tokens for the coming round: each command objective's, once, and those on the table.

    The match counts tokens on the table as returning before they are needed; these do not return, so they are added
    here.
    """
    needs = {seat: battle.side(seat).available + battle.side(seat).on_initiative for seat in SEATS}
    if not battle.set_up:
        needs = {seat: n + battle.side(seat).sheet.command for seat, n in needs.items()}
    for objective in battle.scenario.objectives:
        takers = [seat for seat in SEATS if pays(battle, seat, objective)]
        if takers:
            needs[takers[0]] += objective.value
    return tuple(HandOut(seat, COMMAND, n) for seat, n in needs.items() if n)
