"""Battle cards in play (LA-88): which they are, what they ask for, and the tokens that they give or take."""

from collections.abc import Iterable, Sequence

from table.games.legion.rules.keywords.battle_card_events import (
    ROWS,
    BattleCardsChosen,
    BattleCardUsed,
    UnitsScrambled,
    UnitsStruck,
)
from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.battle_cards import BattleCard, is_usable, scrambler, was_asked_to_strike
from table.games.legion.rules.model.labels import plain, unit_option
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.turns import active_troop, before_turns, is_setup
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseSome, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices, Question, Words, follows_marks, marks
from table.rules.text import text

MOST_STRUCK = 2


def is_open(battle: LegionBattle) -> bool:
    """True while a seat has to say which battle cards are in play."""
    return any(CARDS.prompt(battle, seat) for seat in SEATS)


def _cards(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    side = battle.side(seat)
    if side.battle_cards is not None or not is_setup(battle):
        return ()
    return (Option(card, plain(card), "sign.card") for card in side.army.battle_cards)


def _ask_scrambled(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    if scrambler(battle) is not seat:
        return None
    side = battle.side(seat.opponent)
    options = tuple(unit_option(troop) for troop in side.troops if not troop.defeated and troop.rank)
    if not options:
        return None
    proposed = tuple(option.id for option in options if option.id in side.scrambled_before)
    ask = text("legion.battle.scrambled", seat=text(f"seat.{seat.opponent}"))
    return ChooseSome(
        key="scrambled", seat=seat, ask=ask, rule="LA-88", options=options, least=0, most=len(options),
        proposed=proposed,
    )  # fmt: skip


def _scramble(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    units = marks(value)
    names = ", ".join(battle.side(seat.opponent).troop(unit).name for unit in units)
    return (UnitsScrambled(seat.opponent, units, names),)


def _strikers(battle: LegionBattle, seat: Seat) -> Choices | None:
    usable = battle.step == "orders" and is_usable(battle, seat, BattleCard.COORDINATED_STRIKE)
    if not usable or was_asked_to_strike(battle, seat) or scrambler(battle):
        return None
    able = [t for t in battle.side(seat).troops if t.unit.faction == "republic" and t.rank and not t.defeated]
    most = min(MOST_STRUCK, len(able))
    return Choices(map(unit_option, able), {"most": most}, most)


def waits(battle: LegionBattle, seat: Seat) -> bool:
    """True while a battle card is asked about before a seat issues orders."""
    return scrambler(battle) is not None or STRIKE.prompt(battle, seat) is not None


def _spendable(battle: LegionBattle, seat: Seat) -> Words | None:
    troop = active_troop(battle)
    if troop is None or battle.going_on[-1].seat is not seat or not battle.play(seat).passes:
        return None
    if not is_usable(battle, seat, BattleCard.NO_TIME_TO_LOSE) or _spent(battle, seat) in battle.play(seat).notes:
        return None
    return {"unit": plain(troop.name)}


def _spent(battle: LegionBattle, seat: Seat) -> str:
    troop = battle.side(seat).troop(battle.going_on[-1].unit)
    return f"no_time:{troop.unit.id}.{troop.activations}"


def _spend(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (BattleCardUsed(seat, BattleCard.NO_TIME_TO_LOSE, _spent(battle, seat)),)


def _intel(battle: LegionBattle) -> Event | None:
    """Return the advantage token of Advanced Intel, as the first Activation Phase begins."""
    first = battle.edition.passes and battle.round == 1 and before_turns(battle)
    seats = (seat for seat in SEATS if first and is_usable(battle, seat, BattleCard.ADVANCED_INTEL))
    return next((BattleCardUsed(seat, BattleCard.ADVANCED_INTEL) for seat in seats), None)


CARDS = ASK.some_of("battle.cards", "LA-88", _cards, follows_marks(BattleCardsChosen), "legion.battle.ask")
STRIKE = ASK.some_of("strike", "LA-88", _strikers, follows_marks(UnitsStruck), "legion.battle.strike")
SPEND = ASK.confirmation(
    "advantage.spend", "LA-88", _spendable, _spend, "legion.battle.spend", standing=True, ready=True, hold=True
)
SCRAMBLED = Question[LegionBattle]("scrambled", "LA-88", _ask_scrambled, _scramble)
BATTLE_CARDS = KeywordRules(
    "battle_cards",
    rows=ROWS,
    due={"activation": _intel},
    questions={"select": (CARDS,), "orders": (SCRAMBLED, STRIKE), "activation": (SPEND,)},
)
