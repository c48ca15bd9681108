"""A revealed card can be replaced (LA-44), or discarded so that both players choose again (LA-43)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import card_option
from table.games.legion.rules.model.state import LegionBattle, played
from table.games.legion.rules.selection import card_selection
from table.games.legion.rules.selection.selection_events import PlansChanged, ReplacementDeclined, RevealedReplaced
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices
from table.rules.text import text

KEEP, USE = "keep", "use"


def replacing(battle: LegionBattle) -> Seat | None:
    """Return the seat that can replace its revealed card now, blue first, before any effect is resolved (LA-44)."""
    if battle.step != "resolve" or any(battle.play(seat).resolved or battle.play(seat).again for seat in SEATS):
        return None
    return next((seat for seat in SEATS if _replacements(battle, seat)), None)


def _replacements(battle: LegionBattle, seat: Seat) -> list[CommandCard]:
    """Return the cards of the hand that can take the revealed card's place."""
    play = battle.play(seat)
    if not battle.edition.keywords or not play.card or play.kept:
        return []
    return [card for card in card_selection.lawful(battle, seat) if card.acts_of(Act.REPLACE_REVEALED)]


def _replacing(battle: LegionBattle, seat: Seat) -> Choices | None:
    card = played(battle, seat)
    if card is None or replacing(battle) is not seat:
        return None
    keep = Option(KEEP, text("legion.replace.keep", card=card.name), "sign.no")
    return Choices((*map(card_option, _replacements(battle, seat)), keep), {"card": card.name})


def _replace(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    was = played(battle, seat)
    if value == KEEP or was is None:
        return (ReplacementDeclined(seat),)
    card = str(value)
    return (RevealedReplaced(seat, card, card_selection.card_name(battle, card), was.id, was.name),)


def changes_plans(battle: LegionBattle, card: CommandCard, timing: Timing) -> bool:
    """True if a card that falls due on reveal lets both players choose again, should its owner discard it (LA-43)."""
    return battle.edition.keywords and timing is Timing.REVEAL and bool(card.acts_of(Act.RESELECT_BOTH))


def ask_change(seat: Seat, card: CommandCard) -> ChooseOne:
    """Return the question whether a card is discarded for both to choose again."""
    options = (
        Option(USE, text("legion.plans.use", card=card.name), "sign.yes"),
        Option(KEEP, text("legion.plans.keep", card=card.name), "sign.no"),
    )
    ask = text("legion.plans.ask", card=card.name)
    return ChooseOne(key="plans", seat=seat, ask=ask, rule="LA-43", options=options)


def change(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    """Return the events of the answer: both choose again, or the effect is over."""
    card, other = played(battle, seat), played(battle, seat.opponent)
    if card is None:
        return ()
    if value == KEEP:
        return (EffectResolved(seat, card.id, card.name, Timing.REVEAL),)
    back = (other.id, other.name) if other else ("", "")
    return (PlansChanged(seat, card.id, card.name, *back),)


REPLACE = ASK.one_of("replace", "LA-44", _replacing, _replace)
